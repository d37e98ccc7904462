/** R4.11: so many bids of a buyer in so many seconds, at any moment. */
export const BID_ALLOWANCE = [
  { bids: 10, seconds: 10 },
  { bids: 30, seconds: 60 },
] as const

const MOST = Math.max(...BID_ALLOWANCE.map(({ bids }) => bids))
const LONGEST = Math.max(...BID_ALLOWANCE.map(({ seconds }) => seconds)) * 1000
/** Buyers remembered before those that have not bid lately are forgotten. */
const MANY = 10_000

export interface BidAllowance {
  /** Lets a bid in, and counts it, or says after how many whole seconds the next one may come. */
  take(buyer: string): { retryAfter: number } | null
  /** Bids that another server has let in. */
  count(buyer: string, bids: number): void
}

/**
 * Counts the bids of the last minute one by one: counted by fixed windows, twice as many would get in around their border.
 *
 * @param timer milliseconds, of a timer that nobody can set
 */
export function createBidAllowance(timer: () => number = () => performance.now()): BidAllowance {
  const taken = new Map<string, number[]>()

  function note(buyer: string, at: number, bids: number): void {
    const known = taken.get(buyer) ?? []
    taken.delete(buyer)
    taken.set(buyer, [...known, ...Array.from({ length: Math.min(bids, MOST) }, () => at)].slice(-MOST))
    if (taken.size <= MANY) return
    // In the order of their last bids.
    for (const [name, times] of taken) {
      if ((times.at(-1) ?? 0) > at - LONGEST) return
      taken.delete(name)
    }
  }

  return {
    take(buyer) {
      const now = timer()
      const times = taken.get(buyer) ?? []
      const waits = BID_ALLOWANCE.map(({ bids, seconds }) => (times.at(-bids) ?? -Infinity) + seconds * 1000 - now)
      const wait = Math.max(...waits)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      note(buyer, now, 1)
      return null
    },
    count: (buyer, bids) => note(buyer, timer(), bids),
  }
}
