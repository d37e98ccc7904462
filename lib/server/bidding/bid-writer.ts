import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { sqlState } from '@/lib/server/db/errors'
import { type Batch, decideBatch, type Waiting } from './batch'
import type { BiddingBooks } from './books'
import { onBoundedClient } from './bounded'
import { readKeptAnswers } from './kept-answers'
import { recordBids } from './record-bids'

export interface BidWriter {
  /**
   * Writes batches that were decided on what this server remembers, in one commit, and returns the auctions written.
   * Left out are those that another server was first in, or holds; all of them, where a key is on record already.
   */
  together(batches: readonly Batch[]): Promise<ReadonlySet<number>>
  /**
   * Decides and writes one auction's bids under the lock of its head, on what the log really holds and with the first
   * answers that are on record; null where there is no such auction.
   */
  locked(auctionId: number, callers: readonly Waiting[]): Promise<Batch | null>
}

const UNIQUE_VIOLATION = '23505'

/** @param milliseconds that a write may take; then its connection is cut, and whether it took effect is unknown */
export function createBidWriter(
  deps: { pool: Pool; books: BiddingBooks; quieted: (batch: Batch) => Batch },
  milliseconds: number,
): BidWriter {
  const { pool, books, quieted } = deps

  async function decideLocked(client: PoolClient, auctionId: number, callers: readonly Waiting[]): Promise<Batch | null> {
    const locked = await client.query({
      name: 'lock-head',
      text: 'select from portal.auction_heads where auction_id = $1 for update',
      values: [auctionId],
    })
    const journal = await books.current(client, auctionId)
    if (journal === null) return null
    const kept = await readKeptAnswers(client, callers.map(({ command }) => command))
    const batch = quieted(decideBatch(journal, callers, kept))
    // An auction without a head has no record yet, and nothing that could be bid on: its refusals are not kept either.
    if (batch.requests.length > 0 && locked.rowCount === 1) {
      const written = await recordBids(client, [batch])
      if (!written.has(auctionId)) throw new Error(`The log of auction ${auctionId} moved under its lock`)
    }
    return batch
  }

  return {
    together: (batches) =>
      onBoundedClient(pool, milliseconds, (client) =>
        recordBids(client, batches).catch((error: unknown) => {
          // Another server has answered a key of these: nothing of the statement was written.
          if (sqlState(error) === UNIQUE_VIOLATION) return new Set<number>()
          throw error
        }),
      ),

    locked: (auctionId, callers) =>
      onBoundedClient(pool, milliseconds, async (client) => {
        await client.query('begin')
        const batch = await decideLocked(client, auctionId, callers)
        await client.query('commit')
        return batch
      }),
  }
}
