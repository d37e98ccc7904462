import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { type CacheTag, CACHE_TAGS, COOKIES } from '@/lib/config/constants'
import type { Environment } from '@/lib/config/environment'
import { type Revisions, revisionsEndpoints } from '@/lib/contract/content'
import { BEARER_OF_COOKIE } from '@/lib/server/http/authorize'
import { cookieOf } from '@/lib/server/platform/request-headers'
import { clientAddress } from '@/lib/server/http/client-address'
import type { PageCache } from '@/lib/server/http/page-cache'

/** Health of a site whose API is elsewhere; `/api/health/*` is the API's. */
export const REMOTE_HEALTH = /^\/health\/(live|ready)(?:\?|$)/

/** `/health/live`: the process answers. `/health/ready`: the API behind it answers too; 503 with the reason if it does not. */
export function answerHealth(apiFault: () => string | null) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const ready = REMOTE_HEALTH.exec(request.url ?? '')?.[1] === 'ready'
    const fault = ready ? apiFault() : null
    const status = ready ? (fault === null ? 'ready' : 'not_ready') : 'live'
    const body = {
      data: ready
        ? { status, checks: { api: fault === null }, faults: fault === null ? {} : { api: fault } }
        : { status },
    }
    const headers = {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(fault !== null && { 'retry-after': '2' }),
    }
    response.writeHead(fault === null ? 200 : 503, headers).end(JSON.stringify(body))
  }
}

export interface RemoteChanges {
  /** Why the API does not answer; null if it does. */
  fault(): string | null
  stop(): void
}

const POLL_INTERVAL_MS = 2_000
const POLL_TIMEOUT_MS = 5_000

/** Polls the revisions of the API, which cannot notify a site without a database, and invalidates the pages of each part that changed. */
export function followChanges({
  apiBaseUrl,
  pageCache,
  everyMs = POLL_INTERVAL_MS,
}: {
  apiBaseUrl: string
  pageCache: Pick<PageCache, 'expire'>
  everyMs?: number
}): RemoteChanges {
  let last: Revisions | null = null
  let fault: string | null = 'not polled yet'
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    try {
      const read = await readRevisions(apiBaseUrl)
      for (const tag of Object.values(CACHE_TAGS)) {
        if (last !== null && last[tag] !== read[tag]) pageCache.expire(tag, urgencyOf(tag))
      }
      last = read
      fault = null
    } catch (error) {
      fault = reasonOf(error)
    }
    if (!stopped) timer = setTimeout(() => void poll(), everyMs).unref()
  }
  void poll()
  return {
    fault: () => fault,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** With the cause's code, because the message of a failed `fetch` says nothing; other messages would name addresses. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string } }
  return cause?.code === undefined ? message : `${message} (${cause.code})`
}

/** Auctions move with every bid, and the live parts of their pages are streamed. */
function urgencyOf(tag: CacheTag): 'edited' | 'moved' {
  return tag === CACHE_TAGS.auctions ? 'moved' : 'edited'
}

async function readRevisions(apiBaseUrl: string): Promise<Revisions> {
  const { path, response } = revisionsEndpoints.read
  const answer = await fetch(`${apiBaseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`the API answers ${answer.status}`)
  return response.parse(await answer.json()).data
}

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Browser headers with no meaning, or a different one, at the API's host. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'host', 'cookie', 'origin', 'referer', 'expect'])

/** The syntax of a bearer token (RFC 6750, 2.1): anything else could become another header. */
const BEARER = /^[\w.~+/=-]{1,4096}$/

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A write that another site's page makes with our visitor's cookie. Programs that send a bearer have no
 * cookie to abuse and pass.
 */
export function isForeignWrite(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (SAFE_METHODS.has(method ?? 'GET') || accessToken(headers) === null) return false
  if (headers.authorization !== undefined) return false
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'same-origin'
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/**
 * Headers for the API's host: the cookie's token as a bearer that is marked as such, and only the client's address, so that the API
 * need not trust the proxies before this site.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, address: string): OutgoingHttpHeaders {
  const forwarded: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_FORWARDED.has(name) && value !== undefined) forwarded[name] = value
  }
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] === undefined) {
    forwarded['transfer-encoding'] = 'chunked'
  }
  const token = accessToken(headers)
  if (token !== null && headers.authorization === undefined)
    Object.assign(forwarded, BEARER_OF_COOKIE, { authorization: `Bearer ${token}` })
  forwarded['x-forwarded-for'] = address
  if (headers.host !== undefined) forwarded['x-forwarded-host'] ??= headers.host
  return forwarded
}

/** The answer's headers as they came, several of one name (Set-Cookie) kept apart. */
export function answerHeaders(rawHeaders: string[]): OutgoingHttpHeaders {
  const answer: Record<string, string[]> = {}
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase()
    if (!HOP_BY_HOP.has(name)) (answer[name] ??= []).push(rawHeaders[i + 1] ?? '')
  }
  return Object.fromEntries(
    Object.entries(answer).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

function accessToken(headers: IncomingHttpHeaders): string | null {
  const token = cookieOf(headers.cookie ?? null, COOKIES.accessToken)
  return token !== null && BEARER.test(token) ? token : null
}

const FORWARDED_PATHS = ['api/', 'storage/']
const IDLE_TIMEOUT_MS = 60_000
/**
 * Shorter than servers keep an idle connection (Node 5 s, the portal 65 s). Without a limit Node keeps it until the server
 * closes it, and a call that is sent at that moment is lost. Connecting has the same limit.
 */
const IDLE_CONNECTION_MS = 4_000
const TITLES = {
  400: 'Unreadable request',
  403: 'Request from another site',
  404: 'No such call',
  502: 'The API does not answer',
}

export interface RemoteGateway {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

/**
 * Passes `/api/*` and `/storage/*` on to the API's host, both bodies streamed as they come, the live stream too, so
 * that a browser only ever talks to its own origin.
 */
export function createRemoteGateway(environment: Environment): RemoteGateway {
  const base = new URL(`${environment.apiBaseUrl}/`)
  const secure = base.protocol === 'https:'
  const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS }
  const agent = secure ? new HttpsAgent(connections) : new HttpAgent(connections)
  const send = secure ? httpsRequest : httpRequest

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isForeignWrite(request.method, request.headers)) return refuse(response, 403, 'foreign_origin')
    const url = new URL(`.${request.url}`, base)
    // No other path of the API's host can be reached through the gateway, however the address is written.
    if (!FORWARDED_PATHS.some((place) => url.pathname.startsWith(base.pathname + place)))
      return refuse(response, 404, 'not_found')
    let upstream: ClientRequest
    try {
      upstream = send(url, {
        agent,
        method: request.method,
        headers: forwardedHeaders(request.headers, clientAddress(request, environment.isProxy)),
      })
    } catch {
      // Node throws on characters that no header or address may have.
      return refuse(response, 400, 'unreadable_body')
    }
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders))
      // A stream's first event may be late; the browser must know that it is open.
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
    })
    // A live stream ticks every few seconds.
    upstream.setTimeout(IDLE_TIMEOUT_MS, () => upstream.destroy())
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      else refuse(response, 502, 'upstream_unavailable')
    })
    response.on('close', () => upstream.destroy())
    pipeline(request, upstream, () => undefined)
  }
  return { handle, close: () => agent.destroy() }
}

function refuse(response: ServerResponse, status: keyof typeof TITLES, code: string): void {
  const title = TITLES[status]
  const body = JSON.stringify({ type: 'about:blank', title, status, code, detail: title })
  const retry = status === 502 ? { 'retry-after': '2' } : {}
  response.writeHead(status, { 'content-type': 'application/problem+json', ...retry }).end(body)
}
