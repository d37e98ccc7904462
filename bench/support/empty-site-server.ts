import { createServer } from 'node:http'
import next from 'next'

/** A process that serves the empty site like server/site.ts and prints its port. */
const server = createServer()
const site = next({ dev: false, dir: 'bench/empty-site', httpServer: server })
await site.prepare()
const handle = site.getRequestHandler()
server.on('request', (request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }))
})
