import argon2 from 'argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { generateSync } from 'otplib'
import { checkPassword, type CheckPassword, createPasswordCheck } from '@/lib/server/identity/passwords'
import { type AccountsPortal, openAccountsPortal, type Reply, validCompany } from '@/tests/support/accounts-portal'

const { email, password } = validCompany
const isPassword: CheckPassword = async (_hash, attempt) => attempt === password
let portal: AccountsPortal
/** How passwords are compared; most tests need no hashing. */
let compare = isPassword

beforeAll(async () => {
  portal = await openAccountsPortal({ rateLimits: true, check: (hash, attempt) => compare(hash, attempt) })
  await portal.post('/api/auth/register', validCompany)
})
afterAll(() => portal.close())
beforeEach(async () => {
  compare = isPassword
  await portal.cms.database.pool.query('truncate portal.rate_limits')
})

let address = 0
const nextAddress = () => `198.51.${100 + Math.floor((address += 1) / 250)}.${address % 250}`
const signIn = (from: { address?: string; cookie?: string; token?: string }, attempt = password, login = email) =>
  portal.post('/api/auth/login', { email: login, password: attempt }, { address: nextAddress(), ...from })

/** Guesses concurrently from all `addresses`; returns how often each status was answered. */
async function guesses(addresses: string[], each: number, login = email): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let round = 0; round < each; round += 1) {
    const replies = await Promise.all(addresses.map((from) => signIn({ address: from }, 'wrong', login)))
    for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

function deviceOf({ headers }: Reply): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('knownDevice='))
  expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  return String(cookie?.split(';')[0])
}

describe('guessing at one account', () => {
  it('is limited across thirty addresses, whether the account exists or not', async () => {
    const addresses = Array.from({ length: 30 }, nextAddress)
    const forRegistered = await guesses(addresses, 10)
    expect(forRegistered[429]).toBeGreaterThanOrEqual(200)
    expect(await guesses(Array.from({ length: 30 }, nextAddress), 10, 'nobody@buyer.test')).toEqual({
      401: expect.any(Number),
      429: expect.any(Number),
    })
  })

  it('does not lock out the owner on a known browser or at a new address', async () => {
    const device = deviceOf(await signIn({}))
    const stranger = nextAddress()
    await guesses([stranger, ...Array.from({ length: 30 }, nextAddress)], 10)
    expect((await signIn({ address: stranger })).status).toBe(429)
    expect((await signIn({ address: stranger, cookie: device })).status).toBe(200)
    expect((await signIn({})).status).toBe(200)
  })

  it('gets no more attempts with another account’s device, a forged one or a session of the attacker', async () => {
    const other = { ...validCompany, email: 'other@buyer.test', edrpou: '00131305', eic: '56X000000000002U' }
    await portal.post('/api/auth/register', other)
    const own = await signIn({}, password, other.email)
    const token = String(own.body.data.access_token)
    const from = nextAddress()
    for (let time = 0; time < 10; time += 1) await signIn({ address: from }, 'wrong')
    for (const cookie of [deviceOf(own), 'knownDevice=AAAAAAAAAAAAAAAA.1.' + 'A'.repeat(43), 'knownDevice=%']) {
      expect((await signIn({ address: from, cookie, token }, 'wrong')).status).toBe(429)
    }
  })

  it('treats an IPv6 /64 as one address', async () => {
    const statuses = await guesses(
      Array.from({ length: 12 }, (_, one) => `2001:db8:0:7::${one + 1}`),
      1,
    )
    expect(statuses[429]).toBe(2)
  })

  it('is counted separately for a known device, and limited there too', async () => {
    const cookie = deviceOf(await signIn({}))
    for (let time = 0; time < 10; time += 1) expect((await signIn({ cookie }, 'wrong')).status).toBe(401)
    expect((await signIn({ cookie })).status).toBe(429)
  })

  it('is forgotten after the right password', async () => {
    const from = nextAddress()
    for (let time = 0; time < 12; time += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await signIn({ address: from }, 'wrong')
      const { status } = await signIn({ address: from })
      // Failures of the address still count: signing in to an own account must not allow more guesses at others.
      if (status === 429) return expect(time).toBe(2)
    }
    throw new Error('the address was never limited')
  })

  it('is counted across all servers', async () => {
    const { rows } = await portal.cms.database.pool.query<{ key: string }>('select key from portal.rate_limits')
    expect(rows).toEqual([])
    await signIn({}, 'wrong')
    const counted = await portal.cms.database.pool.query<{ key: string }>('select key from portal.rate_limits')
    expect(counted.rows.length).toBeGreaterThanOrEqual(4)
    for (const { key } of counted.rows) expect(key).not.toContain('@')
  })
})

describe('guessing at the sign-in', () => {
  it('causes the same work and the same answer for registered and unregistered addresses', async () => {
    const hashes: string[] = []
    compare = createPasswordCheck((hash, attempt) => {
      hashes.push(hash)
      return argon2.verify(hash, attempt)
    })
    /** The work and the answer that a wrong password causes. */
    const attemptAt = async (login: string) => {
      hashes.length = 0
      const queries = jest.spyOn(portal.cms.database.pool, 'query')
      const { status, body } = await signIn({}, 'wrong', login)
      const work = {
        queries: queries.mock.calls.length,
        verifications: hashes.map((hash) => hash.split('$').slice(1, 4)),
      }
      queries.mockRestore()
      return { work, answer: { status, code: body.code, detail: body.detail } }
    }
    const unregistered = await attemptAt('nobody@buyer.test')
    const registered = await attemptAt(email)
    expect(unregistered).toEqual(registered)
    expect(registered).toEqual({
      work: { queries: 5, verifications: [['argon2id', 'v=19', 'm=19456,t=2,p=1']] },
      answer: { status: 401, code: 'invalid_credentials', detail: 'Invalid credentials.' },
    })
  })
})

describe('request limits', () => {
  it.each([
    ['/api/auth/login', { email, password: 'wrong' }, 10],
    ['/api/auth/register', validCompany, 10],
    ['/api/auth/email-confirm', { token: 'guess' }, 20],
    ['/api/auth/email-confirm/resend', { email: 'nobody@buyer.test' }, 5],
    ['/api/auth/password-reset/request', { email: 'nobody@buyer.test' }, 5],
    ['/api/auth/password-reset/confirm', { token: 'guess', password: 'Eight-Gas-Meters' }, 10],
  ])('%s limits one IP address without affecting others', async (path, body, allowed) => {
    const from = { address: '203.0.113.7' }
    for (let time = 0; time < allowed; time += 1) expect((await portal.post(path, body, from)).status).not.toBe(429)
    const refused = await portal.post(path, body, from)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await portal.post(path, body, { address: '203.0.113.8' })).status).not.toBe(429)
  })
})

describe('requesting emails', () => {
  it('gets the same answer, after the same queries, whether or not there is anything to confirm', async () => {
    const { pool } = portal.cms.database
    const requestReset = async (login: string) => {
      const queries: string[] = []
      const original = pool.query.bind(pool)
      pool.query = ((...sent: Parameters<typeof original>) => {
        const [text] = sent as unknown as [string | { text: string }]
        queries.push(typeof text === 'string' ? text : text.text)
        return original(...sent)
      }) as typeof pool.query
      try {
        const { status, body } = await portal.post(
          '/api/auth/email-confirm/resend',
          { email: login },
          { address: nextAddress() },
        )
        return { status, body, queries }
      } finally {
        pool.query = original
      }
    }
    await portal.post('/api/auth/register', {
      ...validCompany,
      email: 'waiting@buyer.test',
      edrpou: '14360570',
      eic: '56X000000000003S',
    })
    expect(await requestReset('waiting@buyer.test')).toEqual(await requestReset('nobody@buyer.test'))
  })

  it('reveals only a limited number of unregistered addresses to one caller', async () => {
    const from = { address: nextAddress() }
    const statuses = []
    for (let time = 0; time < 7; time += 1)
      statuses.push(
        (await portal.post('/api/auth/password-reset/request', { email: `nobody-${time}@buyer.test` }, from)).status,
      )
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  })
})

/** Runs after a password was compared and before the result is used. */
let afterComparison: () => Promise<unknown> = async () => undefined

let companies = 0

/** Registers a company that signs in from a separate IP address. */
async function buyer() {
  const from = { address: nextAddress() }
  const own = { ...validCompany, email: `racer${(companies += 1)}@buyer.test` }
  await portal.post('/api/auth/register', own, from)
  const login = (attempt = password) => signIn(from, attempt, own.email)
  const token = String((await login()).body.data.access_token)
  return { email: own.email, login, ask: (path: string, body: object) => portal.post(path, body, { token, ...from }) }
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
  beforeEach(() => {
    compare = async (hash, attempt) => {
      const matches = await checkPassword(hash, attempt)
      await afterComparison()
      return matches
    }
  })

  it('the current password can be used once to change it', async () => {
    const { ask } = await buyer()
    delayComparisonsUntil(3)
    const replies = await Promise.all(
      ['Eight', 'Nine', 'Ten'].map((word) =>
        ask('/api/profile/change-password', { current_password: password, password: `${word}-Gas-Meters` }),
      ),
    )
    afterComparison = async () => undefined
    expect(replies.map(({ body }) => body.code).filter(Boolean)).toEqual(['password_incorrect', 'password_incorrect'])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('a password that is changed while it is compared does not sign in', async () => {
    const { login, ask } = await buyer()
    const change = { current_password: password, password: 'Eight-Gas-Meters' }
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
    const begun = await ask('/api/profile/two-factor/begin', { password })
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
