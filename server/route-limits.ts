import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookieOf, staffTokenCookie } from '@/lib/server/http/authorize'
import { addressGroup, clientAddress } from '@/lib/server/http/client-address'
import type { TakeRequest } from '@/lib/server/http/rate-limits'
import { pathOf, type Route, routeOf } from './routes'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Counts what an address asks of routes that Next answers, and what a session asks of the back office, before Next and Payload do any
 * work for it. Signing in has limits of its own.
 */
export function limitRoutes(site: Handler, take: TakeRequest, trustedProxies: number): Handler {
  return async (request, response) => {
    const route = routeOf(pathOf(request.url))
    if (!route?.limits) return site(request, response)
    for (const key of keysOf(route, request, trustedProxies)) {
      for (const limit of route.limits) {
        if (limit.posts && request.method !== 'POST') continue
        const refused = await take(limit.name, limit, key)
        if (refused) return refuse(response, refused.refusal.retryAfter ?? 1)
      }
    }
    return site(request, response)
  }
}

/** A session by its token's hash: who it belongs to would be another question to the database. */
function keysOf({ by }: Route, request: IncomingMessage, trustedProxies: number): string[] {
  const address = addressGroup(clientAddress(request, trustedProxies))
  const token = by === 'office' ? cookieOf(request.headers.cookie ?? null, staffTokenCookie) : null
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
