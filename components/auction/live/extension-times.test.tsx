import { describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { LiveRegion } from '@/components/auction/live/alerts'
import { AuctionPriceChart } from '@/components/auction/ladder/auction-price-chart'
import { openLivePage } from '@/tests/support/live-page'

const moved = { at: '2026-11-24T08:59:14.000Z', cause: 'bid' as const, effective_end: '2026-11-24T09:02:14.000Z' }

describe('an extension by seconds', () => {
  it('is announced to screen readers to the second', () => {
    const { store } = openLivePage(<LiveRegion />, { own: null })
    const data = { ...moved, hard_end: '2026-11-24T10:00:00.000Z' }
    act(() => store.dispatch({ type: 'event', event: { id: 11, name: 'extended', data } }))
    expect(screen.getByText('Bidding extended until 11:02:14.')).toBeInTheDocument()
  })

  it('is marked in the chart to the second', () => {
    openLivePage(<AuctionPriceChart />, {
      own: null,
      auction: { extensions: [moved], effective_end: moved.effective_end },
    })
    expect(screen.getByTitle('Extended at 10:59:14')).toBeInTheDocument()
  })
})

it('R10.2 the chart’s table marks the steps of automatic bids', () => {
  openLivePage(<AuctionPriceChart />, {
    own: null,
    auction: {
      history: [
        { at: '2026-11-24T08:00:00.000Z', price: '14800.00' },
        { at: '2026-11-24T08:30:00.000Z', price: '15000.00', automatic: true },
      ],
    },
  })
  const [, first, second] = screen.getAllByRole('row', { hidden: true })
  expect(first).not.toHaveTextContent('automatic')
  expect(second).toHaveTextContent('automatic')
})
