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
let answered: Ledger['entries']

/** Places three bids and collects the answers to their bidders. */
beforeAll(async () => {
  db = await createTestDatabase()
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  const accounts = await registerBuyers(db.pool, 3)
  auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  started = await stateOf(db.pool, auctionId)
  answered = []
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
    answered.push({ key, auctionId, accountId, price: 1_401_000, attempts: 1, outcome })
  }
  await server.close()
})

afterAll(() => db.close())

/** The names of the failed checks. */
async function faultsOf(entries: Ledger['entries'], changes: Partial<Ledger> = {}): Promise<string[]> {
  const ledger = { entries, answers: {}, protocolErrors: [], maxWait: 0, cutOff: 0, latencies: [], ...changes }
  const checks = await compare(db.pool, auctionId, started, ledger)
  return checks.filter(({ passed }) => !passed).map(({ what }) => what)
}

describe('the comparison of bidders’ answers with the record', () => {
  it('reports nothing if both agree', async () => {
    expect(await faultsOf(answered)).toEqual([])
  })

  it('detects an acknowledged bid that is missing from the record or differs there', async () => {
    const [first, ...others] = answered
    const acknowledged = {
      kind: 'placed' as const,
      entrySeq: 1,
      entryHash: '',
      receivedAt: new Date(START).toISOString(),
    }
    const lost = { ...first!, price: 1_402_000, outcome: { ...acknowledged, seq: 99 } }
    expect(await faultsOf([...answered, lost])).toContain('acknowledged bids in the record, as acknowledged')
    const otherPrice = { ...first!, price: 1_402_000 }
    expect(await faultsOf([otherPrice, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
    const otherHash = {
      ...first!,
      outcome: { ...first!.outcome, entryHash: 'ab'.repeat(32) },
    } as (typeof answered)[number]
    expect(await faultsOf([otherHash, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
  })

  it('detects a recorded bid without an answer, one answered twice, and one abandoned by its sender', async () => {
    const doubled = 'bids recorded twice, or without a bidder that sent them'
    expect(await faultsOf(answered.slice(1))).toEqual([doubled])
    expect(await faultsOf([...answered, answered[0]!])).toEqual([doubled])
    const unknown = { ...answered[0]!, outcome: { kind: 'unknown' as const } }
    expect(await faultsOf([unknown, ...answered.slice(1)])).toContain('bids whose sender never learned the outcome')
  })

  it('detects refusals that the fault does not explain, and answers that a client cannot handle', async () => {
    const refused = {
      ...answered[0]!,
      price: 1,
      outcome: { kind: 'refused' as const, status: 422, code: 'bid_off_grid' },
    }
    expect(await faultsOf([...answered, refused])).toEqual(['refusals'])
    expect(await faultsOf(answered, { protocolErrors: ['500: oops'] })).toEqual([
      '5xx answers that a client cannot handle',
    ])
  })

  it('detects an altered record', async () => {
    await db.pool.query(`alter table portal.bids disable trigger user`)
    await db.pool.query(`update portal.bids set price = price + 1000 where auction_id = $1 and seq = 4`, [auctionId])
    const faults = await faultsOf(answered)
    await db.pool.query(`update portal.bids set price = price - 1000 where auction_id = $1 and seq = 4`, [auctionId])
    expect(faults).toContain('acknowledged bids in the record, as acknowledged')
    expect(faults).toContain('ranking equals the replay of the rules')
  })
})
