import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from '@/lib/config/environment'
import { requestContext } from '@/lib/http/request-context'
import { splitLocale } from '@/lib/i18n/locales'
import { explainListening } from '@/scripts/machine.mjs'
import { refuseTunnels, tieToConnection } from '@/server/connections'
import { receive, type TurnedAway } from '@/server/front-door'
import { refusalPage } from './plain-page'
import { REMOTE_HEALTH } from './remote'
import { endFailed } from './connections'
import { StartError } from './resolve-database'
import { pathOf, routeOf } from './routes'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Handlers {
  site: Handler
  api: Handler
  /** Private files, protocols and the site's media, answered by the API function. */
  files?: Handler
  /** Where files do not come from the site's own routes (remote mode). */
  storage?: Handler
  /** `false` where this server has none: its addresses answer 404. */
  backOffice?: boolean
  /** Where this server is not the API, which says how itself is under /api/health. */
  health?: Handler
}

/** What shutting down needs to know about the requests. */
export interface HttpSide {
  /** Takes no new connections, and lets every answer say that its connection closes. */
  refuseNew(): void
  /** Settles when no answer is under way but live streams. */
  idle(): Promise<void>
  /** Settles when the last connection is closed, cutting off what is left. */
  closeAll(): Promise<void>
}

const STREAM_PATH = /^\/api\/auctions\/[^/]+\/events(\?|$)/

/** Behind a load balancer the idle connection must outlive the balancer's own (mostly 60 s). */
const KEEP_ALIVE_MS = 65_000

/** Decides who answers a request: the API before Next, which costs it thirty times as much. */
export function createDispatch(handlers: Handlers) {
  function choose(url: string): Handler {
    const by = routeOf(pathOf(url))?.by
    if (by === 'api') return handlers.api
    const files = handlers.files ?? handlers.storage
    if (by === 'files' && files !== undefined) return files
    if (handlers.health !== undefined && REMOTE_HEALTH.test(url)) return handlers.health
    if (by === 'office' && handlers.backOffice === false) return notFound
    return handlers.site
  }
  /** The site and the portal's own API say what is safe by themselves, and answer faster where no header stands before theirs. */
  const isSafe = (handler: Handler) => handler === handlers.site || handler === handlers.files
  return { attach: (server: Server) => attach(server, choose, isSafe) }
}

/** Listens, and returns the port. @throws {StartError} when it is taken or not allowed, or HOST is nothing to listen on. */
export function listen(server: Server, { host, port }: Pick<Environment, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(explainListening(error.code, port, host), { cause: error }))
    })
    server.listen({ port, ...(host === null ? {} : { host }) }, () => resolve((server.address() as AddressInfo).port))
  })
}

/** An address of this machine by which a process reaches itself, and none of those that listen on the same port. */
export interface OwnAddress {
  origin: string
  close(): void
}

export async function listenForItself(server: Server): Promise<OwnAddress> {
  const own = createServer((request, response) => void server.emit('request', request, response))
  own.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(own, 'listening')
  return {
    origin: `http://127.0.0.1:${(own.address() as AddressInfo).port}`,
    close() {
      own.close()
      own.closeAllConnections()
    },
  }
}

function attach(server: Server, choose: (url: string) => Handler, isSafe: (handler: Handler) => boolean): HttpSide {
  let underWay = 0
  let leaving = false
  let tellIdle: (() => void) | null = null
  server.keepAliveTimeout = KEEP_ALIVE_MS

  function ended(): void {
    underWay -= 1
    if (underWay === 0) tellIdle?.()
  }
  refuseTunnels(server)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!tieToConnection(request, response)) return
    if (leaving) response.setHeader('Connection', 'close')
    const away = receive(request)
    if (away) return turnAway(request, response, away)
    const url = request.url ?? '/'
    const handler = choose(url)
    if (!isSafe(handler)) response.setHeader('X-Content-Type-Options', 'nosniff')
    if (!STREAM_PATH.test(url)) {
      underWay += 1
      response.once('close', ended)
    }
    const context = { response, requestId: randomUUID(), actionReached: false }
    requestContext.run(context, answer, handler, request, response)
  })
  return {
    refuseNew() {
      leaving = true
      server.close()
      server.closeIdleConnections()
    },
    idle: () =>
      new Promise((resolve) => {
        if (underWay === 0) resolve()
        else tellIdle = resolve
      }),
    closeAll: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        if (server.listening) server.close(() => resolve())
        else resolve()
      }),
  }
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

/**
 * What was sent along is not read, and so the connection ends with the answer. A browser that opens a page gets one, in the
 * language of the address.
 */
function turnAway(request: IncomingMessage, response: ServerResponse, { status, allow }: TurnedAway): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  const page =
    status !== 204 && request.headers.accept?.includes('text/html')
      ? refusalPage(splitLocale(pathOf(request.url)).locale, status)
      : null
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
  turnAway(request, response, { status: 404 })
}
