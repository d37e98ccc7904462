import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestContext } from '@/lib/http/request-context'

/** Said of a connection that the other side has closed, or of an answer that nobody waits for any more. */
const OF_CONNECTIONS = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_HTTP_HEADERS_SENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * Ends the request in whose course an error was thrown that nobody caught. False where it is of no request: then something of
 * the process itself is broken.
 */
export function endedOneRequest(error: unknown): boolean {
  const context = requestContext.getStore()
  if (context === undefined && !isOfConnection(error)) return false
  console.error('Unexpected error in a request, going on:', error)
  if (context) endFailed(context.response)
  return true
}

/** Ends the answer of a request that has failed. */
export function endFailed(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(500, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end('Internal Server Error')
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return OF_CONNECTIONS.has((error as NodeJS.ErrnoException).code ?? '') || error.message === 'aborted'
}

/** Requests that one connection may have sent ahead of its answers. Browsers send none ahead. */
const PIPELINED = 32

/** What waits for the end of one answer: the layers here, compression, the page's streams and, away from the API, the calls of the page. */
const WAIT_FOR_AN_END = 30

/** What a connection is being asked and has not been answered. */
const openOn = new WeakMap<Socket, Set<ServerResponse>>()

/**
 * Ties a response to its connection: Node tells only the one whose turn it is that the connection has closed, so that those
 * behind it would wait for ever. False where nobody is to answer it; what has asked too much ahead is closed.
 */
export function tieToConnection(request: IncomingMessage, response: ServerResponse): boolean {
  // An abort is said on the request and on what Next makes of it; one that nobody listens to would end the process.
  request.on('error', ignore)
  response.on('error', ignore)
  response.setMaxListeners(WAIT_FOR_AN_END)
  const { socket } = request
  const open = openOn.get(socket) ?? watch(socket)
  if (open.size >= PIPELINED) {
    socket.destroy()
    return false
  }
  // An answer under way that ends with its connection, such as a live stream, is the last one: what follows it is answered by nobody.
  const isAfterLast = [...open].some((before) => before.headersSent && !before.shouldKeepAlive)
  open.add(response)
  response.once('close', () => open.delete(response))
  return !isAfterLast
}

function watch(socket: Socket): Set<ServerResponse> {
  const open = new Set<ServerResponse>()
  openOn.set(socket, open)
  socket.once('close', () => {
    for (const response of open) {
      // The one whose turn it was hears of it from Node.
      if (response.socket !== null) continue
      response.destroyed = true
      response.emit('close')
    }
  })
  return open
}

/** A tunnel is nothing of ours. Requests to upgrade are answered as what they are without it: nobody listens for them (site.ts). */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', ignore)
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n',
      () => socket.destroy(),
    )
  })
}

function ignore(): void {}
