import type { Batch, Waiting } from './batch'

/** The bids on one auction that wait in this server. */
export interface BidQueue {
  waiting: Waiting[]
  /** Received when a start or an end was due that is not recorded yet. */
  parked: Waiting[]
  /** Being written; what comes meanwhile waits for the next batch. */
  busy: boolean
  /** Woken while busy: what is parked by this write may have missed what it waits for. */
  woken: boolean
}

export interface BidQueues extends Iterable<[number, BidQueue]> {
  /** The auction's queue, made where there is none. */
  of(auctionId: number): BidQueue
  /** Takes the next bids to write, in the order received (R4.9), and marks the queue busy. */
  take(queue: BidQueue, most: number): Waiting[]
  /** Keeps what a batch has parked, or has it looked at again where news came meanwhile. */
  park(batch: Batch): void
  /** Puts parked bids back in front; false where none were. */
  unpark(auctionId: number): boolean
  /** The write is over. */
  finish(auctionId: number): BidQueue
  /** Whether anything waits that nobody is writing. */
  anyReady(): boolean
  isIdle(): boolean
}

export function createBidQueues(): BidQueues {
  const queues = new Map<number, BidQueue>()

  function of(auctionId: number): BidQueue {
    const known = queues.get(auctionId)
    if (known !== undefined) return known
    const queue: BidQueue = { waiting: [], parked: [], busy: false, woken: false }
    queues.set(auctionId, queue)
    return queue
  }

  return {
    of,
    [Symbol.iterator]: () => queues.entries(),
    take(queue, most) {
      queue.busy = true
      queue.woken = false
      // Nearly always sorted already: a body that came slowly is behind what was received after it.
      return queue.waiting.splice(0, most).sort((a, b) => a.command.receivedAt - b.command.receivedAt)
    },
    park(batch) {
      const queue = of(batch.before.auctionId)
      if (queue.woken) queue.waiting.unshift(...batch.parked)
      else queue.parked.push(...batch.parked)
    },
    unpark(auctionId) {
      const queue = queues.get(auctionId)
      if (queue === undefined) return false
      queue.woken = true
      if (queue.parked.length === 0) return false
      queue.waiting.unshift(...queue.parked.splice(0))
      return true
    },
    finish(auctionId) {
      const queue = of(auctionId)
      queue.busy = false
      if (queue.waiting.length === 0 && queue.parked.length === 0) queues.delete(auctionId)
      return queue
    },
    anyReady: () => [...queues.values()].some((queue) => queue.waiting.length > 0 && !queue.busy),
    isIdle: () => [...queues.values()].every((queue) => !queue.busy && queue.waiting.length === 0),
  }
}
