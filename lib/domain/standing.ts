import { type Allocation, type AllocationRow, allocateRanked, byPriceThenTime } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { Bid } from './events'

/** A row of the ranking that the pages show; `excluded`: in the record, out of the allocation (R2.7, R8.1). */
export interface RankingRow extends Omit<AllocationRow, 'kind'> {
  readonly kind: AllocationRow['kind'] | 'excluded'
}

/** The allocation as it stands: provisional while running, final in selection (R7.4). */
export function allocationOf(state: AuctionState): Allocation {
  return allocateRanked(state.lot.volume, standingBids(state))
}

/** The allocation's rows, then what is out of it: the bids of deactivated accounts and disqualified participants. */
export function rankingOf(state: AuctionState): readonly RankingRow[] {
  const { rows } = allocationOf(state)
  if (rows.length === countBids(state)) return rows
  const listed = new Set(rows.map((row) => row.participant))
  const excluded = state.lastBids
    .filter((bid) => bid !== undefined)
    .filter((bid) => !listed.has(bid.participant))
    .toSorted(byPriceThenTime)
  return [...rows, ...excluded.map((bid, index) => excludedRow(bid, rows.length + index + 1))]
}

/** How many participants the auction has: those whose preliminary bids became its first bids (R3.1). */
export function countBids(state: AuctionState): number {
  return state.lastBids.reduce((count, bid) => (bid === undefined ? count : count + 1), 0)
}

function standingBids(state: AuctionState): readonly Bid[] {
  const { selection } = state
  if (selection === null) return state.ranking
  return state.ranking
    .filter((bid) => !selection.disqualified.has(bid.participant))
    .map((bid) => (selection.refusedParts.has(bid.participant) ? { ...bid, minimumQuantity: bid.quantity } : bid))
}

function excludedRow(bid: Bid, rank: number): RankingRow {
  const { participant, price, quantity, seq } = bid
  return { rank, participant, price, quantity, given: 0, kind: 'excluded', seq }
}
