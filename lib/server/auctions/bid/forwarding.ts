import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { BidNotDecided } from '@/lib/server/http/handler'
import { problemResponse } from '@/lib/server/http/edge'
import { createSigner, type Keys } from '@/lib/server/platform/signatures'
import type { Leader, Leadership } from './leadership'

/** A request to place a bid, received to its last byte. */
export interface BidRequest {
  /** The body has already been read. */
  readonly request: Request
  readonly body: string
  readonly requestId: string
  /** The visitor's address; undefined within the process. */
  readonly address: string | undefined
}

/** Decides a whole request on this server. @throws {BidNotDecided} */
export type DecideRequest = (request: BidRequest) => Promise<Response>

/** Headers that session, limits and input need. */
const FORWARDED_HEADERS = [
  'cookie',
  'authorization',
  'content-type',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'accept-language',
  'x-portal-bearer',
] as const
/** Headers of the answer to a bid, apart from those that every server adds. */
const ANSWERED_HEADERS = ['content-type', 'cache-control', 'retry-after', 'www-authenticate'] as const

/** Paths and headers of the internal listener. */
const BIDS_PATH = '/bids'
const STATUS_PATH = '/leader'
const SIGNATURE = 'x-portal-signature'
const NOT_DECIDED = 'x-portal-not-decided'

/** How long an unanswered bid is resent. */
const RETRY_FOR_MS = 15_000
const RETRY_EVERY_MS = 250
/** How long a signed request is accepted. A replayed one has the same key, and gets the first answer again. */
const SIGNATURE_VALID_MS = 30_000
const STATUS_TIMEOUT_MS = 1_000
/** How long bids wait for the next leader while this server stops. */
const CLOSING_MS = 2_000
const MAX_BODY_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 65_000
const MAX_IDLE_CONNECTIONS = 512

/** Everything in a forwarded request that affects the decision, including the visitor's address; all of it is signed. */
const envelopeSchema = z.object({
  sentAt: z.number(),
  address: z.string().optional(),
  requestId: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
})
type Envelope = z.infer<typeof envelopeSchema>

const signedText = (method: string, path: string, body: string) => `${method}\n${path}\n${body}`

interface ForwardingDependencies {
  leadership: Pick<Leadership, 'epoch' | 'heldEpoch' | 'leader' | 'fault' | 'onChange'>
  serverId: string
  /** Shared only by the servers of this portal. */
  keys: Keys
  log: { warn(details: object, message: string): void }
  retryForMs?: number
  /** The machine's clock, set by NTP: the portal's clocks of two servers may still differ just after a start. */
  wallClock?: () => number
}

export interface BidForwarding {
  /** Gets a bid decided by the leader, which may be this server. */
  route(request: BidRequest, decide: DecideRequest): Promise<Response>
  /** Why bids that this server receives are not decided, for operators; null if they are. */
  fault(): Promise<string | null>
  /** Opens the internal listener, which answers only signed requests of other servers. Returns host:port. */
  listen(at: { host: string; port: number }, decide: DecideRequest): Promise<string>
  /** Settles when all bids are answered that were received here or by the internal listener. */
  close(): Promise<void>
}

/**
 * Followers forward bids to the leader over HTTP, unchanged. After a lost connection, an answer of a server that does not lead,
 * or a change of the leader, the same request is sent again; its idempotency key ensures that it counts once (R4.8).
 */
export function createBidForwarding(deps: ForwardingDependencies): BidForwarding {
  const { leadership, serverId, log, retryForMs = RETRY_FOR_MS, wallClock = Date.now } = deps
  const signer = createSigner(deps.keys)
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS })
  const changes = new Set<() => void>()
  leadership.onChange(() => {
    for (const changed of [...changes]) changed()
  })
  const server = createServer()
  let closing = false
  let closedAt = Infinity
  const routing = new Set<Promise<Response>>()

  async function routeUntilDecided(request: BidRequest, decide: DecideRequest): Promise<Response> {
    const until = performance.now() + retryForMs
    for (;;) {
      const response = await tryOnce(request, decide, until)
      if (response !== null) return response
      const leftMs = (closing ? closedAt + CLOSING_MS : until) - performance.now()
      if (leftMs <= 0) return problemResponse({ code: 'service_unavailable', retryAfter: 1 }, request.requestId)
      await changeWithin(Math.min(RETRY_EVERY_MS, leftMs))
    }
  }

  /** Makes one attempt; null if it has to be repeated. */
  async function tryOnce(request: BidRequest, decide: DecideRequest, until: number): Promise<Response | null> {
    try {
      if (leadership.epoch() !== null) return await decide(request)
      const leader = leadership.leader()
      if (leader === null || leader.serverId === serverId) return null
      return await forward(leader, request, until)
    } catch (error) {
      if (error instanceof BidNotDecided) return null
      throw error
    }
  }

  async function forward(
    leader: Leader,
    { request, body: text, requestId, address }: BidRequest,
    until: number,
  ): Promise<Response | null> {
    const body = JSON.stringify({
      sentAt: wallClock(),
      address,
      requestId,
      url: request.url,
      headers: FORWARDED_HEADERS.flatMap((name): [string, string][] => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
      body: text,
    } satisfies Envelope)
    const attempt = new AbortController()
    const timer = setTimeout(() => attempt.abort(), Math.max(0, until - performance.now()))
    const stopWatching = onNextChange(() => {
      if (leadership.leader()?.epoch !== leader.epoch) attempt.abort()
    })
    try {
      const answered = await send(leader, 'POST', BIDS_PATH, body, attempt.signal)
      if (answered.status === 401)
        log.warn({ leader: leader.address }, 'bid forwarding refused: secrets or clocks differ')
      if (answered.status === 401 || answered.headers[NOT_DECIDED] !== undefined) return null
      const headers = ANSWERED_HEADERS.flatMap((name): [string, string][] => {
        const value = answered.headers[name]
        return value === undefined ? [] : [[name, value]]
      })
      return new Response(answered.body, { status: answered.status, headers })
    } catch {
      // The request or its answer was lost: sending it again finds out whether it was decided.
      return null
    } finally {
      clearTimeout(timer)
      stopWatching()
    }
  }

  async function send(
    { address }: Leader,
    method: 'POST' | 'GET',
    path: string,
    body: string,
    signal: AbortSignal,
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const { hostname, port } = new URL(`http://${address}`)
    const sent = httpRequest({
      agent,
      // Strips the brackets of an IPv6 address.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port),
      method,
      path,
      signal,
      headers: { 'content-length': Buffer.byteLength(body), [SIGNATURE]: signer.sign(signedText(method, path, body)) },
    })
    // An error without a listener, as after an abort, would end the process.
    sent.on('error', () => undefined)
    sent.end(body)
    const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    response.on('error', () => undefined)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers as Record<string, string>,
      body: await textOf(response),
    }
  }

  function onNextChange(changed: () => void): () => void {
    changes.add(changed)
    return () => void changes.delete(changed)
  }

  async function changeWithin(milliseconds: number): Promise<void> {
    let stop = () => {}
    await Promise.race([
      new Promise<void>((resolve) => {
        stop = onNextChange(resolve)
      }),
      delay(milliseconds),
    ])
    stop()
  }

  async function handle(request: IncomingMessage, response: ServerResponse, decide: DecideRequest): Promise<void> {
    const { method = '', url = '', headers } = request
    const text = await textOf(request)
    if (closing) response.setHeader('connection', 'close')
    if (!signer.verify(signedText(method, url, text), String(headers[SIGNATURE] ?? '')))
      return void response.writeHead(401, { connection: 'close' }).end()
    const envelope = envelopeSchema.safeParse(JSON.parse(text))
    if (!envelope.success || Math.abs(wallClock() - envelope.data.sentAt) > SIGNATURE_VALID_MS)
      return void response.writeHead(401).end()
    if (method === 'GET' && url === STATUS_PATH) {
      const fault = leadership.heldEpoch() === null ? 'it does not lead' : leadership.fault()
      return void response.writeHead(fault === null ? 204 : 503).end(fault ?? undefined)
    }
    if (method !== 'POST' || url !== BIDS_PATH) return void response.writeHead(404).end()
    try {
      if (leadership.epoch() === null) throw new BidNotDecided()
      const { requestId, address, body } = envelope.data
      const forwarded = new Request(envelope.data.url, { method: 'POST', headers: envelope.data.headers })
      const decided = await decide({ request: forwarded, body, requestId, address })
      response.writeHead(decided.status, Object.fromEntries(decided.headers)).end(await decided.text())
    } catch (error) {
      if (!(error instanceof BidNotDecided)) log.warn({ err: error }, 'forwarded bid failed')
      response.writeHead(503, { [NOT_DECIDED]: '1' }).end()
    }
  }

  return {
    route(request, decide) {
      const answered = routeUntilDecided(request, decide).finally(() => routing.delete(answered))
      routing.add(answered)
      return answered
    },
    async fault() {
      const fault = leadership.fault()
      const leader = leadership.leader()
      if (fault !== null || leader === null || leader.serverId === serverId) return fault
      const body = JSON.stringify({
        sentAt: wallClock(),
        requestId: '',
        url: '',
        headers: [],
        body: '',
      } satisfies Envelope)
      try {
        const { status, body: reason } = await send(
          leader,
          'GET',
          STATUS_PATH,
          body,
          AbortSignal.timeout(STATUS_TIMEOUT_MS),
        )
        if (status === 204) return null
        if (status === 401) return "the leader does not accept this server's signature: secrets or clocks differ"
        return `the leader decides no bid: ${reason}`
      } catch (error) {
        log.warn({ leader: leader.address, err: error }, 'leader cannot be reached')
        return 'the leader cannot be reached: INTERNAL_ADDRESS must name each server'
      }
    },
    async listen({ host, port }, decide) {
      server.keepAliveTimeout = KEEP_ALIVE_MS
      server.on('request', (request, response) => {
        handle(request, response, decide).catch(() => response.destroy())
      })
      // Never share the port with another process of the cluster.
      server.listen({ host, port, exclusive: true })
      await once(server, 'listening')
      const { port: bound } = server.address() as AddressInfo
      return `${host.includes(':') ? `[${host}]` : host}:${bound}`
    },
    async close() {
      closing = true
      closedAt = performance.now()
      await Promise.allSettled(routing)
      if (server.listening) {
        const closed = once(server, 'close')
        server.close()
        server.closeIdleConnections()
        await closed
      }
      agent.destroy()
    },
  }
}

/** @throws if it is cut off or too long */
async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('body too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
