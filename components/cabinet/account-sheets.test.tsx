import { describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { CompanySheets } from '@/components/cabinet/account-sheets'
import { MovedSection } from '@/components/cabinet/moved-section'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import { renderIn } from '@/tests/support/render-in'

const user = {
  id: 7,
  person_id: 8,
  company_name: 'Buyer LLC',
  status: 'active',
  rejection_reason: null,
  role: 'owner',
  auction_kind: 'all',
  iban: '',
  signatory: '',
} as User

const router = (replace: AppRouterInstance['replace']) => ({ replace }) as AppRouterInstance

function open(changes: Partial<User>) {
  renderIn(
    'en',
    <AppRouterContext value={router(() => undefined)}>
      <SessionUser initialUser={{ ...user, ...changes }}>
        <CompanySheets supportEmail="auction@seller.example" />
      </SessionUser>
    </AppRouterContext>,
  )
}

const reasons = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe('the company’s page', () => {
  it('lists why the owner of a confirmed company cannot change its names', () => {
    open({})
    expect(reasons()).toEqual([expect.stringMatching(/^Only the auction manager.*auction@seller\.example$/)])
    expect(screen.getByRole('button', { name: 'Change IBAN and auctions' })).toBeVisible()
  })

  it('lets the owner of a company that awaits confirmation change everything', () => {
    open({ status: 'awaiting_confirmation' })
    expect(reasons()).toEqual([])
    expect(screen.getByRole('button', { name: 'Company details' })).toBeVisible()
  })

  it('lists all that a trader cannot change', () => {
    open({ role: 'trader' })
    expect(reasons()).toHaveLength(2)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('an old link to the details for agreements leads to the company’s page', () => {
  const replace = jest.fn<AppRouterInstance['replace']>()
  const moved = (
    <AppRouterContext value={router(replace)}>
      <MovedSection hash="#agreement-details" to="/en/cabinet/company" />
    </AppRouterContext>
  )
  render(moved).unmount()
  expect(replace).not.toHaveBeenCalled()
  window.location.hash = '#agreement-details'
  render(moved)
  expect(replace).toHaveBeenCalledWith('/en/cabinet/company#agreement-details')
  window.location.hash = ''
})
