import { createServer, type ServerResponse } from 'node:http'

/**
 * The reference for watchers: Node's http server that holds streams and writes the same bytes to all of them when it
 * is told to (`POST /send?id=…&bytes=…`). A process of its own; prints its port.
 */
const streams = new Set<ServerResponse>()
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  if (request.method === 'GET' && url.pathname === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-transform' })
    response.write('retry: 1000\n\n')
    streams.add(response)
    response.once('close', () => streams.delete(response))
    return
  }
  if (url.pathname === '/memory') return void response.end(String(process.memoryUsage.rss()))
  const event = Buffer.from(
    `id: ${url.searchParams.get('id')}\nevent: bid\ndata: ${'x'.repeat(Number(url.searchParams.get('bytes')))}\n\n`,
  )
  for (const stream of streams) stream.write(event)
  response.end('sent')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }))
})
