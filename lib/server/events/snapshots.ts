import { LRUCache } from 'lru-cache'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { type AuctionSnapshot, type LoadedStream, loadStream } from './stream'
import type { BidVault } from './sealed-bids'

export interface Snapshots {
  /** Null if no such auction is published. Holds everything committed before the call. */
  snapshotOf(auctionId: number): Promise<AuctionSnapshot | null>
}

/** Streams in memory, so that neither a bid nor a read replays a log from its beginning. */
export interface StreamCache extends Snapshots {
  /** Seals preliminary bids in the database (R2.3). */
  readonly vault: BidVault
  /** May lack entries that other servers have written. */
  remembered(auctionId: number): LoadedStream | undefined
  /** Brought up to date through `db`: pass the transaction's client where the head is locked. */
  current(db: Queryable, auctionId: number): Promise<LoadedStream | null>
  /** Call after the commit only. */
  put(stream: LoadedStream): void
}

const CAPACITY = 500

export function createStreamCache({ pool, vault }: { pool: Pool; vault: BidVault }): StreamCache {
  const streams = new LRUCache<number, LoadedStream>({ max: CAPACITY })
  const reading = new Map<number, Promise<LoadedStream | null>>()
  const queued = new Map<number, Promise<LoadedStream | null>>()

  function put(stream: LoadedStream): void {
    const known = streams.get(stream.auctionId)
    if (known === undefined || known.logSeq <= stream.logSeq) streams.set(stream.auctionId, stream)
  }

  async function readNow(auctionId: number): Promise<LoadedStream | null> {
    const stream = await loadStream(pool, vault, auctionId, streams.get(auctionId))
    if (stream !== null) put(stream)
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
    /** Callers during a read share the next one, which begins after they called. */
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
    put,
  }
}
