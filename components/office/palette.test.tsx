import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { api } from '@/lib/api/browser'
import type { SearchResults } from '@/lib/contract/manager'
import { renderOffice } from '@/tests/support/render-office'
import { OfficePage } from './kit'
import { Palette } from './palette'

const results = {
  lots: [],
  bids: [],
  emails: [],
  companies: [{ id: 3, name: 'Buyer LLC', edrpou: '37027819', status: 'active' }],
  agreements: [{ id: 9, number: 'A-9', name: 'Gas', company_name: 'Buyer LLC', sum: '100.00' }],
} as SearchResults

const push = jest.fn()

async function openPalette(search: () => Promise<{ data: SearchResults }> = async () => ({ data: results })) {
  jest.spyOn(api.manager, 'search').mockImplementation(search)
  const user = userEvent.setup()
  renderOffice(
    <AppRouterContext value={{ push, refresh: push } as unknown as AppRouterInstance}>
      <OfficePage title="Buyer LLC" back="/office/companies">
        <Palette />
      </OfficePage>
    </AppRouterContext>,
  )
  await user.keyboard('/')
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(field).toHaveFocus())
  return { user, field }
}

const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  push.mockClear()
  window.history.replaceState(null, '', '/office/companies/3')
})
afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

it('the search opens the hit selected with the arrow keys', async () => {
  const { user, field } = await openPalette()
  await user.keyboard('buyer')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  const [company, agreement] = screen.getAllByRole('option')
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', company!.id))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', agreement!.id))
  await user.keyboard('{Enter}')
  expect(push.mock.calls).toEqual([['/office/agreements/9']])
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

it('offers rooms and actions before anything is typed, and those that match afterwards, without waiting for the search', async () => {
  const { user, field } = await openPalette(() => new Promise(() => undefined))
  expect(optionNames()).toEqual(
    expect.arrayContaining(['DashboardAuctions', 'StaffRecords and access', 'New lot', 'Site content', 'Sign out']),
  )
  await user.keyboard('trail audit')
  await waitFor(() => expect(optionNames()).toEqual(['Audit trailRecords and access']))
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id))
  await user.keyboard('{Enter}')
  expect(push.mock.calls).toEqual([['/office/audit']])
})

it('changes the theme by keyboard', async () => {
  const { user, field } = await openPalette()
  await user.keyboard('dark')
  const theme = await screen.findByRole('option', { name: 'Theme: Dark' })
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', theme.id))
  await user.keyboard('{Enter}')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(push).not.toHaveBeenCalled()
})

it('lists the records recently opened, except the open one, until something is typed', async () => {
  const first = await openPalette()
  expect(optionNames()).not.toContain('Buyer LLC')
  await first.user.keyboard('{Escape}')
  cleanup()

  window.history.replaceState(null, '', '/office/audit')
  const { user } = await openPalette()
  expect(optionNames()[0]).toBe('Buyer LLC')
  await user.keyboard('{Enter}')
  expect(push.mock.calls).toEqual([['/office/companies/3']])
})
