import type { AuctionDetail } from '@/lib/contract/auctions'

/** What the big clock of the page counts to, and under which words. */
export type ClockFace =
  | { kind: 'counting'; label: 'toStart' | 'toEnd'; until: string }
  | { kind: 'still'; label: 'endedAt'; at: string }
  | { kind: 'none'; label: 'cancelledShort' | 'unsuccessfulShort' }

/** R5.2: the clock counts to the effective end. */
export function clockFace(auction: Pick<AuctionDetail, 'state' | 'starts_at' | 'effective_end'>): ClockFace {
  switch (auction.state) {
    case 'planned':
      return { kind: 'counting', label: 'toStart', until: auction.starts_at }
    case 'running':
    // Comes to nothing, which the clock has words for; an extension by one of the last bids sets it going again.
    case 'closing':
      return { kind: 'counting', label: 'toEnd', until: auction.effective_end }
    case 'selection':
    case 'completed':
      return { kind: 'still', label: 'endedAt', at: auction.effective_end }
    case 'cancelled':
      return { kind: 'none', label: 'cancelledShort' }
    case 'unsuccessful':
      return { kind: 'none', label: 'unsuccessfulShort' }
    default:
      return auction.state satisfies never
  }
}
