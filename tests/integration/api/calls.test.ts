import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { z } from 'zod'
import { endpoints } from '@/lib/contract/endpoints'
import { problem } from '@/lib/contract/errors'
import { BEARER_OF_COOKIE } from '@/lib/server/http/authorize'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let companyId: number
let otherId: number
let email: string
const password = 'Конденсат стабільний 1'

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  ;[companyId, otherId] = (await registerBuyers(test.db.pool, 2)) as [number, number]
  await test.setPassword(companyId, password)
  const { rows } = await test.db.pool.query<{ email: string }>('select email from cms.companies where id = $1', [
    companyId,
  ])
  email = rows[0]!.email
})

afterAll(() => test.close())

describe.each(transports)('the API %s', (_way, over) => {
  const send: ReturnType<typeof over> = (path, init) => over(test)(path, init)

  it('answers the calls of the specification in the shapes it defines', async () => {
    const categories: unknown = await (await post(send, '/api/auction-categories/list', {})).json()
    expect(categories).toMatchObject({
      data: { list: expect.arrayContaining([expect.objectContaining({ key: 'gas_condensate', slug: 'condensate' })]) },
    })
    const nameOf = async (body: unknown, headers?: Record<string, string>) => {
      const { data } = (await (await post(send, '/api/auction-categories/list', body, headers)).json()) as {
        data: { list: { key: string; name: string }[] }
      }
      return data.list.find(({ key }) => key === 'natural_gas')?.name
    }
    expect(await nameOf({})).toBe('Природний газ')
    expect(await nameOf({}, { 'accept-language': 'en-GB,uk;q=0.5' })).toBe('Natural gas')
    expect(await nameOf({ lang: 'ru' }, { 'accept-language': 'en' })).toBe('Природный газ')
    const settings: unknown = await (await post(send, '/api/settings/all', { lang: 'en' })).json()
    expect(settings).toHaveProperty('data.contacts')
    const menus: unknown = await (await post(send, '/api/menu/get-by-ids', { ids: [1, 2], lang: 'uk' })).json()
    expect(Object.keys((menus as { items: object }).items)).toEqual(['1', '2'])
  })

  it('returns the time', async () => {
    const { data } = (await (await post(send, '/api/time', {})).json()) as { data: { now: string } }
    expect(new Date(data.now).toISOString()).toBe(data.now)
  })

  it('signs in, restores the profile, signs out', async () => {
    const login = await post(send, '/api/auth/login', { email: email.toUpperCase(), password })
    expect(login.status).toBe(200)
    const { data } = (await login.json()) as { data: { access_token: string; user: { id: number; status: string } } }
    expect(data.user).toMatchObject({ id: companyId, status: 'active', is_banned: false })
    const cookies = login.headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(/^accessToken=.*HttpOnly/),
      expect.stringMatching(/^signedIn=1;(?!.*HttpOnly)/),
      expect.stringMatching(/^knownDevice=.*HttpOnly/),
    ])

    const profile = await post(send, '/api/auth/user-profile', {}, bearer(data.access_token))
    expect(await profile.json()).toMatchObject({ data: { id: companyId, email } })

    const logout = await post(send, '/api/auth/logout', {}, bearer(data.access_token))
    expect(logout.status).toBe(200)
    expect(logout.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^accessToken=;.*Max-Age=0/),
      expect.stringMatching(/^signedIn=;.*Max-Age=0/),
      expect.stringMatching(/^aucs=;.*Max-Age=0/),
    ])
    expect((await post(send, '/api/auth/user-profile', {}, bearer(data.access_token))).status).toBe(401)
    expect((await post(send, '/api/auth/logout', {}, bearer(data.access_token))).status).toBe(401)
  })

  it.each([
    ['a wrong password', () => ({ email, password: 'wrong' })],
    ['an unknown address', () => ({ email: 'nobody@example.com', password })],
  ])('does not reveal the cause of a failed sign-in: %s', async (_what, input) => {
    const response = await post(send, '/api/auth/login', input())
    expect(response.status).toBe(401)
    expect(problem.parse(await response.json())).toMatchObject({
      code: 'invalid_credentials',
      detail: 'Invalid credentials.',
    })
  })

  it('accepts the session cookie only from its own pages', async () => {
    const token = await test.signIn(companyId)
    const host = { host: 'portal.example', cookie: `accessToken=${token}` }
    const own = new Request('http://portal.example/api/auth/user-profile', {
      method: 'POST',
      headers: { ...host, origin: 'http://portal.example' },
    })
    expect((await test.portal.api(own)).status).toBe(200)
    const foreign = new Request('http://portal.example/api/auth/user-profile', {
      method: 'POST',
      headers: { ...host, origin: 'http://elsewhere.example' },
    })
    const refused = await test.portal.api(foreign)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'foreign_origin' })
  })

  it.each([
    ['/api/bids/list', { auction_id: 999_999 }, 404],
    ['/api/auctions/get', { id: 999_999 }, 404],
    ['/api/auctions/protocol', { id: 999_999 }, 404],
    ['/api/auctions/list', {}, 200],
  ])('%s refuses an expired bearer token and treats an expired cookie as a visitor', async (path, input, status) => {
    const source = async (headers: Record<string, string>) => {
      const response = await post(send, path, input, headers)
      return response.status === 401 ? problem.parse(await response.json()).code : response.status
    }
    const token = await test.signIn(companyId)
    expect([await source({}), await source(bearer(token))]).toEqual([status, status])
    await post(send, '/api/auth/logout', {}, bearer(token))
    expect(await source(bearer(token))).toBe('unauthorized')
    expect(await source({ cookie: `accessToken=${token}` })).toBe(status)
    expect(await source({ ...bearer(token), ...BEARER_OF_COOKIE })).toBe(status)
  })

  it.each([
    ['no JSON', '/api/time', '{', 400, 'unreadable_body'],
    ['an unknown field', '/api/time', '{"lang":"uk"}', 422, 'invalid_input'],
    ['a wrong language', '/api/settings/all', '{"lang":"fr"}', 422, 'invalid_input'],
    [
      'a price with a comma',
      '/api/auctions/apply',
      '{"auction_id":1,"price":"15200,00","quantity":"1.000"}',
      422,
      'invalid_input',
    ],
    ['an unknown path', '/api/nothing', '{}', 404, 'not_found'],
    ['an unknown auction', '/api/auctions/get', '{"id":999999}', 404, 'not_found'],
    ['a number out of range', '/api/auctions/get', '{"id":1e99}', 422, 'invalid_input'],
    ['a zero character', '/api/auctions/get', '{"slug":"a\\u0000b"}', 422, 'invalid_input'],
  ])('answers %s with a problem document', async (_what, path, body, status, code) => {
    const token = await test.signIn(companyId)
    const response = await send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...bearer(token) },
    })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(problem.parse(await response.json())).toMatchObject({ code, status })
    expect(response.status).toBe(status)
  })

  it('refuses another method', async () => {
    const response = await send('/api/bids/place', { method: 'GET' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it('requires a key for a bid', async () => {
    const token = await test.signIn(companyId)
    const response = await post(
      send,
      '/api/bids/place',
      { auction_id: 1, price: '15200.00', quantity: '10.000' },
      bearer(token),
    )
    expect(await response.json()).toMatchObject({ code: 'idempotency_key_missing' })
  })

  it('serves its readiness, its contract and the documentation', async () => {
    const ready = await send('/api/health/ready')
    expect(await ready.json()).toEqual({
      data: { status: 'ready', checks: expect.any(Array), faults: {}, warnings: {} },
    })
    expect(await (await send('/api/openapi.json')).json()).toHaveProperty(['paths', '/api/bids/place'])
    const page = await send('/api/docs')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('stores a push subscription once', async () => {
    const token = await test.signIn(companyId)
    for (let time = 0; time < 2; time += 1) {
      expect((await post(send, '/api/profile/push/add-id', { push_id: 'subscription' }, bearer(token))).status).toBe(
        200,
      )
    }
    const { rows } = await test.db.pool.query(
      'select push_id from portal.push_subscriptions where person_id = (select min(id) from portal.people where company_id = $1)',
      [companyId],
    )
    expect(rows).toEqual([{ push_id: 'subscription' }])
  })

  it('stores a document, serves it to its owner, and deletes it', async () => {
    const token = await test.signIn(companyId)
    const form = new FormData()
    form.set('kind', 'charter')
    form.set(
      'file',
      new File(
        ['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'],
        "Зобов'язання (1).pdf",
      ),
    )
    const body = new Response(form)
    const bytes = Buffer.from(await body.arrayBuffer())
    const headers = {
      'content-type': body.headers.get('content-type') as string,
      'content-length': String(bytes.length),
      ...bearer(token),
    }
    const uploaded = await send('/api/documents/upload', { method: 'POST', body: bytes, headers })
    expect(uploaded.status).toBe(200)
    const { data } = (await uploaded.json()) as { data: { id: number; url: string; name: string } }
    expect(data).toMatchObject({ name: "Зобов'язання (1).pdf", media_type: 'application/pdf' })
    const served = await send(data.url, { headers: bearer(token) })
    // RFC 8187: an apostrophe separates charset, language and name, and brackets are not allowed.
    expect(served.headers.get('content-disposition')).toBe(
      `inline; filename*=UTF-8''${encodeURIComponent('Зобов')}%27${encodeURIComponent('язання')}%20%281%29.pdf`,
    )
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(0)
    expect((await send(data.url, { headers: bearer(await test.staff('manager')) })).status).toBe(200)
    const others = [{}, bearer(await test.signIn(otherId)), bearer(await test.staff('editor'))]
    for (const headers of others) {
      const refused = await send(data.url, { headers })
      expect(problem.parse(await refused.json())).toMatchObject({ code: 'not_found', status: 404 })
    }
    expect((await post(send, '/api/documents/delete', { id: data.id }, bearer(token))).status).toBe(200)
    expect((await send(data.url, { headers: bearer(token) })).status).toBe(404)
  })
})

describe('metrics', () => {
  it('are served to the machine itself and not to clients of a proxy', async () => {
    const own = await fetch(`${test.origin}/api/metrics`)
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('no-store')
    const proxied = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via']
    for (const name of proxied)
      expect((await fetch(`${test.origin}/api/metrics`, { headers: { [name]: '203.0.113.7' } })).status).toBe(404)
  })

  it('include all that the alert rules and the dashboard query; each alert has an entry in the runbook', async () => {
    const text = await (await fetch(`${test.origin}/api/metrics`)).text()
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]))
    const rules = readFileSync('deploy/monitoring/alerts.yml', 'utf8')
    for (const source of [rules, readFileSync('deploy/monitoring/dashboard.json', 'utf8')]) {
      const names = [...source.matchAll(/\b(?:portal|process|nodejs)_[a-z0-9_]+/g)].map((match) => match[0])
      expect(names.length).toBeGreaterThan(15)
      expect(
        names.filter((name) => !exported.has(name) && !exported.has(name.replace(/_(?:bucket|count)$/, ''))),
      ).toEqual([])
      const calls = [...source.matchAll(/call=\\?"([^"\\]+)/g)].map((match) => match[1]!.split('.'))
      expect(calls.length).toBeGreaterThan(0)
      for (const [group, name] of calls) expect(endpoints).toHaveProperty([group!, name!])
    }
    const runbook = readFileSync('docs/operations.md', 'utf8')
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => match[1]!)
    expect(alerts.filter((alert) => !runbook.includes(`### ${alert}\n`))).toEqual([])
    expect(rules.match(/#(\w+)$/gm)).toEqual(alerts.map((alert) => `#${alert.toLowerCase()}`))
  })

  it('do not count an email that is not due yet as late', async () => {
    const outbox = async (due: string) => {
      await test.db.pool.query(
        `insert into portal.outbox (kind, payload, created_at, next_attempt_at, dedupe_key)
         values ('auction_ended', '{"auction_id": 1}', now() - interval '1 day', now() + $1::interval, 'of the metrics')
         on conflict (dedupe_key) do update set next_attempt_at = excluded.next_attempt_at`,
        [due],
      )
      const text = await (await fetch(`${test.origin}/api/metrics`)).text()
      return Number(/^portal_outbox_oldest_seconds (\S+)$/m.exec(text)?.[1])
    }
    expect(await outbox('1 day')).toBeLessThan(3_600)
    expect(await outbox('-2 hours')).toBeGreaterThanOrEqual(7_200)
    await test.db.pool.query(`delete from portal.outbox where dedupe_key = 'of the metrics'`)
  })

  it('are all explained and shown on the dashboard, and have an alert unless they need none', async () => {
    const text = await (await fetch(`${test.origin}/api/metrics`)).text()
    const own = [...text.matchAll(/^# TYPE (portal_\S+)/gm)].map((match) => match[1]!)
    expect(own.length).toBeGreaterThan(15)
    const { groups } = z
      .object({ groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })) })
      .parse(parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8')))
    const watched = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)).join('\n')
    const isIn = (source: string) => (name: string) => new RegExp(`\\b${name}(?:_bucket|_count)?\\b`).test(source)
    // The alert on emails is about the age of the oldest one; the alert on open files covers watchers.
    const withoutAlert = ['portal_outbox_waiting', 'portal_watchers']
    expect(own.filter((name) => !isIn(watched)(name)).toSorted()).toEqual(withoutAlert)
    const explained = readFileSync('docs/operations.md', 'utf8').split('## Metrics')[1]!.split('## Log')[0]!
    expect(own.filter((name) => !isIn(explained)(name))).toEqual([])
    expect(own.filter((name) => !isIn(readFileSync('deploy/monitoring/dashboard.json', 'utf8'))(name))).toEqual([])
  })
})
