import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { renderOffice } from '@/tests/support/render-office'
import { mockApi } from '@/tests/support/mock-api'
import type { ManagedLetter } from '@/lib/contract/manager'
import { LetterRows } from './letters'

mockApi()

const letter = (id: number, part: Partial<ManagedLetter>): ManagedLetter => ({
  id,
  kind: 'deposit_reminder',
  user_id: 3,
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

it('a letter in the list shows when it goes out, and why it was not sent, in the reader’s language', () => {
  const list = [
    letter(1, { next_attempt_at: '2026-12-02T09:00:00.000Z' }),
    letter(2, { attempts: 2, next_attempt_at: '2026-11-24T09:00:00.000Z', reason: 'connect ECONNREFUSED' }),
    letter(3, { state: 'not_needed', reason: 'subject_gone' }),
    letter(4, { state: 'sent', company_name: null, user_id: null, recipients: ['manager@example.com'] }),
  ]
  renderOffice(<LetterRows list={list} />)
  const row = (id: number) => within(screen.getByRole('row', { name: new RegExp(`Letter ${id}`) }))
  expect(row(1).getByText('To be sent: 02/12, 11:00')).toBeInTheDocument()
  expect(row(2).getByText('Next attempt: 24/11, 11:00')).toBeInTheDocument()
  expect(row(2).getByText('connect ECONNREFUSED')).toBeInTheDocument()
  expect(row(3).getByText('the record that it was about no longer exists')).toBeInTheDocument()
  expect(row(4).getByText('manager@example.com')).not.toHaveClass('text-fine')
})
