import type { IncomingMessage, ServerResponse } from 'node:http'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Environment } from '@/lib/config/environment'
import { addressGroup, clientAddress } from '@/lib/server/http/client-address'
import { createRequestLimiter } from '@/lib/server/http/request-limiter'

/** Screens of the back office ask much at once: a list, its columns, its rows' forms. */
const CALLS = { points: 900, duration: 60 }
/** Letters with links go out to whoever is named. */
const LETTERS = { points: 20, duration: 15 * 60 }

const OFFICE_CALL = /^\/cms-api(?:[/?]|$)/
const OFFICE_PAGE = /^\/admin(?:[/?]|$)/
const LETTER = /^\/cms-api\/staff\/(?:forgot-password|unlock)(?:[/?]|$)/

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Counts what an address asks of the back office, before Next and Payload do any work for it. Signing in has limits of its own. */
export function limitOffice(
  site: Handler,
  { rateLimits, trustedProxies }: Pick<Environment, 'rateLimits' | 'trustedProxies'>,
): Handler {
  if (!rateLimits) return site
  const calls = createRequestLimiter({ keyPrefix: 'office', ...CALLS })
  const letters = createRequestLimiter({ keyPrefix: 'office-letters', ...LETTERS })
  return async (request, response) => {
    const url = request.url ?? '/'
    const limiters = [
      ...(OFFICE_CALL.test(url) || (OFFICE_PAGE.test(url) && request.method === 'POST') ? [calls] : []),
      ...(LETTER.test(url) && request.method === 'POST' ? [letters] : []),
    ]
    const address = addressGroup(clientAddress(request, trustedProxies))
    for (const limiter of limiters) {
      const exceeded = await limiter.consume(address).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (exceeded instanceof RateLimiterRes)
        return refuse(response, Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)))
    }
    return site(request, response)
  }
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
