import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { MAX_UPLOAD_MS, UPLOAD_BYTES_PER_SECOND } from '@/lib/config/constants'
import type { Environment } from '@/lib/config/environment'
import type { IsProxy } from '@/lib/config/trusted-proxies'
import { requestContext } from '@/lib/http/request-context'
import { splitLocale } from '@/lib/i18n/locales'
import { createClaimCheck, trustForwardedHost } from '@/lib/server/http/client-address'
import { explainListening } from '@/scripts/machine.mjs'
import { refusalPage } from './error-page'
import { REMOTE_HEALTH } from './remote'
import { guardRequest, type Rejection } from './request-guard'
import { StartError } from './resolve-database'
import { pathOf, routeOf } from './routes'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Handlers {
  site: Handler
  api: Handler
  /** Private files, protocols and the site's media, answered by the API function. */
  files?: Handler
  /** `false`: the back office's addresses answer 404. */
  backOffice?: boolean
  /** Only in remote mode; otherwise the API has /api/health. */
  health?: Handler
}

/** The server's side of shutting down. */
export interface HttpSide {
  /** Refuses new connections; every answer closes its connection. */
  refuseNew(): void
  /** Settles when only live streams are under way. */
  idle(): Promise<void>
  /** Closes every connection; settles when the last one is closed. */
  closeAll(): Promise<void>
}

const STREAM_PATH = /^\/api\/auctions\/[^/]+\/events(\?|$)/

/** Behind a load balancer an idle connection must outlive the balancer's own (mostly 60 s). */
const KEEP_ALIVE_MS = 65_000
const HEADERS_TIMEOUT_MS = 20_000
/** From here on a request must arrive at the least pace of an upload. The API refuses slow forms with words (form-body.ts). */
const REQUEST_GRACE_MS = 70_000
const CHECKING_INTERVAL_MS = 5_000
/** Twenty thousand watchers, and as many other requests as there is memory for. */
const MAX_CONNECTIONS = 30_000
/** Many layers listen for the end of an answer: this file, compression, streams, and a page's in-process calls. */
const MAX_LISTENERS = 30
/** Requests that a connection may pipeline. Browsers and proxies do not pipeline. */
const MAX_QUEUED = 8

/** @param isProxy whose X-Forwarded-Host is trusted */
export function createDispatch(handlers: Handlers, isProxy: IsProxy = () => false) {
  /** The API comes before Next, which is thirty times as expensive. */
  function choose(url: string): Handler {
    const by = routeOf(pathOf(url))?.by
    if (by === 'api') return handlers.api
    if (by === 'files' && handlers.files !== undefined) return handlers.files
    if (handlers.health !== undefined && REMOTE_HEALTH.test(url)) return handlers.health
    if (by === 'office' && handlers.backOffice === false) return notFound
    return handlers.site
  }
  return { attach: (server: Server) => attach(server, choose, isProxy) }
}

export function createHttpServer(): Server {
  return createServer({ connectionsCheckingInterval: CHECKING_INTERVAL_MS })
}

/** Listens, and returns the port. @throws {StartError} if the port is taken or not allowed, or HOST is not an address here */
export function listen(server: Server, { host, port }: Pick<Environment, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(explainListening(error.code, port, host), { cause: error }))
    })
    server.listen({ port, ...(host === null ? {} : { host }) }, () => resolve((server.address() as AddressInfo).port))
  })
}

/** A private address of one of several processes that listen on the same port. */
export interface OwnAddress {
  origin: string
  close(): void
}

export async function listenForItself(server: Server): Promise<OwnAddress> {
  const loopback = createServer((request, response) => void server.emit('request', request, response))
  loopback.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(loopback, 'listening')
  return {
    origin: `http://127.0.0.1:${(loopback.address() as AddressInfo).port}`,
    close() {
      loopback.close()
      loopback.closeAllConnections()
    },
  }
}

function attach(server: Server, choose: (url: string) => Handler, isProxy: IsProxy): HttpSide {
  let underWay = 0
  let stopping = false
  let settleIdle: (() => void) | null = null
  const checkClaim = createClaimCheck(isProxy)
  const pacing = watchPace()
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_GRACE_MS + MAX_UPLOAD_MS
  server.maxConnections = MAX_CONNECTIONS

  function settled(): void {
    underWay -= 1
    if (underWay === 0) settleIdle?.()
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // An aborted connection emits an error on both, which would end the process without a listener.
    request.on('error', ignore)
    response.on('error', ignore)
    response.setMaxListeners(MAX_LISTENERS)
    if (response.socket === null && !queueBehindAnother(request, response)) return void request.socket.destroy()
    if (stopping) response.setHeader('Connection', 'close')
    pacing.follow(request, response)
    const problem = checkClaim(request)
    if (problem !== null) console.error(problem)
    trustForwardedHost(request, isProxy)
    const rejection = guardRequest(request)
    if (rejection) return reject(request, response, rejection)
    const url = request.url ?? '/'
    if (!STREAM_PATH.test(url)) {
      underWay += 1
      response.once('close', settled)
    }
    const context = { response, requestId: randomUUID(), actionReached: false }
    requestContext.run(context, answer, choose(url), request, response)
  })
  return {
    refuseNew() {
      stopping = true
      server.close()
      server.closeIdleConnections()
    },
    idle: () =>
      new Promise((resolve) => {
        if (underWay === 0) resolve()
        else settleIdle = resolve
      }),
    closeAll: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        if (server.listening) server.close(() => resolve())
        else resolve()
      }),
  }
}

const leastBytesIn = (milliseconds: number) => (milliseconds / 1000) * UPLOAD_BYTES_PER_SECOND

/** Node limits the time of every request alike, which a large upload on a slow line exceeds. */
function watchPace() {
  const receiving = new Map<IncomingMessage, { response: ServerResponse; began: number; before: number }>()
  let timer: NodeJS.Timeout | undefined

  function check(): void {
    const now = performance.now()
    for (const [request, { response, began, before }] of receiving) {
      const elapsed = now - began
      if (request.complete || request.destroyed) receiving.delete(request)
      else if (elapsed >= REQUEST_GRACE_MS && request.socket.bytesRead - before < leastBytesIn(elapsed)) {
        receiving.delete(request)
        if (response.headersSent) request.socket.destroy()
        else reject(request, response, { status: 408 })
      }
    }
    if (receiving.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    follow(request: IncomingMessage, response: ServerResponse): void {
      if (request.complete) return
      receiving.set(request, { response, began: performance.now(), before: request.socket.bytesRead })
      timer ??= setInterval(check, CHECKING_INTERVAL_MS).unref()
    },
  }
}

/** Requests that wait for their turn, by connection. */
const queued = new WeakMap<Socket, number>()

/**
 * A client may send its next request once it has the last byte of an answer, which may not have ended here yet; one that sends more
 * ahead is disconnected. Node does not notify a queued answer that its connection has closed.
 */
function queueBehindAnother({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const waiting = (queued.get(socket) ?? 0) + 1
  if (waiting > MAX_QUEUED) return false
  queued.set(socket, waiting)
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
  socket.once('close', () => {
    if (response.socket !== null || response.destroyed) return
    response.destroyed = true
    response.emit('close')
  })
  return true
}

/** A handler that fails ends its own request, and nothing else. */
function answer(handle: Handler, request: IncomingMessage, response: ServerResponse): void {
  const fail = (error: unknown): void => {
    console.error('A request failed:', error)
    endFailed(response)
  }
  try {
    const answered = handle(request, response)
    if (answered instanceof Promise) answered.catch(fail)
  } catch (error) {
    fail(error)
  }
}

/** The body is not read, so the connection ends with the answer. Pages are refused with a page, in the language of their address. */
function reject(request: IncomingMessage, response: ServerResponse, { status, allow }: Rejection): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  const path = pathOf(request.url)
  const wantsPage = /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*') && !/^\/(?:api|cms-api)\//.test(path)
  const page = status !== 204 && wantsPage ? refusalPage(splitLocale(path).locale, status) : null
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...page?.headers,
    ...(allow === undefined ? {} : { allow }),
    ...(hasBody ? { connection: 'close' } : {}),
  })
  response.end(status === 204 || request.method === 'HEAD' ? undefined : (page?.body ?? STATUS_CODES[status]))
}

function notFound(request: IncomingMessage, response: ServerResponse): void {
  reject(request, response, { status: 404 })
}

const CONNECTION_ERRORS = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_HTTP_HEADERS_SENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** Ends the request that threw an uncaught error. False if the error belongs to no request: the process itself is broken. */
export function endRequestOf(error: unknown): boolean {
  const context = requestContext.getStore()
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (context === undefined && !CONNECTION_ERRORS.has(code ?? '') && message !== 'aborted') return false
  console.error('Unexpected error in a request:', error)
  if (context) endFailed(context.response)
  return true
}

function endFailed(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response
    .writeHead(500, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end('Internal Server Error')
}

function ignore(): void {}
