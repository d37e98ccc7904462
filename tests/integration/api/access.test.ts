import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Access, Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { staffRole } from '@/lib/contract/manager'
import type { ErrorCode } from '@/lib/contract/errors'
import { refusalsOf } from '@/lib/contract/refusals'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

/**
 * Endpoint × role, generated from the contract, so that a new endpoint is covered automatically. Access to the data
 * of another buyer is tested in other-buyer.test.ts, which does not compile until a new endpoint is added there.
 */
const roles = [
  'visitor',
  'unconfirmed',
  'viewer',
  'trader',
  'buyer',
  'deactivated',
  'editor',
  'accountant',
  'dispatcher',
  'manager',
  'admin',
] as const
/** Roles of a company's people (R14.2), who pass the same access checks as its owner, `buyer`. */
const PEOPLE = ['viewer', 'trader'] as const
type Role = (typeof roles)[number]

/** The code with which an access level refuses a role; null: admitted. */
const refusedBy: Record<Access, Record<Exclude<Role, (typeof PEOPLE)[number]>, string | null>> = {
  visitor: {
    visitor: null,
    unconfirmed: null,
    buyer: null,
    deactivated: null,
    editor: null,
    accountant: null,
    dispatcher: null,
    manager: null,
    admin: null,
  },
  reader: {
    visitor: null,
    unconfirmed: null,
    buyer: null,
    deactivated: 'account_deactivated',
    editor: 'unauthorized',
    accountant: 'unauthorized',
    dispatcher: 'unauthorized',
    manager: 'unauthorized',
    admin: 'unauthorized',
  },
  account: {
    visitor: 'unauthorized',
    unconfirmed: null,
    buyer: null,
    deactivated: 'account_deactivated',
    editor: 'unauthorized',
    accountant: 'unauthorized',
    dispatcher: 'unauthorized',
    manager: 'unauthorized',
    admin: 'unauthorized',
  },
  buyer: {
    visitor: 'unauthorized',
    unconfirmed: 'account_not_confirmed',
    buyer: null,
    deactivated: 'account_deactivated',
    editor: 'unauthorized',
    accountant: 'unauthorized',
    dispatcher: 'unauthorized',
    manager: 'unauthorized',
    admin: 'unauthorized',
  },
  staff: {
    visitor: 'unauthorized',
    unconfirmed: 'unauthorized',
    buyer: 'unauthorized',
    deactivated: 'unauthorized',
    editor: null,
    accountant: null,
    dispatcher: null,
    manager: null,
    admin: null,
  },
  accountant: {
    visitor: 'unauthorized',
    unconfirmed: 'unauthorized',
    buyer: 'unauthorized',
    deactivated: 'unauthorized',
    editor: 'forbidden',
    accountant: null,
    dispatcher: 'forbidden',
    manager: null,
    admin: null,
  },
  dispatcher: {
    visitor: 'unauthorized',
    unconfirmed: 'unauthorized',
    buyer: 'unauthorized',
    deactivated: 'unauthorized',
    editor: 'forbidden',
    accountant: 'forbidden',
    dispatcher: null,
    manager: null,
    admin: null,
  },
  manager: {
    visitor: 'unauthorized',
    unconfirmed: 'unauthorized',
    buyer: 'unauthorized',
    deactivated: 'unauthorized',
    editor: 'forbidden',
    accountant: 'forbidden',
    dispatcher: 'forbidden',
    manager: null,
    admin: null,
  },
  admin: {
    visitor: 'unauthorized',
    unconfirmed: 'unauthorized',
    buyer: 'unauthorized',
    deactivated: 'unauthorized',
    editor: 'forbidden',
    accountant: 'forbidden',
    dispatcher: 'forbidden',
    manager: 'forbidden',
    admin: null,
  },
}

/** The code with which an endpoint refuses a role; null: admitted. */
function refusalOf({ access, role: least }: Endpoint, role: Role): string | null {
  if (role !== 'viewer' && role !== 'trader') return refusedBy[access][role]
  return refusedBy[access].buyer ?? (least === undefined || least === role ? null : 'role_insufficient')
}

/** Calls that need an account but no role: what a viewer may do (R14.2). */
const OPEN_TO_VIEWERS = [
  'auctions.follow',
  'auctions.own',
  'auctions.ownQuestions',
  'auth.logout',
  'auth.revokeSession',
  'auth.sessions',
  'auth.userProfile',
  'cabinet.agreementSigning',
  'cabinet.agreements',
  'cabinet.auctions',
  'cabinet.exportOwn',
  'cabinet.history',
  'chat.list',
  'deposits.own',
  'documents.list',
  'documents.signatures',
  'feedback.list',
  'feedback.send',
  'fulfilment.messages',
  'fulfilment.read',
  'notifications.choices',
  'notifications.choose',
  'people.list',
  'people.remove',
  'personalData.deletionStatus',
  'personalData.export',
  'personalData.requestDeletion',
  'personalData.withdrawDeletion',
  'profile.addPushId',
  'profile.cancelEmailChange',
  'profile.changeEmail',
  'profile.changePassword',
  'profile.removePushId',
  'profile.resendLink',
  'profile.update',
  'tracking.settings',
  'twoFactor.begin',
  'twoFactor.disable',
  'twoFactor.enable',
  'twoFactor.renewRecoveryCodes',
  'twoFactor.status',
]

const table = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as EndpointGroup).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

let test: TestPortal
const tokens: Partial<Record<Role, string>> = {}

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  const { pool } = test.db
  const [unconfirmed, buyer, deactivated] = (await registerBuyers(pool, 3)) as [number, number, number]
  // Decisions cannot be reverted, so the unconfirmed company is a new one without a decision.
  const { rows } = await pool.query<{ id: number }>(
    `insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
     select company_name, company_short_name, edrpou, eic, iban, surname, name, 'waiting@example.com', phone from cms.companies where id = $1 returning id`,
    [unconfirmed],
  )
  tokens.unconfirmed = await test.signIn(rows[0]!.id)
  tokens.buyer = await test.signIn(buyer)
  tokens.deactivated = await test.signIn(deactivated)
  for (const role of PEOPLE) {
    const { rows: added } = await pool.query<{ id: number }>(
      `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'S', 'N', '+380441112233', $3) returning id`,
      [buyer, `${role}@people.test`, role],
    )
    tokens[role] = newToken()
    await pool.query(
      `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address) values ($1, $2, now() + interval '1 day', 'test', 'test')`,
      [hashToken(tokens[role]), added[0]!.id],
    )
  }
  await pool.query(
    `insert into portal.account_decisions (company_id, kind, reason) values ($1, 'deactivated', 'test')`,
    [deactivated],
  )
  for (const role of staffRole.options) tokens[role] = await test.staff(role)
})

afterAll(() => test.close())

describe.each(transports)('access to endpoints, %s', (_way, over) => {
  describe.each(table)('%s', (_name, endpoint) => {
    it.each(roles)('%s', async (role) => {
      const token = tokens[role]
      // Because of the unknown field, an admitted caller is refused for the input and any other for access.
      const response = await post(over(test), endpoint.path, { no_such_field: true }, token ? bearer(token) : {})
      const { code } = (await response.json()) as { code: ErrorCode }
      expect(refusalsOf(endpoint)).toContain(code)
      const refusal = refusalOf(endpoint, role)
      if (refusal) expect(code).toBe(refusal)
      else expect(['invalid_input', 'unsupported_media_type']).toContain(code)
    })
  })
})

it('allows viewers only calls that do not commit the company (R14.2)', () => {
  const open = table.filter(
    ([, { access, role }]) => (access === 'account' || access === 'buyer') && role === undefined,
  )
  expect(open.map(([name]) => name).sort()).toEqual(OPEN_TO_VIEWERS)
})
