/**
 * The bids that this server has received and not yet answered. The oldest of them is as far as closing may believe this
 * server to be done (R6.2), so a bid is entered in the same turn in which it is stamped.
 */
export interface Arrivals {
  /** Enters a bid received at `at`; the returned function takes it off, once it is answered. */
  enter(at: number): () => void
  /** When the oldest unanswered one was received; null where none waits. */
  oldest(): number | null
  count(): number
}

export function createArrivals(): Arrivals {
  // In the order of entering, which is nearly that of receiving: the clock never goes back.
  const waiting = new Map<symbol, number>()
  return {
    enter(at) {
      const ticket = Symbol()
      waiting.set(ticket, at)
      return () => void waiting.delete(ticket)
    },
    oldest() {
      let oldest: number | null = null
      for (const at of waiting.values()) if (oldest === null || at < oldest) oldest = at
      return oldest
    },
    count: () => waiting.size,
  }
}
