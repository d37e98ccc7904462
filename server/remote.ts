import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import type { Environment } from '@/lib/config/environment'
import { answerHeaders, forwardedHeaders, isForeignWrite } from '@/server/remote-headers'

const OPEN = ['api/', 'storage/']
const SILENT_MS = 60_000
const TITLES = { 400: 'An unreadable request', 403: 'A request of another site', 404: 'There is no such call', 502: 'The API does not answer' }

export interface RemoteGateway {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

/**
 * Passes `/api/*` and `/storage/*` on to the API's host, both bodies streamed as they come, the live stream too, so
 * that a browser only ever talks to its own origin.
 */
export function createRemoteGateway(environment: Environment): RemoteGateway {
  const base = new URL(`${environment.apiBaseUrl}/`)
  const secure = base.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const send = secure ? httpsRequest : httpRequest

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isForeignWrite(request.method, request.headers)) return refuse(response, 403, 'foreign_origin')
    const url = new URL(`.${request.url}`, base)
    // Whatever the address says, only these two parts of the API's host are reached through here.
    if (!OPEN.some((place) => url.pathname.startsWith(base.pathname + place))) return refuse(response, 404, 'not_found')
    let upstream: ClientRequest
    try {
      upstream = send(url, { agent, method: request.method, headers: forwardedHeaders(request.headers, request.socket.remoteAddress) })
    } catch {
      // Node refuses at once what cannot be said in a header or an address.
      return refuse(response, 400, 'unreadable_body')
    }
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders))
      // The first event may be long in coming; the browser must see at once that the stream stands.
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
    })
    // A live stream says something every few seconds; an API that says nothing for this long has gone.
    upstream.setTimeout(SILENT_MS, () => upstream.destroy())
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      else refuse(response, 502, 'upstream_unavailable')
    })
    response.on('close', () => upstream.destroy())
    pipeline(request, upstream, () => undefined)
  }
  return { handle, close: () => agent.destroy() }
}

function refuse(response: ServerResponse, status: keyof typeof TITLES, code: string): void {
  const title = TITLES[status]
  const body = JSON.stringify({ type: 'about:blank', title, status, code, detail: title })
  const retry = status === 502 ? { 'retry-after': '2' } : {}
  response.writeHead(status, { 'content-type': 'application/problem+json', ...retry }).end(body)
}
