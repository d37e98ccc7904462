import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createParser } from 'eventsource-parser'
import { pino } from 'pino'
import { readStreamEvent } from '@/lib/api/live'
import type { StreamEvent } from '@/lib/contract/stream'
import { createListener, type Listener, type ListenerOptions } from '@/lib/server/platform/db/listener'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { readMessage } from '@/lib/server/chat/chat'
import type { Caller } from '@/lib/server/platform/call'
import { createLiveHub, type LiveHub, type LiveHubDependencies } from '@/lib/server/live/hub'
import type { TestDatabase } from '@/tests/support/database'
import { positionOf } from '@/lib/server/live/watcher'

export interface StreamHost {
  hub: LiveHub
  listener: Listener
  origin: string
  close(): Promise<void>
}

/** Opens a server that only streams. The header `x-caller` contains the caller, whom the API would identify. */
export async function openStreamHost(
  db: TestDatabase,
  deps: { streams: Snapshots; clock: Clock } & Partial<LiveHubDependencies>,
  listening: Partial<ListenerOptions> = {},
): Promise<StreamHost> {
  const listener = await createListener({ url: db.url, ...listening })
  const hub = createLiveHub({
    pool: db.pool,
    listener,
    log: pino({ level: 'silent' }),
    readChatMessage: (id) => readMessage(db.pool, id),
    ...deps,
  })
  await hub.start()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://test')
    const caller = JSON.parse(String(request.headers['x-caller'] ?? '{"kind":"visitor"}')) as Caller
    const after = positionOf(request.headers['last-event-id'] as string | undefined, url.searchParams.get('after'))
    const auctionId = Number(url.pathname.split('/')[3])
    void hub
      .attach(request, response, { auctionId, caller, address: 'test', after, requestedAt: performance.now() })
      .then((refusal) => {
        if (refusal) response.writeHead(refusal.code === 'not_found' ? 404 : 429).end(refusal.code)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let closed: Promise<void> | null = null
  async function closeParts(): Promise<void> {
    hub.stop()
    await listener.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const close = () => (closed ??= closeParts())
  db.closeFirst(close)
  return { hub, listener, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

export interface Watching {
  status: number
  headers: Headers
  events: StreamEvent[]
  /** The raw text received so far. */
  raw(): string
  /** Resolves once the received events satisfy the condition. */
  until(satisfied: (events: StreamEvent[]) => boolean): Promise<StreamEvent[]>
  /** Resolves when the stream ends. */
  ended: Promise<void>
  stop(): void
}

export async function watch(
  origin: string,
  auctionId: number,
  { after, caller }: { after?: number; caller?: Caller } = {},
): Promise<Watching> {
  const controller = new AbortController()
  const response = await fetch(
    `${origin}/api/auctions/${auctionId}/events${after === undefined ? '' : `?after=${after}`}`,
    {
      headers: caller ? { 'x-caller': JSON.stringify(caller) } : {},
      signal: controller.signal,
    },
  )
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let raw = ''
  const parser = createParser({
    onEvent(message) {
      const event = readStreamEvent(message)
      if (event === null) throw new Error(`not an event of the contract: ${message.event} ${message.data}`)
      events.push(event)
    },
  })
  const ended = (async () => {
    if (response.body === null) return
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body) {
        const text = decoder.decode(bytes, { stream: true })
        raw += text
        parser.feed(text)
        for (const check of waiting) check()
      }
    } catch {
      // Stopped by the test or cut off by the server.
    }
  })()
  return {
    status: response.status,
    headers: response.headers,
    events,
    raw: () => raw,
    ended,
    until: (satisfied) =>
      new Promise((resolve) => {
        const check = () => {
          if (!satisfied(events)) return
          waiting.delete(check)
          resolve(events)
        }
        waiting.add(check)
        check()
      }),
    stop: () => controller.abort(),
  }
}

/** The ids of the public events, in the order received. */
export function idsOf(events: readonly StreamEvent[]): number[] {
  return events.flatMap(({ id }) => (id === null ? [] : [id]))
}
