import fc from 'fast-check'
import * as z from 'zod'
import type { EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { brokenJson, encode, segment, text, value } from './values'

type Area = 'api' | 'site' | 'office' | 'files' | 'streams' | 'bytes'

/** The bytes sent over one connection: a request, several pipelined requests, or no request at all. */
export interface Shot {
  area: Area
  /** Shown in the report. */
  name: string
  bytes: Buffer
  /** How the sender behaves: waits for the end, half-closes early, or disconnects immediately. */
  manner: 'waits' | 'ends' | 'leaves'
}

export interface Callers {
  account: string
  staff: string
}

interface Message {
  method: string
  target: string
  headers: [string, string][]
  body: Buffer
}

const commonMethods = fc.constantFrom('GET', 'POST')
const methods = fc.oneof(
  { weight: 6, arbitrary: commonMethods },
  fc.constantFrom(
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'LOCK',
    'M-SEARCH',
    'SEARCH',
    'CONNECT',
    'BREW',
    'get',
  ),
)

const endpointList = Object.values(endpoints).flatMap((group: EndpointGroup) => Object.values(group))

/** Bodies with random values for the call's fields and with unknown fields. */
const callOf = fc.constantFrom(...endpointList).chain((endpoint) => {
  const fields = fieldsOf(endpoint.request)
  const withKnownFields = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(withKnownFields, fc.dictionary(text, value, { maxKeys: 1 }))
        .map(([own, others]) => Buffer.from(JSON.stringify({ ...own, ...others }))),
    },
    brokenJson.map((broken) => Buffer.from(broken)),
    formBody(fields).map((form) => form),
  )
  return fc.record({ path: fc.constant<string>(endpoint.path), body })
})

function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {}, anyOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
  }
  return [...new Set([properties, ...anyOf.map((one) => one.properties ?? {})].flatMap((one) => Object.keys(one)))]
}

/** multipart/form-data with the boundary `x`: parts in any order, or cut off. */
function formBody(fields: readonly string[]) {
  const name = fc.oneof(
    fc.constantFrom('file', 'kind', '_payload', '$ACTION_ID_x', '$ACTION_REF_1', '$ACTION_1:0', ...fields),
    text,
  )
  const part = fc
    .tuple(name, text, fc.boolean())
    .map(
      ([field, content, isFile]) =>
        `--x\r\nContent-Disposition: form-data; name="${field}"${isFile ? `; filename="${content.slice(0, 30)}"\r\nContent-Type: application/pdf` : ''}\r\n\r\n${content}\r\n`,
    )
  return fc
    .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('--x--\r\n', '--x', '', '--'))
    .map(([parts, end]) => Buffer.from(parts.join('') + end))
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'text/x-component',
  '',
)

const oddHeaders: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'Origin',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'X-Forwarded-Host',
      'Last-Event-ID',
      'Range',
      'If-None-Match',
      'Accept-Encoding',
      'Accept-Language',
      'Idempotency-Key',
      'RSC',
      'Next-Router-State-Tree',
      'Next-Router-Prefetch',
      'Next-Router-Segment-Prefetch',
      'Next-Url',
      'Next-Action',
      'X-Middleware-Subrequest',
      'X-Nextjs-Data',
      'Sec-Fetch-Site',
      'Referer',
      'Authorization',
      'Upgrade',
      'Expect',
      'Content-Encoding',
      'X-HTTP-Method-Override',
      'X-Payload-HTTP-Method-Override',
      'Purpose',
      'Forwarded',
    ),
    text.map(headerSafe),
  ),
  fc.constantFrom<[string, string]>(
    ['RSC', '1'],
    ['Next-Action', 'a'.repeat(42)],
    ['Next-Action', 'x'],
    ['Host', 'second.example'],
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '5'],
    ['Expect', '100-continue'],
    ['Range', 'bytes=0-0,5-1'],
    ['X-Big', 'x'.repeat(20_000)],
    ['Content-Encoding', 'gzip'],
  ),
  text.map((word): [string, string] => [
    'Cookie',
    headerSafe(
      `accessToken=${encode(word)}; payload-token=${word}; previewSecret=%00; NEXT_LOCALE=${word}; cookieApprove=%; aucs=${encode(word)}`,
    ),
  ]),
)

function headerSafe(word: string): string {
  return word.replace(/[\r\n\u0000]/g, ' ').slice(0, 400)
}

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'lang',
          'after',
          'year',
          'before',
          'category',
          'ticket',
          'limit',
          'depth',
          'page',
          'sort',
          'where[id][equals]',
          'where[or][0][x][like]',
          'locale',
          'draft',
          'url',
          '_rsc',
          'return',
          'secret',
          'to',
          'select[x]',
          'populate',
        ),
        text,
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([name, word]) => `${name}=${encode(word)}`).join('&')}`),
  text.map((word) => `?${word.replace(/[\s\u0000-\u001f]/g, '')}`),
)

function path(shapes: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...shapes), segment, segment, query)
    .map(([shape, first, second, tail]) => shape.replace('*', first).replace('*', second) + tail)
}

const sitePaths = path([
  '/',
  '/*',
  '/en',
  '/ru/*',
  '/en/*/*',
  '/auctions/*',
  '/auctions/*/*',
  '/en/auctions/gas/*',
  '/news',
  '/news/*',
  '/shop',
  '/cabinet',
  '/en/cabinet/info',
  '/user-login',
  '/register',
  '/password-reset',
  '/password-reset/token/*',
  '/user-email-confirm/token/*',
  '/unsubscribe/*',
  '/*/%ff',
  '/%',
  '//*',
  '/./*',
  '/%2e%2e/*',
  '/robots.txt',
  '/sitemap.xml',
  '/*.xml',
  '/favicon.ico',
  '/404',
  '/error',
  '/~draft/*',
  '/~news',
  '/auctions/results-past-auctions/*',
  '/_next/*',
  '/_next/static/*',
  '/_next/image',
  '/_next/data/*/*',
  '/internal/*',
  '/internal/revalidate',
  '/internal/preview/leave',
  '/api',
  'http://portal.example/*',
  '*',
])
const officePaths = path([
  '/admin',
  '/admin/login',
  '/admin/*',
  '/admin/collections/*',
  '/admin/collections/pages/*',
  '/admin/collections/auctions/create',
  '/admin/globals/*',
  '/admin/preview',
  '/admin/office/*',
  '/office',
  '/office/*',
  '/office/companies/*',
  '/office/auctions/*/console',
  '/admin/console',
  '/cms-api/*',
  '/cms-api/pages',
  '/cms-api/pages/*',
  '/cms-api/auctions/*',
  '/cms-api/news/*',
  '/cms-api/media',
  '/cms-api/media/file/*',
  '/cms-api/*/versions',
  '/cms-api/pages/versions/*',
  '/cms-api/globals/*',
  '/cms-api/globals/settings',
  '/cms-api/globals/*/versions',
  '/cms-api/access',
  '/cms-api/staff/login',
  '/cms-api/staff/me',
  '/cms-api/staff/verify/*',
  '/cms-api/staff/unlock',
  '/cms-api/staff/refresh-token',
  '/cms-api/staff/first-register',
  '/cms-api/payload-locked-documents',
  '/cms-api/payload-preferences/*',
  '/cms-api/payload-jobs/run',
  '/cms-api/*/count',
  '/cms-api/*/*',
])
const filePaths = path([
  '/storage/*',
  '/storage/files/*',
  '/storage/files/1',
  '/storage/files/results.csv',
  '/storage/files/results.xlsx',
  '/storage/files/own-bids.csv',
  '/storage/files/agreement-1.pdf',
  '/storage/files/protocol-1.pdf',
  '/storage/files/personal-data.zip',
  '/storage/media/*',
  '/og/*',
  '/og/uk/*/*',
  '/og/en/news/*',
  '/og/uk/page/*',
  '/feeds/*',
  '/feeds/uk/*',
  '/feeds/en/news.rss',
  '/feeds/ru/auctions/*',
  '/feeds/uk/auctions/*.ics',
  '/icon.svg',
  '/service-worker.js',
])
const streamPaths = path([
  '/api/auctions/1/events',
  '/api/auctions/2/events',
  '/api/auctions/*/events',
  '/api/auctions/3/events/*',
  '/api/*',
  '/api/*/*',
  '/api/openapi.json',
  '/api/docs',
  '/api/metrics',
  '/api/health/ready',
  '/api/notifications/one-click/*',
])

function message(
  target: fc.Arbitrary<string>,
  callers: Callers,
  method: fc.Arbitrary<string> = methods,
): fc.Arbitrary<Message> {
  const authorization = fc.constantFrom<[string, string][]>(
    [],
    [],
    [['Authorization', `Bearer ${callers.account}`]],
    [['Authorization', `Bearer ${callers.staff}`]],
    [['Cookie', `accessToken=${callers.account}`]],
    [['Cookie', `payload-token=${callers.staff}`]],
  )
  const body = fc.oneof(
    { weight: 2, arbitrary: fc.constant(Buffer.alloc(0)) },
    brokenJson.map((broken) => Buffer.from(broken)),
    value.map((any) => Buffer.from(JSON.stringify(any) ?? '')),
    formBody([]),
  )
  return fc
    .tuple(method, target, fc.array(oddHeaders, { maxLength: 3 }), authorization, contentTypes, body)
    .map(([verb, address, odd, who, type, content]) => ({
      method: verb,
      target: address,
      headers: [
        ...who,
        ...(type === '' || content.length === 0 ? [] : [['Content-Type', type] as [string, string]]),
        ...odd,
      ],
      body: content,
    }))
}

function serialize({ method, target, headers, body }: Message, last = true): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: portal.example',
    ...headers.map(([name, content]) => `${name}: ${content}`),
  ]
  if (body.length > 0 && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name)))
    lines.push(`Content-Length: ${body.length}`)
  if (last && !headers.some(([name]) => name === 'Connection')) lines.push('Connection: close')
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), body])
}

const manner = fc.constantFrom<Shot['manner']>('waits', 'waits', 'waits', 'waits', 'ends', 'leaves')

function shotsOf(area: Area, messages: fc.Arbitrary<Message>): fc.Arbitrary<Shot> {
  const one = fc.tuple(messages, manner).map(([sent, how]) => ({
    area,
    name: nameOf(sent),
    bytes: serialize(sent),
    manner: how === 'waits' && hasOwnLength(sent) ? ('ends' as const) : how,
  }))
  const several = fc.tuple(fc.array(messages, { minLength: 2, maxLength: 40 }), manner).map(([sent, how]) => ({
    area,
    name: `${sent.length} ahead, ${nameOf(sent[0] as Message)}`,
    bytes: Buffer.concat(sent.map((each, index) => serialize(each, index === sent.length - 1))),
    manner: how === 'waits' ? ('ends' as const) : how,
  }))
  const cut = fc
    .tuple(
      messages,
      fc.double({ min: 0.05, max: 0.98, noNaN: true }),
      fc.constantFrom<Shot['manner']>('ends', 'leaves'),
    )
    .map(([sent, share, how]) => {
      const bytes = serialize(sent)
      return {
        area,
        name: `cut ${nameOf(sent)}`,
        bytes: bytes.subarray(0, Math.ceil(bytes.length * share)),
        manner: how,
      }
    })
  return fc.oneof({ weight: 8, arbitrary: one }, { weight: 1, arbitrary: several }, { weight: 1, arbitrary: cut })
}

/** The server may wait for the rest of such a request, because its headers announce another length. */
function hasOwnLength({ headers }: Message): boolean {
  return headers.some(([name]) => /^(content-length|transfer-encoding|expect)$/i.test(name))
}

function nameOf({ method, target }: Message): string {
  return `${method} ${target.slice(0, 120)}`
}

/** Requests with a few changed bytes, and random bytes. */
function corruptedShotsOf(messages: fc.Arbitrary<Message>): fc.Arbitrary<Shot> {
  const changed = fc
    .tuple(messages, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
    .map(([sent, changes]) => {
      const bytes = Buffer.from(serialize(sent))
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return { area: 'bytes' as const, name: `changed ${nameOf(sent)}`, bytes, manner: 'ends' as const }
    })
  const random = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => ({
    area: 'bytes' as const,
    name: 'random bytes',
    bytes: Buffer.from(bytes),
    manner: 'ends' as const,
  }))
  return fc.oneof({ weight: 3, arbitrary: changed }, random)
}

/** Generates requests of all areas, weighted by importance. */
export function anyShot(callers: Callers): fc.Arbitrary<Shot> {
  const calls = fc
    .tuple(callOf, message(fc.constant(''), callers, fc.oneof({ weight: 9, arbitrary: fc.constant('POST') }, methods)))
    .map(([call, around]) => ({
      ...around,
      target: call.path,
      body: call.body,
      headers: around.headers.length > 0 ? around.headers : [['Content-Type', 'application/json'] as [string, string]],
    }))
  const site = message(sitePaths, callers)
  const office = message(officePaths, callers)
  return fc.oneof(
    { weight: 7, arbitrary: shotsOf('api', calls) },
    { weight: 5, arbitrary: shotsOf('site', site) },
    { weight: 5, arbitrary: shotsOf('office', office) },
    { weight: 3, arbitrary: shotsOf('files', message(filePaths, callers)) },
    { weight: 2, arbitrary: shotsOf('streams', message(streamPaths, callers)) },
    { weight: 2, arbitrary: corruptedShotsOf(fc.oneof(calls, site, office)) },
  )
}
