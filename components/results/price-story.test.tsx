import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { lastMonths, PriceStory } from '@/components/results/price-story'
import type { ResultMonth } from '@/lib/contract/auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'

const month = (name: string, average_price: string): ResultMonth => ({
  month: name,
  category: 'gas_condensate',
  auctions: 1,
  volume: '100.000',
  lowest_price: average_price,
  average_price,
  highest_price: average_price,
  premium: '1.0',
})

describe('the price story', () => {
  it('has the 24 months up to the newest', () => {
    const months = [month('2024-11', '1.00'), month('2024-12', '2.00'), month('2026-11', '3.00')]
    expect(lastMonths(months).map(({ month: name }) => name)).toEqual(['2024-12', '2026-11'])
    expect(lastMonths([])).toEqual([])
  })

  it('says the newest average price and the change since the oldest month', () => {
    const { category } = aLiveAuction()
    renderIn(
      'en',
      <PriceStory
        categories={[category]}
        months={[month('2024-10', '9000.00'), month('2024-12', '14000.00'), month('2026-11', '15400.00')]}
      />,
    )
    expect(screen.getByText(/^December 2024 – November 2026: \+10.0.?%$/)).toBeVisible()
    expect(screen.getByText(/^15.400\.00$/)).toBeVisible()
    expect(screen.getByText('UAH/t, average for November 2026')).toBeVisible()
  })
})
