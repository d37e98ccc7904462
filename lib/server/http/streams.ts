import type { IncomingMessage, ServerResponse } from 'node:http'
import { id as auctionId } from '@/lib/contract/values'
import type { Refusal } from '@/lib/server/platform/call'
import { type LiveHub } from '@/lib/server/live/hub'
import { authorizeReader, type CallerSources } from './authorize'
import { addressGroup } from '@/lib/server/platform/address-group'
import { problemResponse } from './edge'
import type { Allow } from './rate-limits'
import { positionOf } from '@/lib/server/live/watcher'

const EVENTS_PATH = /^\/api\/auctions\/(\d{1,10})\/events(?:\?|$)/

/** The auction whose live stream an address names, 0 for an impossible number; null for any other address. */
function watchedAuction(url: string): number | null {
  const match = EVENTS_PATH.exec(url)
  return match ? (auctionId.safeParse(Number(match[1])).data ?? 0) : null
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** Answers a refusal on Node's own response. */
async function refuseOn(response: ServerResponse, refusal: Refusal): Promise<void> {
  const answer = problemResponse(refusal)
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

/** Streams opened by one address; an office of two thousand watchers reconnects together after a restart. */
const RATE_LIMIT = { requests: 3_000, seconds: 60 }

interface StreamDependencies extends CallerSources {
  hub: LiveHub
  allow: Allow
  /** Called with the error if a stream cannot be opened. */
  failed(error: unknown): void
}

/** Opens live streams, on Node's own response. */
export function createStreams({ hub, allow, failed, ...sources }: StreamDependencies) {
  async function attach(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    const requestedAt = performance.now()
    response.setHeader('x-content-type-options', 'nosniff')
    const url = request.url ?? '/'
    try {
      // A stream queued behind another answer on its connection would be counted, and buffered in memory.
      if (response.socket === null) return await refuseOn(response, { code: 'too_many_requests', retryAfter: 1 })
      const read = { headers: headersOf(request), url: `http://${request.headers.host ?? 'portal'}${url}` }
      // A participant also gets its own position. A bearer token whose session has ended is refused: as a visitor, a
      // program would conclude that it has no position.
      const admission = await authorizeReader(read, { access: 'reader', token: 'read' }, sources, address)
      if (!admission.ok) return await refuseOn(response, admission.refusal)
      const refused = await allow('/api/auctions/events', RATE_LIMIT, admission.caller, address)
      if (refused) return await refuseOn(response, refused.refusal)
      const stream = {
        auctionId: watchedAuction(url) ?? 0,
        caller: admission.caller,
        address: addressGroup(address),
        after: positionFrom(String(request.headers['last-event-id'] ?? ''), url),
        requestedAt,
      }
      const refusal = await hub.attach(request, response, stream)
      if (refusal) await refuseOn(response, refusal)
    } catch (error) {
      failed(error)
      if (response.headersSent) response.destroy()
      else await refuseOn(response, { code: 'service_unavailable', retryAfter: 2 })
    }
  }

  return {
    matches: (request: IncomingMessage) => request.method === 'GET' && watchedAuction(request.url ?? '/') !== null,
    attach,
  }
}

function positionFrom(lastEventId: string, url: string): number | null {
  return positionOf(lastEventId, new URL(url, 'http://portal').searchParams.get('after'))
}
