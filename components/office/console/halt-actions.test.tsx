import { expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { apiError } from '@/tests/support/builders/problem'
import { renderOffice } from '@/tests/support/render-office'
import { HaltActions } from './halt-actions'

it('the console resumes a halted auction after the chosen notice', async () => {
  serverClock.adjust(Date.parse('2026-11-24T08:30:00Z'))
  const halt = { since: '2026-11-24T08:20:00.000Z', reason: 'A fault', resumes_at: null }
  const resume = jest.spyOn(api.manager, 'resumeAuction').mockResolvedValue({ data: halt })
  renderOffice(<HaltActions auction={aLiveAuction({ halt })} />)
  await userEvent.click(screen.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  const notice = dialog.getByRole<HTMLSelectElement>('combobox')
  await userEvent.selectOptions(notice, '15')
  expect(notice).toHaveValue('15')
  await userEvent.click(document.querySelector('button[type="submit"]')!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(resume).toHaveBeenCalledWith({ auction_id: 7, notice_seconds: 900 })
})

it('a surname in the reason is insisted on by a second press, a changed reason is checked again', async () => {
  const refused = apiError('reason_names_bidder', null, { found: ['name'] })
  const halt = jest.spyOn(api.manager, 'haltAuction').mockRejectedValue(refused)
  renderOffice(<HaltActions auction={aLiveAuction()} />)
  await userEvent.click(screen.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Frost')
  const press = () => userEvent.click(document.querySelector('button[type="submit"]')!)
  const insisting = { name: 'Record anyway' }
  await press()
  expect(await dialog.findByRole('button', insisting)).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox'), ' damage')
  expect(dialog.queryByRole('button', insisting)).toBeNull()
  await press()
  expect(await dialog.findByRole('button', insisting)).toBeVisible()
  await press()
  expect(halt.mock.calls.map(([{ reason, names_confirmed: confirmed }]) => [reason, confirmed])).toEqual([
    ['Frost', false],
    ['Frost damage', false],
    ['Frost damage', true],
  ])
})
