import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { api } from '@/lib/api/browser'
import type { Agreement, CabinetAuction } from '@/lib/contract/cabinet'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import { CabinetPalette } from './palette'

const push = jest.fn()
const totals = { records: 1, won: 1, volumes: [], sum: '0.00' }
const auction: CabinetAuction = { auction: aLiveAuction(), own: anOwnPosition(), won: null, deposit: null }
const agreement = {
  id: 9,
  number: '35/2',
  name: 'Agreement No. 35/2',
  product: 'Condensate',
  sum: '100.00',
} as Agreement

beforeAll(() => import('./palette-dialog'))
beforeEach(() => {
  push.mockClear()
  jest.spyOn(api.cabinet, 'auctions').mockResolvedValue({ data: { list: [auction], next_cursor: null } })
  jest
    .spyOn(api.cabinet, 'agreements')
    .mockResolvedValue({ data: { list: [agreement], next_cursor: null, totals, years: [2026] } })
})

async function open() {
  const user = userEvent.setup()
  renderIn(
    'en',
    <AppRouterContext value={{ push } as unknown as AppRouterInstance}>
      <CabinetPalette />
    </AppRouterContext>,
  )
  await user.keyboard('/')
  await waitFor(async () => expect(await screen.findByRole('combobox')).toHaveFocus())
  return user
}

it.each([
  ['notif', '/en/cabinet/notifications'],
  ['gas condensate', '/en/auctions/condensate/lot-35'],
  ['35/2', '/en/cabinet/agreements?search=35%2F2#agreement-9'],
])('opens what the words name: %s', async (words, address) => {
  const user = await open()
  await screen.findByRole('option', { name: /Agreement No\. 35/ })
  await user.keyboard(words)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id),
  )
  await user.keyboard('{Enter}')
  expect(push.mock.calls).toEqual([[address]])
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

it('has its pages and actions without the lists', async () => {
  jest.spyOn(api.cabinet, 'auctions').mockRejectedValue(new Error('offline'))
  await open()
  expect(await screen.findByText('Your auctions and agreements could not be loaded.')).toBeVisible()
  expect(screen.getByRole('option', { name: 'Documents' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'Dark theme' })).toBeVisible()
})

it('signs out, and says so if that failed', async () => {
  const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue({ ok: false, status: 503, json: () => null } as never)
  const user = await open()
  await screen.findByRole('option', { name: /Agreement No\. 35/ })
  await user.keyboard('sign out')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('option', { name: 'Sign out' }))
  expect(await screen.findByText(/^Could not sign you out/)).toBeVisible()
  expect(send.mock.calls[0]?.[0]).toBe('/api/auth/logout')
  send.mockRestore()
})
