import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import { LOCALES } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { AccountNotices, AccountProgress } from './account-notices'

const user: User = {
  person_id: 9,
  role: 'owner',
  ...{ id: 7, email: 'trader@buyer.ua', company_name: 'Trader', company_short_name: 'T', name: 'N', surname: 'S' },
  ...{ patronymic: '', phone: '', edrpou: '', iban: '', eic: '', is_banned: false, pending_email: null },
  ...{
    email_confirmed: true,
    email_refused_since: null,
    language: 'en',
    auction_kind: 'all',
    status: 'awaiting_confirmation',
  },
  rejection_reason: null,
  ...{ tax_number: '', bank: '', address: '', signatory: '', authority: '' },
}
const rejected = { ...user, rejection_reason: 'The charter lacks a signature' }

describe.each(LOCALES)('a rejected company in %s', (locale) => {
  const { notices, way } = messagesOf(locale).Cabinet

  it('sees that it was not confirmed, why, and what to do, not that it is being checked', () => {
    renderIn(
      locale,
      <SessionUser initialUser={rejected}>
        <AccountProgress documents={[]} />
      </SessionUser>,
    )
    expect(screen.getByText(notices.rejected.title)).toBeVisible()
    expect(screen.getByText(/The charter lacks a signature/)).toBeVisible()
    expect(screen.getByRole('link', { name: notices.rejected.action })).toBeVisible()
    expect(screen.getByRole('link', { name: notices.awaiting.action })).toBeVisible()
    expect(screen.queryByText(way.manager)).not.toBeInTheDocument()
    expect(screen.queryByText(notices.awaiting.title)).not.toBeInTheDocument()
  })
})

describe.each(LOCALES)('a person whose address refuses emails, in %s', (locale) => {
  it('sees since when, and where to change it', () => {
    const { refused } = messagesOf(locale).Cabinet.notices
    renderIn(
      locale,
      <SessionUser initialUser={{ ...user, status: 'active', email_refused_since: '2026-11-27T08:00:00.000Z' }}>
        <AccountNotices />
      </SessionUser>,
    )
    expect(screen.getByText(refused.title)).toBeVisible()
    expect(screen.getByText(/27.*2026.*10:00/)).toHaveTextContent('trader@buyer.ua')
    expect(screen.getByRole('link', { name: refused.action })).toBeVisible()
  })
})

describe('the notices of a page', () => {
  it('do not link to the page that is open', () => {
    const { notices } = messagesOf('en').Cabinet
    renderIn(
      'en',
      <SessionUser initialUser={rejected}>
        <AccountNotices page="cabinet-company" />
      </SessionUser>,
    )
    expect(screen.queryByRole('link', { name: notices.rejected.action })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: notices.awaiting.action })).toBeVisible()
  })

  it('show the steps of a company that awaits a decision', () => {
    const { way } = messagesOf('en').Cabinet
    renderIn(
      'en',
      <SessionUser initialUser={user}>
        <AccountProgress documents={[]} />
      </SessionUser>,
    )
    expect(screen.getByText(way.manager)).toBeVisible()
    const steps = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(steps).toEqual([way.emailDone, way.documents, way.manager, way.apply])
    expect(screen.getByText(way.emailDone)).toHaveAccessibleName(`${way.emailDone}, ${way.states.done}`)
  })
})
