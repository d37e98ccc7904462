import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { config as middleware } from '@/middleware'
import { writeOwnHeaders } from '@/lib/server/http/client-address'
import { limitRoutes, routeOf } from './routes'
import { type IsProxy, readProxies } from '@/lib/config/trusted-proxies'

const server = createServer()
let origin = ''

beforeAll(async () => {
  const { limitRequest } = createRateLimits(true)
  const handle = limitRoutes(async (_request, response) => void response.end('answered'), limitRequest)
  const isProxy = readProxies('loopback, 192.0.2.254') as IsProxy
  server
    .on('request', (request, response) => {
      writeOwnHeaders(request, isProxy)
      void handle(request, response)
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function sendRequest(
  path: string,
  from: string,
  { method, headers }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await fetch(`${origin}${path}`, { method, headers: { 'x-forwarded-for': from, ...headers } })
  await response.arrayBuffer()
  return response
}

describe('routes that Next answers', () => {
  it('are limited per network if they send emails, with Retry-After', async () => {
    const forgot = (from: string) => sendRequest('/cms-api/staff/forgot-password', from, { method: 'POST' })
    for (let time = 0; time < 20; time += 1) expect((await forgot(`2001:db8::${time}`)).status).toBe(200)
    const refused = await forgot('2001:db8::ff')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true])
    expect((await forgot('2001:db8:0:1::1')).status).toBe(200)
    expect((await sendRequest('/cms-api/staff/me', '2001:db8::1')).status).toBe(200)
  })

  it('are limited per session of the back office, across addresses', async () => {
    const headers = { cookie: 'payload-token=one' }
    const from = (time: number) => `198.51.${time % 200}.1`
    for (let time = 0; time < 900; time += 1)
      expect((await sendRequest('/cms-api/media', from(time), { headers })).status).toBe(200)
    expect((await sendRequest('/cms-api/media', '203.0.113.1', { headers })).status).toBe(429)
    expect(
      (await sendRequest('/cms-api/media', '203.0.113.1', { headers: { cookie: 'payload-token=two' } })).status,
    ).toBe(200)
  })

  it('are limited per visitor, even behind two proxies', async () => {
    const forgot = (chain: string) => sendRequest('/cms-api/staff/forgot-password', chain, { method: 'POST' })
    const behindTwo = (address: string) => forgot(`198.51.100.1, ${address}, 192.0.2.254`)
    for (let time = 0; time < 20; time += 1) expect((await behindTwo('203.0.113.5')).status).toBe(200)
    expect((await behindTwo('203.0.113.5')).status).toBe(429)
    expect((await behindTwo('203.0.113.6')).status).toBe(200)
    // The same, bypassing the outer proxy.
    expect((await forgot('203.0.113.5')).status).toBe(429)
  })

  it('do not include the back office’s API without a path, which would be treated as a page', () => {
    expect(['/cms-api', '/cms-api/', '/cms-api//'].map(routeOf)).toEqual([undefined, undefined, undefined])
    expect(routeOf('/cms-api/staff')?.by).toBe('office')
  })

  it('bypass the pages’ middleware, for which Next would buffer each body', () => {
    const matches = new RegExp(`^${middleware.matcher.join('|')}$`)
    const paths = ['/api/auth/login', '/cms-api/staff/login', '/internal/session/end', '/storage/media/a.png']
    expect(paths.filter((path) => routeOf(path) === undefined || matches.test(path))).toEqual([])
    expect(['/', '/news', '/admin/login', '/cms-apis'].filter((path) => !matches.test(path))).toEqual([])
  })

  it('are limited if they are pictures or feeds, but not if they are pages', async () => {
    for (let time = 0; time < 300; time += 1) await sendRequest('/og/uk/news/gas', '192.0.2.1')
    expect((await sendRequest('/og/uk/news/gas', '192.0.2.1')).status).toBe(429)
    expect((await sendRequest('/feeds/uk/news.xml', '192.0.2.1')).status).toBe(200)
    expect((await sendRequest('/news', '192.0.2.1')).status).toBe(200)
  })
})
