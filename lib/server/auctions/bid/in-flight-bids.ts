import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import type { InFlightBid } from '@/lib/server/http/handler'
import { mergeUpTo, type Waiting, type Watermark } from './decide-batch'

/**
 * Runs `work` on a connection of its own and cuts that connection after `milliseconds`, so that a database that neither
 * answers nor closes keeps nobody waiting. Whether what was sent took effect is then unknown to the caller.
 */
export async function onBoundedClient<T>(
  pool: Pool,
  milliseconds: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let released = false
  const release = (broken?: Error) => {
    if (!released) client.release(broken)
    released = true
  }
  // Releasing as broken destroys the socket, which rejects the query that waits on it.
  const timer = setTimeout(() => release(new Error('the database did not answer in time')), milliseconds)
  try {
    const result = await work(client)
    release()
    return result
  } catch (error) {
    release(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The bids that this server has received and not yet answered. Nothing received later is decided before those that are
 * still on their way to the bid queue: being let in takes one longer than the other (R4.9).
 */
export interface InFlightBids {
  /** Stamps a bid. Call it in the very turn in which the last byte of its request has been read, not before. */
  receive(): InFlightBid
  /** The same for a bid that was stamped by its caller, within the process. */
  note(at: number): InFlightBid
  /** The first that is on its way to the bid queue; null where none is. */
  onTheWay(): InFlightBid | null
  /**
   * From now on nothing is stamped `upTo` or earlier, were this server's clock a little behind the one that asks. Returns
   * up to which instant everything received has reached the bid queue.
   */
  promise(upTo: number): number
  /** When the oldest unanswered one was received; null where none waits. */
  oldest(): number | null
  /** Bids in the bid queue. */
  count(): number
  /** Calls `tell` whenever one has reached the bid queue, or has left on its way there. */
  onMove(tell: () => void): void
}

/** Milliseconds for letting a bid in. One that takes longer is overtaken, so that no slow session holds up the others. */
const LETTING_IN = 1_000
/** Milliseconds by which stamps may run ahead of this server's clock because another one's is ahead. */
const CLOCKS_APART = 50

export function createInFlightBids({ clock }: { clock: Clock }): InFlightBids {
  const coming = new Map<number, InFlightBid>()
  const queued = new Map<number, InFlightBid>()
  let orders = 0
  let promised = -Infinity
  let moved: () => void = () => undefined

  function note(at: number): InFlightBid {
    const order = (orders += 1)
    const inFlightBid: InFlightBid = {
      at,
      order,
      reach() {
        if (!coming.delete(order)) return
        queued.set(order, inFlightBid)
        moved()
      },
      leave() {
        queued.delete(order)
        if (coming.delete(order)) moved()
      },
    }
    coming.set(order, inFlightBid)
    return inFlightBid
  }

  function onTheWay(): InFlightBid | null {
    const since = clock.now() - LETTING_IN
    for (const inFlightBid of coming.values()) if (inFlightBid.at > since) return inFlightBid
    return null
  }

  return {
    receive: () => note(Math.max(clock.now(), promised + 1)),
    note,
    onTheWay,
    promise(upTo) {
      promised = Math.max(promised, Math.min(upTo, clock.now() + CLOCKS_APART))
      return Math.min(promised, (onTheWay()?.at ?? Infinity) - 1)
    },
    oldest() {
      const oldest = onTheWay()?.at ?? Infinity
      let first = oldest
      for (const { at } of queued.values()) if (at < first) first = at
      return first === Infinity ? null : first
    },
    count: () => queued.size,
    onMove(tell) {
      moved = tell
    },
  }
}

/** The bids on one auction that wait to be decided here. */
interface BidQueue {
  readonly auctionId: number
  waiting: Waiting[]
  /** Being decided and written: what comes meanwhile waits for the next batch, so that nothing overtakes. */
  deciding: readonly Waiting[]
  /** What waits was received when a start or an end was due that is not recorded yet. */
  parked: boolean
  /** Woken while they are decided: what this write parks may have missed what it waits for. */
  woken: boolean
  /** To be decided on what is on record: what this server remembers may be behind it. */
  onRecord: boolean
  /** Not before this instant of the process's timer, after a write that did not come about. */
  pausedUntil: number
  /** Since when no write has come about. */
  failingSince: number | null
}

export interface Turn {
  readonly queue: BidQueue
  /** In the order received. */
  readonly bids: readonly Waiting[]
}

interface BidQueues {
  /** False where it waits already. */
  add(waiting: Waiting): boolean
  find(auctionId: number): BidQueue | undefined
  /** Takes what may be decided now, of each auction that nobody is writing (R4.9). */
  take(watermark: Watermark, most: number, now: number): Turn[]
  /** Ends a turn: what has to wait on goes back. */
  end(turn: Turn, back: readonly Waiting[]): void
  /** Takes out what need not wait any longer. */
  expire(isOver: (queue: BidQueue, waiting: Waiting) => boolean): Waiting[]
  /** The last stamp of all that may be decided; -Infinity where nothing waits for that. */
  newest(): number
  /** Milliseconds until something may be decided, as far as the queues know; null where nothing waits for that. */
  readyIn(now: number): number | null
  /** Forgets all that is not being written: another server decides it. */
  clear(): void
  isIdle(): boolean
}

export function createBidQueues(): BidQueues {
  const queues = new Map<number, BidQueue>()
  const names = new Set<string>()

  function of(auctionId: number): BidQueue {
    const known = queues.get(auctionId)
    if (known !== undefined) return known
    const queue: BidQueue = {
      auctionId,
      waiting: [],
      deciding: [],
      parked: false,
      woken: false,
      onRecord: false,
      pausedUntil: 0,
      failingSince: null,
    }
    queues.set(auctionId, queue)
    return queue
  }

  function isReady(queue: BidQueue): boolean {
    return queue.waiting.length > 0 && queue.deciding.length === 0 && !queue.parked
  }

  return {
    add(waiting) {
      if (names.has(waiting.name)) return false
      names.add(waiting.name)
      const queue = of(waiting.command.auctionId)
      queue.waiting.push(waiting)
      // What is parked is looked at again with everything that comes: none of it may be overtaken.
      queue.parked = false
      return true
    },
    find: (auctionId) => queues.get(auctionId),
    take(watermark, most, now) {
      const turns: Turn[] = []
      for (const queue of queues.values()) {
        if (!isReady(queue) || queue.pausedUntil > now) continue
        const { now: settled, later } = mergeUpTo(queue.waiting, watermark)
        if (settled.length === 0) continue
        const bids = settled.slice(0, most)
        queue.waiting = [...settled.slice(most), ...later]
        queue.deciding = bids
        queue.woken = false
        turns.push({ queue, bids })
      }
      return turns
    },
    end({ queue, bids }, back) {
      queue.deciding = []
      queue.waiting.push(...back)
      const waitsOn = new Set(back.map(({ name }) => name))
      for (const { name } of bids) if (!waitsOn.has(name)) names.delete(name)
      if (queue.waiting.length === 0) queues.delete(queue.auctionId)
    },
    expire(isOver) {
      const expired: Waiting[] = []
      for (const queue of queues.values()) {
        const over = queue.waiting.filter((waiting) => isOver(queue, waiting))
        queue.waiting = queue.waiting.filter((waiting) => !over.includes(waiting))
        expired.push(...over)
        if (queue.waiting.length === 0 && queue.deciding.length === 0) queues.delete(queue.auctionId)
      }
      for (const { name } of expired) names.delete(name)
      return expired
    },
    newest() {
      let newest = -Infinity
      for (const queue of queues.values())
        if (isReady(queue)) for (const { stamp } of queue.waiting) if (stamp.at > newest) newest = stamp.at
      return newest
    },
    readyIn(now) {
      const ready = [...queues.values()].filter(isReady)
      return ready.length === 0 ? null : Math.max(0, Math.min(...ready.map(({ pausedUntil }) => pausedUntil)) - now)
    },
    clear() {
      for (const queue of queues.values()) {
        for (const { name } of queue.waiting) names.delete(name)
        queue.waiting = []
        if (queue.deciding.length === 0) queues.delete(queue.auctionId)
      }
    },
    isIdle: () => [...queues.values()].every((queue) => queue.deciding.length === 0 && queue.waiting.length === 0),
  }
}
