import type { RankingRow } from '@/lib/contract/auctions'
import { allocate, type AllocationRow, type StandingBid } from '@/lib/domain/allocation'
import type { BidLimits, Offer } from '@/lib/domain/bid-limits'
import { kopecksOf, thousandthsOf } from '@/components/auction/wire'

export interface BidPreview {
  rank: number
  given: number
  kind: AllocationRow['kind']
  quantity: number
}

/**
 * What this bid would get if the auction closed now, by the very allocation of the server (R7.4). The others’ least
 * acceptable quantities are private; the ranking bounds them well enough: a partial row takes what it was given,
 * a row that was passed over takes nothing less than all.
 */
export function previewBid(ranking: readonly RankingRow[], volume: string, ownParticipant: number, offer: Offer): BidPreview {
  const others = ranking.filter((row) => row.participant !== ownParticipant && row.outcome !== 'excluded')
  const own: StandingBid = { participant: ownParticipant, ...offer, seq: Number.MAX_SAFE_INTEGER }
  const { rows } = allocate({ volume: thousandthsOf(volume), lastBids: [...others.map(standingBid), own] })
  const row = rows.find((candidate) => candidate.participant === ownParticipant)
  if (!row) throw new Error('the allocation lost the bid it was asked about')
  return { rank: row.rank, given: row.given, kind: row.kind, quantity: row.quantity }
}

/** The least price of the grid within the limits that would get all of the quantity now; null where none would. */
export function cheapestFullPrice(ranking: readonly RankingRow[], volume: string, ownParticipant: number, limits: BidLimits, quantity: number): number | null {
  return cheapest(ranking, limits, (price) => {
    const offer = { price, quantity, minimumQuantity: Math.min(limits.lotMinimumQuantity, quantity) }
    return previewBid(ranking, volume, ownParticipant, offer).kind === 'full'
  })
}

/** The least price within the limits that would stand first. */
export function cheapestFirstPrice(ranking: readonly RankingRow[], ownParticipant: number, limits: BidLimits): number | null {
  const others = ranking.filter((row) => row.participant !== ownParticipant && row.outcome !== 'excluded')
  return cheapest(ranking, limits, (price) => others.every((row) => kopecksOf(row.price) < price))
}

/** Only the least price and those one step above somebody’s can be the answer: between them nothing changes. */
function cheapest(ranking: readonly RankingRow[], limits: BidLimits, serves: (price: number) => boolean): number | null {
  const above = ranking.map((row) => kopecksOf(row.price) + limits.priceStep)
  const candidates = [limits.minimumPrice, ...above].filter((price) => price >= limits.minimumPrice && price <= limits.maximumPrice)
  return candidates.toSorted((a, b) => a - b).find(serves) ?? null
}

function standingBid(row: RankingRow): StandingBid {
  const quantity = thousandthsOf(row.quantity)
  return {
    participant: row.participant,
    price: kopecksOf(row.price),
    quantity,
    minimumQuantity: row.outcome === 'passed_over' ? quantity : row.outcome === 'partial' || row.outcome === 'conditional' ? thousandthsOf(row.given) : 1,
    // The ranking is in the order of price then time, so the rank tells the earlier of two equal prices.
    seq: row.rank,
  }
}
