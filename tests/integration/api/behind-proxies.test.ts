import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IsProxy, readProxies } from '@/lib/config/trusted-proxies'
import { writeOwnHeaders } from '@/lib/server/http/client-address'
import { limitRoutes } from '@/server/routes'
import { registerBuyers } from '@/tests/support/auction-house'
import { post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

/** The outer of two proxies. The inner one, like every other client of these tests, is this machine. */
const OUTER = '192.0.2.254'
const PASSWORD = 'Nine-Blue-Compressors'

function over(test: TestPortal, path: string, body: unknown, forwarded: string): Promise<Response> {
  return post((to, init) => fetch(`${test.origin}${to}`, init), path, body, { 'x-forwarded-for': forwarded })
}

describe('a client that bypasses the proxies', () => {
  let test: TestPortal
  let login: string
  beforeAll(async () => {
    test = await startTestPortal({ TRUSTED_PROXIES: OUTER })
    const [account = 0] = await registerBuyers(test.db.pool, 1)
    await test.setPassword(account, PASSWORD)
    const { rows } = await test.db.pool.query<{ email: string }>('select email from cms.companies where id = $1', [
      account,
    ])
    login = rows[0]?.email ?? ''
  })
  afterAll(() => test.close())

  it('appears in the list of sessions with the connection’s address, not the header’s', async () => {
    const signedIn = await over(test, '/api/auth/login', { email: login, password: PASSWORD }, '198.51.100.1')
    expect(signedIn.status).toBe(200)
    const { rows } = await test.db.pool.query('select address from portal.sessions')
    expect(rows).toEqual([{ address: '127.0.0.1' }])
  })

  it('counts as one address for the password limit, though each guess claims another', async () => {
    const statuses: number[] = []
    for (let guess = 1; guess <= 60 && !statuses.includes(429); guess += 1) {
      const forwarded = `198.51.100.${guess}, ${OUTER}`
      const credentials = { email: `nobody-${guess}@buyer.test`, password: 'wrong' }
      statuses.push((await over(test, '/api/auth/login', credentials, forwarded)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a client behind two proxies', () => {
  let test: TestPortal
  const pages = createServer()
  let origin: string
  beforeAll(async () => {
    const TRUSTED_PROXIES = `loopback, ${OUTER}`
    test = await startTestPortal({ TRUSTED_PROXIES })
    // The layer in front of Next (server/site.ts), without Next.
    const limited = limitRoutes(async (_request, response) => void response.end(), test.portal.limitRequest)
    pages.on('request', (request, response) => {
      writeOwnHeaders(request, readProxies(TRUSTED_PROXIES) as IsProxy)
      void limited(request, response)
    })
    pages.listen(0, '127.0.0.1')
    await once(pages, 'listening')
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    pages.closeAllConnections()
    pages.close()
    await test.close()
  })

  const behindTwo = (address: string) => `10.9.9.9, ${address}, ${OUTER}`

  it('does not lock others out of the back office', async () => {
    const forgot = async (address: string) => {
      const headers = { 'x-forwarded-for': behindTwo(address) }
      return (await fetch(`${origin}/cms-api/staff/forgot-password`, { method: 'POST', headers })).status
    }
    for (let time = 0; time < 20; time += 1) expect(await forgot('203.0.113.1')).toBe(200)
    expect(await forgot('203.0.113.1')).toBe(429)
    expect(await forgot('203.0.113.2')).toBe(200)
  })

  it('is limited by the same address in the API', async () => {
    const fetchFrom = async (address: string) =>
      (await over(test, '/api/auth/password-reset/request', { email: 'nobody@buyer.test' }, behindTwo(address))).status
    for (let time = 0; time < 5; time += 1) expect(await fetchFrom('203.0.113.1')).not.toBe(429)
    expect(await fetchFrom('203.0.113.1')).toBe(429)
    expect(await fetchFrom('203.0.113.2')).not.toBe(429)
  })
})
