import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createRandom } from '@/demo/random'
import { CLOSE_DELAY_MS } from '@/lib/domain/lifecycle'
import { rankingOf } from '@/lib/domain/ranking'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import {
  buyer,
  callBy,
  managerCall,
  openServer,
  placeBid,
  registerBuyers,
  type Server,
  startAuction,
} from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'

const SERVERS = 3
const BIDDERS = 12
let db: TestDatabase
let servers: Server[]
let accounts: number[]
let auctionId: number
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, BIDDERS)
  servers = []
  for (let index = 0; index < SERVERS; index += 1) servers.push(await openServer(db, clock))
})

afterAll(() => db.close())

beforeEach(async () => {
  const lot = { automaticBids: true }
  auctionId = await startAuction({ server: servers[0]!, pool: db.pool, clock, accounts, quantity: 60, lot })
  clock.set(START + 10 * MINUTE)
})

const bid = (at: Server, index: number, price: number, key: string = randomUUID()) =>
  placeBid(at, { auctionId, companyId: accounts[index]!, at: clock.now(), key }, { price, quantity: 60 })

async function expectSoundRecord(): Promise<void> {
  const log = await logOf(db.pool, auctionId)
  expect(brokenEntry(log)).toBeNull()
  const bids = await bidsOf(db.pool, auctionId)
  expect(bids.map(({ seq }) => seq)).toEqual(bids.map((_, index) => index + 1))
  const received = bids.filter(({ preliminary }) => !preliminary).map(({ received_at }) => received_at.getTime())
  expect(received).toEqual(received.toSorted((a, b) => a - b))
}

describe('several servers at once', () => {
  it('place every valid bid of random bidders once, in an order that the rules accept', async () => {
    const started = await stateOf(db.pool, auctionId)
    const random = createRandom(11)
    const placed: number[] = []
    await Promise.all(
      accounts.map(async (_account, index) => {
        let price = 14_000
        for (let round = 0; round < 12; round += 1) {
          price += 10 * random.whole(1, 3)
          const outcome = await bid(servers[random.whole(0, SERVERS - 1)]!, index, price)
          if (!outcome.ok) throw new Error(outcome.refusal.code)
          placed.push(outcome.answer.data.bid.seq)
        }
      }),
    )
    const bids = await bidsOf(db.pool, auctionId)
    expect(placed.toSorted((a, b) => a - b)).toEqual(
      bids.filter(({ preliminary }) => !preliminary).map(({ seq }) => seq),
    )
    expect(rankingOf(await stateOf(db.pool, auctionId))).toEqual(rankingOf(replayBids(started, bids)))
    await expectSoundRecord()
  })

  it('count one key once, whichever is first (R4.8)', async () => {
    const key = randomUUID()
    const outcomes = await Promise.all(servers.map((server) => bid(server, 0, 14_010, key)))
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
    expect(outcomes[0]).toMatchObject({ ok: true, answer: { data: { bid: { seq: BIDDERS + 1 } } } })
    const refused = randomUUID()
    const refusals = await Promise.all(servers.map((server) => bid(server, 0, 14_005, refused)))
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ ok: false, refusal: { code: 'bid_below_minimum' } })
    await expectSoundRecord()
  })

  it('refuse a bid by what another one has just recorded, however far behind they are', async () => {
    const [one, two] = servers as [Server, Server]
    await two.streams.snapshotOf(auctionId)
    const behind = two.streams.remembered(auctionId)!
    expect(await bid(one, 0, 14_500)).toMatchObject({ ok: true })
    // As if its notifications were lost.
    const stale = await openServer(db, clock, {
      streams: { ...two.streams, remembered: () => behind, put: () => undefined },
    })
    expect(await bid(stale, 0, 14_490)).toMatchObject({
      ok: false,
      refusal: { code: 'bid_below_minimum', extensions: { minimum: '14510.00' } },
    })
    expect(await bid(stale, 0, 14_510)).toMatchObject({ ok: true })
    const order = { auction_id: auctionId, ceiling: '14480.00', quantity: '60.000', minimum_quantity: '60.000' }
    const call = callBy(buyer(accounts[0]!), clock.now(), randomUUID())
    expect(await stale.endpoints.bids.leaveAutomatic(order, call)).toMatchObject({ ok: false })
    await expectSoundRecord()
    await stale.close()
  })

  it('let a bid and a halt at once stand in the order of their commits (R13.1)', async () => {
    const [one, two, three] = servers as [Server, Server, Server]
    const at = clock.now()
    const [halted, ...bids] = await Promise.all([
      one.endpoints.manager.haltAuction({ auction_id: auctionId, reason: 'A fault' }, managerCall(at)),
      ...[0, 1, 2, 3].map((index) => bid(index % 2 === 0 ? two : three, index, 14_010)),
    ])
    expect(halted).toMatchObject({ ok: true })
    // Received at the instant of the halt: those recorded before it count, the others are refused.
    const log = await logOf(db.pool, auctionId)
    const haltedAt = log.findIndex(({ kind }) => kind === 'halted')
    expect(log.slice(haltedAt).map(({ kind }) => kind)).toEqual(['halted'])
    const accepted = bids.filter(({ ok }) => ok).length
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(BIDDERS + accepted)
    for (const outcome of bids) if (!outcome.ok) expect(outcome.refusal.code).toBe('auction_halted')
    await expectSoundRecord()
  })

  it('record no bid of a company after its deactivation (R2.7)', async () => {
    const [one, two] = servers as [Server, Server]
    const deactivate = withTransaction(db.pool, (client) =>
      one.accountDecided(client, { companyId: accounts[0]!, status: 'deactivated' }),
    )
    const outcomes = await Promise.all([bid(two, 0, 14_010), bid(one, 0, 14_020), deactivate])
    const log = await logOf(db.pool, auctionId)
    const deactivated = log.findIndex(({ kind }) => kind === 'account_deactivated')
    expect(log.slice(deactivated).some(({ kind }) => kind === 'bid')).toBe(false)
    for (const outcome of outcomes.slice(0, 2))
      if (outcome !== undefined && !outcome.ok)
        expect(['account_deactivated', 'bid_below_minimum']).toContain(outcome.refusal.code)
    expect(await bid(two, 0, 14_100)).toMatchObject({ ok: false, refusal: { code: 'account_deactivated' } })
    await withTransaction(db.pool, (client) =>
      one.accountDecided(client, { companyId: accounts[0]!, status: 'active' }),
    )
    await expectSoundRecord()
  })

  it('change one automatic order at once, and settle by the one that was recorded last (R10.1)', async () => {
    const order = (ceiling: string) => ({
      auction_id: auctionId,
      ceiling,
      quantity: '60.000',
      minimum_quantity: '60.000',
    })
    const outcomes = await Promise.all(
      servers.map(async (server, index) =>
        server.endpoints.bids.leaveAutomatic(
          order(`14${index + 1}00.00`),
          callBy(buyer(accounts[5]!), clock.now(), randomUUID()),
        ),
      ),
    )
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    const left = (await logOf(db.pool, auctionId)).filter(({ kind }) => kind === 'automatic_order_left')
    expect(left).toHaveLength(SERVERS)
    const { orders } = await stateOf(db.pool, auctionId)
    const last = JSON.parse(left.at(-1)!.body) as { seal: string }
    expect(orders.get(accounts[5]!)?.seal).toBe(last.seal)
    await expectSoundRecord()
  })

  it('limit a company by the record, over all of them together (R4.11)', async () => {
    const limited = await Promise.all([1, 2].map(() => openServer(db, clock, { limitsBids: true })))
    for (let index = 0; index < 10; index += 1)
      expect(await bid(limited[index % 2]!, 1, 14_010 + 10 * index)).toMatchObject({ ok: true })
    const key = randomUUID()
    expect(await bid(limited[0]!, 1, 14_200, key)).toEqual({
      ok: false,
      refusal: { code: 'too_many_requests', retryAfter: 10 },
    })
    expect(await bid(limited[1]!, 2, 14_010)).toMatchObject({ ok: true })
    clock.advance(10_000)
    expect(await bid(limited[1]!, 1, 14_200, key)).toMatchObject({ ok: true })
    for (const server of limited) await server.close()
  })

  it('record the start and the end once', async () => {
    clock.set(END + CLOSE_DELAY_MS)
    await Promise.all(servers.flatMap((server) => [server.scheduler.tick(), server.scheduler.tick()]))
    const kinds = (await logOf(db.pool, auctionId)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'started' || kind === 'ended')).toEqual(['started', 'ended'])
  })
})
