import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import { ApiError } from '@/lib/api/problems'
import type { ManagedDeletion } from '@/lib/contract/manager'
import { renderOffice } from '@/tests/support/render-office'
import { DeletionScreen } from './deletion'

const REQUEST = {
  id: 5,
  company: { id: 3, company_short_name: 'Trader' },
  requested_at: '2026-11-24T08:10:00.000Z',
  comment: null,
  reason: null,
  status: 'waiting',
  blockers: [],
} as unknown as ManagedDeletion

let waiting: ManagedDeletion[]
let signedIn: boolean
let decide: jest.SpiedFunction<typeof api.manager.decideDeletion>

function check(): void {
  const code = 'unauthorized'
  if (!signedIn)
    throw new ApiError({ type: 'about:blank', title: code, status: 401, code, detail: '', request_id: 'r' }, null)
}

beforeEach(() => {
  waiting = [REQUEST]
  signedIn = true
  jest.spyOn(api.manager, 'deletionRequests').mockImplementation(async () => {
    check()
    return { data: { list: waiting, next_cursor: null } }
  })
  decide = jest.spyOn(api.manager, 'decideDeletion').mockImplementation(async () => {
    check()
    return { data: {} }
  })
})

afterEach(() => sessionStorage.clear())

/** Without the heads of the columns. */
const rows = () => screen.queryAllByRole('row').slice(1)

/** Opens the list and the dialog that refuses its first request. */
async function refuse() {
  const user = userEvent.setup()
  const { unmount } = renderOffice(<DeletionScreen />)
  await screen.findByRole('table')
  await user.click(within(rows()[0]!).getAllByRole('button')[0]!)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  const [keep, send] = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')]
  return { user, unmount, field, keep: keep!, send: send! }
}

const dialogClosed = () => waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument())
const refusal = { id: 5, decision: 'refuse', reason: 'A contract is open' } as const

describe('a typed reason, when the session has ended', () => {
  it('stays in the dialog and is sent after signing in in another tab', async () => {
    const { user, field, send } = await refuse()
    await user.type(field, refusal.reason)
    signedIn = false
    await user.click(send)
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled', 'true'))
    expect(decide).toHaveBeenCalledTimes(1)
    expect(field).toHaveValue(refusal.reason)
    // The notice of the list behind the dialog cannot be reached.
    const signIn = within(screen.getByRole('dialog')).getByRole('link', { name: 'Sign in' })
    expect(signIn).toHaveAttribute('href', '/office/login?redirect=%2F')
    signedIn = true
    await user.click(send)
    await dialogClosed()
    expect(decide).toHaveBeenLastCalledWith(refusal)
  })

  it('is restored after leaving the page to sign in', async () => {
    const before = await refuse()
    await before.user.type(before.field, refusal.reason)
    before.unmount()
    const { user, field, send } = await refuse()
    expect(field).toHaveValue(refusal.reason)
    await user.click(send)
    await dialogClosed()
    expect(decide).toHaveBeenCalledWith(refusal)
    expect(sessionStorage).toHaveLength(0)
  })

  it('stays when the dialog is closed', async () => {
    const { user, unmount, field, keep } = await refuse()
    await user.type(field, refusal.reason)
    await user.click(keep)
    await dialogClosed()
    unmount()
    expect((await refuse()).field).toHaveValue(refusal.reason)
  })
})

it('the focus moves to the next row once one is decided, and finally to the list', async () => {
  const next = { ...REQUEST, id: 6, company: { id: 4, company_short_name: 'Farm' } } as ManagedDeletion
  waiting = [REQUEST, next]
  decide.mockImplementation(async ({ id }) => {
    waiting = waiting.filter((request) => request.id !== id)
    return { data: {} }
  })
  const { user, field, send } = await refuse()
  await user.type(field, refusal.reason)
  await user.click(send)
  await waitFor(() => expect(rows()).toHaveLength(1))
  const [button] = within(rows()[0]!).getAllByRole('button')
  await waitFor(() => expect(button).toHaveFocus())
  await user.click(button!)
  await user.type(await screen.findByRole('textbox'), refusal.reason)
  await user.click([...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')][1]!)
  await waitFor(() => expect(rows()).toHaveLength(0))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('tabindex', '-1'))
})
