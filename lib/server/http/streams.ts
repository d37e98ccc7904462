import type { IncomingMessage, ServerResponse } from 'node:http'
import { positionOf, type LiveHub } from '@/lib/server/live/hub'
import type { Allow } from './allowances'
import type { CallerSources } from './callers'
import { admitWatcher, headersOf, refuseOn, watchedAuction } from './stream-gateway'

/** How often streams may be opened; an office of two thousand watchers comes back at once after a restart. */
const openings = { requests: 3_000, seconds: 60 }

/** The live stream's way in, on Node's own response. */
export function createStreams({ hub, allow, ...sources }: CallerSources & { hub: LiveHub; allow: Allow }) {
  async function attach(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    const url = request.url ?? '/'
    try {
      // Sent ahead behind another request of its connection: a stream that cannot begin yet would be counted, and written to memory.
      if (response.socket === null) return await refuseOn(response, { code: 'too_many_requests', retryAfter: 1 })
      const admission = await admitWatcher(headersOf(request), `http://${request.headers.host ?? 'portal'}${url}`, sources)
      if (!admission.ok) return await refuseOn(response, admission.refusal)
      const refused = await allow('/api/auctions/events', openings, admission.caller, address)
      if (refused) return await refuseOn(response, refused.refusal)
      const wanted = { auctionId: watchedAuction(url) ?? 0, caller: admission.caller, address, after: positionFrom(String(request.headers['last-event-id'] ?? ''), url) }
      const refusal = await hub.attach(request, response, wanted)
      if (refusal) await refuseOn(response, refusal)
    } catch {
      if (response.headersSent) response.destroy()
      else await refuseOn(response, { code: 'service_unavailable', retryAfter: 2 })
    }
  }

  return {
    takes: (request: IncomingMessage) => request.method === 'GET' && watchedAuction(request.url ?? '/') !== null,
    attach,
  }
}

function positionFrom(lastEventId: string, url: string): number | null {
  return positionOf(lastEventId, new URL(url, 'http://portal').searchParams.get('after'))
}
