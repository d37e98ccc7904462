import { expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import type { People } from '@/lib/contract/people'
import { renderIn } from '@/tests/support/render-in'
import { PeopleView } from './people'

it('the focus moves to the message about a removed person once the dialog is closed', async () => {
  const owner = {
    id: 1,
    name: 'Olena',
    email: '',
    phone: '',
    role: 'owner',
    self: true,
    second_factor: null,
    email_refused_since: null,
  } as People['list'][number]
  const people = {
    ...{ list: [owner, { ...owner, id: 2, name: 'Iryna', self: false }], invitations: [] },
    ...{ access_requests: [], documents_email: null, documents_email_refused_since: null },
  }
  jest.spyOn(api.people, 'remove').mockResolvedValue({ data: {} })
  renderIn('en', <PeopleView people={people} activity={null} />)
  await userEvent.click(screen.getByRole('button', { name: /Remove.*Iryna/ }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus())
  expect(screen.getByRole('status')).toHaveTextContent(/Iryna/)
})
