import { createHash } from 'node:crypto'
import { decideBid } from '@/lib/domain/bidding'
import { evolveAll } from '@/lib/domain/evolve'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { EventOf } from '@/lib/domain/events'
import { createStreamCache } from '@/lib/server/events/snapshots'
import type { Pool } from '@/lib/server/platform/db/pool'
import { testVault } from '@/tests/support/auction-house'

export interface RecordedBidRow {
  seq: number
  company_id: number
  participant: number
  price: number
  quantity: number
  minimum_quantity: number
  final: boolean
  preliminary: boolean
  automatic: boolean
  received_at: Date
}

export interface LogRow {
  seq: number
  at: Date
  kind: string
  body: string
  previous_hash: string
  hash: string
}

export async function bidsOf(pool: Pool, auctionId: number): Promise<RecordedBidRow[]> {
  const { rows } = await pool.query<RecordedBidRow>('select * from portal.bids where auction_id = $1 order by seq', [
    auctionId,
  ])
  return rows
}

/** The event of a recorded bid. */
export function bidEventOf(row: RecordedBidRow): EventOf<'bid'> {
  const { company_id: bidderId, minimum_quantity: minimumQuantity, received_at, ...rest } = row
  const receivedAt = received_at.getTime()
  return { ...rest, kind: 'bid', at: receivedAt, bidderId, minimumQuantity, receivedAt }
}

export async function logOf(pool: Pool, auctionId: number): Promise<LogRow[]> {
  const { rows } = await pool.query<LogRow>('select * from portal.auction_log where auction_id = $1 order by seq', [
    auctionId,
  ])
  return rows
}

/** The state as read by a server that has just started. */
export async function stateOf(pool: Pool, auctionId: number): Promise<AuctionState> {
  const snapshot = await createStreamCache({ pool, vault: testVault }).snapshotOf(auctionId)
  if (snapshot === null) throw new Error('no such auction')
  return snapshot.state
}

/** Replays the recorded bids in order through the rules, from the state before the first one. */
export function replayBids(started: AuctionState, bids: readonly RecordedBidRow[]): AuctionState {
  return bids
    .filter((bid) => !bid.preliminary)
    .reduce((state, bid) => {
      const decision = decideBid(state, {
        bidderId: bid.company_id,
        price: bid.price,
        quantity: bid.quantity,
        minimumQuantity: bid.minimum_quantity,
        final: bid.final,
        receivedAt: bid.received_at.getTime(),
      })
      if (!decision.ok) throw new Error(`The rules refuse the recorded bid ${bid.seq}: ${decision.refusal.code}`)
      return evolveAll(state, decision.events)
    }, started)
}

/** The first entry with a wrong hash or link; null if the chain is intact (R8.4). */
export function brokenEntry(log: readonly LogRow[]): number | null {
  let previous = '0'.repeat(64)
  for (const [index, entry] of log.entries()) {
    const hash = createHash('sha256').update(`${previous}\n${entry.body}`).digest('hex')
    if (entry.seq !== index + 1 || entry.previous_hash !== previous || entry.hash !== hash) return entry.seq
    previous = entry.hash
  }
  return null
}
