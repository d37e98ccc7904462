import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { medianOf, type PastAuction, WinningPrice } from '@/components/results/winning-price'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import { renderIn } from '@/tests/support/render-in'
import { translatePage } from '@/tests/support/translate-page'

const category: Category = {
  id: 1,
  key: 'gas_condensate',
  slug: 'condensate',
  name: 'Condensate',
  unit: 't',
  price_unit: 'UAH/t',
}

/** 500 t from 14 000.00 in lots of 10 t; 50 t went for less than 15 100.00. */
function anAuction(number: number, changes: Partial<PastAuction> = {}): PastAuction {
  return {
    id: number,
    number,
    slug: `lot-${number}`,
    completed_at: '2026-11-24T10:00:00.000Z',
    volume: '500.000',
    starting_price: '14000.00',
    minimum_quantity: '10.000',
    quantity_step: '10.000',
    winning_prices: [
      { quantity: '50.000', price: '14910.00' },
      { quantity: '500.000', price: '15210.00' },
    ],
    ...changes,
  }
}

function show() {
  const small = anAuction(2, { volume: '40.000', winning_prices: [{ quantity: '40.000', price: '14000.00' }] })
  renderIn('en', <WinningPrice category={category} auctions={[anAuction(1), small]} />)
  const row = (number: number) => within(screen.getByRole('row', { name: new RegExp(`^No.\\s${number}`) }))
  return { user: userEvent.setup(), field: screen.getByLabelText('Volume, t'), row }
}

describe('the price that would have won', () => {
  it('is shown for each auction and the entered volume', async () => {
    const { user, field, row } = show()
    expect(row(1).getByText('14 910.00')).toBeInTheDocument()
    expect(row(1).getByText('+6.5%')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('10 t: available in 2 of the last 2 auctions.')
    await user.clear(field)
    await user.type(field, '51')
    expect(row(1).getByText('15 210.00')).toBeInTheDocument()
    expect(row(1).getByText('for 60 t')).toBeInTheDocument()
    expect(row(2).getByText('only 40 t in the lot')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('51 t: available in 1 of the last 2 auctions.')
    await user.clear(field)
    await user.type(field, '501')
    expect(screen.getByRole('status')).toHaveTextContent('501 t: none of the last 2 auctions offered this volume.')
  })

  it('follows the volume on a page that the browser translates', async () => {
    const { user, field, row } = show()
    translatePage(document.body)
    await user.type(field, '0')
    expect(row(1).getByText('15 210.00')).toBeInTheDocument()
    expect(row(1).queryByText('14 910.00')).not.toBeInTheDocument()
  })

  it('is not shown for an invalid volume; the input stays', async () => {
    const { user, field } = show()
    await user.clear(field)
    await user.type(field, 'ten')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a volume greater than zero')
    expect(field).toHaveValue('ten')
    expect(field).toHaveAttribute('aria-invalid', 'true')
    await user.clear(field)
    await user.type(field, '1,500')
    expect(screen.getByRole('alert')).toHaveTextContent(/[Uu]nclear|ambiguous/)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })
})

describe('the number of past auctions', () => {
  const shown = async (locale: Locale, count: number, volume: string) => {
    const auctions = Array.from({ length: count }, (_, index) => anAuction(index + 1))
    renderIn(locale, <WinningPrice category={category} auctions={auctions} />)
    const user = userEvent.setup()
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), volume)
    return screen.getByRole('status').textContent?.replace(/\s/g, ' ')
  }

  it.each([
    ['uk', 1, '10', '10 t: можна було отримати в останньому аукціоні.'],
    ['uk', 2, '10', '10 t: можна було отримати в 2 з 2 останніх аукціонів.'],
    ['uk', 1, '501', '501 t: останній аукціон не мав такого обсягу.'],
    ['ru', 1, '10', '10 t: можно было получить в последнем аукционе.'],
    ['ru', 21, '10', '10 t: можно было получить в 21 из 21 последнего аукциона.'],
    ['ru', 5, '501', '501 t: ни в одном из 5 последних аукционов не было такого объёма.'],
    ['en', 1, '10', '10 t: available in the last auction.'],
    ['en', 2, '501', '501 t: none of the last 2 auctions offered this volume.'],
  ] as const)('inflects the text around it: %s, %s auctions, %s', async (locale, count, volume, text) => {
    expect(await shown(locale, count, volume)).toBe(text)
  })
})

it.each([
  [[], undefined],
  [[5], 5],
  [[5, 9, 30], 9],
  [[5, 8, 9, 30], 9],
])('the median of %j is %j', (prices, median) => {
  expect(medianOf(prices)).toBe(median)
})

it('is folded on phones until it is opened', async () => {
  renderIn('en', <WinningPrice category={category} auctions={[anAuction(1)]} />)
  const content = screen.getByRole('table').closest('.grid')
  expect(content).toHaveClass('max-sm:not-noscript:not-print:hidden')
  await userEvent.click(screen.getByRole('button', { name: 'Calculate for your volume' }))
  expect(content).not.toHaveClass('max-sm:not-noscript:not-print:hidden')
  expect(screen.queryByRole('button')).toBeNull()
})
