import { Hono } from 'hono'
import { requestId, type RequestIdVariables } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { timing } from 'hono/timing'
import { requestContext } from '@/lib/http/request-context'

/** What the transport knows of a request; empty for calls within the process. */
export type ApiBindings = { Bindings: { address?: string }; Variables: RequestIdVariables }

/** How long these take says something of a secret: a password, a code, whether an address is known. */
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
    // What says something about an answer that is no page. What may be embedded from elsewhere each file says by itself.
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
