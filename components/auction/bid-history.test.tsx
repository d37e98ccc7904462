import { expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { openLivePage } from '@/tests/support/live-page'
import { BidHistory } from './bid-history'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const bid = (seq: number) => ({
  ...{
    seq,
    participant: 1,
    own: false,
    price: '15200.00',
    quantity: '150.000',
    sum: '2280000.00',
    final: false,
    automatic: false,
    by: null,
  },
  received_at: '2026-11-24T08:45:07.000Z',
})

it('the list of bids moves the focus to the bids, and then to the first of those loaded later', async () => {
  server.use(
    http.post('*/api/bids/list', async ({ request }) => {
      const { cursor } = (await request.json()) as { cursor?: string }
      const [list, next_cursor] = cursor === undefined ? [[bid(1), bid(2)], 'next'] : [[bid(3), bid(4)], null]
      return HttpResponse.json({ data: { list, next_cursor } })
    }),
  )
  const page = openLivePage(<BidHistory isOver lastOwnBid={null} />, { auction: { state: 'completed' } })
  act(() => page.connect())
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Show all bids' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Bids, newest first' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Show earlier bids' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
  expect(screen.getAllByRole('row')[3]).toHaveFocus()
})
