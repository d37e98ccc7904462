import type { SanitizedConfig } from 'payload'
import { createHeldBytes } from '@/lib/http/held-bytes'
import { isHttps, visitorOf } from '@/lib/http/public-page'
import { securityHeaders } from '@/lib/http/security-headers'
import { addressGroup } from '@/lib/server/http/client-address'
import { isForm, NOTHING, readableBody, readBody, type Body, type BodyLimit, type Unread } from './body'

type Answer = (request: Request, context: { params: Promise<{ slug?: string[] }> }) => Promise<Response>

const SECOND = 1_000
const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Signing in and what belongs to it: an address, a password, a code. */
const OF_STRANGERS: BodyLimit = { bytes: 4 * KILOBYTE, milliseconds: 20 * SECOND }
/** Of all strangers whose bodies are under way, so that an office behind one address signs in at once. */
const HELD_OF_STRANGERS = { perSender: 256 * KILOBYTE, together: 32 * MEGABYTE }
const DATA: BodyLimit = { bytes: 4 * MEGABYTE, milliseconds: 60 * SECOND }
/** Payload's own limit of a file is 20 MB (payload.config.ts). */
const FILE: BodyLimit = { bytes: 22 * MEGABYTE, milliseconds: 300 * SECOND }
/** Files are held in memory while they are received. */
const FILES_AT_ONCE = 3

const STATUS: Record<Unread, [status: number, message: string, headers?: Record<string, string>]> = {
  'cut off': [400, 'Bad Request'],
  'too large': [413, 'Content Too Large'],
  'too many': [429, 'Too Many Requests', { 'retry-after': '5' }],
  'too slow': [408, 'Request Timeout'],
  unreadable: [400, 'Bad Request'],
}

interface GuardDependencies {
  config: SanitizedConfig | Promise<SanitizedConfig>
  /** Whether a session of the staff stands behind these headers. */
  isSignedIn(headers: Headers): Promise<boolean>
}

/**
 * Payload's REST API behind checks that it lacks: nothing but a few KB is read of who is not signed in; bodies are read whole, within a
 * limit, and have to be readable; addresses that its collections do not have are not there, instead of failing; nothing of it is stored
 * by a browser or a proxy. The pages' middleware passes it by, so the headers are put here.
 */
export function createRestGuard({ config, isSignedIn }: GuardDependencies) {
  const strangers = createHeldBytes(HELD_OF_STRANGERS)
  let filesUnderWay = 0

  function guarded(answer: Answer): Answer {
    return async (request, context) => {
      const { slug = [] } = await context.params
      const response = isElsewhere(slug, await config)
        ? refuse(404, 'Not Found')
        : await withBody(request, (whole) => answer(whole, context))
      const headers = new Headers(response.headers)
      const ours = securityHeaders({ policy: { kind: 'static' }, https: isHttps(request.headers), development: false })
      for (const [name, value] of Object.entries(ours)) headers.set(name, value)
      headers.set('cache-control', 'no-store')
      return new Response(response.body, { status: response.status, headers })
    }
  }

  async function withBody(request: Request, answer: (whole: Request) => Promise<Response>): Promise<Response> {
    if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return answer(request)
    if (!(await isSignedIn(request.headers))) return withStrangersBody(request, answer)
    if (!isForm(request)) return answerRead(request, await readBody(request, DATA), answer)
    if (filesUnderWay >= FILES_AT_ONCE) return refuse(429, 'Too Many Requests', { 'retry-after': '2' })
    filesUnderWay += 1
    try {
      return await answerRead(request, await readBody(request, FILE), answer)
    } finally {
      filesUnderWay -= 1
    }
  }

  async function withStrangersBody(request: Request, answer: (whole: Request) => Promise<Response>): Promise<Response> {
    const holding = strangers.by(addressGroup(visitorOf(request.headers).address))
    try {
      const read = await readBody(request, OF_STRANGERS, holding.take)
      // Of a session that has ended, mostly. Payload says in its own words that nobody is signed in, and needs no body for it.
      return read === 'too large' && !request.bodyUsed
        ? await answer(withBodyOf(request, NOTHING))
        : await answerRead(request, read, answer)
    } finally {
      holding.release()
    }
  }

  return guarded
}

/**
 * Versions of what keeps none, confirmation of addresses, which the staff's have not, files, which are at /storage/media, jobs, which
 * the portal runs by itself (scheduled-publishing.ts), what Payload keeps for itself, and what every object has without being a collection.
 */
function isElsewhere(slug: string[], { collections, globals }: SanitizedConfig): boolean {
  if (slug.some((part) => part in Object.prototype)) return true
  const [first = '', second = '', third = ''] = slug
  if (first === 'payload-jobs') return true
  if (first === 'globals') return third === 'versions' && !globals.find(({ slug }) => slug === second)?.versions
  const collection = collections.find(({ slug }) => slug === first)
  if (collection?.endpoints === false) return true
  if (second === 'verify' || second === 'file') return true
  return second === 'versions' && !collection?.versions
}

async function answerRead(
  request: Request,
  read: Body | Unread,
  answer: (whole: Request) => Promise<Response>,
): Promise<Response> {
  // Of a body that was begun the rest is still to come: the connection is good for nothing else.
  if (typeof read === 'string') return refuseUnread(read, request.bodyUsed ? { connection: 'close' } : {})
  const body = await readableBody(read, request)
  return typeof body === 'string' ? refuseUnread(body) : answer(withBodyOf(request, body))
}

function refuseUnread(unread: Unread, also: Record<string, string> = {}): Response {
  const [status, message, headers] = STATUS[unread]
  return refuse(status, message, { ...headers, ...also })
}

function withBodyOf({ url, method, headers: sent, signal }: Request, body: Body): Request {
  const headers = new Headers(sent)
  headers.delete('transfer-encoding')
  headers.set('content-length', String(body.byteLength))
  if (body === NOTHING) headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body, signal })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: [{ message }] }, { status, headers })
}
