import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type AccountsPortal, openAccountsPortal, type Reply, validCompany } from '@/tests/support/accounts-portal'

const { email, password } = validCompany
let portal: AccountsPortal

beforeAll(async () => {
  portal = await openAccountsPortal({ rateLimits: true, check: async (_hash, attempt) => attempt === password })
  await portal.post('/api/auth/register', validCompany)
})
afterAll(() => portal.close())
beforeEach(() => portal.cms.database.pool.query('truncate portal.sign_in_limits'))

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
    const { rows } = await portal.cms.database.pool.query<{ key: string }>('select key from portal.sign_in_limits')
    expect(rows).toEqual([])
    await signIn({}, 'wrong')
    const counted = await portal.cms.database.pool.query<{ key: string }>('select key from portal.sign_in_limits')
    expect(counted.rows.length).toBeGreaterThanOrEqual(4)
    for (const { key } of counted.rows) expect(key).not.toContain('@')
  })
})

describe('requesting letters', () => {
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
