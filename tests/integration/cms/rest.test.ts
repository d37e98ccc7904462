import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { securityHeaders } from '@/lib/http/security-headers'
import type { StaffRole } from '@/lib/contract/manager'
import { poolOf } from '@/lib/server/payload/database'
import { publishStaffSettings, staffIdentity } from '@/lib/server/cms/staff/identity'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { addStaff, staffToken } from '@/tests/support/test-portal'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const PIECE = 64 * KILOBYTE

let cms: TestCms
let signedIn: Record<string, string>
let route: typeof import('@/app/(cms)/cms-api/[...slug]/route')

beforeAll(async () => {
  cms = await createTestCms()
  publishStaffSettings({
    twoFactorRequired: false,
    limitsRequests: true,
    publicUrl: 'https://portal.test',
    publicOrigin: 'https://portal.test',
    secrets: ['the-secret-of-the-tests-and-of-nothing-else'],
  })
  signedIn = await signInAs('editor')
  route = await import('@/app/(cms)/cms-api/[...slug]/route')
})
afterAll(() => cms.close())

async function signInAs(role: StaffRole): Promise<Record<string, string>> {
  const { pool } = cms.database
  return { authorization: `JWT ${await staffToken(pool, await addStaff(pool, role))}` }
}

type Sent = { headers?: Record<string, string>; body: BodyInit; address?: string }

function post(path: string, { headers = {}, body, address = '192.0.2.1' }: Sent): Promise<Response> {
  const request = new Request(`https://portal.test/cms-api/${path}`, {
    method: 'POST',
    headers: {
      host: 'portal.test',
      'x-forwarded-for': address,
      'accept-language': 'en',
      ...(typeof body === 'string' || body instanceof ReadableStream ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit)
  return route.POST(request, { params: Promise.resolve({ slug: path.split('/') }) })
}

/** An endless body that counts how many bytes of it are read. */
function createEndlessBody() {
  const read = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read.bytes += PIECE
        controller.enqueue(new Uint8Array(PIECE))
      },
    },
    { highWaterMark: 0 },
  )
  return { read, body }
}

const errorOf = async (response: Response) =>
  ((await response.json()) as { errors: [{ message: string }] }).errors[0].message

it('answers HEAD, which has no body', async () => {
  const request = new Request('https://portal.test/cms-api/pages', {
    method: 'HEAD',
    headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn },
  })
  const response = await route.GET(request, { params: Promise.resolve({ slug: ['pages'] }) })
  expect(response.status).toBeLessThan(500)
})

it.each(['staff/me', 'pages'])(
  'answers 503 for %s while sessions cannot be read, and not as to a visitor',
  async (path) => {
    const away = Object.assign(new Error('the database is starting up'), { code: '57P03' })
    const reading = jest.spyOn(staffIdentity(cms.payload).sessions, 'findStaff').mockRejectedValue(away)
    const request = new Request(`https://portal.test/cms-api/${path}`, {
      headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn },
    })
    const response = await route.GET(request, { params: Promise.resolve({ slug: path.split('/') }) })
    expect(reading).toHaveBeenCalled()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.json()).toMatchObject({ code: 'service_unavailable' })
  },
)

describe('an invalid where', () => {
  type WhereRequest = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
  const send = async ({ path, method = 'GET', headers, body }: WhereRequest) => {
    const request = new Request(`https://portal.test/cms-api/${path}`, {
      method,
      headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const slug = new URL(request.url).pathname.split('/').slice(2)
    return route[method](request, { params: Promise.resolve({ slug }) })
  }
  const inForm = (header: string): WhereRequest => ({
    path: 'pages',
    method: 'POST',
    headers: { [header]: 'GET', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'where[slug][near]=1',
  })
  const refusal = { errors: [{ message: 'The request contains an invalid value' }], code: 'invalid_input' }

  it('is refused for every collection, in lists and in counts', async () => {
    for (const { slug, endpoints } of cms.payload.config.collections) {
      if (endpoints === false || slug === 'payload-jobs') continue
      // Preferences have no route to count them; `count` would be the key of a preference.
      for (const path of slug === 'payload-preferences' ? [slug] : [slug, `${slug}/count`])
        for (const operator of ['near', 'within', 'intersects', 'all']) {
          const answer = await send({ path: `${path}?where[id][${operator}]=1` })
          // An editor may not read every collection.
          expect([path, operator, [400, 403].includes(answer.status)]).toEqual([path, operator, true])
          if (answer.status === 400) expect(await answer.json()).toMatchObject(refusal)
        }
    }
  })

  it.each<WhereRequest>([
    { path: 'pages?where[and][0][or][0][slug][near]=1' },
    { path: 'pages/versions?where[version.slug][all]=1' },
    { path: `pages?where=${encodeURIComponent('{"slug":{"all":["x"]}}')}` },
    { path: `pages?where=${encodeURIComponent('{"and":['.repeat(4_000) + '{}' + ']}'.repeat(4_000))}` },
    inForm('x-payload-http-method-override'),
    // Operators that do not fit the field or the value.
    { path: 'pages?where[id][contains]=x' },
    { path: 'news?where[published_at][like]=x' },
    { path: 'pages?where[blocks][not_like]=x' },
    { path: 'pages?where[title][like][]=x' },
    // Within JSON, of documents and of their versions.
    { path: 'payload-preferences?where[value.a][greater_than]=1' },
    { path: 'payload-preferences?where[value.a][contains]=x' },
    { path: 'payload-preferences?where[value.a][in]=x' },
    { path: 'payload-preferences?where[value.a][equals][b]=x' },
    { path: `payload-preferences?where=${encodeURIComponent('{"value.a":{"in":[]}}')}` },
    { path: 'pages?where[blocks.title][greater_than]=1' },
    { path: 'pages/versions?where[version.blocks.title][less_than]=1' },
    // Neither JSON nor a field.
    { path: 'pages?where=x' },
    { path: 'pages?data=x' },
    { path: 'pages?where[nothing][equals]=x' },
  ])('is refused as $path', async (request) => {
    const answer = await send(request)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
  })

  it('is not logged as an error', async () => {
    const levels = ['error', 'warn', 'info'] as const
    const logged = levels.map((level) => jest.spyOn(cms.payload.logger, level).mockImplementation(() => undefined))
    for (const path of ['pages?where=x', 'pages?data=x', 'payload-preferences?where[value.a][less_than]=1'])
      expect([path, (await send({ path })).status]).toEqual([path, 400])
    expect(logged.map((calls) => calls.mock.calls.length)).toEqual([0, 2, 1])
    jest.restoreAllMocks()
  })

  it('is not a valid condition within JSON', async () => {
    for (const where of [
      '[blocks.title][equals]=x',
      '[blocks.title][in][]=x',
      '[blocks.title][like]=x',
      '[blocks.title][exists]=true',
    ])
      expect([where, (await send({ path: `pages?where${where}` })).status]).toEqual([where, 200])
  })

  it('is refused in a form with another header that overrides the method', async () => {
    expect((await send(inForm('x-http-method-override'))).status).toBe(400)
  })

  it('is not a valid condition on a field', async () => {
    for (const where of ['[slug][in][]=x', '[title][like]=a%20b', '[or][0][slug][contains]=x', '[id][exists]=true'])
      expect([where, (await send({ path: `pages?where${where}` })).status]).toEqual([where, 200])
  })
})

it('a preference that does not exist is not found', async () => {
  const request = new Request('https://portal.test/cms-api/payload-preferences/none', {
    method: 'DELETE',
    headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn },
  })
  const answer = await route.DELETE(request, { params: Promise.resolve({ slug: ['payload-preferences', 'none'] }) })
  expect(answer.status).toBe(404)
})

describe('access', () => {
  const weak = JSON.stringify({ email: 'new@portal.test', password: '1', name: 'New', role: 'admin' })

  it('is refused to visitors before their input is validated', async () => {
    for (const path of ['staff', 'media', 'pages'])
      expect([path, (await post(path, { body: weak })).status]).toEqual([path, 403])
    const request = new Request('https://portal.test/cms-api/staff/1', { method: 'PATCH', body: weak })
    expect((await route.PATCH(request, { params: Promise.resolve({ slug: ['staff', '1'] }) })).status).toBe(403)
  })

  it('is refused to an editor before the password is checked', async () => {
    expect((await post('staff', { headers: signedIn, body: weak })).status).toBe(403)
  })
})

it('a member of staff keeps only the latest 500 preferences', async () => {
  const save = (key: string) => post(`payload-preferences/${key}`, { headers: signedIn, body: '{"value":{}}' })
  for (const key of ['first', 'second']) expect((await save(key)).status).toBe(200)
  await poolOf(cms.payload).query(
    `with many as (
       insert into cms.payload_preferences (key, value, updated_at) select 'key-' || number, '{}', now() - interval '1 day'
       from generate_series(1, 600) number returning id
     )
     insert into cms.payload_preferences_rels (parent_id, path, staff_id)
     select many.id, 'user', owner.staff_id from many, (select staff_id from cms.payload_preferences_rels limit 1) owner`,
  )
  expect((await save('third')).status).toBe(200)
  const { rows } = await poolOf(cms.payload).query<{ all: number; mine: number }>(
    `select count(*)::integer as all, (count(*) filter (where key in ('first', 'second', 'third')))::integer as mine from cms.payload_preferences`,
  )
  expect(rows).toEqual([{ all: 500, mine: 3 }])
  expect((await save('k'.repeat(201))).status).toBe(400)
})

it.each(['payload-jobs/run', 'payload-jobs/handle-schedules', 'payload-jobs', 'payload-migrations'])(
  'does not expose /%s to the staff',
  async (address) => {
    const request = new Request(`https://portal.test/cms-api/${address}`, { headers: signedIn })
    expect((await route.GET(request, { params: Promise.resolve({ slug: address.split('/') }) })).status).toBe(404)
  },
)

it.each(['first-register', 'unlock', 'verify/x'])('does not expose /staff/%s', async (address) => {
  expect((await post(`staff/${address}`, { headers: signedIn, body: '{}' })).status).toBe(404)
})

describe('a body sent to the back office’s API', () => {
  it.each([
    ['a visitor', {}],
    ['a forged cookie', { cookie: 'payload-token=made-up', 'sec-fetch-site': 'same-origin' }],
    ['a forged bearer token', { authorization: 'JWT made-up' }],
    [
      'a forged cookie and a file',
      { cookie: 'payload-token=made-up', 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ])('by %s is not read if it is longer than a sign-in', async (_who, headers) => {
    const { read, body } = createEndlessBody()
    const answer = await post('pages', { headers: { ...headers, 'content-length': String(10 * MEGABYTE) }, body })
    expect([answer.status, read.bytes]).toEqual([403, 0])
    expect(await errorOf(answer)).toMatch(/not allowed/)
  })

  it('by a visitor without a content-length is cut off after a few KB', async () => {
    const { read, body } = createEndlessBody()
    const answer = await post('staff/login', { body })
    expect([answer.status, answer.headers.get('connection'), read.bytes]).toEqual([413, 'close', PIECE])
  })

  it('by a visitor is not validated if only the staff may write', async () => {
    const messages = { uk: /дозвол/, en: /allowed/, ru: /разреш|прав/ }
    for (const path of ['staff', 'media', 'pages', 'payload-preferences/nav'])
      for (const [language, text] of Object.entries(messages)) {
        const answer = await post(path, { headers: { 'accept-language': language }, body: '{"password":"short"}' })
        expect([path, answer.status]).toEqual([path, 403])
        expect(await errorOf(answer)).toMatch(text)
      }
  })

  it('is refused if it does not arrive in time or is aborted', async () => {
    const { readBody } = await import('@/lib/server/cms/rest-guard')
    const sent = (body: ReadableStream) =>
      new Request('https://portal.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    const aborted = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) })
    const limit = { bytes: 10, timeoutMs: 1 }
    await expect(readBody(sent(new ReadableStream()), limit)).rejects.toMatchObject({ status: 408 })
    await expect(readBody(sent(aborted), limit)).rejects.toMatchObject({ status: 400 })
  })

  it('is limited to 64 KB for a preference', async () => {
    const preference = (length: number) =>
      post('payload-preferences/nav', { headers: signedIn, body: JSON.stringify({ value: 'x'.repeat(length) }) })
    expect([(await preference(60 * KILOBYTE)).status, (await preference(64 * KILOBYTE)).status]).toEqual([200, 413])
  })

  it('by a member of staff is read completely', async () => {
    const body = JSON.stringify({ padding: 'x'.repeat(2 * MEGABYTE) })
    expect((await post('staff/security/status', { headers: signedIn, body })).status).toBe(200)
    const form = new FormData()
    form.set('_payload', JSON.stringify({ alt: 'a file' }))
    form.set('file', new File([new Uint8Array(15 * MEGABYTE)], 'zeros.bin'))
    const upload = await post('media', { headers: signedIn, body: form })
    // Payload has received the whole file and refuses its type.
    expect([upload.status, await errorOf(upload)]).toEqual([400, expect.stringMatching(/file|mime/i)])
  })

  it.each([
    ['rows of one list', { blocks: Array.from({ length: 201 }, () => ({ blockType: 'hero' })) }],
    [
      'rows of many lists',
      { blocks: Array.from({ length: 21 }, () => ({ items: Array.from({ length: 200 }, () => ({})) })) },
    ],
    ['keys', Object.fromEntries(Array.from({ length: 40_001 }, (_, index) => [`key${index}`, {}]))],
    ['lists within lists', Array.from({ length: 201 }).reduce<unknown>((inner) => ({ blocks: [inner] }), {})],
  ])('by a member of staff is refused before Payload parses it, with too many %s', async (_what, data) => {
    const form = new FormData()
    form.set('_payload', JSON.stringify(data))
    const json = await post('pages', { headers: signedIn, body: JSON.stringify(data) })
    expect([json.status, (await post('media', { headers: signedIn, body: form })).status]).toEqual([413, 413])
  })

  it('may contain a table of 200 rows and a long text', async () => {
    const cells = Array.from({ length: 8 }, () => ({ value: 'cell' }))
    const children = Array.from({ length: 2_000 }, () => ({ type: 'paragraph', version: 1, children: [] }))
    const blocks = [
      { blockType: 'table', columns: [{ name: 'column' }], rows: Array.from({ length: 200 }, () => ({ cells })) },
      { blockType: 'text', content: { root: { type: 'root', version: 1, children } } },
    ]
    const body = JSON.stringify({ title: 'A long page', blocks, _status: 'draft' })
    expect((await post('pages', { headers: signedIn, body })).status).toBe(201)
  })

  it('is answered with the security headers that the middleware sets for pages', async () => {
    const answer = await post('staff/login', { headers: { 'x-forwarded-proto': 'https' }, body: '{' })
    const expected = securityHeaders({ policy: { kind: 'static' }, https: true, development: false })
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...expected, 'cache-control': 'no-store' })
    expect(answer.status).toBe(400)
  })
})

describe('a condition of a query', () => {
  let signedIn: Record<string, string>

  beforeAll(async () => {
    signedIn = await signInAs('admin')
  })

  async function send(path: string, where: unknown, method: 'GET' | 'DELETE' = 'GET'): Promise<Response> {
    const url = `https://portal.test/cms-api/${path}?where=${encodeURIComponent(JSON.stringify(where))}`
    const request = new Request(url, { method, headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn } })
    return route[method](request, { params: Promise.resolve({ slug: path.split('/') }) })
  }

  const OPERATORS = [
    ...['equals', 'not_equals', 'in', 'not_in', 'exists', 'contains', 'like', 'not_like'],
    ...['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal'],
  ] as const

  /** Values that are wrong for most fields and operators. */
  const WRONG_VALUES = [
    'x',
    '',
    'a,b',
    '\0',
    1e20,
    1.5,
    true,
    null,
    [],
    [null],
    [[]],
    ['x'],
    {},
    [{}],
    { a: 'x' },
    { relationTo: 'nothing', value: 'x' },
  ] as const
  /** Each operator of a field gets an eighth of them in turn, so that each field and each operator meets them all. */
  const SHARES = 8

  const TEXT_OPERATORS = ['contains', 'like', 'not_like']
  /** For a number, Payload treats `like` as `equals`. */
  const TEXT_OPERATORS_WITHOUT_LIKE = ['contains', 'not_like']

  interface FieldCase {
    type: string
    path: string
    field: string
    /** A value that is valid for the field. */
    value: unknown
    /** Operators that the field does not have. */
    misfits: readonly string[]
  }

  const FIELD_CASES: FieldCase[] = [
    { type: 'id', path: 'auctions', field: 'id', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
    { type: 'text', path: 'news', field: 'slug', value: 'x', misfits: [] },
    { type: 'localized text', path: 'news', field: 'title', value: 'x', misfits: [] },
    { type: 'textarea', path: 'auctions', field: 'payment_terms', value: 'x', misfits: [] },
    { type: 'email', path: 'companies', field: 'email', value: 'a@b.test', misfits: [] },
    { type: 'number', path: 'auctions', field: 'extension_minutes', value: 3, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
    { type: 'date', path: 'auctions', field: 'starts_at', value: '2026-11-24', misfits: TEXT_OPERATORS },
    { type: 'checkbox', path: 'auctions', field: 'outside_hours_confirmed', value: true, misfits: TEXT_OPERATORS },
    { type: 'select', path: 'auctions', field: 'visibility', value: 'open', misfits: TEXT_OPERATORS },
    { type: 'relationship', path: 'auctions', field: 'category', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
    { type: 'field of a related document', path: 'auctions', field: 'category.slug', value: 'x', misfits: [] },
    { type: 'upload', path: 'news', field: 'image', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
    { type: 'json', path: 'feedback', field: 'file_ids', value: '{}', misfits: TEXT_OPERATORS },
    { type: 'blocks', path: 'pages', field: 'blocks', value: '[]', misfits: TEXT_OPERATORS },
    { type: 'text of a group', path: 'pages', field: 'meta.og.title', value: 'x', misfits: [] },
    { type: 'choice of a group', path: 'pages', field: 'meta.og.type', value: 'website', misfits: TEXT_OPERATORS },
    { type: 'text of a list', path: 'auctions', field: 'documents.id', value: 'x', misfits: [] },
    {
      type: 'file of a list',
      path: 'auctions',
      field: 'documents.file',
      value: 1,
      misfits: TEXT_OPERATORS_WITHOUT_LIKE,
    },
    {
      type: 'date of a version',
      path: 'auctions/versions',
      field: 'version.starts_at',
      value: '2026-11-24',
      misfits: TEXT_OPERATORS,
    },
    {
      type: 'document of many collections',
      path: 'payload-locked-documents',
      field: 'document',
      value: { relationTo: 'pages', value: 1 },
      misfits: OPERATORS.filter((operator) => operator !== 'equals'),
    },
  ]

  describe.each(FIELD_CASES)('a where on a field of type $type', ({ path, field, value, misfits }) => {
    const fieldIndex = FIELD_CASES.findIndex((one) => one.field === field)
    it.each(OPERATORS)('%s', async (operator) => {
      const turn = fieldIndex + OPERATORS.indexOf(operator)
      const wrongValues = WRONG_VALUES.filter((_, index) => index % SHARES === turn % SHARES)
      const logged = (['error', 'warn'] as const).map((level) =>
        jest.spyOn(cms.payload.logger, level).mockImplementation(() => undefined),
      )
      const operand = operator === 'in' || operator === 'not_in' ? [value] : operator === 'like' ? String(value) : value
      const fitting = await send(path, { [field]: { [operator]: operand } })
      expect(fitting.status).toBe(misfits.includes(operator) ? 400 : 200)
      for (const wrong of wrongValues) {
        const answer = await send(path, { [field]: { [operator]: wrong } })
        expect([wrong, [200, 400].includes(answer.status), answer.status]).toEqual([wrong, true, answer.status])
        if (answer.status === 400)
          expect(await answer.json()).toMatchObject({
            errors: [{ name: 'QueryError', message: 'The request contains an invalid value' }],
            code: 'invalid_input',
          })
      }
      expect(logged.map(({ mock }) => mock.calls)).toEqual([[], []])
    })
  })

  it('an invalid condition deletes nothing and is not logged as an error of the portal', async () => {
    const logged = jest.spyOn(cms.payload.logger, 'error').mockImplementation(() => undefined)
    const { id } = await cms.payload.create({ collection: 'redirects', data: { from: '/old', to: '/new' } })
    const answer = await send('redirects', { id: { contains: 'x' } }, 'DELETE')
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
    expect(logged).not.toHaveBeenCalled()
    expect(await cms.payload.findByID({ collection: 'redirects', id })).toMatchObject({ id })
  })

  it('reports a refusal of the portal’s own query as an error', async () => {
    const where = { id: { contains: 'x' } }
    await expect(cms.payload.find({ collection: 'pages', where })).rejects.not.toMatchObject({ name: 'QueryError' })
  })
})
