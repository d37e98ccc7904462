import { RateLimiterRes, RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contract/endpoint'
import { type Caller, refuse } from '@/lib/server/http/handler'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import { addressGroup } from './client-address'
import type { HearCount, LimitCounts } from './limit-counts'
import cluster from 'node:cluster'

interface RequestLimit {
  /** One of its own for each limit. */
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
}

interface RequestLimiter {
  consume(key: string): Promise<unknown>
  /** Counts requests that another machine has let in. */
  penalty(key: string, points: number): Promise<unknown>
}

/** The primary answers within a millisecond, or has worse troubles. */
const ANSWER_MS = 1_000

/**
 * Counts requests by key; consuming more than may be rejects with RateLimiterRes. Where several processes serve behind one port, the
 * primary counts for all of them, and this process by itself while the primary does not answer.
 */
function createRequestLimiter(limit: RequestLimit): RequestLimiter {
  const own = new RateLimiterMemory(limit)
  if (!cluster.isWorker) return own
  const shared = new RateLimiterCluster({ ...limit, timeoutMs: ANSWER_MS })
  return {
    consume: (key) =>
      shared.consume(key).catch((reason: unknown) => {
        if (reason instanceof RateLimiterRes) throw reason
        return own.consume(key)
      }),
    penalty: (key, points) => shared.penalty(key, points).catch(() => own.penalty(key, points)),
  }
}

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

/**
 * Takes one request of what a key may ask for.
 *
 * @param name of the limit: an address without what changes from request to request
 * @returns a refusal with the seconds to wait, or null
 */
export type TakeRequest = (
  name: string,
  limit: Pick<RateLimit, 'requests' | 'seconds'>,
  key: string,
) => Promise<ReturnType<typeof refuse> | null>

export interface RateLimits {
  /** By account for who is signed in, else by address. */
  allow: Allow
  /** For routes that no caller is known of. */
  take: TakeRequest
  /** What other servers have let in; it counts here too. */
  heard: HearCount
}

const bidsPath = '/api/bids/place'
/** The name under which servers tell each other of bids. */
const BIDS = 'bids'
/** A server tells the others of every twentieth part of a limit. */
const TOLD_PARTS = 20

/**
 * The rate limits of one server, the one mechanism for calls, files, streams and the back office. It is told what the others let in.
 * `enabled: false` is for load tests.
 *
 * @param letIn called with everything that is let in here
 */
export function createRateLimits(enabled: boolean, letIn: LimitCounts['count'] = () => undefined): RateLimits {
  const limiters = new Map<string, ReturnType<typeof createRequestLimiter>>()
  /** R4.11: a buyer’s bids, counted over all auctions and, by limit-counts.ts, all servers. */
  const bids = createBidRateLimit()

  /** `name`: what the servers call it among each other, "/api/auctions/list 300/60". */
  function limiterOf(name: string) {
    const known = limiters.get(name)
    if (known) return known
    const [, points, duration] = / (\d+)\/(\d+)$/.exec(name) ?? []
    const made = createRequestLimiter({ keyPrefix: name, points: Number(points), duration: Number(duration) })
    limiters.set(name, made)
    return made
  }

  const take: TakeRequest = async (route, { requests, seconds }, key) => {
    if (!enabled) return null
    const name = `${route} ${requests}/${seconds}`
    try {
      await limiterOf(name).consume(key)
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded
      return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
    }
    letIn(name, key, Math.max(1, Math.floor(requests / TOLD_PARTS)))
    return null
  }

  return {
    take,
    async allow(path, rateLimit, caller, address) {
      const key = rateLimit?.by === 'address' ? addressGroup(address) : keyOf(caller, address)
      if (path !== bidsPath) return take(path, rateLimit ?? ordinary, key)
      const exceeded = enabled ? bids.take(key) : null
      if (exceeded !== null) return refuse('too_many_requests', exceeded)
      if (enabled && caller.kind === 'account') letIn(BIDS, key, 1)
      return null
    },
    heard(name, key, count, sameMachine) {
      if (!enabled) return
      if (name === BIDS) return bids.count(key, count)
      // The primary of several processes has counted what one of them let in, and is told of other machines by one of them.
      const worker = thisWorker()
      if (sameMachine || (worker !== null && worker.number !== 1) || !LIMIT_NAME.test(name)) return
      void limiterOf(name).penalty(key, count)
    },
  }
}

const LIMIT_NAME = / [1-9]\d{0,5}\/[1-9]\d{0,5}$/

function keyOf(caller: Caller, address: string): string {
  if (caller.kind === 'account') return `account:${caller.accountId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address)
}
