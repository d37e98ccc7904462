import type { AuctionState } from '@/lib/domain/auction-state'

/** An auction's state as its log has it up to `logSeq`: what reads and the live stream are made from. */
export interface Book {
  readonly auctionId: number
  readonly state: AuctionState
  /** The last entry of the auction's log that `state` holds; 0 before the first. */
  readonly logSeq: number
}

export interface Books {
  /**
   * The book of a published auction, no older than what was committed when it was asked for; null where there is none.
   */
  bookOf(auctionId: number): Promise<Book | null>
}
