import { describe, expect, it } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { medianOf, type PastAuction, WinningPrice } from '@/components/results/winning-price'

/** 500 t from 14 000.00 in lots of 10 t; 50 t went for less than 15 100.00. */
function anAuction(id: number, changes: Partial<PastAuction> = {}): PastAuction {
  return {
    id,
    name: `No. ${id}`,
    date: '24.11.2026',
    href: `/en/auctions/condensate/lot-${id}`,
    volume: '500.000',
    startingPrice: '14000.00',
    minimumQuantity: '10.000',
    quantityStep: '10.000',
    prices: [
      { quantity: '50.000', price: '14910.00' },
      { quantity: '500.000', price: '15210.00' },
    ],
    ...changes,
  }
}

const words = {
  volume: 'Volume, t',
  invalid: 'Enter a volume',
  found: '{volume}: {count} of {total}',
  none: 'None of {total}',
  lowest: 'Lowest',
  median: 'Median',
  highest: 'Highest',
  auction: 'Auction',
  price: 'Price',
  premium: 'Premium',
  forVolume: 'for {volume}',
  tooLarge: 'only {volume} in the lot',
  caption: 'Prices',
}

function show() {
  const small = anAuction(2, { volume: '40.000', prices: [{ quantity: '40.000', price: '14000.00' }] })
  render(<WinningPrice auctions={[anAuction(1), small]} unit="t" locale="en" volume="10.000" words={words} />)
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  return { user: userEvent.setup(), field: screen.getByLabelText('Volume, t'), row }
}

describe('what would have won', () => {
  it('is said of each auction for the volume in the field', async () => {
    const { user, field, row } = show()
    expect(row('No. 1').getByText('14 910.00')).toBeInTheDocument()
    expect(row('No. 1').getByText('+6.5%')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('10 t: 2 of 2')
    await user.clear(field)
    await user.type(field, '51')
    expect(row('No. 1').getByText('15 210.00')).toBeInTheDocument()
    expect(row('No. 1').getByText('for 60 t')).toBeInTheDocument()
    expect(row('No. 2').getByText('only 40 t in the lot')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('51 t: 1 of 2')
    await user.clear(field)
    await user.type(field, '501')
    expect(screen.getByRole('status')).toHaveTextContent('None of 2')
  })

  it('is not said of what is no volume; what was typed stays', async () => {
    const { user, field } = show()
    await user.clear(field)
    await user.type(field, 'ten')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a volume')
    expect(field).toHaveValue('ten')
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })
})

it.each([
  [[], undefined],
  [[5], 5],
  [[5, 9, 30], 9],
  [[5, 8, 9, 30], 9],
])('takes of %j the price in the middle, between two the mean', (prices, median) => {
  expect(medianOf(prices)).toBe(median)
})
