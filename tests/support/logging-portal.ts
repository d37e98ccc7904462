/** Serves the API in a separate process with the portal's log; the call for the time writes a line. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { endpoints } from '@/lib/contract/endpoints'
import { createApi } from '@/lib/server/http/api'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { answer } from '@/lib/server/platform/call'
import { createLog } from '@/lib/server/platform/log'
import { createDispatch } from '@/server/listen'

const log = createLog({ level: 'info', server: 'of the test' })
const others = Object.fromEntries(Object.keys(endpoints).map((group) => [group, {}]))
const app = createApi({
  handlers: {
    ...others,
    time: {
      async now() {
        await delay(20)
        log.info('time requested')
        return answer({ data: { now: new Date().toISOString() } })
      },
    },
  } as unknown as AllHandlers,
  sessions: { findBuyer: async () => null } as never,
  publicOrigin: null,
  allow: async () => null,
  clock: { now: () => Date.now() },
  log,
  observe: () => undefined,
})
const server = createServer()
createDispatch({
  site: (_request, response) => response.writeHead(404).end(),
  api: getRequestListener((request) => app.fetch(request)),
}).attach(server)
server.listen(0, '127.0.0.1', () => {
  log.info('ready')
  process.send?.((server.address() as AddressInfo).port)
})
// The parent has exited.
process.on('disconnect', () => process.exit())
