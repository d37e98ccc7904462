import type { PlacedBid } from '@/lib/contract/bids'
import type { BidCommand } from '@/lib/domain/bidding'
import type { Outcome } from '@/lib/server/kernel/handler'

/** A bid on its way to the record. */
export interface PlaceBid extends BidCommand {
  readonly auctionId: number
  /** Chosen by the client (R4.8). */
  readonly idempotencyKey: string
}

export type BidOutcome = Outcome<{ data: PlacedBid }>

/** What was asked, so that a key that comes again with something else is found out. */
export function fingerprintOf({ price, quantity, minimumQuantity, final }: PlaceBid): string {
  return [price, quantity, minimumQuantity ?? '', final ? 'final' : ''].join('|')
}

export function keyOf({ auctionId, bidderId, idempotencyKey }: PlaceBid): string {
  return `${auctionId}:${bidderId}:${idempotencyKey}`
}
