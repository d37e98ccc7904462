import type { Clock } from '@/lib/server/kernel/clock'
import type { Arrival } from '@/lib/server/kernel/handler'

/**
 * The bids that this server has received and not yet answered. Nothing received later is decided before those that are
 * still on their way to the desk: being let in takes one longer than the other (R4.9).
 */
export interface Arrivals {
  /** Stamps a bid. Call it in the very turn in which the last byte of its request has been read, not before. */
  receive(): Arrival
  /** The same for a bid that was stamped by its caller, within the process. */
  note(at: number): Arrival
  /** The first that is on its way to the desk; null where none is. */
  onTheWay(): Arrival | null
  /**
   * From now on nothing is stamped `upTo` or earlier, were this server's clock a little behind the one that asks. Returns
   * up to which instant everything received has reached the desk.
   */
  promise(upTo: number): number
  /** When the oldest unanswered one was received; null where none waits. */
  oldest(): number | null
  /** Bids at the desk. */
  count(): number
  /** Calls `tell` whenever one has reached the desk, or has left on its way there. */
  onMove(tell: () => void): void
}

/** Milliseconds for letting a bid in. One that takes longer is overtaken, so that no slow session holds up the others. */
const LETTING_IN = 1_000
/** Milliseconds by which stamps may run ahead of this server's clock because another one's is ahead. */
const CLOCKS_APART = 50

export function createArrivals({ clock }: { clock: Clock }): Arrivals {
  const coming = new Map<number, Arrival>()
  const atDesk = new Map<number, Arrival>()
  let orders = 0
  let promised = -Infinity
  let moved: () => void = () => undefined

  function note(at: number): Arrival {
    const order = (orders += 1)
    const arrival: Arrival = {
      at,
      order,
      reach() {
        if (!coming.delete(order)) return
        atDesk.set(order, arrival)
        moved()
      },
      leave() {
        atDesk.delete(order)
        if (coming.delete(order)) moved()
      },
    }
    coming.set(order, arrival)
    return arrival
  }

  function onTheWay(): Arrival | null {
    const since = clock.now() - LETTING_IN
    for (const arrival of coming.values()) if (arrival.at > since) return arrival
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
      for (const { at } of atDesk.values()) if (at < first) first = at
      return first === Infinity ? null : first
    },
    count: () => atDesk.size,
    onMove(tell) {
      moved = tell
    },
  }
}
