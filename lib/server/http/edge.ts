import { Hono } from 'hono'
import { requestId, type RequestIdVariables } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { timing } from 'hono/timing'
import { requestContext } from '@/lib/http/request-context'
import { ERROR_STATUS, type ErrorCode, type Problem } from '@/lib/contract/errors'
import type { Refusal } from '@/lib/server/http/handler'

/** The address of a request; none for calls within the process. */
export type ApiBindings = { Bindings: { address?: string }; Variables: RequestIdVariables }

/** Their duration would reveal something about a secret: a password, a code, whether an address is known. */
const NOT_TIMED = /^\/api\/(?:auth|profile)(?:\/|$)/

/**
 * The middleware of every route that is not a page (docs/decisions/0025-one-http-edge.md): request id, safe headers, timing, errors.
 *
 * @param problemOf the answer where a route throws
 */
export function createEdge(
  problemOf: (error: unknown, call: string, requestId: string) => Response,
): Hono<ApiBindings> {
  const app = new Hono<ApiBindings>()
  app.use(
    requestId({ headerName: '', generator: currentRequestId }),
    async (c, next) => {
      await next()
      c.res.headers.set('x-request-id', c.get('requestId'))
    },
    // Only headers that matter to answers other than pages. Each file decides whether other sites may embed it.
    secureHeaders({
      crossOriginOpenerPolicy: false,
      crossOriginResourcePolicy: false,
      originAgentCluster: false,
      strictTransportSecurity: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      removePoweredBy: false,
    }),
    timing({ enabled: (c) => !NOT_TIMED.test(c.req.path), totalDescription: '' }),
  )
  app.onError((error, c) => problemOf(error, c.req.path, c.get('requestId')))
  return app
}

/** The server's own: an id that a client sends is not believed. Calls of a page's rendering carry the page's. */
function currentRequestId(): string {
  return requestContext.getStore()?.requestId ?? crypto.randomUUID()
}

/** Refusals as RFC 9457 problem details; the status comes from the one table of codes. */
export function problemResponse(refusal: Refusal, requestId = currentRequestId()): Response {
  const status = ERROR_STATUS[refusal.code]
  const body: Problem = {
    type: `urn:portal:problem:${refusal.code}`,
    title: titleOf(refusal.code),
    status,
    code: refusal.code,
    detail: refusal.detail ?? `${titleOf(refusal.code)}.`,
    request_id: requestId,
    ...refusal.extensions,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.retryAfter !== undefined && { retry_after: refusal.retryAfter }),
  }
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  // The rest of the body is not read.
  if (status === 408) headers.connection = 'close'
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return new Response(JSON.stringify(body), { status, headers })
}

/** «bid_below_minimum» → "Bid below minimum": for developers; people read the site's own words. */
export function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
