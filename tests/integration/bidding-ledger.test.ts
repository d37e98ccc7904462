import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Ledger } from '@/bench/faults/bidding-clients'
import { compare } from '@/bench/faults/compare'
import type { AuctionState } from '@/lib/domain/auction-state'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, placeBid, registerBuyers, startAuction } from '@/tests/support/auction-house'
import { stateOf } from '@/tests/support/auction-record'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let auctionId: number
let started: AuctionState
let told: Ledger['entries']

/** Three bids, and the answers to their bidders. */
beforeAll(async () => {
  db = await createTestDatabase()
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  const accounts = await registerBuyers(db.pool, 3)
  auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  started = await stateOf(db.pool, auctionId)
  told = []
  for (const [index, accountId] of accounts.entries()) {
    const key = `a-bid-of-${accountId}`
    const placed = await placeBid(
      server,
      { auctionId, accountId, at: START + MINUTE + index, key },
      { price: 14_010, quantity: 10 },
    )
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { bid, entry_seq: entrySeq, entry_hash: entryHash } = placed.answer.data
    const outcome = { kind: 'placed' as const, seq: bid.seq, entrySeq, entryHash, receivedAt: bid.received_at }
    told.push({ key, auctionId, accountId, price: 1_401_000, attempts: 1, outcome })
  }
  await server.close()
})

afterAll(() => db.close())

/** What does not hold, by the first words of each check. */
async function faultsOf(entries: Ledger['entries'], changes: Partial<Ledger> = {}): Promise<string[]> {
  const ledger = { entries, answers: {}, blunders: [], maxWait: 0, cutOff: 0, latencies: [], ...changes }
  const checks = await compare(db.pool, auctionId, started, ledger)
  return checks.filter(({ held }) => !held).map(({ what }) => what)
}

describe('what bidders were told, held against the record', () => {
  it('finds nothing where both say the same', async () => {
    expect(await faultsOf(told)).toEqual([])
  })

  it('finds a bid that was acknowledged and is not in the record, or is another there', async () => {
    const [first, ...others] = told
    const acknowledged = {
      kind: 'placed' as const,
      entrySeq: 1,
      entryHash: '',
      receivedAt: new Date(START).toISOString(),
    }
    const lost = { ...first!, price: 1_402_000, outcome: { ...acknowledged, seq: 99 } }
    expect(await faultsOf([...told, lost])).toContain('acknowledged bids in the record, as acknowledged')
    const otherPrice = { ...first!, price: 1_402_000 }
    expect(await faultsOf([otherPrice, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
    const otherHash = { ...first!, outcome: { ...first!.outcome, entryHash: 'ab'.repeat(32) } } as (typeof told)[number]
    expect(await faultsOf([otherHash, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
  })

  it('finds a recorded bid without an answer, one answered twice, and one abandoned by its sender', async () => {
    const doubled = 'bids recorded twice, or without a bidder that knows of it'
    expect(await faultsOf(told.slice(1))).toEqual([doubled])
    expect(await faultsOf([...told, told[0]!])).toEqual([doubled])
    const unknown = { ...told[0]!, outcome: { kind: 'unknown' as const } }
    expect(await faultsOf([unknown, ...told.slice(1)])).toContain('bids whose sender never learned the outcome')
  })

  it('finds refusals that the fault does not explain, and answers that a client cannot follow', async () => {
    const refused = { ...told[0]!, price: 1, outcome: { kind: 'refused' as const, status: 422, code: 'bid_off_grid' } }
    expect(await faultsOf([...told, refused])).toEqual(['refusals'])
    expect(await faultsOf(told, { blunders: ['500: oops'] })).toEqual(['answers that a client cannot follow'])
  })

  it('finds a record that was changed afterwards', async () => {
    await db.pool.query(`alter table portal.bids disable trigger user`)
    await db.pool.query(`update portal.bids set price = price + 1000 where auction_id = $1 and seq = 4`, [auctionId])
    const faults = await faultsOf(told)
    await db.pool.query(`update portal.bids set price = price - 1000 where auction_id = $1 and seq = 4`, [auctionId])
    expect(faults).toContain('acknowledged bids in the record, as acknowledged')
    expect(faults).toContain('ranking equals the replay of the rules')
  })
})
