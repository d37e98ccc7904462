import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

interface LoadBalancer {
  url: string
  /** The text of all pages, answers and events forwarded so far. */
  forwardedText(): string
  close(): Promise<void>
}

const TEXTS = /^(?:text\/html|text\/x-component|text\/event-stream|application\/(?:problem\+)?json)/

/**
 * Sends all requests to the first server, and once that is down, to the next. Like other load balancers it repeats a request only if
 * no server has received it.
 */
export async function openLoadBalancer(origins: readonly string[]): Promise<LoadBalancer> {
  const texts: Buffer[] = []
  let current = 0

  function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { url = '/', method, headers } = incoming
    const origin = origins[current] as string
    const upstream = request(new URL(url, origin), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      agent: false,
    })
    response.once('close', () => upstream.destroy())
    upstream.on('response', (answer) => {
      if (TEXTS.test(answer.headers['content-type'] ?? '')) answer.on('data', (chunk: Buffer) => void texts.push(chunk))
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      // An interrupted answer closes the client's connection as well.
      pipeline(answer, response).catch(() => undefined)
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (response.destroyed) return
      if (origin === origins[current] && current + 1 < origins.length) current += 1
      if (error.code === 'ECONNREFUSED' && origin !== origins[current]) forward(incoming, body, response)
      else response.destroy()
    })
    upstream.end(body)
  }

  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (body) => forward(incoming, body, response),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardedText: () => Buffer.concat(texts).toString('utf8'),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
