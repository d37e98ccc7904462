import { sqlState } from '@/lib/server/db/transaction'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'
import type { Clock } from '@/lib/server/kernel/clock'
import type { Arrivals } from './arrivals'
import { type Batch, decideBatch, type Waiting } from './batch'
import { type BidOutcome, keyOf, type PlaceBid } from './bid-command'
import type { BiddingBooks } from './books'
import { onBoundedClient } from './bounded'
import { createAnswerMemory, readKeptAnswers } from './kept-answers'
import { createOutbidQuiet } from './outbid-quiet'
import { recordBids } from './record-bids'

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
  /** Bids decided and written at once. */
  batch: number
  /** Milliseconds that a write may take. */
  write: number
  /** Milliseconds that a bid waits for a start or an end to be recorded. */
  park: number
}

export interface BiddingDesk {
  /** Decides and records a bid. The answer comes after the commit, never before. */
  place(command: PlaceBid): Promise<BidOutcome>
  /** Something new may be on record for this auction: bids that wait for its start or its end are looked at again. */
  wake(auctionId: number): void
  /** Fulfilled when nothing waits any more. Bids that come later are refused. */
  stop(): Promise<void>
}

const DEFAULTS: DeskLimits = { waiting: 5_000, batch: 1_000, write: 5_000, park: 15_000 }
const UNIQUE_VIOLATION = '23505'
const unavailable = refuse('service_unavailable', { retryAfter: 1 })

interface Queue {
  waiting: Waiting[]
  parked: Waiting[]
  /** Being written; what comes meanwhile waits for the next batch. */
  busy: boolean
  /** Woken while busy: what is parked by this write may have missed what it waits for. */
  woken: boolean
}

/**
 * Group commit: while one write is under way everything that comes waits, and is then decided by the pure rules in the
 * order received and written at once, for all auctions together. What cannot be written so (another server was there
 * first, a key came again) is decided once more under the lock of its auction's head.
 */
export function createBiddingDesk(deps: DeskDependencies): BiddingDesk {
  const { pool, books, arrivals, clock, log } = deps
  const limits = { ...DEFAULTS, ...deps.limits }
  const queues = new Map<number, Queue>()
  const remembered = createAnswerMemory()
  const quiet = createOutbidQuiet()
  let scheduled = false
  let flying = false
  let stopping = false
  let idle: (() => void) | null = null

  function queueOf(auctionId: number): Queue {
    const known = queues.get(auctionId)
    if (known !== undefined) return known
    const queue: Queue = { waiting: [], parked: [], busy: false, woken: false }
    queues.set(auctionId, queue)
    return queue
  }

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
    if (flying) return
    flying = true
    const batches: Batch[] = []
    for (const [auctionId, queue] of queues) {
      if (queue.busy || queue.waiting.length === 0) continue
      const journal = books.remembered(auctionId)
      const taken = take(queue)
      if (journal === undefined || journal.logSeq === 0) {
        void writeLocked(auctionId, taken)
        continue
      }
      const batch = decide(() => decideBatch(journal, taken, remembered), auctionId, taken)
      if (batch === null) continue
      // What is remembered may be behind another server, so that nothing is parked on it alone.
      if (batch.parked.length > 0) void writeLocked(auctionId, taken)
      else if (batch.requests.length > 0) batches.push(batch)
      else settle(batch)
    }
    try {
      if (batches.length > 0) await write(batches)
    } finally {
      flying = false
      if ([...queues.values()].some((queue) => queue.waiting.length > 0 && !queue.busy)) schedule()
      else noteIdle()
    }
  }

  function take(queue: Queue): Waiting[] {
    queue.busy = true
    queue.woken = false
    const taken = queue.waiting.splice(0, limits.batch)
    // R4.9. Nearly always sorted already: a body that came slowly is behind what was received after it.
    return taken.sort((a, b) => a.command.receivedAt - b.command.receivedAt)
  }

  /** A bug in deciding one auction must not keep the others from being written. */
  function decide(decideIt: () => Batch, auctionId: number, taken: readonly Waiting[]): Batch | null {
    try {
      return decideIt()
    } catch (error) {
      giveUp(auctionId, taken, error)
      return null
    }
  }

  async function write(batches: readonly Batch[]): Promise<void> {
    try {
      const quieted = batches.map(quiet.without)
      const written = await onBoundedClient(pool, limits.write, (client) => recordBids(client, quieted).catch(noneWhereKeyIsOnRecord))
      for (const batch of quieted) {
        if (written.has(batch.before.auctionId)) committed(batch)
        else void writeLocked(batch.before.auctionId, batch.callers)
      }
    } catch (error) {
      for (const batch of batches) giveUp(batch.before.auctionId, batch.callers, error)
    }
  }

  /** A key that another server has answered: nothing was written, and under the locks the first answers are read. */
  function noneWhereKeyIsOnRecord(error: unknown): ReadonlySet<number> {
    if (sqlState(error) === UNIQUE_VIOLATION) return new Set()
    throw error
  }

  /** Decides and writes one auction's bids under the lock of its head, on what the log really holds. */
  async function writeLocked(auctionId: number, taken: readonly Waiting[]): Promise<void> {
    try {
      const batch = await onBoundedClient(pool, limits.write, async (client) => {
        await client.query('begin')
        const decided = await decideLocked(client, auctionId, taken)
        await client.query('commit')
        return decided
      })
      if (batch === null) release(auctionId, taken, refuse('not_found'))
      else committed(batch)
    } catch (error) {
      giveUp(auctionId, taken, error)
    }
  }

  async function decideLocked(client: PoolClient, auctionId: number, taken: readonly Waiting[]): Promise<Batch | null> {
    const locked = await client.query({
      name: 'lock-head',
      text: 'select from portal.auction_heads where auction_id = $1 for update',
      values: [auctionId],
    })
    const journal = await books.current(client, auctionId)
    if (journal === null) return null
    const kept = await readKeptAnswers(client, taken.map(({ command }) => command))
    const batch = quiet.without(decideBatch(journal, taken, kept))
    // An auction without a head has no record yet, and nothing that could be bid on: its refusals are not kept either.
    if (batch.requests.length > 0 && locked.rowCount === 1) {
      const written = await recordBids(client, [batch])
      if (!written.has(auctionId)) throw new Error(`The log of auction ${auctionId} moved under its lock`)
    }
    return batch
  }

  function committed(batch: Batch): void {
    books.keep(batch.after)
    quiet.note(batch.notices)
    for (const request of batch.requests) remembered.remember(keyOf(request.command), request)
    settle(batch)
  }

  function settle(batch: Batch): void {
    const queue = queueOf(batch.before.auctionId)
    if (queue.woken) queue.waiting.unshift(...batch.parked)
    else queue.parked.push(...batch.parked)
    for (const { waiting, outcome } of batch.answers) waiting.settle(outcome)
    finish(batch.before.auctionId, queue)
  }

  /** Nothing is known to be written, and it may be: the same key sent again finds out safely. */
  function giveUp(auctionId: number, taken: readonly Waiting[], error: unknown): void {
    log.warn({ auction_id: auctionId, bids: taken.length, err: error }, 'bids could not be recorded')
    release(auctionId, taken, unavailable)
  }

  function release(auctionId: number, taken: readonly Waiting[], outcome: BidOutcome): void {
    for (const waiting of taken) waiting.settle(outcome)
    finish(auctionId, queueOf(auctionId))
  }

  function finish(auctionId: number, queue: Queue): void {
    queue.busy = false
    if (queue.waiting.length > 0) schedule()
    else if (queue.parked.length === 0) queues.delete(auctionId)
    noteIdle()
  }

  function noteIdle(): void {
    if (idle !== null && !flying && [...queues.values()].every((queue) => !queue.busy && queue.waiting.length === 0)) idle()
  }

  function wake(auctionId: number): void {
    const queue = queues.get(auctionId)
    if (queue === undefined) return
    queue.woken = true
    if (queue.parked.length === 0) return
    queue.waiting.unshift(...queue.parked.splice(0))
    if (!queue.busy) schedule()
  }

  function expireParked(): void {
    const now = clock.now()
    for (const queue of queues.values()) {
      const [stale, fresh] = [queue.parked.filter(isStale), queue.parked.filter((waiting) => !isStale(waiting))]
      queue.parked = fresh
      for (const waiting of stale) waiting.settle(unavailable)
    }
    function isStale({ command }: Waiting): boolean {
      return stopping || now - command.receivedAt > limits.park
    }
  }

  const housekeeping = setInterval(expireParked, 500)
  housekeeping.unref()

  return {
    place(command) {
      if (stopping || arrivals.count() >= limits.waiting) return Promise.resolve(unavailable)
      const answered = arrivals.hold(command.receivedAt)
      return new Promise((resolve) => {
        const settle = (outcome: BidOutcome) => {
          answered()
          resolve(outcome)
        }
        const queue = queueOf(command.auctionId)
        queue.waiting.push({ command, settle })
        if (!queue.busy) schedule()
      })
    },
    wake,
    async stop() {
      stopping = true
      clearInterval(housekeeping)
      expireParked()
      await new Promise<void>((resolve) => {
        idle = resolve
        noteIdle()
      })
    },
  }
}
