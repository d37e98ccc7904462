import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { MarketFigure } from '@/components/results/market-figure'
import type { Category } from '@/lib/contract/content'
import type { ResultMonth } from '@/lib/contract/auctions'
import { renderIn } from '@/tests/support/render-in'

const category: Category = {
  id: 1,
  key: 'gas_condensate',
  slug: 'gas-condensate',
  name: 'Condensate',
  unit: 't',
  price_unit: 'UAH/t',
}

function month(name: string, price: string): ResultMonth {
  return {
    ...{ month: name, category: 'gas_condensate', auctions: 1, volume: '500.000', premium: '3.0' },
    ...{ lowest_price: price, average_price: price, highest_price: price },
  }
}

describe('the chart of winning prices', () => {
  it.each([
    ['uk', '15 000,00'],
    ['en', '15 000.00'],
  ] as const)('formats the scale’s prices like all prices: %s', (locale, written) => {
    const months = [month('2026-10', '14000.00'), month('2026-11', '16000.00')]
    renderIn(locale, <MarketFigure category={category} auctions={[]} months={months} more />)
    expect(screen.getByText(written)).toBeInTheDocument()
    expect(screen.queryByText('15 000')).not.toBeInTheDocument()
  })
})
