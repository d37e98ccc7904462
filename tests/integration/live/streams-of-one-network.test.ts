import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sessions } from '@/lib/server/identity/sessions'
import { BEARER_OF_COOKIE } from '@/lib/server/http/authorize'
import { createStreams } from '@/lib/server/http/streams'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, publishLot, type Server } from '@/tests/support/auction-house'
import { aLot, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { openStreamHost, type StreamHost } from '@/tests/support/watching'

let db: TestDatabase
let server: Server
let host: StreamHost
const edge = createServer()
let origin: string
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
  host = await openStreamHost(db, { streams: server.streams, clock, watchersPerAddress: 2 })
  const streams = createStreams({
    hub: host.hub,
    allow: async () => null,
    // Treats every session as ended.
    sessions: {
      findBuyer: async () => null,
      findStaff: async () => null,
      refusal: async () => 'unauthorized',
    } as unknown as Sessions,
    failed: () => undefined,
    publicOrigin: null,
  })
  edge.on('request', (request, response) => {
    void streams.attach(request, response, String(request.headers['x-address']))
  })
  edge.listen(0, '127.0.0.1')
  await once(edge, 'listening')
  origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`
})

afterAll(async () => {
  await host.close()
  edge.closeAllConnections()
  edge.close()
  await server.close()
  await db.close()
})

/** Resolves once the server has noticed that a connection was closed. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}

it('a stream is not found for an id out of range', async () => {
  const { status } = await fetch(`${origin}/api/auctions/2147483648/events`, { headers: { 'x-address': '192.0.2.9' } })
  expect(status).toBe(404)
})

it('a stream is refused to an ended bearer token, and open to a browser with an ended cookie', async () => {
  const auctionId = await publishLot(db.pool, aLot())
  const statusFor = async (headers: Record<string, string>) => {
    const controller = new AbortController()
    const { status } = await fetch(`${origin}/api/auctions/${auctionId}/events`, {
      headers: { ...headers, 'x-address': '192.0.2.10' },
      signal: controller.signal,
    })
    controller.abort()
    await until(() => host.hub.watchers() === 0)
    return status
  }
  const dead = 'x'.repeat(43)
  expect(await statusFor({ authorization: `Bearer ${dead}` })).toBe(401)
  expect(await statusFor({ cookie: `accessToken=${dead}` })).toBe(200)
  expect(await statusFor({ authorization: `Bearer ${dead}`, ...BEARER_OF_COOKIE })).toBe(200)
  expect(await statusFor({ authorization: 'Basic eDp5' })).toBe(200)
})

describe('the limit of streams', () => {
  it('applies to an IPv6 /64, because its owner has all of its addresses', async () => {
    const auctionId = await publishLot(db.pool, aLot())
    const opened: AbortController[] = []
    const open = async (address: string) => {
      const controller = new AbortController()
      const { status } = await fetch(`${origin}/api/auctions/${auctionId}/events`, {
        headers: { 'x-address': address },
        signal: controller.signal,
      })
      opened.push(controller)
      return status
    }
    expect([await open('2001:db8::1'), await open('2001:db8::2')]).toEqual([200, 200])
    expect(await open('2001:db8::3')).toBe(429)
    expect([await open('2001:db8:0:1::1'), await open('192.0.2.1'), await open('::ffff:192.0.2.1')]).toEqual([
      200, 200, 200,
    ])
    expect(await open('192.0.2.1')).toBe(429)

    // Closing one allows another from the same network.
    opened[0]?.abort()
    await until(() => host.hub.watchers() === 4)
    expect(await open('2001:db8::4')).toBe(200)
  })
})
