import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { checkPassword } from '@/lib/server/identity/passwords'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'

let portal: AccountsPortal
/** Runs after a password was compared and before the result is used. */
let afterComparison: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  portal = await openAccountsPortal({
    check: async (hash, password) => {
      const matches = await checkPassword(hash, password)
      await afterComparison()
      return matches
    },
  })
})
afterAll(() => portal.close())

let companies = 0

async function buyer() {
  const email = `racer${(companies += 1)}@buyer.test`
  await portal.post('/api/auth/register', { ...validCompany, email })
  const login = (password = validCompany.password) => portal.post('/api/auth/login', { email, password })
  const token = String((await login()).body.data.access_token)
  return { email, login, ask: (path: string, body: object) => portal.post(path, body, { token }) }
}

/** Delays all comparisons until `count` of them are done. */
function delayComparisonsUntil(count: number): void {
  let arrived = 0
  let release: () => void = () => undefined
  const all = new Promise<void>((resolve) => (release = resolve))
  afterComparison = () => {
    arrived += 1
    if (arrived === count) release()
    return all
  }
}

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

describe('concurrently', () => {
  it('the current password can be used once to change it', async () => {
    const { ask } = await buyer()
    delayComparisonsUntil(3)
    const replies = await Promise.all(
      ['Eight', 'Nine', 'Ten'].map((word) =>
        ask('/api/profile/change-password', {
          current_password: validCompany.password,
          password: `${word}-Gas-Meters`,
        }),
      ),
    )
    afterComparison = async () => undefined
    expect(replies.map(({ body }) => body.code).filter(Boolean)).toEqual(['password_incorrect', 'password_incorrect'])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('a password that is changed while it is compared does not sign in', async () => {
    const { login, ask } = await buyer()
    const change = { current_password: validCompany.password, password: 'Eight-Gas-Meters' }
    afterComparison = async () => {
      afterComparison = async () => undefined
      expect((await ask('/api/profile/change-password', change)).status).toBe(200)
    }
    expect((await login()).body.code).toBe('invalid_credentials')
    expect((await login('Eight-Gas-Meters')).status).toBe(200)
  })

  it('a link is used once', async () => {
    const { email } = await buyer()
    await portal.post('/api/auth/password-reset/request', { email })
    const token = await portal.linkTo(email)
    const replies = await Promise.all(
      ['Eight', 'Nine', 'Ten'].map((word) =>
        portal.post('/api/auth/password-reset/confirm', { token, password: `${word}-Gas-Meters` }),
      ),
    )
    expect(replies.map(({ body }) => body.code).filter(Boolean)).toEqual(['link_used', 'link_used'])
  })

  it('a recovery code, and a ticket, open one session', async () => {
    const { login, ask } = await buyer()
    const begun = await ask('/api/profile/two-factor/begin', { password: validCompany.password })
    const code = generateSync({ secret: String(begun.body.data.secret), epoch: Math.floor(portal.clock.now() / 1000) })
    const enabled = await ask('/api/profile/two-factor/enable', { code })
    const [recovery, another] = enabled.body.data.recovery_codes as [string, string]
    const ticket = async () => String((await login()).body.ticket)
    const second = (issued: string, typed: string) =>
      portal.post('/api/auth/login/second-factor', { ticket: issued, code: typed })
    const tickets = await Promise.all([ticket(), ticket(), ticket()])
    expect(statuses(await Promise.all(tickets.map((one) => second(one, recovery))))).toEqual([200, 422, 422])
    const one = await ticket()
    const replies = await Promise.all([second(one, another), second(one, String(enabled.body.data.recovery_codes))])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await second(one, another)).body.code).toBe('sign_in_expired')
  })
})
