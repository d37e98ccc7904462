import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { UIFieldServerProps } from 'payload'
import { type Portal, publishPortal } from '@/lib/server/compose/portal'
import { renderOffice } from '@/tests/support/render-office'
import { CompanyAccountField } from './company-account'

/** The field of company 5 in the form that Payload renders for a member of the staff. */
async function openFor(
  role: string,
  account = { status: 'active', email_confirmed: true, refused_since: null as Date | null },
) {
  const query = jest.fn(async () => ({ rows: [account] }))
  publishPortal({ pool: { query } } as unknown as Portal)
  const props = { id: 5, i18n: { language: 'en' }, req: { user: { collection: 'staff', role } } }
  const { container } = renderOffice(<>{await CompanyAccountField(props as unknown as UIFieldServerProps)}</>)
  return { container, query }
}

describe('the state of an account in the form of its company', () => {
  it('is shown to managers', async () => {
    await openFor('manager')
    expect(screen.getByText('Active')).toBeVisible()
    expect(screen.queryByText('Email not confirmed')).toBeNull()
    expect(screen.getByRole('link', { name: 'Open the company’s account' })).toHaveAttribute(
      'href',
      '/admin/office/accounts/5',
    )
  })

  it('includes an unconfirmed address, and one that refuses letters', async () => {
    await openFor('manager', {
      status: 'awaiting_confirmation',
      email_confirmed: false,
      refused_since: new Date('2026-11-27T08:00:00Z'),
    })
    expect(screen.getByText('Email not confirmed')).toBeVisible()
    expect(screen.getByText(/refused emails since 27.11.2026/)).toBeVisible()
  })

  it('is neither read nor shown for an editor who asks for the field', async () => {
    const { container, query } = await openFor('editor')
    expect(container).toBeEmptyDOMElement()
    expect(query).not.toHaveBeenCalled()
  })
})
