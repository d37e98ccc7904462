import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { renderOffice } from '@/tests/support/render-office'
import { DateField } from './date-field'
import { FilterBar, FilterChoice, RecordTable, useFilters } from './list'

const LIST = '/office/companies'

beforeEach(() => window.history.replaceState(null, '', LIST))
afterEach(() => {
  jest.restoreAllMocks()
})

/** Follows the address as Next's router does: a moment after `pushState`, and on "back". */
function Address({ children }: { children: ReactNode }) {
  const [params, setParams] = useState(() => new URLSearchParams(window.location.search))
  useEffect(() => {
    const read = () => setParams(new URLSearchParams(window.location.search))
    const push = window.history.pushState.bind(window.history)
    jest.spyOn(window.history, 'pushState').mockImplementation((...entry) => {
      push(...entry)
      queueMicrotask(() => act(read))
    })
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  return <SearchParamsContext value={params}>{children}</SearchParamsContext>
}

function Bar() {
  const filtering = useFilters(['search', 'kind', 'from'])
  const { filters, change } = filtering
  return (
    <FilterBar filtering={filtering} searchHint="">
      <FilterChoice
        label="Product"
        value={filters.kind}
        none="any"
        options={[
          ['gas', 'Gas'],
          ['oil', 'Oil'],
        ]}
        onChange={(kind) => change({ kind })}
      />
      <DateField label="From" value={filters.from} onChange={(from) => change({ from })} />
    </FilterBar>
  )
}

async function openBar(search = '') {
  window.history.replaceState(null, '', LIST + search)
  renderOffice(
    <Address>
      <Bar />
    </Address>,
  )
  return {
    user: userEvent.setup(),
    text: screen.getByRole('searchbox'),
    product: screen.getByRole('combobox'),
    from: await screen.findByLabelText('From'),
  }
}

const address = () => window.location.search

describe('the filters of a list', () => {
  it('accept a day in the office’s format once it is complete', async () => {
    const { user, from } = await openBar()
    await user.type(from, '24.11.202')
    expect(address()).toBe('')
    await user.type(from, '6')
    expect(address()).toBe('?from=2026-11-24')
    expect(from).toHaveFocus()
    await user.tab()
    expect(from).toHaveValue('24.11.2026')
  })

  it('keep the focus and unsent text while another filter changes', async () => {
    const { user, text, product } = await openBar()
    await user.type(text, 'gas works')
    await user.selectOptions(product, 'gas')
    expect(address()).toBe('?kind=gas')
    await waitFor(() => expect(product).toHaveValue('gas'))
    expect(product).toHaveFocus()
    expect(text).toHaveValue('gas works')
    fireEvent.submit(text)
    expect(address()).toBe('?kind=gas&search=gas+works')
  })

  it('keep both of two changes within one render', async () => {
    const { user, text, from } = await openBar()
    await user.type(text, 'gas')
    act(() => {
      fireEvent.change(from, { target: { value: '24.11.2026' } })
      fireEvent.submit(from)
    })
    expect(address()).toBe('?from=2026-11-24&search=gas')
  })

  it('follow the address back and forward', async () => {
    const { user, text, product, from } = await openBar('?search=gas&kind=gas&from=2026-11-24')
    await user.clear(text)
    await user.type(text, 'oil')
    fireEvent.submit(text)
    await user.selectOptions(product, 'oil')
    await user.clear(from)
    await user.tab()
    await waitFor(() => expect(from).toHaveValue(''))
    window.history.go(-3)
    await waitFor(() => expect(from).toHaveValue('24.11.2026'))
    expect(text).toHaveValue('gas')
    expect(product).toHaveValue('gas')
    window.history.forward()
    await waitFor(() => expect(text).toHaveValue('oil'))
  })

  it('are empty after clearing, including unsent text', async () => {
    const { user, text, from } = await openBar('?kind=gas')
    await user.type(text, 'gas')
    await user.type(from, '24.11')
    await user.click(screen.getAllByRole('button').at(-1)!)
    expect(address()).toBe('')
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue(''))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.getByLabelText('From')).toHaveValue('')
  })
})

it('the values of a row have the names of their columns, where it is a card too', () => {
  const columns = [
    { head: 'Company', cell: () => 'Buyer LLC' },
    { head: 'Status', cell: () => 'Active' },
  ]
  renderOffice(<RecordTable caption="Companies" rows={[{ id: 1 }]} columns={columns} />)
  expect(screen.getByRole('cell', { name: 'Status Active' })).toBeVisible()
})
