import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { type AuctionSnapshot, type LoadedStream, loadStream } from './stream'
import type { BidVault } from './sealed-bids'

export interface Snapshots {
  /**
   * The snapshot of a published auction, no older than what was committed when it was asked for; null where there is none.
   */
  snapshotOf(auctionId: number): Promise<AuctionSnapshot | null>
}

/** The streams that this server remembers, so that neither a bid nor a read replays a log from its beginning. */
export interface StreamCache extends Snapshots {
  /** What preliminary bids are sealed with in the database (R2.3). */
  readonly vault: BidVault
  /** What is remembered, possibly behind what other servers have written. */
  remembered(auctionId: number): LoadedStream | undefined
  /** Brought up to date through `db`: pass the transaction's client where the head is locked. */
  current(db: Queryable, auctionId: number): Promise<LoadedStream | null>
  /** Keeps what has been committed. What is still in a transaction must not come here. */
  keep(stream: LoadedStream): void
}

/** Enough for every auction that anybody looks at; the least recently used is forgotten first. */
const CAPACITY = 500

export function createStreamCache({ pool, vault }: { pool: Pool; vault: BidVault }): StreamCache {
  const streams = new Map<number, LoadedStream>()
  const reading = new Map<number, Promise<LoadedStream | null>>()
  const queued = new Map<number, Promise<LoadedStream | null>>()

  function keep(stream: LoadedStream): void {
    const known = streams.get(stream.auctionId)
    streams.delete(stream.auctionId)
    streams.set(stream.auctionId, known !== undefined && known.logSeq > stream.logSeq ? known : stream)
    for (const oldest of streams.keys()) {
      if (streams.size <= CAPACITY) break
      streams.delete(oldest)
    }
  }

  async function readNow(auctionId: number): Promise<LoadedStream | null> {
    const stream = await loadStream(pool, vault, auctionId, streams.get(auctionId))
    if (stream !== null) keep(stream)
    return stream
  }

  function begin(auctionId: number): Promise<LoadedStream | null> {
    const begun = readNow(auctionId).finally(() => {
      if (reading.get(auctionId) === begun) reading.delete(auctionId)
    })
    reading.set(auctionId, begun)
    return begun
  }

  return {
    /** Everybody who asks during a read shares the next one: it begins after they asked. */
    snapshotOf(auctionId) {
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
    remembered: (auctionId) => streams.get(auctionId),
    current: (db, auctionId) => loadStream(db, vault, auctionId, streams.get(auctionId)),
    keep,
  }
}
