import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import { positionOf, type LiveHub } from '@/lib/server/live/hub'
import type { ApiBindings } from './api'
import type { CallerSources } from './callers'
import { problemResponse } from './problem-response'
import { admitWatcher, headersOf, refuseOn, watchedAuction } from './stream-gateway'

/** The live stream's two ways in: Node's own response, and the API function for hosts that run plain Next. */
export function createStreams({ hub, ...sources }: CallerSources & { hub: LiveHub }) {
  async function attach(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    const url = request.url ?? '/'
    try {
      const admission = await admitWatcher(headersOf(request), `http://${request.headers.host ?? 'portal'}${url}`, sources)
      if (!admission.ok) return await refuseOn(response, admission.refusal)
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
    addRoute(app: Hono<ApiBindings>) {
      app.get('/api/auctions/:id{[0-9]+}/events', async (c) => {
        const admission = await admitWatcher(c.req.raw.headers, c.req.url, sources)
        if (!admission.ok) return problemResponse(admission.refusal, crypto.randomUUID())
        const answered = await hub.toResponse({
          auctionId: Number(c.req.param('id')),
          caller: admission.caller,
          address: c.env?.address ?? 'in-process',
          after: positionFrom(c.req.header('last-event-id') ?? '', c.req.url),
        })
        return answered instanceof Response ? answered : problemResponse(answered, crypto.randomUUID())
      })
    },
  }
}

function positionFrom(lastEventId: string, url: string): number | null {
  return positionOf(lastEventId, new URL(url, 'http://portal').searchParams.get('after'))
}
