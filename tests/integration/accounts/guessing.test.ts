import argon2 from 'argon2'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createPasswordCheck } from '@/lib/server/identity/passwords'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'

let portal: AccountsPortal
const hashes: string[] = []

beforeAll(async () => {
  const check = createPasswordCheck((hash, password) => {
    hashes.push(hash)
    return argon2.verify(hash, password)
  })
  portal = await openAccountsPortal({ check, rateLimits: true })
  await portal.post('/api/auth/register', validCompany)
})
afterAll(() => portal.close())

let address = 0

/** The work and the answer that a wrong password causes; each attempt comes from another address. */
async function attempt(email: string) {
  hashes.length = 0
  const queries = jest.spyOn(portal.cms.database.pool, 'query')
  const { status, body } = await portal.post(
    '/api/auth/login',
    { email, password: 'wrong' },
    { address: `198.51.100.${(address += 1)}` },
  )
  const work = { queries: queries.mock.calls.length, verifications: hashes.map((hash) => hash.split('$').slice(1, 4)) }
  queries.mockRestore()
  return { work, answer: { status, code: body.code, detail: body.detail } }
}

describe('guessing at the sign-in', () => {
  it('causes the same work and the same answer for registered and unregistered addresses', async () => {
    const unregistered = await attempt('nobody@buyer.test')
    const registered = await attempt(validCompany.email)
    expect(unregistered).toEqual(registered)
    expect(registered).toEqual({
      work: { queries: 5, verifications: [['argon2id', 'v=19', 'm=19456,t=2,p=1']] },
      answer: { status: 401, code: 'invalid_credentials', detail: 'Invalid credentials.' },
    })
  })
})

describe('request limits', () => {
  it.each([
    ['/api/auth/login', { email: validCompany.email, password: 'wrong' }, 10],
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
