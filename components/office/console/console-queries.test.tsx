import { describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { FaultNotice } from '@/components/office/kit'
import { afterBid } from '@/components/auction/live/live-store'
import { bufferStreams, passUntil } from '@/tests/support/buffered-streams'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import {
  type ConversationSummary,
  useBids,
  useConsoleAuction,
  useConsoleStream,
  useConversation,
  useConversations,
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

  it('is replaced by polling where the network holds it back', async () => {
    jest.useFakeTimers()
    try {
      let bestPrice = '15000.00'
      bufferStreams(() => aLiveAuction({ id: 7, best_price: bestPrice }))
      renderOffice(<Console />)
      await passUntil(() => screen.queryByText('15000.00 polling') !== null)
      bestPrice = '15100.00'
      await passUntil(() => screen.queryByText('15100.00 polling') !== null)
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('the auction of the console', () => {
  function Console() {
    const { data: auction } = useConsoleAuction(7)
    useConsoleStream(7, auction)
    return <p>{auction?.best_price}</p>
  }

  it('is read again after a bid that came during a read: that read may be older than the bid', async () => {
    const reads: (() => void)[] = []
    let openStream: (controller: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined
    const opened = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => (openStream = resolve))
    let bestPrice = '15000.00'
    server.use(
      http.post('*/api/auctions/get', async () => {
        const data = aLiveAuction({ id: 7, event_id: 41, best_price: bestPrice })
        await new Promise<void>((resolve) => reads.push(resolve))
        return HttpResponse.json({ data })
      }),
      http.get('*/api/auctions/7/events', () => {
        const body = new ReadableStream<Uint8Array>({ start: openStream })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    const { client } = renderOffice(<Console />)
    await waitFor(() => expect(reads).toHaveLength(1))
    reads[0]?.()
    const stream = await opened
    void client.invalidateQueries({ queryKey: ['console', 7, 'auction'] })
    await waitFor(() => expect(reads).toHaveLength(2))
    bestPrice = '15100.00'
    const bid = { ...BID, price: bestPrice }
    stream.enqueue(new TextEncoder().encode(`id: 42\nevent: bid\ndata: ${JSON.stringify(bid)}\n\n`))
    expect(await screen.findByText('15100.00')).toBeInTheDocument()
    reads[1]?.()
    expect(await screen.findByText('15000.00')).toBeInTheDocument()
    await waitFor(() => expect(reads).toHaveLength(3))
    reads[2]?.()
    expect(await screen.findByText('15100.00')).toBeInTheDocument()
  })
})

const BID = {
  ...{ auction_id: 7, seq: 4, participant: 2, price: '15000.00', quantity: '10.000', final: false },
  at: '2026-11-24T08:01:00.000Z',
}

describe('a bid of the live stream', () => {
  const auction = aLiveAuction({
    best_price: '15000.00',
    bids: 3,
    history: [{ at: '2026-11-24T08:00:00.000Z', price: '15000.00' }],
  })

  it.each([
    ['15000.01', '15000.01', 2],
    ['15000.00', '15000.00', 1],
    ['14999.99', '15000.00', 1],
  ])('of %s makes the best price %s, with %d steps on the chart', (price, best, steps) => {
    const next = afterBid(auction, { ...BID, price })
    expect([next.best_price, next.history.length, next.bids]).toEqual([best, steps, 4])
  })
})

describe('the newest page of bids', () => {
  const bids = (...seqs: number[]) => seqs.map((seq) => ({ seq }) as ManagedBid)
  const earlier = { list: bids(4, 3, 2), next_cursor: 'older than 2' }

  it('is joined with the bids read before, and keeps their cursor', () => {
    const { list, next_cursor } = withNewest(earlier, { list: bids(6, 5, 4), next_cursor: 'older than 4' })
    expect([list.map(({ seq }) => seq), next_cursor]).toEqual([[6, 5, 4, 3, 2], 'older than 2'])
  })

  it('replaces them if bids in between are missing', () => {
    const newest = { list: bids(9, 8), next_cursor: 'older than 8' }
    expect(withNewest(earlier, newest)).toEqual(newest)
  })
})

describe('earlier bids', () => {
  function Bids() {
    const { bids, readOlder } = useBids(7)
    return (
      <>
        <p>{bids?.list.map(({ seq }) => seq).join(' ')}</p>
        <button onClick={() => void readOlder()}>Earlier</button>
      </>
    )
  }

  const aBid = (seq: number): ManagedBid => ({
    ...{ seq, participant: 1, price: '15000.00', quantity: '10.000', sum: '150000.00', final: false, automatic: false },
    ...{ received_at: '2026-11-24T08:01:00.000Z', by: null, company_id: 3, company_name: 'Buyer' },
  })

  it('that were requested before the list was replaced leave no gap in it', async () => {
    let newest = [4, 3]
    let answerOlder: () => void = () => undefined
    const olderRequested = new Promise<void>((resolve) => (answerOlder = resolve))
    server.use(
      http.post('*/api/manager/bids/list', async ({ request }) => {
        const { cursor } = (await request.json()) as { cursor?: string }
        if (cursor !== undefined) await olderRequested
        const list = cursor === undefined ? newest : [2, 1]
        const next = cursor === undefined ? `before ${newest.at(-1)}` : null
        return HttpResponse.json({ data: { list: list.map(aBid), next_cursor: next } })
      }),
    )
    const { client } = renderOffice(<Bids />)
    expect(await screen.findByText('4 3')).toBeInTheDocument()
    await userEvent.setup().click(screen.getByRole('button'))
    newest = [200, 199]
    await client.invalidateQueries({ queryKey: ['console', 7, 'bids'] })
    expect(await screen.findByText('200 199')).toBeInTheDocument()
    answerOlder()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    newest = [201, 200]
    await client.invalidateQueries({ queryKey: ['console', 7, 'bids'] })
    expect(await screen.findByText('201 200 199')).toBeInTheDocument()
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

  it('is read page by page, and refetched only for a new message', async () => {
    const message = (id: number) => ({
      ...{ id, auction_id: 7, from: 'buyer', by: null, text: `Message ${id}` },
      sent_at: '2026-11-24T08:10:00.000Z',
    })
    let written = 250
    const cursors: (string | null)[] = []
    const listed = jest.fn(() => [
      { company_id: 3, company_name: 'Buyer', unanswered: 1, last_message: message(written) },
    ])
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
