import { describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { People } from '@/lib/contract/people'
import type { ApiToken } from '@/lib/contract/tokens'
import { mockApi, refusal } from '@/tests/support/mock-api'
import { renderIn } from '@/tests/support/render-in'
import { PeopleView } from './people'
import { Programs } from '@/components/cabinet/programs'

const server = mockApi()

const owner: People['list'][number] = {
  id: 1,
  email: 'owner@company.example',
  name: 'Коваленко Олена',
  phone: '+380441112233',
  role: 'owner',
  signed_in_at: null,
  second_factor: true,
  deactivated: false,
  email_refused_since: null,
  created_at: '2026-11-20T08:00:00.000Z',
  self: true,
}
const people: People = {
  list: [owner, { ...owner, id: 2, name: 'Бондар Ірина', role: 'trader', self: false }],
  invitations: [
    {
      id: '6f1c8a52-4a31-4a9e-9a6d-0d4f3d1c2b3a',
      email: 'new@company.example',
      role: 'viewer',
      invited_at: '2026-11-20T08:00:00.000Z',
      expires_at: '2026-11-27T08:00:00.000Z',
      undelivered: null,
      invited_by: 'Коваленко Олена',
    },
  ],
  access_requests: [],
  documents_email: null,
  documents_email_refused_since: null,
}
const token: ApiToken = {
  id: 5,
  name: 'Robot',
  scope: 'bid',
  addresses: null,
  owner: 'Коваленко Олена',
  created_at: '2026-11-20T08:00:00.000Z',
  expires_at: '2027-02-20T08:00:00.000Z',
  last_used_at: null,
}

describe('what an earlier attempt or another owner has removed', () => {
  it('is no failure: a token', async () => {
    server.use(http.post('*/api/tokens/end', () => refusal('not_found')))
    renderIn('en', <Programs tokens={[token]} />)
    await userEvent.click(screen.getByRole('button', { name: /Robot/ }))
    expect(await screen.findByText(/Robot/, { selector: '[role=status] *, [role=status]' })).toBeVisible()
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  it('is no failure: an invitation', async () => {
    server.use(
      http.post('*/api/people/invitations/withdraw', () => refusal('not_found')),
      http.post('*/api/people/list', () => HttpResponse.json({ data: { ...people, invitations: [] } })),
    )
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView')
    renderIn('en', <PeopleView people={people} activity={null} />)
    await userEvent.click(screen.getByRole('button', { name: /Withdraw.*new@company\.example/ }))
    expect(await screen.findByText('Invitation withdrawn')).toBeVisible()
    expect(screen.queryByText('new@company.example')).toBeNull()
    expect(scroll.mock.contexts).toEqual([screen.getByText('Invitation withdrawn')])
  })
})

describe('an address that refuses emails', () => {
  it('is marked at the person, the invitation and the address for documents', () => {
    const since = '2026-11-27T08:00:00.000Z'
    renderIn(
      'en',
      <PeopleView
        people={{
          ...people,
          list: [{ ...owner, email_refused_since: since }],
          invitations: people.invitations.map((invitation) => ({ ...invitation, undelivered: 'refused' })),
          documents_email: 'documents@company.example',
          documents_email_refused_since: since,
        }}
        activity={null}
      />,
    )
    expect(screen.getAllByText(/has refused our emails since 27/)).toHaveLength(2)
    expect(screen.getByText(/Not delivered: the mail server refused/)).toBeVisible()
  })
})

describe('the focus, when an item is removed with its button', () => {
  it('moves to the next token, and finally to the list', async () => {
    server.use(http.post('*/api/tokens/end', () => HttpResponse.json({ data: {} })))
    renderIn('en', <Programs tokens={[token, { ...token, id: 6, name: 'Second' }]} />)
    await userEvent.click(screen.getByRole('button', { name: /Robot/ }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('button', { name: /Second/ })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: /Second/ }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(screen.getByRole('list')).toHaveFocus()
  })

  it('moves to the message about an invitation', async () => {
    server.use(
      http.post('*/api/people/invitations/withdraw', () => HttpResponse.json({ data: { ...people, invitations: [] } })),
    )
    renderIn('en', <PeopleView people={people} activity={null} />)
    await userEvent.click(screen.getByRole('button', { name: /Withdraw.*new@company\.example/ }))
    expect(await screen.findByText('Invitation withdrawn')).toHaveFocus()
  })
})
