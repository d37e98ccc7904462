import { describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { FaultNotice } from '@/app/(cms)/office/kit'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import {
  type ConversationSummary,
  useConsoleAuction,
  useConsoleStream,
  useConversation,
  useConversations,
  withBid,
  withNewest,
} from './console-queries'
import type { ManagedBid } from '@/lib/contract/manager-auctions'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

describe('the live stream of the console', () => {
  function Console() {
    const { data: auction, fault, refetch } = useConsoleAuction(7)
    const connection = useConsoleStream(7, auction)
    return fault ? <FaultNotice fault={fault} onRetry={refetch} /> : <p>{`${auction?.best_price} ${connection}`}</p>
  }

  it('starts once "try again" has read the auction', async () => {
    const streams: (string | null)[] = []
    const encoder = new TextEncoder()
    server.use(
      http.post('*/api/auctions/get', () => HttpResponse.error(), { once: true }),
      http.post('*/api/auctions/get', () => HttpResponse.json({ data: aLiveAuction({ id: 7, event_id: 41 }) })),
      http.get('*/api/auctions/7/events', ({ request }) => {
        streams.push(request.headers.get('last-event-id') ?? new URL(request.url).search)
        const body = new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode(': open\n\n')) })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    renderOffice(<Console />)
    await userEvent.setup().click(await screen.findByRole('button'))
    await waitFor(() => expect(streams).toHaveLength(1))
    expect(streams[0]).toMatch(/41/)
  })
})

describe('a bid of the live stream', () => {
  const known = aLiveAuction({
    best_price: '15000.00',
    bids: 3,
    history: [{ at: '2026-11-24T08:00:00.000Z', price: '15000.00' }],
  })
  const bid = (price: string) => ({
    ...{ auction_id: 7, seq: 4, participant: 2, price, quantity: '10.000', final: false },
    at: '2026-11-24T08:01:00.000Z',
  })

  it.each([
    ['15000.01', '15000.01', 2],
    ['15000.00', '15000.00', 1],
    ['14999.99', '15000.00', 1],
  ])('of %s makes the best price %s, with %d steps on the chart', (price, best, steps) => {
    const next = withBid(known, bid(price))
    expect([next.best_price, next.history.length, next.bids]).toEqual([best, steps, 4])
  })
})

describe('the newest page of bids', () => {
  const bids = (...seqs: number[]) => seqs.map((seq) => ({ seq }) as ManagedBid)
  const known = { list: bids(4, 3, 2), next_cursor: 'older than 2' }

  it('is joined with the bids read before, whose cursor goes on', () => {
    const { list, next_cursor } = withNewest(known, { list: bids(6, 5, 4), next_cursor: 'older than 4' })
    expect([list.map(({ seq }) => seq), next_cursor]).toEqual([[6, 5, 4, 3, 2], 'older than 2'])
  })

  it('replaces them where bids between the two are missing', () => {
    const newest = { list: bids(9, 8), next_cursor: 'older than 8' }
    expect(withNewest(known, newest)).toEqual(newest)
  })
})

describe('a conversation', () => {
  function Conversation({ listed }: { listed: ConversationSummary }) {
    const { data: messages } = useConversation(7, listed)
    return <p>{messages?.length}</p>
  }
  function Chat() {
    const { data: conversations } = useConversations(7)
    return conversations?.[0] ? <Conversation listed={conversations[0]} /> : null
  }

  it('is read page by page, and again only once it has a new message', async () => {
    const message = (id: number) => ({
      ...{ id, auction_id: 7, from: 'buyer', by: null, text: `Message ${id}` },
      sent_at: '2026-11-24T08:10:00.000Z',
    })
    let written = 250
    const cursors: (string | null)[] = []
    const listed = jest.fn(() => [{ user_id: 3, company_name: 'Buyer', unanswered: 1, last_message: message(written) }])
    server.use(
      http.post('*/api/manager/chat/conversations', () =>
        HttpResponse.json({ data: { list: listed(), next_cursor: null } }),
      ),
      http.post('*/api/manager/chat/list', async ({ request }) => {
        const { cursor, limit } = (await request.json()) as { cursor?: string; limit: number }
        cursors.push(cursor ?? null)
        const from = Number(cursor ?? 0)
        const to = Math.min(written, from + limit)
        const list = Array.from({ length: to - from }, (_, index) => message(from + index + 1))
        return HttpResponse.json({ data: { list, next_cursor: to < written ? String(to) : null } })
      }),
    )
    const { client } = renderOffice(<Chat />)
    const queryKey = ['console', 7, 'conversations']
    expect(await screen.findByText('250')).toBeInTheDocument()
    expect(cursors).toEqual([null, '100', '200'])

    await client.invalidateQueries({ queryKey })
    expect([listed.mock.calls.length, cursors.length]).toEqual([2, 3])

    written = 251
    await client.invalidateQueries({ queryKey })
    expect(await screen.findByText('251')).toBeInTheDocument()
  })
})
