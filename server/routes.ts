import type { RateLimit } from '@/lib/contract/endpoint'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookieOf } from '@/lib/server/platform/request-headers'
import { writtenAddress } from '@/lib/server/http/client-address'
import { addressGroup } from '@/lib/server/platform/address-group'
import { STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import type { LimitRequest } from '@/lib/server/http/rate-limits'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Counts the requests of each address to routes that Next answers, and of each session to the back office, before Next and Payload
 * do any work for them. Signing in has its own limits.
 */
export function limitRoutes(site: Handler, limitRequest: LimitRequest): Handler {
  return async (request, response) => {
    const route = routeOf(pathOf(request.url))
    if (!route?.limits) return site(request, response)
    for (const key of keysOf(route, request)) {
      for (const limit of route.limits) {
        if (limit.posts && request.method !== 'POST') continue
        const refused = await limitRequest(limit.name, limit, key)
        if (refused) return refuse(response, refused.refusal.retryAfter ?? 1)
      }
    }
    return site(request, response)
  }
}

/** A session is counted by its token's hash, which needs no query. */
function keysOf({ by }: Route, request: IncomingMessage): string[] {
  const address = addressGroup(writtenAddress(request))
  const token = by === 'office' ? cookieOf(request.headers.cookie ?? null, STAFF_TOKEN_COOKIE) : null
  return token === null ? [address] : [address, `session:${createHash('sha256').update(token).digest('base64url')}`]
}

function refuse(response: ServerResponse, seconds: number): void {
  const body = JSON.stringify({ errors: [{ message: `Too many requests. Try again in ${seconds} s.` }] })
  response
    .writeHead(429, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      connection: 'close',
    })
    .end(body)
}

/** Who answers a route: the API function, the back office in Next, or a route handler in Next. */
type AnsweredBy = 'api' | 'files' | 'office' | 'site'

export interface Route {
  path: RegExp
  by: AnsweredBy
  methods: readonly string[]
  /**
   * Per address, and in the back office per session too. Calls, files and streams are limited where they are answered.
   */
  limits?: readonly RouteLimit[]
}

export interface RouteLimit extends Pick<RateLimit, 'requests' | 'seconds'> {
  name: string
  /** Applies to POST only. */
  posts?: boolean
}

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const FILE = ['GET', 'HEAD']
/** The API and Payload check each call's own method. */
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A screen of the back office makes many requests: a list, its columns, its rows' forms. */
const OFFICE: RouteLimit = { name: 'office', requests: 900, seconds: 60 }
/** It sends an email with a link to the address in the request. */
const EMAILS: RouteLimit = { name: 'office-emails', requests: 20, seconds: 15 * 60, posts: true }

/** In production Next mistakes addresses of its development server for pages, and fails. */
const NEXT_FILES =
  process.env.NODE_ENV === 'development'
    ? /^\/_next\/(?:static\/[^/]|(?:webpack-hmr|mcp)(?:\/|$))/
    : /^\/_next\/static\/[^/]/

/** Every path that is not a page, narrower patterns first. */
const ROUTES: readonly Route[] = [
  { path: /^\/api\//, by: 'api', methods: CALL_METHODS },
  { path: /^\/storage\/(?:files|media)\/[^/]+$/, by: 'files', methods: FILE },
  {
    path: /^\/cms-api\/staff\/forgot-password(?:\/|$)/,
    by: 'office',
    methods: CALL_METHODS,
    limits: [OFFICE, EMAILS],
  },
  { path: /^\/cms-api\/[^/]/, by: 'office', methods: CALL_METHODS, limits: [OFFICE] },
  { path: /^\/admin(?:\/|$)/, by: 'office', methods: PAGE_METHODS, limits: [{ ...OFFICE, posts: true }] },
  { path: NEXT_FILES, by: 'site', methods: FILE },
  {
    path: /^\/og\/[^/]+\/[^/]+\/[^/]+$/,
    by: 'site',
    methods: FILE,
    limits: [{ name: 'og', requests: 300, seconds: 60 }],
  },
  {
    path: /^\/feeds\/[^/]+\/(?:auctions\/)?[^/]+$/,
    by: 'site',
    methods: FILE,
    limits: [{ name: 'feeds', requests: 300, seconds: 60 }],
  },
  // Called by the process itself, with a secret.
  { path: /^\/internal\/revalidate$/, by: 'site', methods: ['POST'] },
  {
    path: /^\/internal\/session\/(?:end|forget)$/,
    by: 'site',
    methods: ['POST'],
    limits: [{ name: 'session', requests: 120, seconds: 60 }],
  },
  { path: /^\/internal\/preview\/leave$/, by: 'site', methods: FILE },
]
/** No page has such an address. Next would mistake the first segment of a missing one for a language. */
const NEVER_PAGES = /^\/(?:_next|cms-api|og|feeds|internal|storage)(?:\/|$)/

/** The route that a path, without its query, belongs to; null for a page, undefined if nothing has that path. */
export function routeOf(path: string): Route | null | undefined {
  return ROUTES.find((route) => route.path.test(path)) ?? (NEVER_PAGES.test(path) ? undefined : null)
}

export function pathOf(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0] ?? '/'
}
