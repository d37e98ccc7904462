import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { PlacedBid } from '@/lib/contract/bids'
import { rankingOf } from '@/lib/domain/standing'
import { fixedClock } from '@/lib/server/platform/clock'
import type { Outcome } from '@/lib/server/http/handler'
import {
  gatherParticipants,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  travel,
  type Server,
} from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { type PlayedServer, playServer } from '@/tests/support/played-server'

let db: TestDatabase
let server: Server
let accounts: number[]
let auctionId: number
const clock = fixedClock(START)

beforeEach(async () => {
  db = await createTestDatabase()
  clock.set(START - 30 * MINUTE)
  // Long for a write, short for a test that waits it out.
  server = await openServer(db, clock, { limits: { write: 1_000 } })
  accounts = await registerBuyers(db.pool, 50)
  auctionId = await publishLot(db.pool, aLot())
  await gatherParticipants(server, db.pool, {
    auctionId,
    accounts,
    at: clock.now(),
    offer: { price: 14_000, quantity: 10 },
  })
  await travel(db.pool, clock, START)
  await server.scheduler.tick()
  await travel(db.pool, clock, START + 10 * MINUTE)
})

afterEach(async () => {
  await server.close()
  await db.close()
})

type Answer = Outcome<{ data: PlacedBid }>

/** Sends the same bid with the same key until it is answered. */
async function persistently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const outcome = await send()
    if (outcome.ok || outcome.refusal.code !== 'service_unavailable') return outcome
  }
}

const CUT_WITHIN_MS = 10_000

/** Ends connections in the middle of writing bids, which is held up until they are found; returns how many. */
async function cutWhileWriting(): Promise<number> {
  const holder = await db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table portal.bid_requests in share row exclusive mode')
    for (const until = Date.now() + CUT_WITHIN_MS; Date.now() < until; await delay(5)) {
      const { rowCount } = await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%record_decided_bids%'`,
      )
      if (rowCount) return rowCount
    }
    return 0
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('F2 connections cut in the middle of bidding', () => {
  it('give clear refusals meanwhile, and with retries one bid each on a sound record', async () => {
    const started = await stateOf(db.pool, auctionId)
    const at = clock.now()
    const rounds = accounts.map(async (accountId) => {
      const answers: Answer[] = []
      for (let round = 1; round <= 6; round += 1) {
        const bid = { auctionId, accountId, at, key: `round-${accountId}-${round}` }
        answers.push(await persistently(() => placeBid(server, bid, { price: 14_000 + 10 * round, quantity: 10 })))
      }
      return answers
    })
    for (let times = 0; times < 3; times += 1) expect(await cutWhileWriting()).toBeGreaterThan(0)
    const answers = (await Promise.all(rounds)).flat()
    const bids = await bidsOf(db.pool, auctionId)
    const seqs = answers.map((answer) => (answer.ok ? answer.answer.data.bid.seq : Number.NaN))
    expect(seqs.toSorted((a, b) => a - b)).toEqual(bids.filter((bid) => !bid.preliminary).map((bid) => bid.seq))
    expect(bids.map((bid) => bid.seq)).toEqual(bids.map((_, index) => index + 1))
    expect(rankingOf(await stateOf(db.pool, auctionId))).toEqual(rankingOf(replayBids(started, bids)))
    expect(brokenEntry(await logOf(db.pool, auctionId))).toBeNull()
  })
})

describe('F3 a database that does not answer', () => {
  it('keeps nobody waiting: refused with Retry-After, and bid once when sent again', async () => {
    const hostage = await db.pool.connect()
    await hostage.query('begin')
    await hostage.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    const bid = { auctionId, accountId: accounts[0]!, at: clock.now(), key: 'while-it-hangs' }
    const offer = { price: 14_010, quantity: 10 }
    expect(await placeBid(server, bid, offer)).toEqual({
      ok: false,
      refusal: { code: 'service_unavailable', retryAfter: 1 },
    })
    await hostage.query('rollback')
    hostage.release()
    expect(await persistently(() => placeBid(server, bid, offer))).toMatchObject({
      ok: true,
      answer: { data: { bid: { seq: 51 } } },
    })
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(51)
  })

  it('does not hold up the bids of other auctions', async () => {
    const other = await publishLot(
      db.pool,
      aLot({ startsAt: START + 20 * MINUTE, applicationDeadline: START + 20 * MINUTE }),
    )
    await gatherParticipants(server, db.pool, {
      auctionId: other,
      accounts: [accounts[0]!],
      at: clock.now(),
      offer: { price: 14_000, quantity: 10 },
    })
    await travel(db.pool, clock, START + 20 * MINUTE)
    await server.scheduler.tick()
    const hostage = await db.pool.connect()
    await hostage.query('begin')
    await hostage.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    const at = clock.now()
    const [stuck, free] = await Promise.all([
      placeBid(server, { auctionId, accountId: accounts[0]!, at }, { price: 14_010, quantity: 10 }),
      placeBid(server, { auctionId: other, accountId: accounts[0]!, at }, { price: 14_010, quantity: 10 }),
    ])
    await hostage.query('rollback')
    hostage.release()
    expect(stuck).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } })
    expect(free).toMatchObject({ ok: true, answer: { data: { bid: { seq: 2 } } } })
  })
})

describe('R4.9 a server whose lease another one has taken', () => {
  it('writes nothing any more, though it does not know yet; its bids are written by whoever decides next', async () => {
    await db.pool.query(
      `update portal.bid_lease set epoch = epoch + 1, holder = 'another', until = clock_timestamp() + interval '1 second'`,
    )
    const answer = placeBid(
      server,
      { auctionId, accountId: accounts[0]!, at: clock.now() },
      { price: 14_010, quantity: 10 },
    )
    const decides = async () =>
      (await db.pool.query<{ holder: string }>('select holder from portal.bid_lease')).rows[0]?.holder
    for (let holder = await decides(); holder === 'another'; holder = await decides()) {
      const bids = await bidsOf(db.pool, auctionId)
      // Read once more: it may have changed hands before these were.
      if ((await decides()) === 'another') expect(bids).toHaveLength(50)
    }
    expect(await answer).toMatchObject({ ok: true, answer: { data: { bid: { seq: 51 } } } })
    expect(await decides()).toBe(server.serverId)
  })
})

describe('R4.9 a server whose lease another one takes while it waits for an answer', () => {
  let another: PlayedServer
  let round: number

  /** The other one is known to the server, which asks it before everything that it decides. */
  beforeEach(async () => {
    another = await playServer(db, 'another')
    const asked = another.hears('ask')
    const { rows } = await db.pool.query<{ epoch: number }>('select epoch from portal.bid_lease')
    another.join(server.serverId, rows[0]!.epoch)
    const ask = await asked
    another.answer(ask)
    round = ask.round
  })

  afterEach(() => another.close())

  const nextAsk = () =>
    another
      .hears('ask', (ask) => ask.round > round)
      .then((ask) => {
        round = ask.round
        return ask
      })

  const stopping = () =>
    Promise.race([
      server.stop().then(() => 'stopped'),
      another.hears('ask').then((ask) => {
        // Answered all the same, so that the server can be stopped after the test has failed.
        another.answer(ask)
        return 'asks on'
      }),
    ])

  it('passes its bids on, and stops at once when it is told to, so that nobody waits for it', async () => {
    const asked = nextAsk()
    const bid = { auctionId, accountId: accounts[0]!, at: clock.now() }
    const answer = placeBid(server, bid, { price: 14_010, quantity: 10 })
    await asked
    const passed = another.hears('pass')
    await another.takeLease()
    another.refuse(await passed)
    expect(await answer).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } })
    expect(await stopping()).toBe('stopped')
    const { rows } = await db.pool.query(
      `select array(select id from portal.bid_servers) as bidding, array(select id from portal.servers where stopped_at is null) as living`,
    )
    expect(rows).toEqual([{ bidding: ['another'], living: [] }])
  })

  it('keeps no place among the bids that wait for one that was stamped anew', async () => {
    const bid = { auctionId, accountId: accounts[0]!, at: clock.now() }
    const recorded = nextAsk()
    const first = placeBid(server, bid, { price: 14_010, quantity: 10 })
    another.answer(await recorded)
    expect(await first).toMatchObject({ ok: true })

    // Received before what is on record now: it is stamped anew, which takes another question.
    const found = nextAsk()
    const late = placeBid(
      server,
      { ...bid, accountId: accounts[1]!, at: clock.now() - 1 },
      { price: 14_010, quantity: 10 },
    )
    const ask = await found
    const stampedAnew = nextAsk()
    another.answer(ask)
    await stampedAnew
    const passed = another.hears('pass')
    await another.takeLease()
    another.refuse(await passed)
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } })
    expect(server.inFlightBids.count()).toBe(0)
    expect(await stopping()).toBe('stopped')
  })
})

describe('more bids than can wait', () => {
  it('are told to come back, and the others are written', async () => {
    const narrow = await openServer(db, clock, { limits: { waiting: 2 } })
    const outcomes = await Promise.all(
      accounts
        .slice(0, 3)
        .map((accountId) =>
          placeBid(narrow, { auctionId, accountId, at: clock.now() }, { price: 14_010, quantity: 10 }),
        ),
    )
    await narrow.close()
    expect(outcomes.map((outcome) => (outcome.ok ? 'placed' : outcome.refusal.code))).toEqual([
      'placed',
      'placed',
      'service_unavailable',
    ])
  })

  it('stopping writes what has come and refuses what comes after', async () => {
    const at = clock.now()
    const before = placeBid(server, { auctionId, accountId: accounts[0]!, at }, { price: 14_010, quantity: 10 })
    const stopped = server.stop()
    const after = placeBid(server, { auctionId, accountId: accounts[1]!, at }, { price: 14_010, quantity: 10 })
    expect(await before).toMatchObject({ ok: true })
    expect(await after).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } })
    await stopped
  })
})
