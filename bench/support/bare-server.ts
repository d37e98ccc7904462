import cluster from 'node:cluster'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventOf } from './bare-node'

/**
 * The reference for comparisons with bare Node. It prints its port; with `SERVERS` several processes share it.
 *
 * - `POST /time`: parses the JSON body and returns the time, like `/api/time`
 * - `GET /page`: writes the compressed bytes sent to `PUT /page`
 * - `GET /events`: opens a stream; `POST /send?id=…&bytes=…` writes an event to all streams
 * - `GET /events?behind=…&bytes=…`: opens a stream that starts with `behind` events
 */
const streams = new Set<ServerResponse>()
let page = Buffer.alloc(0)

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  const number = (name: string) => Number(url.searchParams.get(name))
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /time': {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        JSON.parse(Buffer.concat(parts).toString())
        const text = JSON.stringify({ data: { now: new Date().toISOString() } })
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        response.end(text)
      })
      return
    }
    case 'PUT /page': {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        page = Buffer.concat(parts)
        process.send?.({ page: page.toString('base64') })
        response.end()
      })
      return
    }
    case 'GET /page':
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': page.length,
      })
      response.end(page)
      return
    case 'GET /events': {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-transform' })
      let first = 'retry: 1000\n\n'
      for (let id = 1; id <= number('behind'); id += 1) first += eventOf(id, number('bytes'))
      response.write(first)
      streams.add(response)
      response.once('close', () => streams.delete(response))
      return
    }
    case 'POST /send': {
      const event = Buffer.from(eventOf(number('id'), number('bytes')))
      for (const stream of streams) stream.write(event)
      response.end('sent')
      return
    }
    default:
      response.writeHead(404).end()
  }
})

const servers = Number(process.env.SERVERS ?? 1)
if (servers > 1 && cluster.isPrimary) {
  for (let count = 0; count < servers; count += 1) cluster.fork()
  let listening = 0
  cluster.on('listening', (_worker, { port }) => {
    if ((listening += 1) === servers) console.log(JSON.stringify({ port }))
  })
  cluster.on('message', (_worker, message: { page: string }) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(message)
  })
} else {
  process.on('message', (message: { page: string }) => (page = Buffer.from(message.page, 'base64')))
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
  })
}
