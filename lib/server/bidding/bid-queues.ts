import type { Waiting } from './batch'
import { mergeUpTo, type Watermark } from './merge'

/** The bids on one auction that wait to be decided here. */
export interface BidQueue {
  readonly auctionId: number
  waiting: Waiting[]
  /** Being decided and written: what comes meanwhile waits for the next batch, so that nothing overtakes. */
  flying: readonly Waiting[]
  /** What waits was received when a start or an end was due that is not recorded yet. */
  parked: boolean
  /** Woken while flying: what this write parks may have missed what it waits for. */
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

export interface BidQueues {
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
    const queue: BidQueue = { auctionId, waiting: [], flying: [], parked: false, woken: false, onRecord: false, pausedUntil: 0, failingSince: null }
    queues.set(auctionId, queue)
    return queue
  }

  function isReady(queue: BidQueue): boolean {
    return queue.waiting.length > 0 && queue.flying.length === 0 && !queue.parked
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
        queue.flying = bids
        queue.woken = false
        turns.push({ queue, bids })
      }
      return turns
    },
    end({ queue, bids }, back) {
      queue.flying = []
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
        if (queue.waiting.length === 0 && queue.flying.length === 0) queues.delete(queue.auctionId)
      }
      for (const { name } of expired) names.delete(name)
      return expired
    },
    newest() {
      let newest = -Infinity
      for (const queue of queues.values()) if (isReady(queue)) for (const { stamp } of queue.waiting) if (stamp.at > newest) newest = stamp.at
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
        if (queue.flying.length === 0) queues.delete(queue.auctionId)
      }
    },
    isIdle: () => [...queues.values()].every((queue) => queue.flying.length === 0 && queue.waiting.length === 0),
  }
}
