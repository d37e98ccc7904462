import { createServer } from 'node:http'
import next from 'next'

/** Serves the empty site as server/site.ts serves the portal's; a separate process that prints its port. */
const server = createServer()
const site = next({ dev: false, dir: 'bench/empty-site', httpServer: server })
await site.prepare()
const handle = site.getRequestHandler()
server.on('request', (request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }))
})
