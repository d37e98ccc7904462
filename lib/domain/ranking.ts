import { type Allocation, type AllocationRow, allocateRanked, byPriceThenTime, type LastBid } from './allocation'
import type { AuctionState, SelectionState } from './auction-state'
import type { Bid, EventOf } from './events'
import type { Thousandths } from './money'

/** A row of the ranking as people see it; `excluded`: on record, but not allocated (R2.7, R8.1). */
export interface RankingRow extends Omit<AllocationRow, 'kind'> {
  readonly kind: AllocationRow['kind'] | 'excluded'
}

/** The current allocation: provisional while running, final in selection (R7.4). */
export function allocationOf(state: AuctionState): Allocation {
  return allocateRanked(state.lot.volume, allocatedBids(state))
}

/** The allocation's rows, then the excluded bids of deactivated accounts and disqualified participants. */
export function rankingOf(state: AuctionState): readonly RankingRow[] {
  const { rows } = allocationOf(state)
  if (rows.length === countBidders(state)) return rows
  const listed = new Set(rows.map((row) => row.participant))
  const excluded = state.lastBids
    .filter((bid) => bid !== undefined)
    .filter((bid) => !listed.has(bid.participant))
    .sort(byPriceThenTime)
  return [...rows, ...excluded.map((bid, index) => excludedRow(bid, rows.length + index + 1))]
}

/** How many participants the auction has: those whose preliminary bids became its first bids (R3.1). */
export function countBidders(state: AuctionState): number {
  return state.lastBids.reduce((count, bid) => (bid === undefined ? count : count + 1), 0)
}

function allocatedBids(state: AuctionState): readonly Bid[] {
  return state.selection === null ? state.ranking : selectedBids(state.ranking, state.selection)
}

/** Leaves out the disqualified. Participants that refused a part take all, or a part accepted before (R7.3, R8.1). */
function selectedBids<B extends LastBid>(
  ranking: readonly B[],
  {
    disqualified,
    refusedParts,
    acceptedParts,
  }: Pick<SelectionState, 'disqualified' | 'refusedParts' | 'acceptedParts'>,
): readonly B[] {
  return ranking
    .filter(({ participant }) => !disqualified.has(participant))
    .map((bid) =>
      refusedParts.has(bid.participant) ? { ...bid, onlyPart: acceptedParts.get(bid.participant) ?? 0 } : bid,
    )
}

/** An event that takes a bid out of the ranking, brings it back, or limits it to a part. */
export interface RankingChange {
  readonly participant: number
  readonly kind: EventOf<
    'account_deactivated' | 'account_reactivated' | 'winner_disqualified' | 'partial_refused' | 'partial_accepted'
  >['kind']
  /** The accepted part. */
  readonly quantity?: Thousandths | null
}

/**
 * The ranking that a finished auction was decided by, from the last bids and the changes on record, in their order. The same
 * as by replaying the record, without reading the earlier bids.
 */
export function finalRanking(lastBids: readonly LastBid[], changes: readonly RankingChange[]): readonly LastBid[] {
  const deactivated = new Set<number>()
  const disqualified = new Set<number>()
  const refusedParts = new Set<number>()
  const acceptedParts = new Map<number, Thousandths>()
  for (const { kind, participant, quantity } of changes) {
    switch (kind) {
      case 'account_deactivated':
        deactivated.add(participant)
        break
      case 'account_reactivated':
        deactivated.delete(participant)
        break
      case 'winner_disqualified':
        disqualified.add(participant)
        break
      case 'partial_refused':
        refusedParts.add(participant)
        break
      case 'partial_accepted':
        acceptedParts.set(participant, quantity ?? 0)
        break
      default:
        kind satisfies never
    }
  }
  const ranking = lastBids.filter((bid) => !deactivated.has(bid.participant)).sort(byPriceThenTime)
  return selectedBids(ranking, { disqualified, refusedParts, acceptedParts })
}

function excludedRow(bid: Bid, rank: number): RankingRow {
  const { participant, price, quantity, seq } = bid
  return { rank, participant, price, quantity, allocated: 0, kind: 'excluded', seq }
}
