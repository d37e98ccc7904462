import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useLiveState } from '@/components/auction/live/live-context'
import { anOwnPosition } from '@/tests/support/builders/live-auction'
import { openLivePage } from '@/tests/support/live-page'
import { BidHistory } from './bid-history'
import { mockApi, refusal } from '@/tests/support/mock-api'

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

it('after the end, a participant’s own bids reach the chart before all bids are shown', async () => {
  server.use(
    http.post('*/api/bids/list', async ({ request }) => {
      const { own } = (await request.json()) as { own?: boolean }
      return HttpResponse.json({ data: { list: own ? [{ ...bid(3), own: true }] : [bid(4)], next_cursor: null } })
    }),
  )
  const page = openLivePage(<BidHistory isOver lastOwnBid={3} />, { auction: { state: 'completed' } })
  act(() => page.connect())
  await waitFor(() => expect(page.store.get().ownBids.map(({ seq }) => seq)).toEqual([3]))
  expect(screen.getByRole('link', { name: 'Show all bids' })).toBeVisible()
})

describe('a buyer’s own bids during the auction', () => {
  function OwnHistory() {
    const { own } = useLiveState()
    return <BidHistory isOver={false} lastOwnBid={own?.last_bid?.seq ?? null} />
  }

  const positionAfter = (seq: number) => {
    const own = anOwnPosition()
    return { ...own, last_bid: own.last_bid && { ...own.last_bid, seq } }
  }
  const numbers = () => screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)

  /** The open list of bid 10, and the reads that follow: each waits for the test's answer. */
  async function openList(next_cursor: string | null = null) {
    const reads: ((answer: readonly number[] | 'refused') => void)[] = []
    let isFirst = true
    server.use(
      http.post('*/api/bids/list', async () => {
        const read = isFirst ? [10] : await new Promise<readonly number[] | 'refused'>((resolve) => reads.push(resolve))
        isFirst = false
        if (read === 'refused') return refusal('service_unavailable')
        return HttpResponse.json({ data: { list: read.map(bid), next_cursor } })
      }),
    )
    const page = openLivePage(<OwnHistory />, { own: positionAfter(10) })
    act(() => page.connect())
    const user = userEvent.setup()
    await user.click(await screen.findByRole('link', { name: 'Show your bids' }))
    await waitFor(() => expect(numbers()).toEqual(['No.', '10']))
    expect(screen.queryByRole('columnheader', { name: 'Participant' })).toBeNull()
    return {
      user,
      reads,
      place: (seq: number) => act(() => page.store.dispatch({ type: 'own', own: positionAfter(seq) })),
      answer: async (count: number, read: readonly number[] | 'refused') => {
        await waitFor(() => expect(reads).toHaveLength(count))
        await act(async () => reads[count - 1]?.(read))
      },
    }
  }

  it('include one that was placed while the list was being read', async () => {
    const { place, answer } = await openList()
    place(12)
    place(14)
    await answer(1, [12, 10])
    await answer(2, [14, 12, 10])
    await waitFor(() => expect(numbers()).toEqual(['No.', '14', '12', '10']))
  })

  it('are read again on request and after the next bid, if a read has failed', async () => {
    const { user, place, answer } = await openList()
    place(12)
    await answer(1, 'refused')
    expect(await screen.findByText('Could not load the bids. Try again.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show your bids' }))
    expect(screen.getByRole('region', { name: 'Bids, newest first' })).toHaveFocus()
    await answer(2, 'refused')
    expect(await screen.findByText('Could not load the bids. Try again.')).toBeVisible()
    place(14)
    await answer(3, [14, 12, 10])
    await waitFor(() => expect(numbers()).toEqual(['No.', '14', '12', '10']))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be paged through while the server still lacks the newest', async () => {
    const { user, place, answer } = await openList('earlier')
    place(12)
    await answer(1, [10])
    await user.click(screen.getByRole('button', { name: 'Show earlier bids' }))
    await answer(2, [9])
    await waitFor(() => expect(numbers()).toEqual(['No.', '10', '9']))
  })
})
