import * as z from 'zod'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contract/endpoint'
import { type Caller, refuse } from '@/lib/server/http/handler'
import { addressGroup } from './client-address'
import { LRUCache } from 'lru-cache'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Queryable } from '@/lib/server/platform/db/pool'

/** R4.11: bids of a buyer within any such span. */
export const BID_RATE_LIMIT = [
  { bids: 10, seconds: 10 },
  { bids: 30, seconds: 60 },
] as const

const LARGEST_LIMIT = Math.max(...BID_RATE_LIMIT.map(({ bids }) => bids))
/** Beyond this many, the buyer with the oldest last bid is forgotten. */
const MAX_BUYERS = 10_000

interface BidRateLimit {
  /** Admits and counts a bid, or returns the seconds until the next one may come. */
  admit(buyer: string): { retryAfter: number } | null
  /** Counts bids that another server has admitted. */
  count(buyer: string, bids: number): void
}

/**
 * Counts the bids of the last minute one by one: fixed windows would admit twice as many around their boundary.
 *
 * @param timer monotonic milliseconds
 */
export function createBidRateLimit(timer: () => number = () => performance.now()): BidRateLimit {
  const admittedAt = new LRUCache<string, number[]>({ max: MAX_BUYERS })

  function note(buyer: string, at: number, bids: number): void {
    const added = Array.from({ length: Math.min(bids, LARGEST_LIMIT) }, () => at)
    admittedAt.set(buyer, [...(admittedAt.get(buyer) ?? []), ...added].slice(-LARGEST_LIMIT))
  }

  return {
    admit(buyer) {
      const now = timer()
      const times = admittedAt.get(buyer) ?? []
      const waits = BID_RATE_LIMIT.map(({ bids, seconds }) => (times.at(-bids) ?? -Infinity) + seconds * 1000 - now)
      const wait = Math.max(...waits)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      note(buyer, now, 1)
      return null
    },
    count: (buyer, bids) => note(buyer, timer(), bids),
  }
}

/** The limit of an endpoint without its own. */
export const DEFAULT_RATE_LIMIT: RateLimit = { requests: 300, seconds: 60 }

export type Allow = (
  path: string,
  rateLimit: RateLimit | undefined,
  caller: Caller,
  address: string,
) => Promise<ReturnType<typeof refuse> | null>

/**
 * Counts a request, and refuses it beyond the limit.
 *
 * @param name of the limit: a path without its variable parts
 * @returns a refusal with the seconds to wait, or null
 */
export type LimitRequest = (
  name: string,
  limit: Pick<RateLimit, 'requests' | 'seconds'>,
  key: string,
) => Promise<ReturnType<typeof refuse> | null>

export interface RateLimits {
  /** Counts by account if the caller is signed in, else by address; unless the limit names another key. */
  allow: Allow
  /** For routes without a caller. */
  limitRequest: LimitRequest
  countRemote: CountRemote
}

const BIDS_PATH = '/api/bids/place'
/** The name of the bids' limit between servers. */
const BIDS = 'bids'
/** A server reports to the others after every twentieth of a limit. */
const REPORTED_PARTS = 20

/**
 * The rate limits of one server, for calls, files, streams and the back office. `onAdmitted` and `countRemote` share counts
 * with other servers. `enabled: false` is for load tests.
 *
 * @param onAdmitted called with everything that is admitted here
 */
export function createRateLimits(enabled: boolean, onAdmitted: LimitCounts['count'] = () => undefined): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>()
  /** R4.11: a buyer’s bids, counted over all auctions and, by LimitCounts, all servers. */
  const bids = createBidRateLimit()

  /** `name`: as servers exchange it, "/api/auctions/list 300/60". */
  function limiterOf(name: string) {
    const existing = limiters.get(name)
    if (existing) return existing
    const [, points, duration] = / (\d+)\/(\d+)$/.exec(name) ?? []
    const limiter = new RateLimiterMemory({ keyPrefix: name, points: Number(points), duration: Number(duration) })
    limiters.set(name, limiter)
    return limiter
  }

  const limitRequest: LimitRequest = async (route, { requests, seconds }, key) => {
    if (!enabled) return null
    const name = `${route} ${requests}/${seconds}`
    try {
      await limiterOf(name).consume(key)
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded
      return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
    }
    onAdmitted(name, key, Math.max(1, Math.floor(requests / REPORTED_PARTS)))
    return null
  }

  return {
    limitRequest,
    async allow(path, rateLimit, caller, address) {
      const key = keyOf(rateLimit?.by, caller, address)
      if (path !== BIDS_PATH) return limitRequest(path, rateLimit ?? DEFAULT_RATE_LIMIT, key)
      const exceeded = enabled ? bids.admit(key) : null
      if (exceeded !== null) return refuse('too_many_requests', exceeded)
      if (enabled && caller.kind === 'account') onAdmitted(BIDS, key, 1)
      return null
    },
    countRemote(name, key, count) {
      if (!enabled) return
      if (name === BIDS) return bids.count(key, count)
      if (LIMIT_NAME.test(name)) void limiterOf(name).penalty(key, count)
    },
  }
}

const LIMIT_NAME = / [1-9]\d{0,5}\/[1-9]\d{0,5}$/

function keyOf(by: RateLimit['by'], caller: Caller, address: string): string {
  if (by === 'address') return addressGroup(address)
  if (by === 'person' && caller.kind === 'account') return `person:${caller.personId}`
  if (caller.kind === 'account') return `account:${caller.accountId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address)
}

const CHANNEL = 'portal_limit_counts'
const NOTIFY_INTERVAL_MS = 200
/** Counts in one notification, which has at most 8000 bytes. */
const MAX_COUNTS_PER_MESSAGE = 50
/** Maximum number of keys with counts too low to be sent, and how long they are remembered. */
const MAX_LOW_COUNTS = 20_000
const LOW_COUNT_MS = 60_000

const message = z.object({
  server: z.string(),
  counts: z.array(z.tuple([z.string().max(200), z.string().max(100), z.int().positive()])),
})

export type CountRemote = (limit: string, key: string, count: number) => void

export interface LimitCounts {
  /**
   * Counts requests admitted here; the other servers are notified soon.
   *
   * @param atLeast a key's count is sent in portions of this size, so that keys with few requests are not sent
   */
  count(limit: string, key: string, atLeast: number): void
  flush(): Promise<void>
  start(countRemote: CountRemote): Promise<void>
  stop(): void
}

export interface LimitCountsDependencies {
  /** The general pool: bids have their own. */
  pool: Queryable
  listener: Pick<Listener, 'on'>
  serverId: string
  log: { warn(details: object, message: string): void }
}

/**
 * Shares limits between all processes and servers of one database (R4.11 for bids): each notifies the others of its
 * admissions, at most five times a second.
 */
export function createLimitCounts({ pool, listener, serverId, log }: LimitCountsDependencies): LimitCounts {
  const belowThreshold = new LRUCache<string, number>({ max: MAX_LOW_COUNTS, ttl: LOW_COUNT_MS, noUpdateTTL: true })
  const unsent = new Map<string, [limit: string, key: string, count: number]>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    const counts = [...unsent.values()]
    unsent.clear()
    for (let from = 0; from < counts.length; from += MAX_COUNTS_PER_MESSAGE) {
      const payload = JSON.stringify({ server: serverId, counts: counts.slice(from, from + MAX_COUNTS_PER_MESSAGE) })
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
    }
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => {
      timer = null
      // A lost count only lets another server admit more for a few seconds.
      flush().catch((error: unknown) =>
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'limit counts not sent'),
      )
    }, NOTIFY_INTERVAL_MS).unref()
  }

  return {
    count(limit, key, atLeast) {
      const name = `${limit} ${key}`
      const count = (belowThreshold.get(name) ?? 0) + 1
      if (count < atLeast) return void belowThreshold.set(name, count)
      belowThreshold.delete(name)
      unsent.set(name, [limit, key, (unsent.get(name)?.[2] ?? 0) + count])
      scheduleFlush()
    },
    flush,
    start: (countRemote) =>
      listener.on(CHANNEL, (payload) => {
        const sent = message.parse(JSON.parse(payload))
        if (sent.server === serverId) return
        for (const [limit, key, count] of sent.counts) countRemote(limit, key, count)
      }),
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
