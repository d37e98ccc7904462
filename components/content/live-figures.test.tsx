import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { StreamEvent } from '@/lib/contract/stream'
// Loaded on demand by the card; loaded here, they take no time within the test.
import '@/lib/api/auction-client'
import '@/lib/api/live'
import { serverClock } from '@/lib/api/server-clock'
import { aLiveAuction, rankingOf } from '@/tests/support/builders/live-auction'
import { bufferStreams, passUntil } from '@/tests/support/buffered-streams'
import { inLocale, renderIn } from '@/tests/support/render-in'
import { RunningCard } from './home'

const NOW = '2026-11-24T08:50:00.000Z'
const END = '2026-11-24T09:00:00.000Z'

function openCard(auction: AuctionDetail) {
  const refresh = jest.fn()
  const card = (shown: AuctionDetail) => (
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <RunningCard auction={shown} />
    </AppRouterContext>
  )
  const { rerender } = renderIn('en', card(auction))
  return { refresh, showPage: (next: AuctionDetail) => rerender(inLocale('en', card(next))) }
}

/** Every connection of a card receives a tick, and then the events that the test sends. */
function openStreams() {
  const encoder = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null
  const write = ({ id, name, data }: Pick<StreamEvent, 'id' | 'name' | 'data'>) =>
    stream?.enqueue(
      encoder.encode(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    )
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input instanceof Request || !String(input).includes('/events')) return new Promise(() => undefined)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
        write({ id: null, name: 'tick', data: { now: new Date().toISOString() } })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
  return {
    /** Once the card is connected. */
    async send(event: StreamEvent) {
      await passUntil(() => stream !== null)
      write(event)
    },
  }
}

const ends = { effective_end: END, hard_end: END, at: NOW }
const halted = (id: number, resumes_at: string | null, end = END): StreamEvent => ({
  id,
  name: 'halted',
  data: { ...ends, effective_end: end, halt: { since: NOW, reason: 'A fault', resumes_at } },
})
const ended: StreamEvent = { id: 11, name: 'state', data: { ...ends, state: 'selection', participants: 4 } }
const isShown = (text: string | RegExp) => () => screen.queryByText(text) !== null
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))

describe('the card of a running auction', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse(NOW) })
    jest.spyOn(serverClock, 'synced').mockReturnValue(true)
    jest.spyOn(serverClock, 'snapshot').mockImplementation(() => Date.now())
    jest.spyOn(serverClock, 'adjust').mockReturnValue()
  })
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('polls where the network holds back the stream, and then refreshes the page', async () => {
    let current: Partial<AuctionDetail> = { best_price: '15600.00' }
    bufferStreams(() => aLiveAuction({ id: 7, state: 'running', ...current }))
    const { refresh } = openCard(aLiveAuction({ id: 7, best_price: '15200.00' }))
    expect(screen.getAllByText(/15.200\.00/)[0]).toBeVisible()
    await passUntil(isShown(/^Updating every 5 s/))
    await passUntil(isShown(/15.600\.00/))
    expect(refresh).not.toHaveBeenCalled()
    current = { state: 'selection', event_id: 11 }
    await passUntil(isShown('Selecting winners'))
    await passUntil(() => refresh.mock.calls.length > 0)
  })

  it('counts down no more once bidding is halted, and counts to the new end after it is resumed', async () => {
    const { send } = openStreams()
    openCard(aLiveAuction())
    await passUntil(isShown('10:00'))
    await send(halted(11, null))
    await passUntil(() => screen.queryAllByText('Bidding halted').length === 2)
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByText('Going on right now')).toBeNull()
    await send(halted(12, '2026-11-24T08:52:00.000Z', '2026-11-24T09:30:00.000Z'))
    await pass(30_000)
    expect(screen.getAllByText('Bidding halted')).toHaveLength(2)
    await passUntil(isShown('Going on right now'))
    expect(screen.getByRole('timer')).toHaveTextContent(/^3\d:\d\d$/)
    expect(screen.getByText(/^until 24.November, 11:30/)).toBeVisible()
  })

  it.each<[string, StreamEvent]>([
    ['Selecting winners', ended],
    ['Cancelled', { id: 11, name: 'cancelled', data: { reason: 'A fault', at: NOW } }],
    [
      'Completed',
      {
        id: 11,
        name: 'completed',
        data: {
          result: { participants: 0, winners: 0, volume_sold: '0.000', average_price: null, final_price: null },
          ranking: [],
          at: NOW,
        },
      },
    ],
  ])('says at once, before the page does: %s', async (state, event) => {
    const { send } = openStreams()
    openCard(aLiveAuction())
    await passUntil(isShown('10:00'))
    await send(event)
    await passUntil(isShown(state))
    expect(screen.queryByText('Going on right now')).toBeNull()
    expect(screen.queryByText('Time left')).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('refreshes a page that comes from a cache until it includes the end, and no longer', async () => {
    const { send } = openStreams()
    const { refresh, showPage } = openCard(aLiveAuction())
    await send(ended)
    await passUntil(() => refresh.mock.calls.length === 1)
    showPage(aLiveAuction())
    await passUntil(() => refresh.mock.calls.length === 2)
    showPage(aLiveAuction({ state: 'selection', event_id: 11 }))
    await pass(120_000)
    expect(refresh).toHaveBeenCalledTimes(2)
    expect(screen.getByText('Selecting winners')).toBeVisible()
  })

  it('gives up on a page that never includes the end', async () => {
    const { send } = openStreams()
    const { refresh } = openCard(aLiveAuction())
    await send(ended)
    await pass(120_000)
    const refreshes = refresh.mock.calls.length
    expect(refreshes).toBeGreaterThan(2)
    await pass(120_000)
    expect(refresh).toHaveBeenCalledTimes(refreshes)
  })

  it('moves the rows of the ranking when a bid changes it, and says who is passed over', async () => {
    const { send } = openStreams()
    openCard(aLiveAuction())
    const ranking = rankingOf(
      [3, '15300.00', '200.000', '200.000'],
      [1, '15200.00', '300.000', '300.000'],
      [2, '15100.00', '150.000', '0.000'],
    )
    const rows = () => within(screen.getByRole('list', { name: 'Bid ranking' })).getAllByRole('listitem')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^1No..115.200\.00300.t$/),
      expect.stringMatching(/^2No..215.100\.00150.t$/),
      expect.stringMatching(/^3No..315.000\.00—none$/),
      expect.stringMatching(/^4No..414.900\.0050.t$/),
    ])
    const bid = { seq: 5, participant: 3, price: '15300.00', quantity: '200.000', at: NOW, ranking }
    await send({ id: 11, name: 'bid', data: bid })
    await passUntil(() => screen.queryAllByText(/^15.300\.00$/).length > 0)
    expect(rows().map((row) => [row.textContent, row.style.transform])).toEqual([
      [expect.stringMatching(/^2No..1/), 'translateY(2.5rem)'],
      [expect.stringMatching(/^3No..215.100\.00—none$/), 'translateY(5rem)'],
      [expect.stringMatching(/^1No..3/), 'translateY(0rem)'],
    ])
  })

  it('shows the next auction that the page brings in its place', () => {
    openStreams()
    const { showPage } = openCard(aLiveAuction())
    showPage(aLiveAuction({ id: 8, event_id: 3, best_price: '9100.00', starting_price: '9000.00' }))
    expect(screen.getByText(/^9.100\.00$/)).toBeVisible()
    expect(screen.queryByText(/^15.600\.00$/)).toBeNull()
  })
})
