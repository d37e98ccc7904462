import cluster from 'node:cluster'
import * as z from 'zod'
import { RateLimiterRes, RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contract/endpoint'
import { type Caller, refuse } from '@/lib/server/http/handler'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import { addressGroup } from './client-address'
import { hostname } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Queryable } from '@/lib/server/platform/db/pool'

interface RequestLimit {
  /** Unique to each limit. */
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
 * The rate limits of one server, the one mechanism for calls, files, streams and the back office. `letIn` and `heard` share counts with other servers.
 * `enabled: false` is for load tests.
 *
 * @param letIn called with everything that is let in here
 */
export function createRateLimits(enabled: boolean, letIn: LimitCounts['count'] = () => undefined): RateLimits {
  const limiters = new Map<string, ReturnType<typeof createRequestLimiter>>()
  /** R4.11: a buyer’s bids, counted over all auctions and, by LimitCounts, all servers. */
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
      // The primary counts for all processes of this machine; the first of them reports other machines to it.
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

const channel = 'portal_limit_counts'
/** Interval between notifications. */
const NOTIFY_INTERVAL_MS = 200
/** Counts in one notification: PostgreSQL takes 8000 bytes. */
const countsAtOnce = 50
/** Keys whose count is too low to be told, and how long such a count is remembered, in milliseconds. */
const MAX_LOW_COUNTS = 20_000
const LOW_COUNT_MS = 60_000

const message = z.object({
  server: z.string(),
  machine: z.string(),
  counts: z.array(z.tuple([z.string().max(200), z.string().max(100), z.int().positive()])),
})

/** Who was let in elsewhere. `sameMachine`: by a process that shares this one's primary, which counts requests for both. */
export type HearCount = (limit: string, key: string, count: number, sameMachine: boolean) => void

export interface LimitCounts {
  /**
   * Counts what a limit lets in here; the others are told soon.
   *
   * @param atLeast a key's count is sent in portions of this size, so that keys with few requests are not sent
   */
  count(limit: string, key: string, atLeast: number): void
  /** Tells what has been counted since the last time. */
  tell(): Promise<void>
  start(heard: HearCount): Promise<void>
  stop(): void
}

export interface LimitCountsDependencies {
  /** The general pool: bids have their own. */
  pool: Queryable
  listener: Pick<Listener, 'on'>
  serverId: string
  log: { warn(details: object, message: string): void }
}

/** Limits for all servers of one database (R4.11 for bids): each tells the others, five times a second at most, whom it let in. */
export function createLimitCounts({ pool, listener, serverId, log }: LimitCountsDependencies): LimitCounts {
  const machine = thisWorker() === null ? serverId : `${hostname()}/${process.ppid}`
  const low = new LRUCache<string, number>({ max: MAX_LOW_COUNTS, ttl: LOW_COUNT_MS, noUpdateTTL: true })
  const untold = new Map<string, [limit: string, key: string, count: number]>()
  let timer: NodeJS.Timeout | null = null

  async function tell(): Promise<void> {
    const counts = [...untold.values()]
    untold.clear()
    for (let from = 0; from < counts.length; from += countsAtOnce) {
      const payload = JSON.stringify({ server: serverId, machine, counts: counts.slice(from, from + countsAtOnce) })
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    }
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = null
      // What is lost here lets somebody in more often at another server for some seconds, and nothing else.
      tell().catch((error: unknown) =>
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'limit counts not sent'),
      )
    }, NOTIFY_INTERVAL_MS).unref()
  }

  return {
    count(limit, key, atLeast) {
      const name = `${limit} ${key}`
      const count = (low.get(name) ?? 0) + 1
      if (count < atLeast) return void low.set(name, count)
      low.delete(name)
      untold.set(name, [limit, key, (untold.get(name)?.[2] ?? 0) + count])
      tellSoon()
    },
    tell,
    start: (heard) =>
      listener.on(channel, (payload) => {
        const told = message.parse(JSON.parse(payload))
        if (told.server === serverId) return
        for (const [limit, key, count] of told.counts) heard(limit, key, count, told.machine === machine)
      }),
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
