import { expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { api } from '@/lib/api/browser'
import type { SearchResults } from '@/lib/contract/manager'
import { renderOffice } from '@/tests/support/render-office'
import { Palette } from './palette'

const results = {
  lots: [],
  bids: [],
  emails: [],
  companies: [{ id: 3, name: 'Buyer LLC', edrpou: '37027819', status: 'active' }],
  agreements: [{ id: 9, number: 'A-9', name: 'Gas', company_name: 'Buyer LLC', sum: '100.00' }],
} as SearchResults

it('the search opens the hit selected with the arrow keys', async () => {
  jest.spyOn(api.manager, 'search').mockResolvedValue({ data: results })
  const router = { push: jest.fn() }
  const user = userEvent.setup()
  renderOffice(
    <AppRouterContext value={router as unknown as AppRouterInstance}>
      <Palette />
    </AppRouterContext>,
  )
  await user.keyboard('/')
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('buyer')
  const [company, agreement] = await screen.findAllByRole('option')
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', company!.id))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', agreement!.id))
  await user.keyboard('{Enter}')
  expect(router.push.mock.calls).toEqual([['/office/agreements/9']])
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})
