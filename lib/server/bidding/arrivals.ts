import type { Clock } from '@/lib/server/kernel/clock'

/**
 * The bids that this server has received and not yet answered. The oldest of them is as far as closing may believe this
 * server to be done (R6.2).
 */
export interface Arrivals {
  /**
   * Notes a request in the same turn in which it is stamped; the returned function takes it off, once it is answered.
   * While its body is still on the way it holds up closing for a short time only: else one slow sender could keep every
   * auction open.
   */
  enter(at: number): () => void
  /** The same for a bid that has arrived whole, until it is written or refused. */
  hold(at: number): () => void
  /** When the oldest unanswered one was received; null where none waits. */
  oldest(): number | null
  /** Bids that have arrived whole and wait for their answer. */
  count(): number
}

/** Milliseconds for a request of a few hundred bytes to arrive whole and be let in. */
const ARRIVING = 5_000

export function createArrivals({ clock }: { clock: Clock }): Arrivals {
  const entered = new Map<symbol, number>()
  const held = new Map<symbol, number>()
  return {
    enter: (at) => put(entered, at),
    hold: (at) => put(held, at),
    oldest() {
      const since = clock.now() - ARRIVING
      let oldest: number | null = null
      for (const at of entered.values()) if (at > since && (oldest === null || at < oldest)) oldest = at
      for (const at of held.values()) if (oldest === null || at < oldest) oldest = at
      return oldest
    },
    count: () => held.size,
  }
}

function put(waiting: Map<symbol, number>, at: number): () => void {
  const ticket = Symbol()
  waiting.set(ticket, at)
  return () => void waiting.delete(ticket)
}
