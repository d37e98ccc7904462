import { arrayBuffer } from 'node:stream/consumers'
import { createPayloadRequest, Forbidden, type Payload, type SanitizedConfig } from 'payload'
import { isHttps } from '@/lib/http/public-page'
import { securityHeaders } from '@/lib/http/security-headers'
import { poolOf } from '@/lib/server/payload/database'
import { bounded, BodyTooLarge } from '@/lib/server/platform/bounded-body'
import { unlessUnavailable } from '@/lib/server/cms/staff/identity'

type Handler = (request: Request, context: { params: Promise<{ slug?: string[] }> }) => Promise<Response>

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

interface BodyLimit {
  bytes: number
  timeoutMs: number
}

/** Enough for an email address, a password and a code. */
const SIGN_IN: BodyLimit = { bytes: 4 * KILOBYTE, timeoutMs: 20_000 }
const PREFERENCE: BodyLimit = { bytes: 64 * KILOBYTE, timeoutMs: 60_000 }
const DOCUMENT: BodyLimit = { bytes: 4 * MEGABYTE, timeoutMs: 60_000 }
/** Payload's own limit of a file is 20 MB (payload.config.ts). */
const FILE: BodyLimit = { bytes: 22 * MEGABYTE, timeoutMs: 300_000 }
/** Files are in memory while they are received. */
const MAX_CONCURRENT_FILES = 3

const MAX_PREFERENCE_KEY_LENGTH = 200
/** Per member of the staff: the office stores one for each list and each form that was opened. */
const MAX_PREFERENCES = 500

/** Deletes the oldest preferences before another is stored: Payload accepts any key, and any number of them. */
async function dropOldPreferences(payload: Payload, staffId: number): Promise<void> {
  await poolOf(payload).query(
    `delete from cms.payload_preferences where id in (
       select preference.id from cms.payload_preferences preference
       join cms.payload_preferences_rels owner on owner.parent_id = preference.id and owner.path = 'user'
       where owner.staff_id = $1 order by preference.updated_at desc, preference.id desc offset $2)`,
    [staffId, MAX_PREFERENCES - 1],
  )
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

const unreadable = () => new Refusal(400, 'Bad Request')
const tooLarge = () => new Refusal(413, 'Content Too Large')

/**
 * Adds what Payload 3.90's REST API lacks: visitors' writes are refused before the body is read, the body's size and time are limited and
 * its form is validated, and addresses that fail or are not used answer 404. Nothing is cached. The pages' middleware does not run for this
 * route, so the security headers are set here.
 */
export function createRestGuard(config: SanitizedConfig | Promise<SanitizedConfig>) {
  let filesBeingRead = 0

  async function checked(request: Request, slug: string[]): Promise<Request> {
    if (isUnknown(slug, await config)) throw new Refusal(404, 'Not Found')
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return request
    const { payload, t, user } = await createPayloadRequest({ config, request, canSetHeaders: false })
    const isSignIn = request.method === 'POST' && slug[0] === 'staff' && slug[1] !== undefined
    if (user === null && !isSignIn) throw new Refusal(403, new Forbidden(t).message)
    if (request.method === 'DELETE') return request
    if (user === null) return withReadBody(request, SIGN_IN)
    if (slug[0] === 'payload-preferences') {
      if ((slug[1]?.length ?? 0) > MAX_PREFERENCE_KEY_LENGTH) throw unreadable()
      await dropOldPreferences(payload, Number(user.id))
      return withReadBody(request, PREFERENCE)
    }
    if (!isForm(request)) return withReadBody(request, DOCUMENT)
    if (filesBeingRead >= MAX_CONCURRENT_FILES) throw new Refusal(429, 'Too Many Requests', { 'retry-after': '2' })
    filesBeingRead += 1
    return withReadBody(request, FILE).finally(() => (filesBeingRead -= 1))
  }

  return function guarded(handler: Handler): Handler {
    return async (request, context) => {
      const { slug = [] } = await context.params
      const answer = () =>
        checked(request, slug).then(
          (whole) => handler(whole, context),
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            const { status, message } = error
            // Otherwise the remainder of the body would be parsed as the next request.
            const headers = { ...error.headers, ...(request.bodyUsed ? { connection: 'close' } : {}) }
            return Response.json({ errors: [{ message }] }, { status, headers })
          },
        )
      const response =
        (await unlessUnavailable(answer)) ??
        Response.json(
          { errors: [{ message: 'Service Unavailable' }], code: 'service_unavailable' },
          { status: 503, headers: { 'retry-after': '2' } },
        )
      const headers = new Headers(response.headers)
      const ours = securityHeaders({
        policy: { kind: 'static' },
        https: isHttps(request.headers.get('x-forwarded-proto')),
        development: false,
      })
      for (const [name, value] of Object.entries(ours)) headers.set(name, value)
      headers.set('cache-control', 'no-store')
      return new Response(response.body, { status: response.status, headers })
    }
  }
}

/**
 * Calls of Payload's own sign-in, which the portal replaces. On an empty database `first-register` would make its first
 * caller an administrator.
 */
const CLOSED_STAFF_CALLS = ['first-register', 'unlock', 'verify']

/**
 * Addresses that fail in Payload or that the portal does not use: versions of collections without any, files (/storage/media has them), jobs
 * (scheduled-publishing.ts), and keys of Object.prototype such as `constructor`.
 */
function isUnknown(slug: string[], { collections, globals }: SanitizedConfig): boolean {
  if (slug.some((part) => part in Object.prototype)) return true
  const [first = '', second = '', third = ''] = slug
  if (first === 'payload-jobs' || (first === 'staff' && CLOSED_STAFF_CALLS.includes(second))) return true
  if (first === 'globals') return third === 'versions' && !globals.find(({ slug }) => slug === second)?.versions
  const collection = collections.find(({ slug }) => slug === first)
  if (collection?.endpoints === false) return true
  return second === 'file' || (second === 'versions' && !collection?.versions)
}

/** The request with its body read whole. An empty body becomes an empty object, which Payload's handlers need. */
async function withReadBody(request: Request, limit: BodyLimit): Promise<Request> {
  const read = await readBody(request, limit)
  if (read.byteLength > 0) await checkBody(read, request)
  const body = read.byteLength > 0 ? read : new TextEncoder().encode('{}')
  const { url, method, signal } = request
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(body.byteLength))
  if (read.byteLength === 0) headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body, signal })
}

export async function readBody(
  request: Request,
  { bytes: limit, timeoutMs }: BodyLimit,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (request.body === null) return new Uint8Array()
  const tooSlow = new AbortController()
  const timer = setTimeout(() => tooSlow.abort(), timeoutMs)
  const timeout = new Promise<never>((_, reject) => tooSlow.signal.addEventListener('abort', reject))
  // Never cancelled, which would close the connection before the answer.
  const body = request.body.values({ preventCancel: true })
  try {
    const read = arrayBuffer(bounded(body, limit, () => tooSlow.signal.throwIfAborted()))
    return new Uint8Array(await Promise.race([read, timeout]))
  } catch (error) {
    if (error instanceof BodyTooLarge) throw tooLarge()
    throw tooSlow.signal.aborted ? new Refusal(408, 'Request Timeout') : unreadable()
  } finally {
    clearTimeout(timer)
  }
}

function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(typeOf(headers))
}

/** Payload's own client sends queries that are too long for an address as encoded forms. */
async function checkBody(body: Uint8Array<ArrayBuffer>, request: Request): Promise<void> {
  const { headers, method } = request
  const type = typeOf(headers)
  if (isForm(request)) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
    const data = form?.get('_payload')
    checkData(typeof data === 'string' ? data : '')
  } else if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    if (method !== 'POST' || headers.get('x-payload-http-method-override') !== 'GET') throw unreadable()
  } else checkData(/\bjson\b/i.test(type) ? Buffer.from(body).toString('utf8') : '')
}

function typeOf(headers: Headers): string {
  return headers.get('content-type') ?? ''
}

function checkData(text: string): void {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null) throw unreadable()
  if (!isBounded(value)) throw tooLarge()
}

/** Rows of one list: a field allows a table of 200 at most. */
const MAX_ROWS = 200
/** Rows of all lists together: two such tables of eight columns. */
const MAX_ALL_ROWS = 4_000
/** Keys and rows of a document, or of a form's state, which has several for each field. */
const MAX_VALUES = 40_000
const MAX_DEPTH = 200

/**
 * Whether data is at most as large as a document of the back office can be. Before Payload 3.90 refuses too many rows it runs the hooks of
 * every row and key, which block the process for one to four milliseconds each. Rich text does not count, because it is read as one value;
 * the fields of its links do.
 */
export function isBounded(data: unknown): boolean {
  const waiting: { value: unknown; depth: number; inText: boolean }[] = [{ value: data, depth: 0, inText: false }]
  let rows = 0
  let values = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, inText } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) return false
    const inner = Object.entries(value)
    if (!inText) {
      values += inner.length
      if (Array.isArray(value)) {
        rows += inner.length
        if (inner.length > MAX_ROWS) return false
      }
      if (rows > MAX_ALL_ROWS || values > MAX_VALUES) return false
    }
    for (const [key, part] of inner)
      waiting.push({ value: part, depth: depth + 1, inText: key === 'root' || (inText && key !== 'fields') })
  }
  return true
}
