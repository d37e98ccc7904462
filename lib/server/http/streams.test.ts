import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestContext } from '@/lib/http/request-context'
import type { StreamRequest } from '@/lib/server/live/watcher'
import { createStreams } from './streams'

const failures: unknown[] = []
const attached: StreamRequest[] = []
let readAt = 0
let fault: Error | null = null
const streams = createStreams({
  hub: {
    async attach(_request: IncomingMessage, response: ServerResponse, stream: StreamRequest) {
      if (fault !== null) throw fault
      attached.push(stream)
      response.writeHead(204).end()
      return null
    },
  } as never,
  allow: async () => null,
  failed: (error) => void failures.push(error),
  sessions: {
    findStaff: async () => null,
    async findBuyer() {
      readAt = performance.now()
      return { id: 's', companyId: 3, status: 'active', expiresAt: 60_000 }
    },
  } as never,
  publicOrigin: null,
})
let server: Server
beforeEach(async () => {
  server = createServer((request, response) => {
    const context = { response, requestId: 'the-request', actionReached: false }
    requestContext.run(context, () => void streams.attach(request, response, '192.0.2.1'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => void server.close())

function open(headers: Record<string, string> = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/api/auctions/7/events`, { headers })
}

it('a stream is dated before its caller is read, so that a sign-out in between ends it', async () => {
  expect((await open({ authorization: 'Bearer a-token' })).status).toBe(204)
  expect(attached).toMatchObject([{ auctionId: 7, caller: { kind: 'account', companyId: 3, expiresAt: 60_000 } }])
  expect(attached[0]!.requestedAt).toBeLessThanOrEqual(readAt)
})

it('a stream that cannot be opened is refused with the reason', async () => {
  fault = new TypeError('a fault of the hub')
  const response = await open()
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'service_unavailable', request_id: 'the-request' }),
  ])
  expect(failures).toEqual([fault])
})
