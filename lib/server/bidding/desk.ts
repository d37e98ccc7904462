import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import { type Arrival, refuse } from '@/lib/server/kernel/handler'
import type { Arrivals } from './arrivals'
import { type Batch, decideBatch, type Waiting } from './batch'
import { type BidOutcome, keyOf, type PlaceBid } from './bid-command'
import { createBidQueues } from './bid-queues'
import { createBidWriter } from './bid-writer'
import type { BiddingBooks } from './books'
import { createAnswerMemory } from './kept-answers'
import { createOutbidQuiet } from './outbid-quiet'

export interface DeskLog {
  warn(details: object, message: string): void
}

export interface DeskDependencies {
  /** Its own small pool, so that other work that uses up connections does not hold up bids. */
  pool: Pool
  books: BiddingBooks
  arrivals: Arrivals
  clock: Clock
  log: DeskLog
  limits?: Partial<DeskLimits>
}

export interface DeskLimits {
  /** Bids that may wait; more are told to come back. */
  waiting: number
  /** Bids of one auction decided and written at once. */
  batch: number
  /** Milliseconds that a write may take. */
  write: number
  /** Milliseconds that a bid waits for a start or an end to be recorded. */
  park: number
}

export interface BiddingDesk {
  /** Decides and records a bid. The answer comes after the commit, never before. */
  place(command: PlaceBid, arrival?: Arrival): Promise<BidOutcome>
  /** Something new may be on record for this auction: bids that wait for its start or its end are looked at again. */
  wake(auctionId: number): void
  /** Fulfilled when nothing waits any more. Bids that come later are refused. */
  stop(): Promise<void>
}

const DEFAULTS: DeskLimits = { waiting: 5_000, batch: 1_000, write: 5_000, park: 15_000 }
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

/**
 * Group commit: while one write is under way everything that comes waits, and is then decided by the pure rules in the
 * order received and written at once, for all auctions together. What cannot be written so (another server was there
 * first, a key came again) is decided once more under the lock of its auction's head.
 */
export function createBiddingDesk({ pool, books, arrivals, clock, log, ...rest }: DeskDependencies): BiddingDesk {
  const limits = { ...DEFAULTS, ...rest.limits }
  const queues = createBidQueues()
  const remembered = createAnswerMemory()
  const quiet = createOutbidQuiet()
  const writer = createBidWriter({ pool, books, quieted: quiet.without }, limits.write)
  let scheduled = false
  let flying = false
  let stopping = false
  let idle: () => void = () => undefined

  function schedule(): void {
    if (scheduled || flying) return
    scheduled = true
    // At the end of this turn, so that everything the sockets have brought is in the first batch.
    setImmediate(() => {
      scheduled = false
      void fly()
    })
  }

  /** Writes what waits in all auctions, in one commit where it can be. */
  async function fly(): Promise<void> {
    flying = true
    const batches: Batch[] = []
    for (const [auctionId, queue] of queues) {
      if (queue.busy || queue.waiting.length === 0) continue
      const batch = decideRemembered(auctionId, queues.take(queue, limits.batch))
      if (batch !== null) batches.push(quiet.without(batch))
    }
    try {
      const written = batches.length === 0 ? new Set() : await writer.together(batches)
      for (const batch of batches) {
        if (written.has(batch.before.auctionId)) committed(batch)
        else void writeLocked(batch.before.auctionId, batch.callers)
      }
    } catch (error) {
      for (const batch of batches) giveUp(batch.before.auctionId, batch.callers, error)
    }
    flying = false
    if (queues.anyReady()) schedule()
    else noteIdle()
  }

  /** A batch to be written with the others; null where it is dealt with otherwise. */
  function decideRemembered(auctionId: number, taken: readonly Waiting[]): Batch | null {
    const journal = books.remembered(auctionId)
    try {
      const batch = journal === undefined || journal.logSeq === 0 ? null : decideBatch(journal, taken, remembered)
      // What is remembered may be behind another server, so that nothing is parked on it alone.
      if (batch === null || batch.parked.length > 0) void writeLocked(auctionId, taken)
      else if (batch.requests.length > 0) return batch
      else settle(batch)
    } catch (error) {
      // A bug in deciding one auction must not keep the others from being written.
      giveUp(auctionId, taken, error)
    }
    return null
  }

  async function writeLocked(auctionId: number, taken: readonly Waiting[]): Promise<void> {
    try {
      const batch = await writer.locked(auctionId, taken)
      if (batch === null) release(auctionId, taken, refuse('not_found'))
      else committed(batch)
    } catch (error) {
      giveUp(auctionId, taken, error)
    }
  }

  function committed(batch: Batch): void {
    books.keep(batch.after)
    quiet.note(batch.notices)
    for (const request of batch.requests) remembered.remember(keyOf(request.command), request)
    settle(batch)
  }

  function settle(batch: Batch): void {
    queues.park(batch)
    for (const { waiting, outcome } of batch.answers) waiting.settle(outcome)
    finish(batch.before.auctionId)
  }

  /** Nothing is known to be written, and it may be: the same key sent again finds out safely. */
  function giveUp(auctionId: number, taken: readonly Waiting[], error: unknown): void {
    log.warn({ auction_id: auctionId, bids: taken.length, err: error }, 'bids could not be recorded')
    release(auctionId, taken, unavailable)
  }

  function release(auctionId: number, taken: readonly Waiting[], outcome: BidOutcome): void {
    for (const waiting of taken) waiting.settle(outcome)
    finish(auctionId)
  }

  function finish(auctionId: number): void {
    if (queues.finish(auctionId).waiting.length > 0) schedule()
    noteIdle()
  }

  function noteIdle(): void {
    if (stopping && !flying && queues.isIdle()) idle()
  }

  function expireParked(): void {
    const since = stopping ? Infinity : clock.now() - limits.park
    for (const [, queue] of queues) {
      const stale = queue.parked.filter(({ command }) => command.receivedAt < since)
      queue.parked = queue.parked.filter(({ command }) => command.receivedAt >= since)
      for (const waiting of stale) waiting.settle(unavailable)
    }
  }

  const housekeeping = setInterval(expireParked, 500).unref()

  return {
    place(command, arrival = arrivals.note(command.receivedAt)) {
      if (stopping || arrivals.count() >= limits.waiting) {
        arrival.leave()
        return Promise.resolve(unavailable)
      }
      arrival.reach()
      return new Promise((resolve) => {
        const settle = (outcome: BidOutcome) => {
          arrival.leave()
          resolve(outcome)
        }
        const queue = queues.of(command.auctionId)
        queue.waiting.push({ command, settle })
        if (!queue.busy) schedule()
      })
    },
    wake(auctionId) {
      if (queues.unpark(auctionId) && !queues.of(auctionId).busy) schedule()
    },
    async stop() {
      stopping = true
      clearInterval(housekeeping)
      await new Promise<void>((resolve) => {
        idle = resolve
        noteIdle()
      })
      expireParked()
    },
  }
}
