import { request, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerHeaders } from '@/server/remote'

export interface Gateway {
  url: string
  /** Makes calls of a path fail with this status; null forwards them again. */
  fail(path: string, status: number | null): void
  /** The number of calls of a path since this was last asked for it. */
  calls(path: string): number
  close(): Promise<void>
}

/** A proxy between a site and the API of another portal. It counts calls and can make them fail. */
export async function openGateway(origin: string): Promise<Gateway> {
  const failing = new Map<string, number>()
  const callCounts = new Map<string, number>()
  const base = new URL(origin)

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const [path = '/'] = (incoming.url ?? '/').split('?')
    callCounts.set(path, (callCounts.get(path) ?? 0) + 1)
    const status = failing.get(path)
    if (status !== undefined) {
      incoming.resume()
      const code = { 401: 'unauthorized', 404: 'not_found', 500: 'internal_error' }[status] ?? 'service_unavailable'
      response
        .writeHead(status, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ type: 'about:blank', title: code, status, code, detail: '', request_id: 'r' }))
      return
    }
    const upstream = request(
      { host: base.hostname, port: base.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        // Without the portal's keep-alive time, which is longer than this server's: a site would use closed connections.
        response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders))
        answer.pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }

  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (path, status) => void (status === null ? failing.delete(path) : failing.set(path, status)),
    calls(path) {
      const count = callCounts.get(path) ?? 0
      callCounts.delete(path)
      return count
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
