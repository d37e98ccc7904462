import { afterEach, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { AuctionDetail } from '@/lib/contract/auctions'
// Loaded on demand by the card; loaded here, they take no time within the test.
import '@/lib/api/auction-calls'
import '@/lib/api/live'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { bufferStreams, passUntil } from '@/tests/support/buffered-streams'
import { renderIn } from '@/tests/support/render-in'
import { LiveFigures } from './live-figures'
import { runningAuctionOf } from './live-card-state'

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

it('the card of a running auction polls where the network holds back the stream, and then refreshes the page', async () => {
  jest.useFakeTimers()
  let current: Partial<AuctionDetail> = { best_price: '15600.00' }
  bufferStreams(() => aLiveAuction({ id: 7, state: 'running', ...current }))
  const refresh = jest.fn()
  renderIn(
    'en',
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <LiveFigures auction={runningAuctionOf(aLiveAuction({ id: 7, best_price: '15200.00' }))} />
    </AppRouterContext>,
  )
  expect(screen.getByText(/15.200\.00/)).toBeVisible()
  await passUntil(() => screen.queryByText(/^Updates every 5 s/) !== null)
  await passUntil(() => screen.queryByText(/15.600\.00/) !== null)
  expect(refresh).not.toHaveBeenCalled()
  current = { state: 'selection' }
  await passUntil(() => refresh.mock.calls.length > 0)
})
