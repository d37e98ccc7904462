import { sqlState } from '@/lib/server/db/errors'
import type { Pool } from '@/lib/server/db/pool'
import { type Batch, decideBatch, type Waiting } from './batch'
import type { BiddingBooks } from './books'
import { onBoundedClient } from './bounded'
import { readKeptAnswers } from './kept-answers'
import { type Decider, recordBids } from './record-bids'

export interface BidWriter {
  /**
   * Writes batches in one commit, and returns the auctions written. Left out are those whose log has moved on, or is
   * held by somebody; all of them, where a key is on record already; null, where this server decides no longer.
   */
  write(decider: Decider, batches: readonly Batch[]): Promise<ReadonlySet<number> | null>
  /**
   * Decides one auction's bids on what the log really holds and with the first answers that are on record; null where
   * there is no such auction. Nothing is locked: the write is refused where the log has moved on meanwhile.
   */
  decideOnRecord(auctionId: number, waiting: readonly Waiting[]): Promise<Batch | null>
}

const UNIQUE_VIOLATION = '23505'

/** @param milliseconds that a write may take; then its connection is cut, and whether it took effect is unknown */
export function createBidWriter({ pool, books }: { pool: Pool; books: BiddingBooks }, milliseconds: number): BidWriter {
  return {
    write: (decider, batches) =>
      onBoundedClient(pool, milliseconds, (client) =>
        recordBids(client, decider, batches).catch((error: unknown) => {
          // A key of these has been answered before: nothing of the statement was written.
          if (sqlState(error) === UNIQUE_VIOLATION) return new Set<number>()
          throw error
        }),
      ),

    decideOnRecord: (auctionId, waiting) =>
      onBoundedClient(pool, milliseconds, async (client) => {
        const journal = await books.current(client, auctionId)
        if (journal === null) return null
        return decideBatch(journal, waiting, await readKeptAnswers(client, waiting.map(({ command }) => command)))
      }),
  }
}
