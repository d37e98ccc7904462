import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StreamEvent } from '@/lib/contract/stream'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { BEARER_OF_COOKIE } from '@/lib/server/http/authorize'
import { createStreams } from '@/lib/server/http/streams'
import { openSession, type Sessions } from '@/lib/server/identity/sessions'
import {
  apply,
  buyer,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
  startAuction,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { bidsOf, logOf } from '@/tests/support/auction-record'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'
import { idsOf, openStreamHost, type StreamHost, watch } from '@/tests/support/watching'

let db: TestDatabase
let server: Server
let host: StreamHost
let accounts: number[]
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 20)
  server = await openServer(db, clock)
  host = await openStreamHost(db, { streams: server.streams, clock, kept: 20 })
})

afterAll(() => db.close())

/** An auction ten minutes after its start, in which each participant has 10 t at 14 000.00. */
async function runningAuction(participants: number, changes = {}) {
  const bidders = accounts.slice(0, participants)
  const auctionId = await startAuction({ server, pool: db.pool, clock, accounts: bidders, lot: changes })
  clock.set(START + 10 * MINUTE)
  return { auctionId, taking: bidders, head: (await logOf(db.pool, auctionId)).length }
}

async function bid(auctionId: number, companyId: number, price: number, quantity = 10) {
  const outcome = await placeBid(server, { auctionId, companyId, at: clock.now() }, { price, quantity })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.answer.data
}

/** Concurrent bids of all bidders, each a step above the bidder's last. */
async function rounds(auctionId: number, bidders: number[], count: number): Promise<void> {
  for (let round = 1; round <= count; round += 1) {
    await Promise.all(bidders.map((companyId) => bid(auctionId, companyId, 14_000 + 10 * round)))
  }
}

const includes = (id: number) => (events: StreamEvent[]) => idsOf(events).includes(id)

describe('the live stream', () => {
  it('forbids caching, buffering and transforming, and starts with the server’s time', async () => {
    const { auctionId } = await runningAuction(1)
    const watching = await watch(host.origin, auctionId)
    expect(watching.status).toBe(200)
    expect(watching.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(watching.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(watching.headers.get('x-accel-buffering')).toBe('no')
    const [first] = await watching.until((events) => events.length > 0)
    expect(first).toEqual({ id: null, name: 'tick', data: { now: new Date(clock.now()).toISOString() } })
    watching.stop()
  })

  it('sends a bid with the ranking after it', async () => {
    const { auctionId, taking: bidders, head } = await runningAuction(2)
    const watching = await watch(host.origin, auctionId, { after: head })
    await bid(auctionId, bidders[1]!, 14_050)
    const event = (await watching.until(includes(head + 1))).find(({ id }) => id === head + 1)
    expect(event).toMatchObject({
      name: 'bid',
      data: {
        seq: 3,
        participant: 2,
        price: '14050.00',
        quantity: '10.000',
        ranking: [
          { rank: 1, participant: 2, price: '14050.00', allocated: '10.000', outcome: 'full' },
          { rank: 2, participant: 1, price: '14000.00', allocated: '10.000', outcome: 'full' },
        ],
      },
    })
    watching.stop()
  })

  it('does not identify bidders', async () => {
    const { auctionId, head, taking: bidders } = await runningAuction(3)
    await rounds(auctionId, bidders, 2)
    const watching = await watch(host.origin, auctionId, { after: 0 })
    await watching.until(includes(head + 6))
    expect(watching.raw()).not.toMatch(/company|account|bidder|user|edrpou/i)
    watching.stop()
  })

  it('sends missed events to reconnecting watchers, once and in order, even during bidding', async () => {
    const { auctionId, taking: bidders } = await runningAuction(10)
    const watchers: { events: StreamEvent[]; position: number }[] = Array.from({ length: 12 }, () => ({
      events: [],
      position: 0,
    }))
    const bidding = rounds(auctionId, bidders, 12)
    let over = false
    void bidding.then(() => {
      over = true
    })
    // Each watcher reconnects after a number of events while there are bids: the first after each, the last never.
    await Promise.all(
      watchers.map(async (watcher, index) => {
        const eventsPerConnection = 1 + index * index
        do {
          const watching = await watch(host.origin, auctionId, { after: watcher.position })
          const received = await watching.until((events) => idsOf(events).length >= eventsPerConnection || over)
          watching.stop()
          watcher.events.push(...received)
          watcher.position = idsOf(watcher.events).at(-1) ?? watcher.position
        } while (!over)
      }),
    )
    await bidding
    const log = await logOf(db.pool, auctionId)
    const head = log.length
    for (const watcher of watchers) {
      const last = await watch(host.origin, auctionId, { after: watcher.position })
      if (watcher.position < head) watcher.events.push(...(await last.until(includes(head))))
      last.stop()
    }
    const streamed = log
      .filter(({ kind }) => ['application_confirmed', 'started', 'bid', 'extended'].includes(kind))
      .map(({ seq }) => seq)
    const bids = (await bidsOf(db.pool, auctionId)).map(({ seq }) => seq)
    for (const { events } of watchers) {
      expect(idsOf(events)).toEqual(streamed)
      expect(events.flatMap((event) => (event.name === 'bid' ? [event.data.seq] : []))).toEqual(bids)
    }
  })

  it('sends the ranking with the last of several events', async () => {
    const { auctionId, taking: bidders, head } = await runningAuction(5)
    await rounds(auctionId, bidders, 10)
    const watching = await watch(host.origin, auctionId, { after: 0 })
    const events = await watching.until(includes(head + 50))
    const ranked = events.filter((event) => event.name === 'bid' && event.data.ranking !== undefined)
    expect(ranked.at(-1)?.id).toBe(head + 50)
    watching.stop()
  })

  it('continues after the connection to the database was lost', async () => {
    const { auctionId, taking: bidders, head } = await runningAuction(1)
    const watching = await watch(host.origin, auctionId, { after: head })
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%listener' and datname = current_database()`,
    )
    await bid(auctionId, bidders[0]!, 14_010)
    const events = await watching.until(includes(head + 1))
    expect(idsOf(events)).toEqual([head + 1])
    watching.stop()
  })

  it('is not found for an unknown auction', async () => {
    expect((await watch(host.origin, 999_999)).status).toBe(404)
  })

  it('ends when the server stops', async () => {
    const { auctionId } = await runningAuction(1)
    const other = await openStreamHost(db, { streams: server.streams, clock })
    const watching = await watch(other.origin, auctionId)
    await watching.until((events) => events.length > 0)
    other.hub.stop()
    await watching.ended
    await other.close()
  })
})

describe('a finished auction', () => {
  it('streams the missed events, and then answers 204', async () => {
    const { auctionId, head } = await runningAuction(1, { minimumParticipants: 1 })
    clock.set(END + MINUTE)
    await server.endpoints.manager.cancelAuction(
      { auction_id: auctionId, reason: 'The plant stands still' },
      {
        requestId: 'test',
        receivedAt: clock.now(),
        address: 'test',
        userAgent: 'test',
        idempotencyKey: null,
        caller: { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' },
      },
    )
    const watching = await watch(host.origin, auctionId, { after: head })
    const events = await watching.until((received) => received.some(({ name }) => name === 'cancelled'))
    expect(events.find(({ name }) => name === 'cancelled')).toMatchObject({
      data: { reason: 'The plant stands still' },
    })
    const last = idsOf(events).at(-1)
    expect((await watch(host.origin, auctionId, { after: last })).status).toBe(204)
    watching.stop()
  })
})

describe('an own stream', () => {
  it('sends changes of position only to the participant', async () => {
    const { auctionId, taking: bidders, head } = await runningAuction(2, { volume: 10_000 })
    const own = await watch(host.origin, auctionId, { after: head, caller: buyer(bidders[0]!) })
    const other = await watch(host.origin, auctionId, { after: head })
    const first = (await own.until((events) => events.some(({ name }) => name === 'own'))).find(
      ({ name }) => name === 'own',
    )
    expect(first).toMatchObject({ data: { rank: 1, provisional_quantity: '10.000', application: { participant: 1 } } })
    await bid(auctionId, bidders[1]!, 14_010)
    const events = await own.until((received) => received.filter(({ name }) => name === 'own').length === 2)
    expect(events.findLast(({ name }) => name === 'own')).toMatchObject({
      id: null,
      data: { rank: 2, provisional_quantity: '0.000' },
    })
    await other.until(includes(head + 1))
    expect(other.raw()).not.toContain('event: own')
    for (const watching of [own, other]) watching.stop()
  })

  it('updates the missing documents after an upload', async () => {
    clock.set(START - 30 * MINUTE)
    const auctionId = await publishLot(db.pool, aLot())
    const [companyId = 0] = await registerBuyers(db.pool, 1)
    await apply(server, { auctionId, companyId, at: clock.now() }, { price: 14_000, quantity: 10 })
    const isOwn = (event: StreamEvent) => event.name === 'own'
    const before = await watch(host.origin, auctionId, { caller: buyer(companyId) })
    const [all] = (await before.until((events) => events.some(isOwn))).filter(isOwn)
    expect(all).toMatchObject({ data: { application: { missing_documents: REQUIRED_DOCUMENTS } } })
    const [uploaded, ...missing] = REQUIRED_DOCUMENTS
    await uploadDocuments(db.pool, [companyId], [uploaded])
    const after = await watch(host.origin, auctionId, { caller: buyer(companyId) })
    const [rest] = (await after.until((events) => events.some(isOwn))).filter(isOwn)
    expect(rest).toMatchObject({ data: { application: { missing_documents: missing } } })
    await before.until((events) => events.filter(isOwn).length === 2)
    expect(before.events.findLast(isOwn)).toEqual(rest)
    for (const watching of [before, after]) watching.stop()
  })

  it('ends when the account’s sessions end', async () => {
    const { auctionId, taking: bidders } = await runningAuction(1)
    const own = await watch(host.origin, auctionId, { caller: buyer(bidders[0]!) })
    const visitor = await watch(host.origin, auctionId)
    await own.until((events) => events.some(({ name }) => name === 'own'))
    await db.pool.query(`select pg_notify('portal_account', $1)`, [JSON.stringify({ company_id: bidders[0] })])
    await own.ended
    await visitor.until((events) => events.length > 0)
    expect(host.hub.watchers()).toBeGreaterThan(0)
    visitor.stop()
  })

  it('ends when its person signs out, without affecting colleagues', async () => {
    const { auctionId, taking: bidders } = await runningAuction(1)
    const of = (personId: number) => watch(host.origin, auctionId, { caller: buyer(bidders[0]!, personId) })
    const [own, colleague] = [await of(900_001), await of(900_002)]
    for (const stream of [own, colleague]) await stream.until((events) => events.length > 0)
    const notice = { company_id: bidders[0], person_id: 900_001 }
    await db.pool.query(`select pg_notify('portal_account', $1)`, [JSON.stringify(notice)])
    await own.ended
    expect(host.hub.watchers()).toBe(1)
    colleague.stop()
  })
})

describe('a stream for staff', () => {
  it.each([
    ['their session ends', `update portal.sessions set ended_at = now() where staff_id = $1`],
    ['their role changes', `update cms.staff set role = 'editor' where id = $1`],
    ['they are removed', `delete from cms.staff where id = $1`],
  ])('ends when %s, without affecting others', async (_when, change) => {
    const { auctionId } = await runningAuction(1)
    const staff = async () => {
      const { rows } = await db.pool.query<{ id: number }>(
        `insert into cms.staff (name, role, email) values ('Olha', 'manager', gen_random_uuid() || '@portal.test') returning id`,
      )
      const staffId = rows[0]?.id ?? 0
      const from = { userAgent: '', address: '', secondFactor: true }
      await openSession(db.pool, { realm: 'staff', id: staffId }, from, clock.now())
      const caller = { kind: 'staff', staffId, role: 'manager', name: 'Olha' } as const
      return { staffId, stream: await watch(host.origin, auctionId, { caller }) }
    }
    const [one, other] = [await staff(), await staff()]
    await one.stream.until((events) => events.length > 0)
    await db.pool.query(change, [one.staffId])
    await one.stream.ended
    expect(host.hub.watchers()).toBe(1)
    other.stream.stop()
  })
})

describe('a closed auction', () => {
  it('sends prices and the ranking only to its participants', async () => {
    const { auctionId, taking: bidders, head } = await runningAuction(2, { visibility: 'closed' })
    const participant = await watch(host.origin, auctionId, { after: head, caller: buyer(bidders[0]!) })
    const outsider = await watch(host.origin, auctionId, { after: 0, caller: buyer(accounts.at(-1)!) })
    const visitor = await watch(host.origin, auctionId, { after: 0 })
    await bid(auctionId, bidders[0]!, 14_010)
    await participant.until(includes(head + 1))
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    for (const watching of [outsider, visitor]) {
      await watching.until((events) =>
        events.some((event) => event.name === 'state' && event.data.state === 'selection'),
      )
      expect(watching.events.map(({ name }) => name)).not.toContain('bid')
      expect(watching.raw()).not.toContain('"ranking":[{')
      expect(watching.raw()).not.toContain('14010')
    }
    for (const watching of [participant, outsider, visitor]) watching.stop()
  })
})

describe('a stream over HTTP', () => {
  let host: StreamHost
  const edge = createServer()
  let origin: string

  beforeAll(async () => {
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
  })

  /** Resolves once the server has noticed that a connection was closed. */
  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
  }

  it('is not found for an id out of range', async () => {
    const { status } = await fetch(`${origin}/api/auctions/2147483648/events`, {
      headers: { 'x-address': '192.0.2.9' },
    })
    expect(status).toBe(404)
  })

  it('is refused to an ended bearer token, and open to a browser with an ended cookie', async () => {
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

  it('is limited per address, and per IPv6 /64, because its owner has all of its addresses', async () => {
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
