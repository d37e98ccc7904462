import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import { HistoryView, outcomeOf } from './history'
import { readRecordQuery, recordSearch } from './record-query'

const { application } = anOwnPosition()

function anEntry(
  state: CabinetAuction['auction']['state'],
  own: Partial<CabinetAuction['own']> = {},
  won: string | null = null,
): CabinetAuction {
  return { auction: aLiveAuction({ state }), own: anOwnPosition(own), won, deposit: null }
}

describe('the outcome of a finished auction', () => {
  it.each([
    ['won', anEntry('completed', {}, '150.000')],
    ['lost', anEntry('completed')],
    ['cancelled', anEntry('cancelled')],
    ['unsuccessful', anEntry('unsuccessful')],
    ['rejected', anEntry('cancelled', { application: { ...application!, status: 'rejected' } })],
    ['withdrawn', anEntry('completed', { application: { ...application!, status: 'withdrawn' } })],
  ] as const)('is %s', (outcome, entry) => {
    expect(outcomeOf(entry)).toBe(outcome)
  })
})

function show(list: CabinetAuction[], search: Record<string, string> = {}) {
  const totals = { records: 2, won: 1, volumes: [{ unit: 't', quantity: '150.000' }], sum: '2265000.00' }
  renderIn(
    'en',
    <AppRouterContext value={{ push: () => undefined } as unknown as AppRouterInstance}>
      <SearchParamsContext value={new URLSearchParams()}>
        <HistoryView
          query={readRecordQuery(search)}
          history={{ list, next_cursor: null, totals, years: [2026, 2025] }}
        />
      </SearchParamsContext>
    </AppRouterContext>,
  )
}

describe('the history', () => {
  it('has the totals above a table, with what was won in each auction', () => {
    show([anEntry('completed', {}, '150.000')])
    expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(
      /auctions2won1volume150.ttotal incl\. VAT2 265 000\.00.UAH/,
    )
    const row = screen.getAllByRole('row').at(-1)!
    expect(row).toHaveTextContent(/Won.*15 100\.00.*150.t.*2 265 000\.00.*14 800\.00/)
  })

  it('explains a rejection', () => {
    show([
      anEntry('unsuccessful', {
        application: { ...application!, status: 'rejected', reason: 'The licence has lapsed.' },
      }),
    ])
    expect(screen.getAllByRole('row').at(-1)).toHaveTextContent('The licence has lapsed.')
  })

  it('is ordered by the heads of its columns, downwards first', () => {
    show([anEntry('completed')], { sort: 'sum', year: '2026' })
    const heads = screen.getAllByRole('columnheader')
    const sum = heads.find((head) => head.getAttribute('aria-sort') === 'descending')!
    expect(within(sum).getByRole('link', { name: 'Total incl. VAT' })).toHaveAttribute(
      'href',
      '/en/cabinet?view=history&year=2026&sort=sum&order=asc',
    )
    expect(within(screen.getByRole('table')).getByRole('link', { name: 'Auction' })).toHaveAttribute(
      'href',
      '/en/cabinet?view=history&year=2026&sort=number',
    )
  })

  it('is ordered from a menu where rows are cards, the current order being turned around', () => {
    show([anEntry('completed')], { sort: 'sum', year: '2026' })
    const menu = screen.getByText('Sort by:').closest('details')!
    const entries = [...menu.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
    expect(menu.querySelector('summary')).toHaveTextContent('Sort by:Total incl. VAT, descending')
    expect(entries).toEqual([
      ['Auction', '/en/cabinet?view=history&year=2026&sort=number'],
      ['Ended', '/en/cabinet?view=history&year=2026'],
      [expect.any(String), '/en/cabinet?view=history&year=2026&sort=quantity'],
      ['Total incl. VAT, descending', '/en/cabinet?view=history&year=2026&sort=sum&order=asc'],
    ])
  })

  it('has the exports, the years and the search above the table', () => {
    show([anEntry('completed')], { year: '2025' })
    expect(screen.getByRole('link', { name: 'auctions, XLSX' })).toBeVisible()
    expect(screen.getByRole('link', { name: '2025' })).toHaveAttribute('aria-current', 'true')
    expect(screen.getByRole('searchbox', { name: 'Name or number' })).toBeVisible()
  })

  it('leads back to all auctions if none has the words', () => {
    show([], { search: 'nothing' })
    expect(screen.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/en/cabinet?view=history')
  })
})

describe('a list’s address', () => {
  it('reads what it writes', () => {
    const query = { year: 2025, search: 'gas', sort: 'sum', order: 'asc', cursor: 'WzEsMl0' } as const
    expect(readRecordQuery(Object.fromEntries(new URLSearchParams(recordSearch(query, {}))))).toEqual(query)
  })

  it('drops marks of direction from the search, which the API refuses', () => {
    expect(readRecordQuery({ search: '\u202d123\u202c' }).search).toBe('123')
  })

  it.each([{ year: '1x' }, { sort: 'toString' }, { order: 'up' }, { cursor: 'x'.repeat(201) }, { search: ['a', 'b'] }])(
    'ignores unknown values: %j',
    (search) => {
      expect(readRecordQuery(search)).toEqual({ year: null, search: '', sort: 'date', order: 'desc', cursor: null })
    },
  )
})
