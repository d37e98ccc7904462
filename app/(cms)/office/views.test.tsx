import { expect, it, jest } from '@jest/globals'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const nothing = () => null
const inside = ({ children }: { children: ReactNode }) => children
/** The other screens, which this test does not render. */
const OTHERS: Record<string, string[]> = {
  '@payloadcms/next/templates': ['DefaultTemplate'],
  '@payloadcms/ui': ['Gutter', 'SetStepNav'],
  '@/app/(cms)/office/account-page': ['AccountPage'],
  '@/app/(cms)/office/accounts': ['AccountsList'],
  '@/app/(cms)/office/auctions': ['AuctionList'],
  '@/app/(cms)/office/audit': ['AuditList'],
  '@/app/(cms)/office/console/auction-console': ['AuctionConsole'],
  '@/app/(cms)/office/dashboard': ['Dashboard', 'Tile'],
  '@/app/(cms)/office/deposits': ['DepositsBoard'],
  '@/app/(cms)/office/deletion': ['DeletionList'],
  '@/app/(cms)/office/faults': ['signInAddress'],
  '@/app/(cms)/office/letters': ['LetterPage', 'LettersList'],
  '@/app/(cms)/office/lots/lot-wizard': ['LotWizard'],
  '@/app/(cms)/office/nav-links': ['NavLinks'],
  '@/app/(cms)/office/questions': ['QuestionsList'],
  '@/app/(cms)/office/search': ['SearchDialog'],
  '@/app/(cms)/office/signing': ['TrustedCertificates'],
  '@/lib/server/cms/scheduled-publishing': ['readPlannedPublications'],
}
for (const [module, names] of Object.entries(OTHERS))
  jest.unstable_mockModule(module, () => Object.fromEntries(names.map((name) => [name, nothing])))
jest.unstable_mockModule('@/app/(cms)/office/kit', () => ({
  MutedText: inside,
  OfficeFrame: inside,
  StatusPill: inside,
  TextLink: inside,
}))
const query = jest.fn(async () => ({ rows: [{ status: 'active', email_confirmed: true }] }))
jest.unstable_mockModule('@/lib/server/compose/portal', () => ({ getPortal: async () => ({ pool: { query } }) }))

const { CompanyAccountField } = await import('./views')

async function accountFor(role: string): Promise<string> {
  const props = { id: 5, i18n: { language: 'en' }, req: { user: { collection: 'staff', role } } }
  return renderToStaticMarkup(await CompanyAccountField(props as never))
}

it('the state of an account is shown to managers', async () => {
  expect(await accountFor('manager')).toContain('Active')
})

it('the state of an account is not shown to an editor who asks for the field', async () => {
  query.mockClear()
  expect(await accountFor('editor')).toBe('')
  expect(query).not.toHaveBeenCalled()
})
