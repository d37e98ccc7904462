import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import { rankingOf } from '@/lib/domain/ranking'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, placeBid, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let accounts: number[]
const clock = fixedClock(START)

beforeEach(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 200)
})

afterEach(() => db.close())

const server = () => openServer(db, clock)

/** A running auction whose participants have bid for 10 t each at 14 000.00. */
async function runningAuction(at: Server, participants: number) {
  const bidders = accounts.slice(0, participants)
  const auctionId = await startAuction({ server: at, pool: db.pool, clock, accounts: bidders })
  const started = await stateOf(db.pool, auctionId)
  clock.set(START + 10 * MINUTE)
  return { auctionId, started, taking: bidders }
}

/** All bidders place five bids concurrently at scattered prices, some of which are overtaken and refused. */
async function bidConcurrently(auctionId: number, bidders: number[], ways: Server[]) {
  const at = clock.now()
  const sent = bidders.flatMap((companyId, index) =>
    [1, 2, 3, 4, 5].map((round) =>
      placeBid(
        ways[(index + round) % ways.length]!,
        { auctionId, companyId, at },
        {
          price: 14_000 + 10 * (round + ((index * 7 + round * 3) % 11)),
          quantity: 10,
        },
      ),
    ),
  )
  return Promise.all(sent)
}

function summaryOf(state: AuctionState) {
  return {
    ranking: rankingOf(state),
    effectiveEnd: state.effectiveEnd,
    seq: state.seq,
    highestPrice: state.highestPrice,
  }
}

async function expectValidRecord(
  auctionId: number,
  started: AuctionState,
  outcomes: Awaited<ReturnType<typeof bidConcurrently>>,
) {
  const bids = await bidsOf(db.pool, auctionId)
  expect(bids.map((bid) => bid.seq)).toEqual(bids.map((_, index) => index + 1))
  expect(summaryOf(await stateOf(db.pool, auctionId))).toEqual(summaryOf(replayBids(started, bids)))
  expect(brokenEntry(await logOf(db.pool, auctionId))).toBeNull()
  const acknowledged = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.answer.data.bid.seq] : []))
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(bids.filter((bid) => !bid.preliminary).map((bid) => bid.seq))
}

describe('concurrent bids', () => {
  it('from 200 bidders are recorded as the rules decide them in sequence', async () => {
    const one = await server()
    const { auctionId, started, taking: bidders } = await runningAuction(one, 200)
    const outcomes = await bidConcurrently(auctionId, bidders, [one])
    expect(outcomes.filter((outcome) => outcome.ok).length).toBeGreaterThan(200)
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code])))).toEqual(
      new Set(['bid_below_minimum']),
    )
    await expectValidRecord(auctionId, started, outcomes)
    expect(one.problems).toEqual([])
  })

  it('are recorded in the same way by two servers', async () => {
    const [one, two] = [await server(), await server()]
    const { auctionId, started, taking: bidders } = await runningAuction(one, 60)
    const outcomes = await bidConcurrently(auctionId, bidders, [one, two])
    await expectValidRecord(auctionId, started, outcomes)
    expect(one.problems).toEqual([])
    expect(two.problems).toEqual([])
  })

  it('are recorded in the same way for several auctions together', async () => {
    const one = await server()
    const auctions = [await runningAuction(one, 20), await runningAuction(one, 20), await runningAuction(one, 20)]
    const outcomes = await Promise.all(
      auctions.map(({ auctionId, taking: bidders }) => bidConcurrently(auctionId, bidders, [one])),
    )
    for (const [index, { auctionId, started }] of auctions.entries()) {
      await expectValidRecord(auctionId, started, outcomes[index]!)
    }
  })
})

describe('R4.8 idempotency', () => {
  it('repeats the first answer and records one bid, on every server and concurrently', async () => {
    const [one, two] = [await server(), await server()]
    const { auctionId, taking: bidders } = await runningAuction(one, 2)
    const bid = { auctionId, companyId: bidders[0]!, at: clock.now(), key: 'the-same-key' }
    const offer = { price: 14_010, quantity: 10 }
    const answers = await Promise.all([one, two, one, two].map((way) => placeBid(way, bid, offer)))
    const later = await placeBid(two, bid, offer)
    expect(answers[0]).toMatchObject({ ok: true, answer: { data: { bid: { seq: 3, price: '14010.00' } } } })
    for (const again of [...answers, later]) expect(again).toEqual(answers[0])
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(3)
  })

  it('repeats the hash of the bid’s own entry (R8.4)', async () => {
    const [one, two] = [await server(), await server()]
    const { auctionId, taking: bidders } = await runningAuction(one, 2)
    const bid = (companyId: number, key: string) => ({ auctionId, companyId, at: clock.now(), key })
    await Promise.all(
      bidders.map((companyId, index) =>
        placeBid(one, bid(companyId, `entry-hash-${index}`), { price: 14_010 + 10 * index, quantity: 10 }),
      ),
    )
    const log = (await logOf(db.pool, auctionId)).filter(({ kind }) => kind === 'bid')
    for (const [index, companyId] of bidders.entries()) {
      // The other server has not kept the answer and must read the record.
      const again = await placeBid(two, bid(companyId, `entry-hash-${index}`), {
        price: 14_010 + 10 * index,
        quantity: 10,
      })
      if (!again.ok) throw new Error(again.refusal.code)
      const { data } = again.answer
      const entry = log.find(({ body }) => (JSON.parse(body) as { bid: number }).bid === data.bid.seq)
      expect(data).toMatchObject({ entry_seq: entry?.seq, entry_hash: entry?.hash })
    }
  })

  it('also repeats a refusal, even after the price has become valid', async () => {
    const [one, two] = [await server(), await server()]
    const { auctionId, taking: bidders } = await runningAuction(one, 2)
    const [first, second] = [bidders[0]!, bidders[1]!]
    const bid = { auctionId, companyId: first, at: clock.now(), key: 'too-high-at-first' }
    const refused = await placeBid(one, bid, { price: 15_410, quantity: 10 })
    expect(refused).toEqual({ ok: false, refusal: { code: 'bid_above_maximum', extensions: { maximum: '15400.00' } } })
    await placeBid(one, { auctionId, companyId: second, at: clock.now() }, { price: 15_000, quantity: 10 })
    expect(await placeBid(two, bid, { price: 15_410, quantity: 10 })).toEqual(refused)
  })

  it('refuses the key for another bid', async () => {
    const [one, two] = [await server(), await server()]
    const { auctionId, taking: bidders } = await runningAuction(one, 1)
    const bid = { auctionId, companyId: bidders[0]!, at: clock.now(), key: 'one-key-two-bids' }
    await placeBid(one, bid, { price: 14_010, quantity: 10 })
    for (const way of [one, two]) {
      expect(await placeBid(way, bid, { price: 14_020, quantity: 10 })).toMatchObject({
        refusal: { code: 'idempotency_key_reused' },
      })
    }
  })
})

describe('R4.10 concurrent requests of one bidder', () => {
  it('are each accepted if they obey the rules in the order of receipt', async () => {
    const one = await server()
    const { auctionId, taking: bidders } = await runningAuction(one, 1)
    const at = clock.now()
    const prices = [14_030, 14_020, 14_040, 14_040, 14_010, 14_050]
    const outcomes = await Promise.all(
      prices.map((price) => placeBid(one, { auctionId, companyId: bidders[0]!, at }, { price, quantity: 10 })),
    )
    expect(
      outcomes.map((outcome) => (outcome.ok ? outcome.answer.data.bid.seq : outcome.refusal.extensions?.minimum)),
    ).toEqual([2, '14040.00', 3, '14050.00', '14050.00', 4])
  })

  it('are refused after a final bid (R4.7)', async () => {
    const one = await server()
    const { auctionId, taking: bidders } = await runningAuction(one, 1)
    const at = clock.now()
    const outcomes = await Promise.all([
      placeBid(one, { auctionId, companyId: bidders[0]!, at }, { price: 14_010, quantity: 10, final: true }),
      placeBid(one, { auctionId, companyId: bidders[0]!, at }, { price: 14_020, quantity: 10 }),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.answer.data.bid.final : outcome.refusal.code))).toEqual([
      true,
      'bidding_closed_by_final_bid',
    ])
  })
})
