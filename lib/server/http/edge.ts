import { Hono } from 'hono'
import { requestId, type RequestIdVariables } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { timing } from 'hono/timing'
import { requestContext } from '@/lib/http/request-context'
import { errorStatus, type ErrorCode, type Problem } from '@/lib/contract/errors'
import type { Refusal } from '@/lib/server/http/handler'

/** What the transport knows of a request; empty for calls within the process. */
export type ApiBindings = { Bindings: { address?: string }; Variables: RequestIdVariables }

/** The time these take reveals something of a secret: a password, a code, whether an address is known. */
const NOT_TIMED = /^\/api\/(?:auth|profile)(?:\/|$)/

/**
 * What every route that is no page has (docs/decisions/0025-one-http-edge.md): an id, safe headers, its time, and words for what fails.
 *
 * @param problemOf the answer where a route throws
 */
export function createEdge(
  problemOf: (error: unknown, call: string, requestId: string) => Response,
): Hono<ApiBindings> {
  const app = new Hono<ApiBindings>()
  // The server's own: what a client sends under this name is not believed. Calls of a page's rendering carry the page's.
  app.use(
    requestId({ headerName: '', generator: () => requestContext.getStore()?.requestId ?? crypto.randomUUID() }),
    async (c, next) => {
      await next()
      c.res.headers.set('x-request-id', c.get('requestId'))
    },
    // Only headers that mean something beside pages. Each file decides whether other sites may embed it.
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

/** Refusals as RFC 9457 problem details; the status comes from the one table of codes. */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const status = errorStatus[refusal.code]
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
