import { describe, expect, it, jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { renderOffice } from '@/tests/support/render-office'
import { mockApi } from '@/tests/support/mock-api'
import type { ManagedEmail } from '@/lib/contract/manager'
import { api } from '@/lib/api/browser'
import { EmailsScreen, EmailRows } from './emails'

mockApi()

const email = (id: number, part: Partial<ManagedEmail>): ManagedEmail => ({
  id,
  kind: 'deposit_reminder',
  company_id: 3,
  company_name: 'Buyer',
  recipients: [],
  subject: `Letter ${id}`,
  state: 'waiting',
  created_at: '2026-11-24T08:00:00.000Z',
  sent_at: null,
  attempts: 0,
  next_attempt_at: null,
  reason: null,
  ...part,
})

const rowOf = (id: number) => within(screen.getByRole('row', { name: new RegExp(`Letter ${id}`) }))

async function show(list: ManagedEmail[]) {
  jest.spyOn(api.manager, 'emails').mockResolvedValue({ data: { list, next_cursor: null } })
  renderOffice(<EmailsScreen />)
  await screen.findByRole('table')
}

it('an email in the list shows when it goes out, and why it was not sent, in the reader’s language', async () => {
  await show([
    email(1, { next_attempt_at: '2026-12-02T09:00:00.000Z' }),
    email(2, { attempts: 2, next_attempt_at: '2026-11-24T09:00:00.000Z', reason: 'connect ECONNREFUSED' }),
    email(3, { state: 'not_needed', reason: 'subject_gone' }),
  ])
  expect(rowOf(1).getByText('To be sent: 02/12, 11:00')).toBeInTheDocument()
  expect(rowOf(2).getByText('Next attempt: 24/11, 11:00')).toBeInTheDocument()
  expect(rowOf(2).getByText('connect ECONNREFUSED')).toBeInTheDocument()
  expect(rowOf(3).getByText('the record that it was about no longer exists')).toBeInTheDocument()
})

describe('the recipients of an email', () => {
  const emails = [
    email(1, {}),
    email(2, { recipients: ['trader@buyer.example', 'owner@buyer.example'] }),
    email(3, { company_name: null, company_id: null, recipients: ['manager@example.com'] }),
    email(4, { company_name: null, company_id: null }),
  ]

  it('are a company and its addresses, addresses alone, or the managers', async () => {
    await show(emails)
    const columns = screen.getAllByRole('columnheader').map((head) => head.textContent)
    const cells = (name: string) =>
      emails.map(({ id }) =>
        // A narrow screen shows the column's name in the cell.
        rowOf(id).getAllByRole('cell')[columns.indexOf(name)]?.textContent?.slice(name.length),
      )
    expect(cells('Company')).toEqual(['Buyer', 'Buyer', '', ''])
    expect(cells('To')).toEqual([
      '',
      'trader@buyer.example, owner@buyer.example',
      'manager@example.com',
      'The managers',
    ])
  })

  it('are left out where all emails are to the same company', () => {
    renderOffice(<EmailRows list={emails} />)
    expect(screen.queryByRole('columnheader', { name: 'To' })).toBeNull()
    expect(screen.queryByText('manager@example.com')).toBeNull()
  })
})
