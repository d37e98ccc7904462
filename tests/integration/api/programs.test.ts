import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { endpoints } from '@/lib/contract/endpoints'
import type { EndpointGroup } from '@/lib/contract/endpoint'
import type { ApiToken } from '@/lib/contract/tokens'
import { listActions } from '@/lib/server/platform/company-audit'
import { openApiDocument } from '@/lib/server/http/openapi'
import { PROGRAM_EXAMPLE } from '@/lib/server/http/program-example'
import { isWithin } from '@/lib/server/identity/programs'
import { openServer, publishLot, registerBuyers, startAuction } from '@/tests/support/auction-house'
import { aLot, MINUTE } from '@/tests/support/builders/lot'
import { createTestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'
import { isStaffAccess } from '@/lib/server/http/authorize'
import { bearer, post, startTestPortal, type TestPortal, type Transport } from '@/tests/support/test-portal'

/** Tokens of a company's programs: their scope, addresses and lifetime. */
const password = 'Eleven-Gas-Meters'
const PROXY = '192.0.2.254'
const INSIDE = '203.0.113.7'
const OUTSIDE = '198.51.100.7'
const calls = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as EndpointGroup).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

let test: TestPortal
let over: Transport
let companyId: number
let ownerId: number
let owner: string
let auctionId: number
let runningId: number

beforeAll(async () => {
  const db = await createTestDatabase()
  const { pool } = db
  ;[companyId] = (await registerBuyers(pool, 1)) as [number]
  // Before the portal leads, because it would record the start at the real time.
  const clock = fixedClock(Date.now())
  const server = await openServer(db, clock)
  const lot = lotFrom(Date.now() - MINUTE)
  runningId = await startAuction({ server, pool, clock, accounts: [companyId], lot, quantity: 50 })
  await server.close()
  test = await startTestPortal({ RATE_LIMITS: 'off', TRUSTED_PROXIES: `loopback, ${PROXY}` }, db)
  over = (path, init) => fetch(`${test.origin}${path}`, init)
  await test.setPassword(companyId, password)
  owner = await test.signIn(companyId)
  ownerId = await personOf(companyId)
  auctionId = await publishLot(pool, aLot(lotFrom(Date.now() + 60 * MINUTE)))
})
afterAll(() => test.close())

/** An hour of bidding. */
function lotFrom(startsAt: number) {
  const endsAt = startsAt + 60 * MINUTE
  return { applicationDeadline: startsAt, startsAt, endsAt, hardEndAt: endsAt + 60 * MINUTE }
}

async function personOf(account: number): Promise<number> {
  const { rows } = await test.db.pool.query<{ id: number }>(
    'select min(id) as id from portal.people where company_id = $1',
    [account],
  )
  return rows[0]!.id
}

interface Answer<T> {
  status: number
  code?: string
  data: T
}

async function call<T = Record<string, unknown>>(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  const response = await post(over, path, body, headers)
  const { code, data } = (await response.json()) as { code?: string; data: T }
  return { status: response.status, data, ...(code !== undefined && { code }) }
}

async function createToken(changes: object = {}, as = owner) {
  const input = { name: 'Robot', scope: 'bid', days: 30, password, ...changes }
  return call<{ secret: string; token: ApiToken }>('/api/tokens/create', input, bearer(as))
}
const secretOf = async (changes: object = {}) => (await createToken(changes)).data.secret
const own = (headers: Record<string, string>) => call('/api/auctions/own', { auction_id: auctionId }, headers)

/** Adds another owner with a password to the company and signs in. */
async function addOwner(): Promise<{ id: number; token: string }> {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'S', 'N', '+380501112233', 'owner') returning id`,
    [companyId, `${crypto.randomUUID()}@gmail.com`],
  )
  const id = rows[0]!.id
  await test.db.pool.query(
    `insert into portal.credentials (person_id, password_hash) select $1, password_hash from portal.credentials where person_id = $2`,
    [id, ownerId],
  )
  const { rows: people } = await test.db.pool.query<{ email: string }>(
    'select email from portal.people where id = $1',
    [id],
  )
  const signedIn = await call<{ access_token: string }>('/api/auth/login', { email: people[0]?.email, password }, {})
  return { id, token: signedIn.data.access_token }
}

describe('a token', () => {
  it('is shown once and stored as a hash', async () => {
    const { data, status } = await createToken({
      name: 'Робот № 1',
      scope: 'read',
      days: 365,
      addresses: '203.0.113.0/24',
    })
    expect([status, data.secret]).toEqual([200, expect.stringMatching(/^gap_[\w-]{43}$/)])
    expect(data.token).toMatchObject({
      name: 'Робот № 1',
      scope: 'read',
      addresses: '203.0.113.0/24',
      last_used_at: null,
    })
    expect(Date.parse(data.token.expires_at) - Date.parse(data.token.created_at)).toBe(365 * 24 * 60 * MINUTE)
    const stored = await test.db.pool.query<{ row: string }>(
      'select to_jsonb(token)::text as row from portal.api_tokens token',
    )
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(data.secret.slice('gap_'.length))
    const listed = await call<{ list: ApiToken[] }>('/api/tokens/list', {}, bearer(owner))
    expect(listed.data.list[0]).toEqual(data.token)
    expect(JSON.stringify(listed)).not.toContain(data.secret)
  })

  it('is announced to the owners and listed among the company’s actions', async () => {
    const { data } = await createToken({ name: 'Announced' })
    const { rows } = await test.db.pool.query(
      `select person_id from portal.outbox where kind = 'token_made' and payload ->> 'token_id' = $1`,
      [String(data.token.id)],
    )
    expect(rows).toEqual([{ person_id: ownerId }])
    await call('/api/tokens/end', { id: data.token.id }, bearer(owner))
    const acts = await listActions(test.db.pool, companyId, {})
    expect(acts.list.slice(0, 2)).toMatchObject([
      { action: 'token_ended', title: 'Announced' },
      { action: 'token_made', title: 'Announced' },
    ])
  })

  it.each([
    ['an unknown scope', { scope: 'admin' }],
    ['several scopes', { scope: ['read', 'bid'] }],
    ['no scope', { scope: undefined }],
    ['more than a year', { days: 366 }],
    ['no day', { days: 0 }],
    ['no name', { name: ' ' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['an invalid range of addresses', { addresses: '203.0.113.0/33' }],
    ['a host name', { addresses: 'robot.example.com' }],
    ['empty addresses', { addresses: '' }],
    ['an unknown field', { role: 'owner' }],
  ])('is not created with %s', async (_name, changes) => {
    expect(await createToken(changes)).toMatchObject({ status: 422, code: 'invalid_input' })
  })

  it('can be created only with an owner’s session and password', async () => {
    expect(await createToken({ password: 'Another-Gas-Meter' })).toMatchObject({ code: 'password_incorrect' })
    const other = await addOwner()
    await test.db.pool.query(`update portal.people set role = 'trader' where id = $1`, [other.id])
    await test.db.pool.query(`select pg_notify('portal_account', json_build_object('company_id', $1::integer)::text)`, [
      companyId,
    ])
    expect(await createToken({}, other.token)).toMatchObject({ status: 403, code: 'role_insufficient' })
  })

  it('does not work once expired or ended', async () => {
    const { data } = await createToken()
    expect((await own(bearer(data.secret))).status).toBe(200)
    await test.db.pool.query(
      `update portal.api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [data.token.id],
    )
    expect(await own(bearer(data.secret))).toMatchObject({ status: 401, code: 'unauthorized' })
    const second = await createToken()
    expect((await call('/api/tokens/end', { id: second.data.token.id }, bearer(owner))).status).toBe(200)
    expect(await own(bearer(second.data.secret))).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await call('/api/tokens/end', { id: second.data.token.id }, bearer(owner))).toMatchObject({
      code: 'not_found',
    })
  })

  it('is refused if it was guessed, truncated or altered', async () => {
    const secret = await secretOf()
    for (const wrong of [
      `gap_${'A'.repeat(43)}`,
      secret.slice(0, -1),
      `${secret}A`,
      secret.slice(4),
      'gap_',
      `${secret}'--`,
    ])
      expect([wrong.length, (await own(bearer(wrong))).status]).toEqual([wrong.length, 401])
  })

  it('does not work in a URL or a cookie', async () => {
    const secret = await secretOf()
    const path = `/api/auctions/own?token=${secret}&access_token=${secret}&authorization=Bearer%20${secret}`
    expect((await call(path, { auction_id: auctionId }, {})).status).toBe(401)
    expect((await own({ cookie: `accessToken=${secret}` })).status).toBe(401)
    expect((await own({ ...bearer(secret), 'x-portal-bearer': 'cookie' })).status).toBe(401)
  })

  it('records its last use', async () => {
    const { data } = await createToken()
    await own(bearer(data.secret))
    const listed = await call<{ list: ApiToken[] }>('/api/tokens/list', {}, bearer(owner))
    expect(listed.data.list.find(({ id }) => id === data.token.id)?.last_used_at).toEqual(expect.any(String))
  })
})

describe('the addresses of a token', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24', true],
    ['203.0.114.7', '203.0.113.0/24', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.8', '203.0.113.7', false],
    ['2001:db8:1::5', '2001:db8:1::/48', true],
    ['2001:db8:2::5', '2001:db8:1::/48', false],
    ['203.0.113.7', '2001:db8:1::/48', false],
    ['unknown', '0.0.0.0/0', false],
    [undefined, '0.0.0.0/0', false],
  ])('%s within %s: %s', (address, range, expected) => {
    expect(isWithin(address, range)).toBe(expected)
  })

  it('are compared with the visitor’s address, not a proxy’s', async () => {
    const secret = await secretOf({ addresses: '203.0.113.0/24' })
    const from = (forwarded: string) => own({ ...bearer(secret), 'x-forwarded-for': forwarded })
    expect((await from(INSIDE)).status).toBe(200)
    expect((await from(`${INSIDE}, ${PROXY}`)).status).toBe(200)
    expect(await from(OUTSIDE)).toMatchObject({ status: 403, code: 'token_address_refused' })
    // The header starts with the client's own claim; the proxy appends the real address.
    expect(await from(`${INSIDE}, ${OUTSIDE}`)).toMatchObject({ code: 'token_address_refused' })
    expect(await own(bearer(secret))).toMatchObject({ code: 'token_address_refused' })
    const loopback = await secretOf({ addresses: '127.0.0.0/8' })
    expect((await own(bearer(loopback))).status).toBe(200)
    expect(await own({ ...bearer(loopback), 'x-forwarded-for': OUTSIDE })).toMatchObject({
      code: 'token_address_refused',
    })
  })

  it('also restrict calls within the process', async () => {
    const secret = await secretOf({ addresses: '127.0.0.0/8' })
    const inProcess: Transport = (path, init) => test.portal.api(new Request(`http://portal.internal${path}`, init))
    expect((await post(inProcess, '/api/auctions/own', { auction_id: auctionId }, bearer(secret))).status).toBe(403)
  })
})

describe('the scope of a token', () => {
  it.each(['read', 'bid'] as const)('%s allows only the calls that the contract lists', async (scope) => {
    const secret = await secretOf({ scope })
    const allowed: string[] = []
    for (const [name, { path, access, token }] of calls) {
      const { code, status } = await call(
        path,
        { unknown_field: true },
        { ...bearer(secret), 'idempotency-key': crypto.randomUUID() },
      )
      if (token === 'read' || (token === 'bid' && scope === 'bid')) {
        allowed.push(name)
        expect([name, code]).toEqual([name, 'invalid_input'])
      } else {
        const expected = isStaffAccess(access) ? [401, 'unauthorized'] : [403, 'token_scope_insufficient']
        expect([name, status, code]).toEqual([name, ...expected])
      }
    }
    expect(allowed.includes('bids.place')).toBe(scope === 'bid')
    expect(
      allowed.filter((name) =>
        /^(auth|people|profile|tokens|chat|documents|feedback|personalData|twoFactor|notifications|manager)\./.test(
          name,
        ),
      ),
    ).toEqual([])
  })

  it('does not include the documents of the company', async () => {
    const secret = await secretOf({ scope: 'read' })
    const { rows } = await test.db.pool.query<{ id: number }>(
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256) values ($1, 'charter', 'charter.pdf', 'application/pdf', 1, sha256('x')) returning id`,
      [companyId],
    )
    await test.db.pool.query('insert into portal.file_contents (file_id, content) values ($1, $2)', [rows[0]?.id, 'x'])
    const read = async (path: string, token: string) => (await over(path, { headers: bearer(token) })).status
    expect(await read(`/storage/files/${rows[0]?.id}`, owner)).toBe(200)
    expect(await read(`/storage/files/${rows[0]?.id}`, secret)).toBe(404)
    const downloads = async () =>
      (await test.db.pool.query(`select from portal.company_audit where subject = $1`, [`file:${rows[0]?.id}`]))
        .rowCount
    expect(await downloads()).toBe(1)
    await over(`/storage/files/${rows[0]?.id}`, { method: 'HEAD', headers: bearer(owner) })
    expect(await downloads()).toBe(1)
    expect(await read('/storage/files/personal-data.zip?ticket=x', secret)).toBe(403)
    expect(await read('/storage/files/own-bids.csv?lang=uk', secret)).toBe(200)
  })

  it('opens the live stream, which closes when the token is ended', async () => {
    const { data } = await createToken({ scope: 'read' })
    const stream = await over(`/api/auctions/${auctionId}/events`, { headers: bearer(data.secret) })
    expect(stream.status).toBe(200)
    const reader = stream.body!.getReader()
    await call('/api/tokens/end', { id: data.token.id }, bearer(owner))
    for (;;) if ((await reader.read()).done) break
    expect((await over(`/api/auctions/${auctionId}/events`, { headers: bearer(data.secret) })).status).toBe(401)
  })

  it('is in the OpenAPI document', () => {
    const { paths } = openApiDocument() as { paths: Record<string, { post: { security?: object[] } }> }
    expect(paths['/api/bids/place']?.post.security).toEqual([{ bearer: [] }, { program: ['bid'] }])
    expect(paths['/api/auctions/own']?.post.security).toEqual([{ bearer: [] }, { program: ['read'] }])
    expect(paths['/api/auctions/apply']?.post.security).toEqual([{ bearer: [] }])
  })
})

describe('the owner of a token', () => {
  it.each([
    [
      'becomes a trader',
      `update portal.people set role = 'trader' where id = $1`,
      `update portal.people set role = 'owner' where id = $1`,
    ],
    [
      'is deactivated',
      `update portal.people set deactivated_at = now() where id = $1`,
      `update portal.people set deactivated_at = null where id = $1`,
    ],
    [
      'has left',
      `update portal.people set removed_at = now() where id = $1`,
      `update portal.people set removed_at = null where id = $1`,
    ],
  ])('%s, and the token ends for good, even if that is reverted', async (_name, change, back) => {
    const other = await addOwner()
    const { data } = await createToken({}, other.token)
    const stored = await secretOf()
    expect((await own(bearer(data.secret))).status).toBe(200)
    await test.db.pool.query(change, [other.id])
    expect((await own(bearer(data.secret))).status).toBe(401)
    await test.db.pool.query(back, [other.id])
    expect((await own(bearer(data.secret))).status).toBe(401)
    expect((await own(bearer(stored))).status).toBe(200)
  })

  it('is removed by the API, and the token ends', async () => {
    const other = await addOwner()
    const { data } = await createToken({}, other.token)
    expect((await call('/api/people/remove', { id: other.id }, bearer(owner))).status).toBe(200)
    expect((await own(bearer(data.secret))).status).toBe(401)
  })

  it('loses the token for good when the company is deactivated', async () => {
    const [id = 0] = await registerBuyers(test.db.pool, 1)
    await test.setPassword(id, password)
    const { data } = await createToken({}, await test.signIn(id))
    const manager = await test.staff('manager')
    for (const action of ['deactivate', 'reactivate']) {
      expect(
        (await call(`/api/manager/accounts/${action}`, { company_id: id, reason: 'Checked' }, bearer(manager))).status,
      ).toBe(200)
      expect((await own(bearer(data.secret))).status).toBe(401)
    }
  })
})

describe('the example of the documentation', () => {
  it('is the same on the page and in docs/programs.md', async () => {
    const page = await (await over('/api/docs/programs')).text()
    expect(
      page
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&')
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"'),
    ).toContain(PROGRAM_EXAMPLE)
    expect(readFileSync('docs/programs.md', 'utf8')).toContain(PROGRAM_EXAMPLE)
  })

  it('bids in a running auction for the token’s owner, and only with the scope to bid', async () => {
    const file = join(tmpdir(), `bid-${crypto.randomUUID()}.mjs`)
    await writeFile(file, PROGRAM_EXAMPLE)
    const run = async (scope: string) => {
      const TOKEN = await secretOf({ scope })
      const env = {
        ...process.env,
        NODE_OPTIONS: '',
        PORTAL: test.origin,
        TOKEN,
        AUCTION: String(runningId),
        QUANTITY: '50.000',
        CEILING: '15200.00',
      }
      return promisify(execFile)(process.execPath, [file], { env }).then(
        ({ stdout }) => stdout,
        (error: { stderr: string }) => error.stderr,
      )
    }
    expect(await run('bid')).toMatch(/^Bid \d+ of 14010.00 is on record, rank 1\.\n$/)
    expect(await run('read')).toContain('token_scope_insufficient')
    const { rows } = await test.db.pool.query(
      'select distinct person_id from portal.bid_people where auction_id = $1',
      [runningId],
    )
    expect(rows).toEqual([{ person_id: ownerId }])
  })
})
