import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { ResultRow } from '@/lib/contract/auctions'
import { renderIn } from '@/tests/support/render-in'
import { ResultsRows } from './results-rows'

const row = {
  ...{ id: 35, number: 35, slug: 'lot-35', title: 'Condensate', title_language: 'en', volume: '320.000' },
  ...{ starting_price: '13750.00', lowest_price: '14450.00', premium: '6.7', completed_at: '2026-11-24T09:00:00Z' },
  category: { id: 1, key: 'gas_condensate', slug: 'condensate', name: 'Condensate', unit: 't', price_unit: 'UAH/t' },
  result: {
    ...{ volume_sold: '320.000', average_price: '14672.50', final_price: '14730.00', winners: 3, participants: 8 },
  },
} as unknown as ResultRow

it('each figure has the name of its column, which is hidden where a row is a card', () => {
  renderIn(
    'en',
    <table>
      <tbody>
        <ResultsRows auctions={[row]} />
      </tbody>
    </table>,
  )
  for (const name of [/^Sold 320/, /^Starting price 13\s750\.00/, /^Lowest price 14\s450\.00/, /^Winners/])
    expect(screen.getByRole('cell', { name })).toBeVisible()
})
