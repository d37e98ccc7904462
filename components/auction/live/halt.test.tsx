import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { AuctionHeader } from '@/components/auction/lot/auction-header'
import { BidPanel } from '@/components/auction/bid/bid-panel'
import { HaltNotice } from '@/components/auction/live/halt'
import { LiveRegion } from '@/components/auction/live/alerts'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import { serverClock } from '@/lib/api/server-clock'
import type { Halt } from '@/lib/contract/stream'
import { openLivePage } from '@/tests/support/live-page'

const SINCE = '2026-11-24T08:45:00.000Z'
const RESUMES_AT = '2026-11-24T09:30:00.000Z'
const NEW_END = '2026-11-24T09:45:00.000Z'
const OPEN: Halt = { since: SINCE, reason: 'An accident on the pipeline', resumes_at: null }

let now = Date.parse(SINCE)
const listeners = new Set<() => void>()

beforeAll(async () => {
  await import('@/components/auction/verdict/verdict-own')
  await import('@/components/auction/bid/panel-forms')
})
afterEach(() => {
  now = Date.parse(SINCE)
  listeners.clear()
})

function passTo(instant: string) {
  now = Date.parse(instant)
  act(() => listeners.forEach((changed) => changed()))
}

async function open() {
  jest.spyOn(serverClock, 'synced').mockReturnValue(true)
  jest.spyOn(serverClock, 'snapshot').mockImplementation(() => now)
  jest.spyOn(serverClock, 'subscribe').mockImplementation((changed) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  })
  const page = openLivePage(
    <>
      <AuctionHeader />
      <HaltNotice />
      <VerdictBar />
      <BidPanel />
      <LiveRegion />
    </>,
  )
  await act(async () => page.connect())
  await screen.findByRole('button', { name: 'Place bid' })
  let id = page.store.get().auction.event_id
  const announceHalt = (halt: Halt, effective_end: string) =>
    act(() =>
      page.store.dispatch({
        type: 'event',
        event: { id: (id += 1), name: 'halted', data: { halt, effective_end, hard_end: effective_end, at: SINCE } },
      }),
    )
  return { ...page, announceHalt }
}

describe('R13.1 a halt on the page', () => {
  it('is shown with its reason, and no bid can be sent, past the former end too', async () => {
    const { store, announceHalt } = await open()
    announceHalt(OPEN, store.get().auction.effective_end)
    expect(screen.getByText('An accident on the pipeline')).toBeVisible()
    expect(screen.getByText('Bidding has been halted.')).toBeInTheDocument()
    for (const instant of [SINCE, '2026-11-24T09:10:00.000Z']) {
      passTo(instant)
      expect(screen.getByRole('button', { name: 'Place bid' })).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByText('Bidding has ended')).not.toBeInTheDocument()
    }
    expect(screen.getAllByText('Bidding halted').length).toBeGreaterThan(1)
    expect(screen.queryByText(/final bid/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Bid / })).not.toBeInTheDocument()
  })

  it('ends at the instant that the manager has set, by the server’s clock', async () => {
    const { store, announceHalt } = await open()
    announceHalt(OPEN, store.get().auction.effective_end)
    announceHalt({ ...OPEN, resumes_at: RESUMES_AT }, NEW_END)
    expect(screen.getByText('Bids are accepted from 11:30:00')).toBeVisible()
    expect(screen.getByText('Bidding resumes at 11:30:00.')).toBeInTheDocument()
    passTo('2026-11-24T09:29:59.000Z')
    expect(screen.getByRole('button', { name: 'Place bid' })).toHaveAttribute('aria-disabled', 'true')
    passTo(RESUMES_AT)
    expect(screen.getByRole('button', { name: 'Place bid' })).not.toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByText('An accident on the pipeline')).not.toBeInTheDocument()
    expect(store.get().auction.extensions.at(-1)).toMatchObject({ effective_end: NEW_END, cause: 'halt' })
  })
})

it('R6.2 the header says that the last bids are being recorded as soon as the end has passed', async () => {
  const { store } = await open()
  expect(screen.getByText('Going on right now')).toBeVisible()
  passTo(store.get().auction.effective_end)
  expect(screen.queryByText('Going on right now')).not.toBeInTheDocument()
  expect(screen.getByText('Recording the last bids')).toBeVisible()
})
