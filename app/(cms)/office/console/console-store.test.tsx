import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createResource } from '@/app/(cms)/office/resource'
import { createConversation, type ConsoleStore } from './console-store'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const message = (id: number) => ({
  id,
  auction_id: 7,
  from: 'buyer' as const,
  text: `Message ${id}`,
  sent_at: '2026-11-24T08:10:00.000Z',
})
const listed = (newest: number) => [
  { user_id: 3, company_name: 'Buyer', unanswered: 1, last_message: message(newest) },
  { user_id: 4, company_name: 'Other', unanswered: 0, last_message: message(9_000) },
]

describe('a conversation in the console', () => {
  it('is read whole once, and then from its last page on, only where there is something new', async () => {
    let written = 250
    const asked: (string | null)[] = []
    server.use(
      http.post('*/api/manager/chat/list', async ({ request }) => {
        const { cursor, limit } = (await request.json()) as { cursor?: string; limit: number }
        asked.push(cursor ?? null)
        const from = Number(cursor ?? 0)
        const to = Math.min(written, from + limit)
        const list = Array.from({ length: to - from }, (_, index) => message(from + index + 1))
        return HttpResponse.json({ data: { list, next_cursor: to < written ? String(to) : null } })
      }),
    )
    const conversations: ConsoleStore['conversations'] = createResource(async () => listed(written))
    const stopList = conversations.subscribe(() => undefined)
    const messages = createConversation({ auctionId: 7, conversations }, 3)
    const stop = messages.subscribe(() => undefined)
    await waitFor(() => expect(messages.snapshot().data).toHaveLength(250))
    expect(asked).toEqual([null, '100', '200'])

    for (let look = 0; look < 3; look += 1) await conversations.refresh()
    expect(asked).toHaveLength(3)

    written = 251
    await conversations.refresh()
    await waitFor(() => expect(messages.snapshot().data?.at(-1)?.id).toBe(251))
    expect(messages.snapshot().data?.map(({ id }) => id)).toEqual(Array.from({ length: 251 }, (_, index) => index + 1))
    expect(asked).toEqual([null, '100', '200', '200'])
    stop()
    stopList()
  })
})
