import { describe, expect, it } from '@jest/globals'
import { http, HttpResponse } from 'msw'
import { auctionClient } from './auction-client'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const message = (id: number) => ({
  id,
  auction_id: 7,
  from: 'administrator',
  by: null,
  text: `Message ${id}`,
  sent_at: '2026-11-24T08:10:00.000Z',
})

/** Serves a conversation of the given length, and records the requests. */
function serveConversation(length: number) {
  const requests: unknown[] = []
  server.use(
    http.post('*/api/chat/list', async ({ request }) => {
      const input = (await request.json()) as { limit: number; cursor?: string }
      requests.push(input)
      const from = Number(input.cursor ?? 0)
      const to = Math.min(from + input.limit, length)
      const list = Array.from({ length: to - from }, (_, index) => message(from + index + 1))
      return HttpResponse.json({ data: { list, next_cursor: to < length ? String(to) : null } })
    }),
  )
  return requests
}

describe('a buyer’s conversation', () => {
  it('is read to its newest message, page by page', async () => {
    const requests = serveConversation(230)
    const messages = await auctionClient.readConversation(7)
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, index) => index + 1))
    expect(requests).toEqual([
      { auction_id: 7, limit: 100 },
      { auction_id: 7, limit: 100, cursor: '100' },
      { auction_id: 7, limit: 100, cursor: '200' },
    ])
  })

  it('is read up to a limit', async () => {
    const requests = serveConversation(1_000_000)
    await auctionClient.readConversation(7)
    expect(requests).toHaveLength(50)
  })
})
