import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { request as open } from 'node:http'
import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

/** Every rate limit of the contract, exhausted over HTTP. */
const table = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as EndpointGroup).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)
/** Calls that allow guessing, are expensive or send emails have lower limits, per hour. */
const guarded: Record<string, number> = {
  // Against floods only: guesses are limited by account and address (accounts/sign-in.test.ts).
  'auth.login': 3600,
  'auth.loginSecondFactor': 600,
  'auth.register': 60,
  'auth.emailConfirm': 120,
  'auth.resendConfirmation': 30,
  'auth.requestPasswordReset': 30,
  'auth.confirmPasswordReset': 60,
  'documents.upload': 180,
  'feedback.send': 60,
  'shop.order': 30,
  'twoFactor.begin': 60,
  'twoFactor.enable': 60,
  'twoFactor.disable': 60,
  'twoFactor.renewRecoveryCodes': 60,
  'profile.changeEmail': 60,
  'profile.changePassword': 60,
  'personalData.export': 60,
  'personalData.requestDeletion': 60,
}

let test: TestPortal
let addresses = 0
const senders: Record<'account' | 'staff', Record<string, string>[]> = { account: [], staff: [] }

beforeAll(async () => {
  test = await startTestPortal({ TRUSTED_PROXIES: 'loopback' })
  const accounts = await registerBuyers(test.db.pool, 2)
  senders.account = await Promise.all(accounts.map(async (id) => bearer(await test.signIn(id))))
  senders.staff = [bearer(await test.staff('manager')), bearer(await test.staff('admin'))]
})
afterAll(() => test.close())

/** Two callers whom the endpoint admits: two addresses, two accounts or two members of staff. */
function callersOf({ access }: Endpoint): [Record<string, string>, Record<string, string>] {
  const from = () => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` })
  const [one = {}, other = {}] =
    access === 'visitor' ? [] : senders[access === 'manager' || access === 'admin' ? 'staff' : 'account']
  return [
    { ...one, ...from() },
    { ...other, ...from() },
  ]
}

/** Sends an unknown field, so that the request is counted but has no effect. */
async function send(path: string, headers: Record<string, string>): Promise<Response> {
  const response = await post((to, init) => fetch(`${test.origin}${to}`, init), path, { no_such_field: true }, headers)
  await response.arrayBuffer()
  return response
}

/** Sends a body of 256 KB without its last byte. */
function sendAllButLastByte(from: string) {
  const padding = `"${' '.repeat(256 * 1024 - 2)}"`
  const headers = { 'content-type': 'application/json', 'content-length': padding.length, 'x-forwarded-for': from }
  const sent = open(`${test.origin}/api/time`, { method: 'POST', agent: false, headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  sent.write(padding.slice(0, -1))
  return { status, finish: () => sent.end('"') }
}

describe('limits', () => {
  it.each(table.filter(([, { rateLimit }]) => rateLimit !== undefined))(
    '%s limits one caller without affecting others',
    async (_name, endpoint) => {
      const [one, other] = callersOf(endpoint)
      const allowed = endpoint.rateLimit?.requests ?? 0
      for (let time = 0; time < allowed; time += 1) expect((await send(endpoint.path, one)).status).not.toBe(429)
      const refused = await send(endpoint.path, one)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(endpoint.rateLimit?.seconds ?? 0)
      expect((await send(endpoint.path, other)).status).not.toBe(429)
    },
  )

  it('over ten minutes or more count for all servers together, shorter ones for each', async () => {
    const [one, two] = [createRateLimits(true, test.db.pool), createRateLimits(true, test.db.pool)]
    const codesOf = async (seconds: number) => {
      const outcomes = []
      for (const server of [one, two, one, two])
        outcomes.push(await server.limitRequest('/a-path', { requests: 2, seconds }, 'a caller'))
      return outcomes.map((refused) => refused?.refusal.code ?? 'admitted')
    }
    expect(await codesOf(600)).toEqual(['admitted', 'admitted', 'too_many_requests', 'too_many_requests'])
    expect(await codesOf(60)).toEqual(['admitted', 'admitted', 'admitted', 'admitted'])
  })

  it('count guesses at a password by person: a colleague cannot keep an owner from changing it', async () => {
    const [account = 0] = await registerBuyers(test.db.pool, 1)
    const owner = bearer(await test.signIn(account))
    const token = newToken()
    await test.db.pool.query(
      `with colleague as (
         insert into portal.people (company_id, email, surname, name, phone, role)
         values ($1, 'colleague@people.test', 'S', 'N', '+380441112233', 'viewer') returning id
       )
       insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
       select $2, id, now() + interval '1 day', 'test', 'test' from colleague`,
      [account, hashToken(token)],
    )
    const { path, rateLimit } = endpoints.profile.changePassword
    for (let time = 0; time < (rateLimit?.requests ?? 0); time += 1)
      expect((await send(path, bearer(token))).status).toBe(422)
    expect((await send(path, bearer(token))).status).toBe(429)
    expect((await send(path, owner)).status).toBe(422)
  })

  it('allow each account 120 files a minute from all addresses together', async () => {
    const [one, other] = callersOf(endpoints.documents.list)
    const visitors = [1, 2, 3].map(() => callersOf(endpoints.auth.login)[0])
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`${test.origin}/storage/files/agreement-999999.pdf`, { headers })
      await response.arrayBuffer()
      return response
    }
    for (const address of visitors.slice(0, 2))
      for (let time = 0; time < 60; time += 1) expect((await read({ ...one, ...address })).status).toBe(404)
    const refused = await read({ ...one, ...visitors[2] })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await read({ ...other, ...visitors[2] })).status).toBe(404)
  })

  it.each(Object.entries(guarded))('%s is allowed at most %d times an hour', (name, most) => {
    const { rateLimit } = table.find(([entry]) => entry === name)?.[1] ?? {}
    expect(((rateLimit?.requests ?? Infinity) * 3600) / (rateLimit?.seconds ?? 1)).toBeLessThanOrEqual(most)
  })

  it('bound the memory for long bodies from one network, but not its short ones', async () => {
    const send = (from: string, bytes: number) =>
      post((to, init) => fetch(`${test.origin}${to}`, init), '/api/time', 'x'.repeat(bytes), {
        'x-forwarded-for': from,
      })
    const begun = Array.from({ length: 17 }, (_, index) => sendAllButLastByte(`2001:db8:0:7::${index + 1}`))
    expect(await Promise.race(begun.map(({ status }) => status))).toBe(429)
    expect((await send('2001:db8:0:7::ff', 4_000)).status).toBe(422)
    expect((await send('2001:db8:0:8::1', 200_000)).status).toBe(422)
    for (const { finish } of begun) finish()
    await Promise.all(begun.map(({ status }) => status))
    expect((await send('2001:db8:0:7::ff', 200_000)).status).toBe(422)
  })

  it('count requests with an invalid token by address', async () => {
    const { path, rateLimit } = endpoints.documents.upload
    const [, { 'x-forwarded-for': from = '' }] = callersOf(endpoints.auth.login)
    const guess = (time: number) => send(path, { 'x-forwarded-for': from, ...bearer(`guess-${time}`) })
    for (let time = 0; time < (rateLimit?.requests ?? 0); time += 1) expect((await guess(time)).status).toBe(401)
    expect((await guess(-1)).status).toBe(429)
  })
})
