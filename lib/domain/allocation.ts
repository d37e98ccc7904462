import type { AuctionState } from './auction-state'
import type { Bid, EventOf } from './events'
import type { Kopecks, Thousandths } from './money'

/**
 * The extension by accepted bids that lead to another ranking, the newest of them `bid`; null if there is none (R5.1). The
 * ranking is made inside the window only: most bids need no comparison.
 */
export function extensionOf(
  { lot, ranking, effectiveEnd, hardEnd }: AuctionState,
  bid: Bid,
  rankingAfter: () => readonly Bid[],
): EventOf<'extended'> | null {
  const extended = Math.min(bid.receivedAt + lot.extensionWindow, hardEnd)
  if (extended <= effectiveEnd) return null
  if (sameShares(allocateRanked(lot.volume, ranking), allocateRanked(lot.volume, rankingAfter()))) return null
  return { kind: 'extended', at: bid.receivedAt, bySeq: bid.seq, effectiveEnd: extended }
}

/** A participant's last bid, as the allocation needs it. */
export interface LastBid {
  readonly participant: number
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
  /**
   * The partial volume that the participant accepted, 0 if it declined (R7.3). Undefined: any volume from its minimum
   * up.
   */
  readonly onlyPart?: Thousandths
  readonly seq: number
}

/** `passed_over`: less is left than the participant accepts; `none`: nothing is left. */
type AllocationKind = 'full' | 'partial' | 'passed_over' | 'none'

export interface AllocationRow {
  readonly rank: number
  readonly participant: number
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly allocated: Thousandths
  readonly kind: AllocationKind
  readonly seq: number
}

export interface Allocation {
  readonly rows: readonly AllocationRow[]
  readonly remaining: Thousandths
}

/** Highest price first, then earliest received, which is the lower number (R7.1, R4.9). */
export function byPriceThenTime(a: LastBid, b: LastBid): number {
  return b.price - a.price || a.seq - b.seq
}

/** Pay as bid, price then time (R7): one function for the live ranking and the final one (R7.4). */
export function allocate(offered: { readonly volume: Thousandths; readonly lastBids: readonly LastBid[] }): Allocation {
  return allocateRanked(offered.volume, [...offered.lastBids].sort(byPriceThenTime))
}

/** `allocate` for bids that are already in the order of `byPriceThenTime`. */
export function allocateRanked(volume: Thousandths, ranked: readonly LastBid[]): Allocation {
  const rows: AllocationRow[] = []
  let remaining = volume
  for (const bid of ranked) {
    const allocated = shareOf(remaining, bid)
    rows.push({
      rank: rows.length + 1,
      participant: bid.participant,
      price: bid.price,
      quantity: bid.quantity,
      allocated,
      kind: kindOf(allocated, remaining, bid),
      seq: bid.seq,
    })
    remaining -= allocated
  }
  return { rows, remaining }
}

/** Whether the same participants get the same quantities, at whatever prices (R5.1). */
function sameShares(a: Allocation, b: Allocation): boolean {
  const before = winners(a)
  const after = winners(b)
  if (before.length !== after.length) return false
  const shares = new Map(before.map((row) => [row.participant, row.allocated]))
  return after.every((row) => shares.get(row.participant) === row.allocated)
}

/** The rows that get something, best first. */
export function winners(allocation: Allocation): readonly AllocationRow[] {
  return allocation.rows.filter((row) => row.allocated > 0)
}

/** The quantity that a bid gets of the remaining volume (R7.2). */
export function shareOf(
  remaining: Thousandths,
  bid: Pick<LastBid, 'quantity' | 'minimumQuantity' | 'onlyPart'>,
): Thousandths {
  if (remaining >= bid.quantity) return bid.quantity
  if (bid.onlyPart !== undefined) return remaining >= bid.onlyPart ? bid.onlyPart : 0
  return remaining >= bid.minimumQuantity ? remaining : 0
}

function kindOf(allocated: Thousandths, remaining: Thousandths, bid: LastBid): AllocationKind {
  if (allocated === bid.quantity) return 'full'
  if (allocated > 0) return 'partial'
  return remaining > 0 ? 'passed_over' : 'none'
}

/** The ranking with a bid instead of its bidder's previous one. */
export function rankedWith(ranking: readonly Bid[], bid: Bid, previous: Bid | undefined): readonly Bid[] {
  const next = (previous === undefined ? ranking : rankedWithout(ranking, previous)).slice()
  next.splice(placeOf(next, bid), 0, bid)
  return next
}

export function rankedWithout(ranking: readonly Bid[], bid: Bid): readonly Bid[] {
  const place = placeOf(ranking, bid)
  return ranking[place]?.seq === bid.seq ? ranking.filter((_, index) => index !== place) : ranking
}

/** Index of the bid in the ranking, or where it would be inserted. */
function placeOf(ranking: readonly Bid[], bid: Bid): number {
  let low = 0
  let high = ranking.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = ranking[middle]
    if (other !== undefined && byPriceThenTime(other, bid) < 0) low = middle + 1
    else high = middle
  }
  return low
}
