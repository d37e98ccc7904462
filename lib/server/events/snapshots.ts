import type { AuctionState } from '@/lib/domain/auction-state'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import { type Journal, readJournal } from './event-stream'
import type { BidVault } from './sealed-bids'

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

/** The journals that this server remembers, so that neither a bid nor a read replays a log from its beginning. */
export interface BiddingBooks extends Books {
  /** What preliminary bids are sealed with in the database (R2.3). */
  readonly vault: BidVault
  /** What is remembered, possibly behind what other servers have written. */
  remembered(auctionId: number): Journal | undefined
  /** Brought up to date through `db`: pass the transaction's client where the head is locked. */
  current(db: Queryable, auctionId: number): Promise<Journal | null>
  /** Keeps what has been committed. What is still in a transaction must not come here. */
  keep(journal: Journal): void
}

/** Enough for every auction that anybody looks at; the least recently used is forgotten first. */
const CAPACITY = 500

export function createBooks({ pool, vault }: { pool: Pool; vault: BidVault }): BiddingBooks {
  const journals = new Map<number, Journal>()
  const reading = new Map<number, Promise<Journal | null>>()
  const queued = new Map<number, Promise<Journal | null>>()

  function keep(journal: Journal): void {
    const known = journals.get(journal.auctionId)
    journals.delete(journal.auctionId)
    journals.set(journal.auctionId, known !== undefined && known.logSeq > journal.logSeq ? known : journal)
    for (const oldest of journals.keys()) {
      if (journals.size <= CAPACITY) break
      journals.delete(oldest)
    }
  }

  async function readNow(auctionId: number): Promise<Journal | null> {
    const journal = await readJournal(pool, vault, auctionId, journals.get(auctionId))
    if (journal !== null) keep(journal)
    return journal
  }

  function begin(auctionId: number): Promise<Journal | null> {
    const begun = readNow(auctionId).finally(() => {
      if (reading.get(auctionId) === begun) reading.delete(auctionId)
    })
    reading.set(auctionId, begun)
    return begun
  }

  return {
    /** Everybody who asks during a read shares the next one: it begins after they asked. */
    bookOf(auctionId) {
      const running = reading.get(auctionId)
      if (running === undefined) return begin(auctionId)
      const waiting = queued.get(auctionId)
      if (waiting !== undefined) return waiting
      const next = running
        .catch(() => null)
        .then(() => {
          queued.delete(auctionId)
          return begin(auctionId)
        })
      queued.set(auctionId, next)
      return next
    },
    vault,
    remembered: (auctionId) => journals.get(auctionId),
    current: (db, auctionId) => readJournal(db, vault, auctionId, journals.get(auctionId)),
    keep,
  }
}
