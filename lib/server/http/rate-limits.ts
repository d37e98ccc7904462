import { RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contract/endpoint'
import { type Caller, refuse } from '@/lib/server/kernel/handler'
import { addressGroup } from './client-address'
import { createRequestLimiter } from './request-limiter'

/** R4.11: so many bids of a buyer in so many seconds, at any moment. */
export const BID_RATE_LIMIT = [
  { bids: 10, seconds: 10 },
  { bids: 30, seconds: 60 },
] as const

const MAX = Math.max(...BID_RATE_LIMIT.map(({ bids }) => bids))
const MAX_LENGTH = Math.max(...BID_RATE_LIMIT.map(({ seconds }) => seconds)) * 1000
/** Buyers remembered before those that have not bid lately are forgotten. */
const MANY = 10_000

interface BidRateLimit {
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
export function createBidRateLimit(timer: () => number = () => performance.now()): BidRateLimit {
  const taken = new Map<string, number[]>()

  function note(buyer: string, at: number, bids: number): void {
    const known = taken.get(buyer) ?? []
    taken.delete(buyer)
    taken.set(buyer, [...known, ...Array.from({ length: Math.min(bids, MAX) }, () => at)].slice(-MAX))
    if (taken.size <= MANY) return
    // In the order of their last bids.
    for (const [name, times] of taken) {
      if ((times.at(-1) ?? 0) > at - MAX_LENGTH) return
      taken.delete(name)
    }
  }

  return {
    take(buyer) {
      const now = timer()
      const times = taken.get(buyer) ?? []
      const waits = BID_RATE_LIMIT.map(({ bids, seconds }) => (times.at(-bids) ?? -Infinity) + seconds * 1000 - now)
      const wait = Math.max(...waits)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      note(buyer, now, 1)
      return null
    },
    count: (buyer, bids) => note(buyer, timer(), bids),
  }
}

/** What an address, or an account, may ask of any one endpoint that says nothing else. */
const ordinary: RateLimit = { requests: 300, seconds: 60 }

export type Allow = (
  path: string,
  rateLimit: RateLimit | undefined,
  caller: Caller,
  address: string,
) => Promise<ReturnType<typeof refuse> | null>

interface RateLimits {
  allow: Allow
  /** R4.11: bids of the account that other servers have let in; they count here too. */
  letInElsewhere(accountId: number, bids: number): void
}

const bidsPath = '/api/bids/place'

/**
 * The rate limits of one server; of bids it is told what the others let in. `enabled: false` is for load tests.
 *
 * @param bidLetIn called with the account of every bid that is let in here
 */
export function createRateLimits(
  enabled: boolean,
  bidLetIn: (accountId: number) => void = () => undefined,
): RateLimits {
  const limiters = new Map<string, ReturnType<typeof createRequestLimiter>>()
  /** R4.11: a buyer’s bids, counted over all auctions and, by bid-counts.ts, all servers. */
  const bids = createBidRateLimit()

  function limiterOf(path: string, { requests, seconds }: RateLimit) {
    const known = limiters.get(path)
    if (known) return known
    const made = createRequestLimiter({ keyPrefix: `${path}:${seconds}`, points: requests, duration: seconds })
    limiters.set(path, made)
    return made
  }

  return {
    async allow(path, rateLimit, caller, address) {
      if (!enabled) return null
      const key = rateLimit?.by === 'address' ? addressGroup(address) : keyOf(caller, address)
      if (path === bidsPath) {
        const exceeded = bids.take(key)
        if (exceeded !== null) return refuse('too_many_requests', exceeded)
        if (caller.kind === 'account') bidLetIn(caller.accountId)
        return null
      }
      try {
        await limiterOf(path, rateLimit ?? ordinary).consume(key)
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded
        return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
      }
      return null
    },
    letInElsewhere(accountId, count) {
      if (enabled) bids.count(accountKey(accountId), count)
    },
  }
}

function keyOf(caller: Caller, address: string): string {
  if (caller.kind === 'account') return accountKey(caller.accountId)
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address)
}

function accountKey(accountId: number): string {
  return `account:${accountId}`
}
