import { afterEach, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import '@/lib/api/auction-calls'
import { FIRST_EVENT_MS } from '@/lib/api/live'
import { POLL_MS } from '@/lib/api/polling'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { bufferStreams } from '@/tests/support/buffered-streams'
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
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  await pass(FIRST_EVENT_MS)
  expect(screen.getByText(/15.200\.00/)).toBeVisible()
  await pass(FIRST_EVENT_MS + POLL_MS)
  expect(screen.getByText(/15.600\.00/)).toBeVisible()
  expect(screen.getByText(/your network holds back live updates/)).toBeVisible()
  expect(refresh).not.toHaveBeenCalled()
  current = { state: 'selection' }
  await pass(POLL_MS)
  expect(refresh).toHaveBeenCalled()
})
