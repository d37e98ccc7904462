import { allocateRanked, sameShares } from '@/lib/domain/allocation'
import { type AuctionState, lastBidOf } from '@/lib/domain/auction-state'
import type { Bid, FactOf } from '@/lib/domain/facts'
import { rankedWith } from '@/lib/domain/standing'

/** The extension that an accepted bid causes, or null (R5.1). Only inside the window are two allocations compared. */
export function extensionBy(state: AuctionState, bid: Bid): FactOf<'extended'> | null {
  const { lot, effectiveEnd, hardEnd } = state
  if (effectiveEnd - bid.receivedAt >= lot.extensionWindow) return null
  const extended = Math.min(bid.receivedAt + lot.extensionWindow, hardEnd)
  if (extended <= effectiveEnd || !changesShares(state, bid)) return null
  return { kind: 'extended', at: bid.receivedAt, bySeq: bid.seq, effectiveEnd: extended }
}

function changesShares(state: AuctionState, bid: Bid): boolean {
  const { lot, ranking } = state
  const after = rankedWith(ranking, bid, lastBidOf(state, bid.bidderId))
  return !sameShares(allocateRanked(lot.volume, ranking), allocateRanked(lot.volume, after))
}
