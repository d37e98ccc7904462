import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Lot } from '@/lib/domain/lot'
import type { QueueLog } from '@/lib/server/auctions/bid/decider'
import { fixedClock } from '@/lib/server/platform/clock'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import {
  apply,
  gatherParticipants,
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  travel,
  type Server,
} from '@/tests/support/auction-house'
import { bidsOf, logOf, stateOf } from '@/tests/support/auction-record'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

/** A server that is silent is out within a moment. */
const QUICK = { renew: 100, lease: 400, silence: 300 }

let db: TestDatabase
let accounts: number[]
let servers: Server[] = []
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 4)
})

beforeEach(async () => {
  for (const server of servers) await server.close()
  servers = []
  await db.pool.query('delete from portal.servers')
  clock.set(START - 30 * MINUTE)
})

afterAll(async () => {
  for (const server of servers) await server.close()
  await db.close()
})

/** Servers that beat only when the test says so. */
async function server(log?: QueueLog): Promise<Server> {
  const opened = await openServer(db, clock, { lease: QUICK, ...(log && { log }) })
  servers.push(opened)
  return opened
}

async function plannedAuction(at: Server, changes: Partial<Lot> = {}, participants = 2): Promise<number> {
  const auctionId = await publishLot(db.pool, aLot(changes))
  await gatherParticipants(at, db.pool, {
    auctionId,
    accounts: accounts.slice(0, participants),
    at: clock.now(),
    offer: { price: 14_000, quantity: 300 },
  })
  return auctionId
}

async function runningAuction(at: Server, changes: Partial<Lot> = {}): Promise<number> {
  const auctionId = await plannedAuction(at, changes)
  await travel(db.pool, clock, START)
  await at.scheduler.tick()
  return auctionId
}

async function kindsOf(auctionId: number): Promise<string[]> {
  return (await logOf(db.pool, auctionId)).map((entry) => entry.kind)
}

describe('R3.1 the start', () => {
  it('turns the confirmed preliminary bids into the first bids, and happens once with two tickers', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await plannedAuction(one)
    await travel(db.pool, clock, START)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick(), one.scheduler.tick(), two.scheduler.tick()])
    await one.scheduler.tick()
    expect((await kindsOf(auctionId)).slice(-3)).toEqual(['started', 'bid', 'bid'])
    expect(await bidsOf(db.pool, auctionId)).toMatchObject([
      { seq: 1, account_id: accounts[0], participant: 1, preliminary: true },
      { seq: 2, account_id: accounts[1], participant: 2, preliminary: true },
    ])
  })

  it('R2.5 rejects what is not confirmed, and R2.6 is unsuccessful below the minimum', async () => {
    const one = await server()
    const auctionId = await publishLot(db.pool, aLot({ minimumParticipants: 2 }))
    const empty = await publishLot(db.pool, aLot())
    await apply(one, { auctionId, accountId: accounts[0]!, at: clock.now() }, { price: 14_000, quantity: 10 })
    await travel(db.pool, clock, START)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).toEqual([
      'announced',
      'application_received',
      'application_rejected',
      'unsuccessful',
    ])
    expect(await kindsOf(empty)).toEqual(['announced', 'unsuccessful'])
    const { rows } = await db.pool.query(
      `select kind, account_id from portal.outbox where (payload ->> 'auction_id')::int = $1 and account_id is not null order by id`,
      [auctionId],
    )
    expect(rows).toEqual([
      { kind: 'application_rejected', account_id: accounts[0] },
      { kind: 'auction_unsuccessful', account_id: accounts[0] },
    ])
  })

  it('is waited for by a bid received at the first instant', async () => {
    const one = await server()
    const auctionId = await plannedAuction(one)
    await travel(db.pool, clock, START)
    const early = placeBid(one, { auctionId, accountId: accounts[0]!, at: START }, { price: 14_010, quantity: 300 })
    await one.scheduler.tick()
    expect(await early).toMatchObject({ ok: true, answer: { data: { bid: { seq: 3 } } } })
  })
})

describe('R6.2 the end', () => {
  it('is recorded once with two tickers, and refuses what was received at or after it', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, END - 10 * MINUTE)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    await travel(db.pool, clock, END)
    const late = placeBid(two, { auctionId, accountId: accounts[0]!, at: END }, { price: 14_010, quantity: 300 })
    await Promise.all([one.scheduler.tick(), two.scheduler.tick(), one.scheduler.tick()])
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'auction_ended' } })
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'ended')).toHaveLength(1)
  })

  it('stands in the log with the start and each extension, once however many servers there are', async () => {
    const said: [string, object][] = []
    const log = {
      info: (details: object, message: string) => void said.push([message, details]),
      warn: () => undefined,
    }
    const [one, two] = [await server(log), await server(log)]
    const auctionId = await runningAuction(one)
    await two.scheduler.tick()
    await travel(db.pool, clock, END - MINUTE)
    for (const each of [one, two]) await each.scheduler.tick()
    const placed = placeBid(
      one,
      { auctionId, accountId: accounts[1]!, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(await placed).toMatchObject({ ok: true })
    await travel(db.pool, clock, END + 2 * MINUTE)
    for (let turn = 0; turn < 4; turn += 1) for (const each of [one, two]) await each.scheduler.tick()
    expect(said).toEqual([
      ['auction started', { auction_id: auctionId, at: new Date(START) }],
      ['auction extended', { auction_id: auctionId, effective_end: new Date(END + 2 * MINUTE) }],
      ['auction ended', { auction_id: auctionId, at: new Date(END + 2 * MINUTE) }],
    ])
  })

  it('waits for a bid received in time that another server still holds', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, END - 1_000)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    // Stamped in time on the second server, and on its way through it while the clock passes the end.
    const inFlightBid = two.inFlightBids.note(END - 1)
    await travel(db.pool, clock, END + 500)
    await Promise.all([two.scheduler.tick(), one.scheduler.tick()])
    expect(await kindsOf(auctionId)).not.toContain('ended')

    const held = await placeBid(
      two,
      { auctionId, accountId: accounts[1]!, at: END - 1, inFlightBid },
      { price: 14_010, quantity: 300 },
    )
    expect(held).toMatchObject({ ok: true, answer: { data: { rank: 1 } } })
    // It took volume from the other, so that it extended (R5.1); at the new end the auction closes.
    const { effectiveEnd } = await stateOf(db.pool, auctionId)
    expect(effectiveEnd).toBe(END - 1 + 3 * MINUTE)
    await travel(db.pool, clock, effectiveEnd)
    await two.scheduler.tick()
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).toContain('ended')
  })

  it('waits for a server that is silent until its sign of life has run out, and no longer', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, END - 1_000)
    await one.scheduler.tick()
    two.freeze()
    await travel(db.pool, clock, END)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).not.toContain('ended')
    while (!(await kindsOf(auctionId)).includes('ended')) await one.scheduler.tick()
    const { rows } = await db.pool.query(
      `select from portal.bid_servers where id = $1 and seen_at > clock_timestamp() - interval '${QUICK.silence} milliseconds'`,
      [two.serverId],
    )
    expect(rows).toEqual([])
  })
})

describe('R3.2 an outage', () => {
  it('moves the ends of running auctions by its length, once, whoever comes back', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    clock.advance(10 * MINUTE)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'outage')).toHaveLength(1)
    const state = await stateOf(db.pool, auctionId)
    expect([state.effectiveEnd, state.hardEnd]).toEqual([END + 10 * MINUTE, END + 70 * MINUTE])
    const { rows } = await db.pool.query(
      'select effective_end, hard_end from portal.auction_heads where auction_id = $1',
      [auctionId],
    )
    expect(rows).toEqual([{ effective_end: new Date(state.effectiveEnd), hard_end: new Date(state.hardEnd) }])
  })

  it('is none where the servers were silent for half a minute', async () => {
    const one = await server()
    const auctionId = await runningAuction(one)
    clock.advance(30_000)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).not.toContain('outage')
  })

  it('keeps an auction that was to end in it open for the time that it lost', async () => {
    const one = await server()
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, END - MINUTE)
    await one.scheduler.tick()
    clock.set(END + 30 * MINUTE)
    await one.scheduler.tick()
    const state = await stateOf(db.pool, auctionId)
    expect(state.endedAt).toBeNull()
    // R3.2a: the whole window after it, where less was left when it began.
    expect(state.effectiveEnd).toBe(END + 33 * MINUTE)
  })
})

describe('R3.2a an outage of a few seconds at the very end', () => {
  it('gives the extension window back, so that a bid sent again gets in, and is told once by two servers', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, END - 1_000)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    clock.set(END + 8_000)
    const again = placeBid(
      one,
      { auctionId, accountId: accounts[0]!, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    expect(await again).toMatchObject({ ok: true })
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'outage')).toHaveLength(1)
    expect((await stateOf(db.pool, auctionId)).effectiveEnd).toBe(END + 8_000 + 3 * MINUTE)
  })
})

describe('R2.7 a deactivated account', () => {
  it('is out of the allocation and refused on every server from the commit on', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    await travel(db.pool, clock, START + MINUTE)
    const [first, second] = [accounts[0]!, accounts[1]!]
    await placeBid(two, { auctionId, accountId: first, at: clock.now() }, { price: 14_010, quantity: 300 })
    await withTransaction(db.pool, (client) => one.accountDecided(client, { accountId: first, status: 'deactivated' }))
    const refused = await placeBid(
      two,
      { auctionId, accountId: first, at: clock.now() },
      { price: 14_020, quantity: 300 },
    )
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'account_deactivated' } })
    const other = await placeBid(
      two,
      { auctionId, accountId: second, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(other).toMatchObject({ ok: true, answer: { data: { rank: 1, provisional_quantity: '300.000' } } })
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(4)
  })
})

describe('R8 selection', () => {
  it('goes from confirming over completing to one agreement a winner, made again where it failed', async () => {
    let broken = true
    const made: string[] = []
    const opened = await openServer(db, clock, {
      createAgreements: async (_client, list) => {
        if (broken) throw new Error('not now')
        made.push(...list.map(({ participant, quantity, sum }) => `${participant}: ${quantity} for ${sum}`))
      },
      showWinners: async (id) => ({
        auction_id: id,
        version: '',
        state: 'selection',
        confirmed: true,
        list: [],
        volume_sold: '0.000',
        average_price: null,
        blockers: [],
      }),
    })
    servers.push(opened)
    const auctionId = await runningAuction(opened)
    await travel(db.pool, clock, END)
    await opened.scheduler.tick()
    const complete = () => opened.endpoints.manager.complete({ auction_id: auctionId }, managerCall(clock.now()))
    expect(await complete()).toMatchObject({ ok: false })
    // 300 t and the 200 t that are left: a part, which its bidder takes.
    const part = await opened.endpoints.auctions.answerPartial(
      { auction_id: auctionId, accept: true, quantity: '200.000' },
      {
        ...managerCall(clock.now()),
        caller: { kind: 'account', accountId: accounts[1]!, sessionId: 's', status: 'active' },
      },
    )
    expect(part).toMatchObject({ ok: true, answer: { data: { provisional_quantity: '200.000', partial_until: null } } })
    await opened.endpoints.manager.confirmWinners({ auction_id: auctionId }, managerCall(clock.now()))
    expect(await complete()).toMatchObject({ ok: true })
    expect(made).toEqual([])
    await expect(opened.makeAgreements(auctionId)).rejects.toThrow('not now')
    broken = false
    await opened.makeAgreements(auctionId)
    await opened.makeAgreements(auctionId)
    expect(made).toEqual(['1: 300.000 for 4200000.00', '2: 200.000 for 2800000.00'])
    const { rows } = await db.pool.query('select * from portal.auction_results where auction_id = $1', [auctionId])
    expect(rows).toMatchObject([
      { participants: 2, winners: 2, volume_sold: 500_000, average_price: 1_400_000, final_price: 1_400_000 },
    ])
    const { rows: audited } = await db.pool.query('select action from portal.audit where subject = $1 order by id', [
      `auction:${auctionId}`,
    ])
    expect(audited.map((row: { action: string }) => row.action)).toEqual(['winners_confirmed', 'auction_completed'])
  })
})
