import type { AuctionState } from './auction-state'
import type { EpochMs } from './lot'

/** R4.11: the bids of a company on record in an auction, within any such span. */
export const BID_RATE_LIMIT = [
  { bids: 10, seconds: 10 },
  { bids: 30, seconds: 60 },
] as const

export const MOST_COUNTED_BIDS = Math.max(...BID_RATE_LIMIT.map(({ bids }) => bids))

/** The instant from which the participant may place another bid (R4.11); -Infinity before its first. */
export function nextBidAt({ applications, recentBids }: AuctionState, bidderId: number): EpochMs {
  const participant = applications.get(bidderId)?.participant ?? null
  const received = (participant === null ? undefined : recentBids[participant - 1]) ?? []
  return Math.max(...BID_RATE_LIMIT.map(({ bids, seconds }) => (received.at(-bids) ?? -Infinity) + seconds * 1000))
}
