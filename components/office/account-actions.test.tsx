import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import { ApiError } from '@/lib/api/problems'
import type { AccountFile } from '@/lib/contract/manager'
import { renderOffice } from '@/tests/support/render-office'
import { AccountActions } from './account-actions'
import { Notes } from './company-page'

afterEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
})

const account: AccountFile = {
  ...{ id: 3, email: 'trader@buyer.ua', company_name: 'Trader LLC', company_short_name: 'Trader', name: 'N' },
  ...{ surname: 'S', patronymic: '', phone: '+380501234567', edrpou: '37027819', iban: '', eic: '', is_banned: false },
  ...{
    email_confirmed: true,
    email_refused_since: null,
    documents_email_refused_since: null,
    pending_email: null,
    rejection_reason: null,
    reason: null,
  },
  ...{ status: 'awaiting_confirmation', auction_kind: 'all', language: 'uk', created_at: '2026-11-24T08:10:00.000Z' },
  ...{ missing_documents: [], checks: { edrpou: true, iban: true, eic: true }, same_edrpou: [], documents: [] },
  ...{ applications: [], agreements: [], sessions: 0, feedback: 0, orders: 0, notes: [] },
  ...{ people: [], access_requests: [], documents_email: null, activity: [] },
  version: 'seen',
}

/** The page reads the company again after a decision, whether it succeeded or not. */
function Page() {
  const { data = account } = useQuery({
    queryKey: ['account'],
    queryFn: () => ({ ...account, version: 'new', edrpou: '42795490' }),
    initialData: account,
    staleTime: Infinity,
  })
  return <AccountActions account={data} />
}

describe('a rejection', () => {
  it('of a company that has changed in the meantime shows the changes, keeps the reason and can be sent again', async () => {
    const code = 'account_changed'
    const changed = { type: 'about:blank', title: code, status: 409, code, detail: '', request_id: 'r' } as const
    const reject = jest.spyOn(api.manager, 'rejectAccount').mockImplementation(async ({ version }) => {
      if (version !== 'new') throw new ApiError(changed, null)
      return { data: {} }
    })
    const user = userEvent.setup()
    const { container } = renderOffice(<Page />)
    await user.click(container.querySelectorAll('button')[1]!)
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
    await user.type(field, 'No licence')
    const decide = document.querySelector<HTMLButtonElement>('button[type="submit"]')!
    await user.click(decide)
    expect(await screen.findByText('37027819')).toBeVisible()
    expect(screen.getByText(/42795490/)).toBeVisible()
    expect(field).toHaveValue('No licence')
    await user.click(decide)
    await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument())
    expect(reject.mock.calls.map(([{ version, reason }]) => [version, reason])).toEqual([
      ['seen', 'No licence'],
      ['new', 'No licence'],
    ])
  })
})

it('a note that was not added yet is there again after leaving the page, and gone once it is added', async () => {
  const added = { id: 1, text: 'Called the accountant', at: '2026-11-24T08:10:00.000Z', by: 'Manager' }
  jest.spyOn(api.manager, 'noteAccount').mockResolvedValue({ data: added })
  const user = userEvent.setup()
  const left = renderOffice(<Notes account={account} />)
  await user.type(screen.getByRole('textbox'), 'Called the accountant')
  left.unmount()
  const { unmount } = renderOffice(<Notes account={account} />)
  expect(screen.getByRole('textbox')).toHaveValue('Called the accountant')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue(''))
  unmount()
  renderOffice(<Notes account={account} />)
  expect(screen.getByRole('textbox')).toHaveValue('')
})
