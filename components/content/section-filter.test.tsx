import { describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { useState } from 'react'
import { AuctionSections } from '@/components/content/auction-sections'
import { SectionFilter } from '@/components/content/section-filter'
import type { Category } from '@/lib/contract/content'
import { renderIn } from '@/tests/support/render-in'

/** Stateful, like the rows loaded by “show more”. */
function More() {
  const [rows, setRows] = useState(1)
  return <button onClick={() => setRows(rows + 1)}>{rows} rows</button>
}

const tabs = [
  { name: null, label: 'All', count: null },
  { name: 'running', label: 'Running', count: null },
  { name: 'planned', label: 'Planned', count: null },
] as const

describe('the filter of a product’s auctions', () => {
  it('keeps the rows that were loaded while another section is shown', async () => {
    render(
      <SectionFilter
        label="State"
        tabs={[...tabs]}
        sections={[{ name: 'running', content: <More /> }]}
        empty={<p>None</p>}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: '1 rows' }))
    await userEvent.click(screen.getByRole('link', { name: 'Planned' }))
    expect(screen.queryByRole('button', { name: '2 rows' })).toBeNull()
    expect(screen.getByText('None')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'All' }))
    expect(screen.getByRole('button', { name: '2 rows' })).toBeVisible()
    expect(screen.queryByText('None')).toBeNull()
  })
})

const category: Category = {
  id: 1,
  key: 'natural_gas',
  slug: 'gas',
  name: 'Natural gas',
  unit: 't',
  price_unit: 'UAH/t',
}

describe('a product without auctions', () => {
  it('links to the registration', () => {
    renderIn('en', <AuctionSections category={category} sections={[]} />)
    expect(screen.getByRole('link', { name: 'Register a company' })).toHaveAttribute('href', '/en/register')
  })

  it('is not shown as empty if they could not be read', () => {
    renderIn(
      'en',
      <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
        <AuctionSections
          category={category}
          sections={[{ name: 'running', auctions: [], nextCursor: null, failed: true }]}
        />
      </AppRouterContext>,
    )
    expect(screen.getByRole('status')).toHaveTextContent('This section could not be loaded. Trying again.')
    expect(screen.queryByText('Nothing here yet')).toBeNull()
  })
})
