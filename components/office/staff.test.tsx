import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactElement } from 'react'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'
import { MemberPage, NewMemberPage, OwnAccountPage, StaffScreen } from './staff'

const server = mockApi()
const router = { push: jest.fn(), refresh: jest.fn() }
/** The first is signed in. */
const STAFF = [
  { id: 1, name: 'Olha Menedzher', email: 'olha@seller.example', role: 'admin', updatedAt: 'first' },
  { id: 2, name: 'Taras Redaktor', email: 'taras@seller.example', role: 'editor', updatedAt: 'second' },
]

let sent: { to: string; body: unknown }[]

beforeEach(() => {
  sent = []
  router.push.mockClear()
  router.refresh.mockClear()
  server.use(
    http.get('*/cms-api/staff', () => HttpResponse.json({ docs: STAFF, nextPage: null })),
    http.get('*/cms-api/staff/:id', ({ params }) => HttpResponse.json(STAFF[Number(params.id) - 1])),
    http.post('*/cms-api/staff', async ({ request }) => {
      sent.push({ to: 'new', body: await request.json() })
      return HttpResponse.json({ doc: { id: 3 } })
    }),
    http.patch('*/cms-api/staff/:id', async ({ request, params }) => {
      sent.push({ to: String(params.id), body: await request.json() })
      return HttpResponse.json({ doc: { id: Number(params.id) } })
    }),
    http.post('*/cms-api/staff/security/status', () =>
      HttpResponse.json({
        two_factor: { enabled: true, enabled_at: null, recovery_codes_left: 8, required: true },
        sessions: [],
      }),
    ),
  )
})

afterEach(() => sessionStorage.clear())

const show = (view: ReactElement) =>
  renderOffice(<AppRouterContext value={router as unknown as AppRouterInstance}>{view}</AppRouterContext>)

const fill = async (name: string, text: string) => {
  const field = await screen.findByLabelText(name)
  const user = userEvent.setup()
  await user.clear(field)
  await user.type(field, text)
}
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

describe('the staff', () => {
  it('are listed with their roles', async () => {
    show(<StaffScreen />)
    const row = (await screen.findByRole('link', { name: 'Taras Redaktor' })).closest('tr')!
    expect(within(row).getByText('Editor')).toBeVisible()
    expect(within(row).getByRole('link')).toHaveAttribute('href', '/office/staff/2')
    expect(screen.getByRole('link', { name: 'New member of staff' })).toHaveAttribute('href', '/office/staff/new')
  })

  it('get a new member with the administrator’s own password', async () => {
    show(<NewMemberPage />)
    await fill('Name', 'Iryna Nova')
    await fill('Email', 'iryna@seller.example')
    await userEvent.setup().selectOptions(screen.getByLabelText('Role'), 'Auction manager')
    await fill('First password', 'three dozen gas meters')
    await fill('Your current password', 'my own secret')
    await press('Add member')
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/office/staff/3'))
    expect(sent).toEqual([
      {
        to: 'new',
        body: {
          name: 'Iryna Nova',
          email: 'iryna@seller.example',
          role: 'manager',
          password: 'three dozen gas meters',
          current_password: 'my own secret',
        },
      },
    ])
  })

  it('change their role with the administrator’s own password', async () => {
    show(<MemberPage id={2} />)
    expect(await screen.findByLabelText('Role')).toHaveDisplayValue('Editor')
    expect(screen.queryByLabelText('Your current password')).toBeNull()
    await userEvent.setup().selectOptions(screen.getByLabelText('Role'), 'Auction manager')
    await fill('Your current password', 'my own secret')
    await press('Save')
    await waitFor(() =>
      expect(sent).toEqual([
        { to: '2', body: { role: 'manager', current_password: 'my own secret', updatedAt: 'second' } },
      ]),
    )
    expect(screen.getByRole('button', { name: 'Delete the account' })).toBeVisible()
  })

  it('can neither demote nor remove themselves', async () => {
    show(<MemberPage id={1} />)
    expect(await screen.findByRole('link', { name: 'Open your account' })).toHaveAttribute('href', '/office/account')
    expect(screen.queryByLabelText('Role')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete the account' })).toBeNull()
  })
})

describe('the own account', () => {
  it('takes a new name without a password, and shows it in the frame', async () => {
    show(<OwnAccountPage />)
    await fill('Name', 'Olha Kerivnyk')
    expect(screen.queryByLabelText('Your current password')).toBeNull()
    await press('Save')
    await waitFor(() => expect(router.refresh).toHaveBeenCalled())
    expect(sent).toEqual([{ to: '1', body: { name: 'Olha Kerivnyk', updatedAt: 'first' } }])
  })

  it('takes a new password with the current one, and never keeps either', async () => {
    show(<OwnAccountPage />)
    await fill('New password', 'three dozen gas meters')
    await fill('Your current password', 'my own secret')
    expect(sessionStorage).toHaveLength(0)
    await press('Save')
    const body = { password: 'three dozen gas meters', current_password: 'my own secret', updatedAt: 'first' }
    await waitFor(() => expect(sent).toEqual([{ to: '1', body }]))
  })

  it('shows a wrong current password at its field', async () => {
    const errors = [{ data: { errors: [{ path: 'current_password', message: 'Wrong password' }] } }]
    server.use(http.patch('*/cms-api/staff/1', () => HttpResponse.json({ errors }, { status: 400 })))
    show(<OwnAccountPage />)
    await fill('Email', 'o@seller.example')
    await fill('Your current password', 'guessed')
    await press('Save')
    const field = screen.getByLabelText('Your current password')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Wrong password/))
    expect(field).toHaveFocus()
  })

  it('has no role to choose, and chooses the language', async () => {
    show(<OwnAccountPage />)
    await screen.findByLabelText('Name')
    expect(screen.queryByLabelText('Role')).toBeNull()
    await userEvent.setup().selectOptions(screen.getByLabelText('Language of the office'), 'Українська')
    expect(document.cookie).toContain('payload-lng=uk')
    expect(router.refresh).toHaveBeenCalled()
    document.cookie = 'payload-lng=; max-age=0; path=/'
  })

  it('has the second factor and the sessions', async () => {
    show(<OwnAccountPage />)
    expect(await screen.findByText(/Recovery codes left: 8/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Active sessions' })).toBeVisible()
  })
})
