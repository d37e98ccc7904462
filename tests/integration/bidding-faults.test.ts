import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { PlacedBid } from '@/lib/contract/auctions'
import { rankingOf } from '@/lib/domain/ranking'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Outcome } from '@/lib/server/platform/call'
import { openServer, placeBid, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let accounts: number[]
let auctionId: number
const clock = fixedClock(START)

beforeEach(async () => {
  db = await createTestDatabase()
  clock.set(START - 30 * MINUTE)
  // Long for a write, but short for a test that waits for the timeout.
  server = await openServer(db, clock, { limits: { writeMs: 1_000 } })
  accounts = await registerBuyers(db.pool, 50)
  auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  clock.set(START + 10 * MINUTE)
})

afterEach(() => db.close())

type Answer = Outcome<{ data: PlacedBid }>

/** Sends the same bid with the same key until it is answered. */
async function retryUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const outcome = await send()
    if (outcome.ok || outcome.refusal.code !== 'service_unavailable') return outcome
    await delay(20)
  }
}

const CUT_TIMEOUT_MS = 10_000

/** Blocks the writing of bids and terminates the connections that wait; returns how many. */
async function cutWhileWriting(): Promise<number> {
  const holder = await db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table portal.bid_requests in share row exclusive mode')
    for (const until = Date.now() + CUT_TIMEOUT_MS; Date.now() < until; await delay(5)) {
      const { rowCount } = await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%record_bids%'`,
      )
      if (rowCount) return rowCount
    }
    return 0
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('F2 connections cut during bidding', () => {
  it('cause only refusals that can be retried, and each bid is recorded once in a valid record', async () => {
    const started = await stateOf(db.pool, auctionId)
    const at = clock.now()
    const rounds = accounts.map(async (companyId) => {
      const answers: Answer[] = []
      for (let round = 1; round <= 6; round += 1) {
        const bid = { auctionId, companyId, at, key: `round-${companyId}-${round}` }
        answers.push(
          await retryUntilAnswered(() => placeBid(server, bid, { price: 14_000 + 10 * round, quantity: 10 })),
        )
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
  it('does not block clients: bids are refused with Retry-After, and placed once when resent', async () => {
    const blocker = await db.pool.connect()
    await blocker.query('begin')
    await blocker.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    const bid = { auctionId, companyId: accounts[0]!, at: clock.now(), key: 'while-it-hangs' }
    const offer = { price: 14_010, quantity: 10 }
    expect(await placeBid(server, bid, offer)).toEqual({
      ok: false,
      refusal: { code: 'service_unavailable', retryAfter: 1 },
    })
    await blocker.query('rollback')
    blocker.release()
    expect(await retryUntilAnswered(() => placeBid(server, bid, offer))).toMatchObject({
      ok: true,
      answer: { data: { bid: { seq: 51 } } },
    })
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(51)
  })

  it('does not block the bids of other auctions', async () => {
    const other = await startAuction({ server, pool: db.pool, clock, accounts: accounts.slice(0, 1) })
    const blocker = await db.pool.connect()
    await blocker.query('begin')
    await blocker.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    const at = clock.now()
    const [blocked, unaffected] = await Promise.all([
      placeBid(server, { auctionId, companyId: accounts[0]!, at }, { price: 14_010, quantity: 10 }),
      placeBid(server, { auctionId: other, companyId: accounts[0]!, at }, { price: 14_010, quantity: 10 }),
    ])
    await blocker.query('rollback')
    blocker.release()
    expect(blocked).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } })
    expect(unaffected).toMatchObject({ ok: true, answer: { data: { bid: { seq: 2 } } } })
  })
})

describe('R4.9 a time of receipt before the last recorded bid', () => {
  it('is raised to that of the last bid', async () => {
    const at = clock.now()
    const first = await placeBid(server, { auctionId, companyId: accounts[0]!, at }, { price: 14_010, quantity: 10 })
    expect(first).toMatchObject({ ok: true })
    const late = await placeBid(
      server,
      { auctionId, companyId: accounts[1]!, at: at - 1 },
      { price: 14_010, quantity: 10 },
    )
    expect(late).toMatchObject({ ok: true, answer: { data: { bid: { received_at: new Date(at).toISOString() } } } })
    const times = (await bidsOf(db.pool, auctionId)).filter((bid) => !bid.preliminary).map((bid) => bid.received_at)
    expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()))
  })
})

describe('a full queue of bids', () => {
  it('refuses further bids with Retry-After and writes the others', async () => {
    await server.close()
    const small = (server = await openServer(db, clock, { limits: { waiting: 2 } }))
    const outcomes = await Promise.all(
      accounts
        .slice(0, 3)
        .map((companyId) =>
          placeBid(small, { auctionId, companyId, at: clock.now() }, { price: 14_010, quantity: 10 }),
        ),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'placed' : outcome.refusal.code))).toEqual([
      'placed',
      'placed',
      'service_unavailable',
    ])
  })

  it('is written when the server stops; later bids are refused, and placed by another server', async () => {
    const at = clock.now()
    const before = placeBid(server, { auctionId, companyId: accounts[0]!, at }, { price: 14_010, quantity: 10 })
    const next = await openServer(db, clock)
    const stopped = server.stop()
    const bid = { auctionId, companyId: accounts[1]!, at, key: 'sent-to-one-that-stops' }
    const after = await placeBid(server, bid, { price: 14_010, quantity: 10 })
    expect(after).toMatchObject({ ok: false, refusal: { code: 'service_unavailable', retryAfter: 1 } })
    expect(await before).toMatchObject({ ok: true })
    await stopped
    expect(await placeBid(next, bid, { price: 14_010, quantity: 10 })).toMatchObject({
      ok: true,
      answer: { data: { bid: { seq: 52 } } },
    })
  })
})
