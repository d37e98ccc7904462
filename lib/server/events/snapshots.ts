import { LRUCache } from 'lru-cache'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { type AuctionSnapshot, type LoadedStream, loadStream, loadStreams } from './stream'
import type { BidVault } from './sealed-bids'

export interface Snapshots {
  /** Includes everything committed before the call; null if no such auction is published. */
  snapshotOf(auctionId: number): Promise<AuctionSnapshot | null>
}

export interface SnapshotLists extends Snapshots {
  /** As `snapshotOf`, by auction, with one query for those that have not changed since they were last read. */
  snapshotsOf(auctionIds: readonly number[]): Promise<ReadonlyMap<number, AuctionSnapshot>>
}

/** Streams in memory, so that neither a bid nor a read replays a log from its beginning. */
export interface StreamCache extends SnapshotLists {
  /** Seals preliminary bids in the database (R2.3). */
  readonly vault: BidVault
  /** The stream in memory, which may lack entries of other servers. */
  remembered(auctionId: number): LoadedStream | undefined
  /** The stream as `db` sees it: pass the transaction's client if the head is locked. */
  current(db: Queryable, auctionId: number): Promise<LoadedStream | null>
  /** Call it only after the commit. */
  put(stream: LoadedStream): void
}

const CAPACITY = 500

export function createStreamCache({ pool, vault }: { pool: Pool; vault: BidVault }): StreamCache {
  const streams = new LRUCache<number, LoadedStream>({ max: CAPACITY })
  const reading = new Map<number, Promise<LoadedStream | null>>()
  const queued = new Map<number, Promise<LoadedStream | null>>()

  function put(stream: LoadedStream): void {
    const cached = streams.get(stream.auctionId)
    if (cached === undefined || cached.logSeq <= stream.logSeq) streams.set(stream.auctionId, stream)
  }

  const current = (db: Queryable, auctionId: number) => loadStream(db, vault, auctionId, streams.get(auctionId))

  async function read(auctionId: number): Promise<LoadedStream | null> {
    try {
      const stream = await current(pool, auctionId)
      if (stream !== null) put(stream)
      return stream
    } finally {
      reading.delete(auctionId)
    }
  }

  function startRead(auctionId: number): Promise<LoadedStream | null> {
    const started = read(auctionId)
    reading.set(auctionId, started)
    return started
  }

  return {
    /** Calls during a read share the next one, which begins after them. */
    snapshotOf(auctionId) {
      const running = reading.get(auctionId)
      if (running === undefined) return startRead(auctionId)
      const waiting = queued.get(auctionId)
      if (waiting !== undefined) return waiting
      const next = running
        .catch(() => null)
        .then(() => {
          queued.delete(auctionId)
          return startRead(auctionId)
        })
      queued.set(auctionId, next)
      return next
    },
    async snapshotsOf(auctionIds) {
      const loaded = await loadStreams(pool, vault, [...new Set(auctionIds)], (id) => streams.get(id))
      for (const stream of loaded) put(stream)
      return new Map(loaded.map((stream) => [stream.auctionId, stream]))
    },
    vault,
    remembered: (auctionId) => streams.get(auctionId),
    current,
    put,
  }
}
