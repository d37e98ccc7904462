import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { FilteredRows } from '@/components/results/filtered-rows'
import { CompletedTable } from '@/components/results/completed-table'
import type { ResultRow } from '@/lib/contract/auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'

const sold = (number: number, resource: string, completed_at: string, part: Partial<ResultRow> = {}): ResultRow => ({
  ...aLiveAuction({ id: number, number, state: 'completed' }),
  resource,
  completed_at,
  lowest_price: '15100.00',
  premium: '3.0',
  winning_prices: [],
  result: {
    participants: 4,
    winners: 3,
    volume_sold: '500.000',
    average_price: '15240.00',
    final_price: '15300.00',
  },
  ...part,
})

const auctions = [
  sold(3, 'Stepova plant', '2026-11-24T10:00:00.000Z'),
  sold(2, 'Pivdenna plant', '2026-11-10T10:00:00.000Z'),
  // In Kyiv already November.
  sold(1, 'Stepova plant', '2026-10-31T22:30:00.000Z'),
  sold(0, 'Stepova plant', '2026-09-20T10:00:00.000Z', { premium: null, lowest_price: null, result: null }),
]

const numbers = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => /No\.\s(\d+)/.exec(row.textContent)?.[1])

describe('the table of completed auctions', () => {
  it('has a row for each, with dashes where nothing was sold', () => {
    renderIn('en', <CompletedTable caption="Completed" auctions={auctions} />)
    const cells = screen.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .slice(1)
        .map((cell) => cell.lastChild?.textContent),
    )
    expect(cells[1]).toEqual(['500 t', '14 800.00', '15 240.00', '', '+3.0%', '3'].map(spaced))
    expect(cells[4]).toEqual(['—', '14 800.00', '—', undefined, '—', '—'].map(spaced))
    expect(screen.queryByLabelText('Month')).toBeNull()
  })

  it('shows the auctions of a resource, of a month of Kyiv’s calendar, and says how many', () => {
    renderIn('en', <CompletedTable caption="Completed" auctions={auctions} filter={FilteredRows} />)
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    expect(numbers()).toEqual(['3', '2', '1', '0'])
    choose('Month', '2026-11')
    expect(numbers()).toEqual(['3', '2', '1'])
    choose('Resource', 'Stepova plant')
    expect(numbers()).toEqual(['3', '1'])
    expect(screen.getByRole('status')).toHaveTextContent('2 auctions')
    choose('Resource', 'Pivdenna plant')
    choose('Month', '2026-09')
    expect(numbers()).toEqual([])
    expect(screen.getByRole('status')).toHaveTextContent('No auctions match these filters')
  })

  it('shows twelve at first, and the others below them, with the focus on the first of these', () => {
    const many = Array.from({ length: 15 }, (_, index) => sold(15 - index, 'Stepova plant', '2026-11-24T10:00:00.000Z'))
    renderIn('en', <CompletedTable caption="Completed" auctions={many} filter={FilteredRows} />)
    expect(numbers()).toHaveLength(12)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(numbers()).toHaveLength(15)
    expect(screen.getAllByRole('row')[13]).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('offers no choice of resources that are each of one auction', () => {
    const each = auctions.map((auction, index) => ({ ...auction, resource: `Resource ${index}` }))
    renderIn('en', <CompletedTable caption="Completed" auctions={each} filter={FilteredRows} />)
    expect(screen.queryByLabelText('Resource')).toBeNull()
    expect(screen.getByLabelText('Month')).toBeInTheDocument()
  })
})

function spaced(text: string | undefined): string | undefined {
  return text?.replace(' ', '\u00A0')
}
