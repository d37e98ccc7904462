import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contract/endpoint'
import { type Caller, refuse } from '@/lib/server/platform/call'
import type { Pool } from '@/lib/server/platform/db/pool'
import { RATE_LIMITS_TABLE } from '@/lib/server/platform/db/rate-limits-table'
import { addressGroup } from '@/lib/server/platform/address-group'

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
}

/** Limits over at least this span are counted in the database for all servers together; shorter ones keep floods from each server. */
const SHARED_SECONDS = 600

/**
 * The rate limits of one server, for calls, files, streams and the back office.
 *
 * @param enabled false for load tests
 * @param pool counts the limits that all servers share; without it each counts its own
 */
export function createRateLimits(enabled: boolean, pool: Pool | null = null): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(name: string, { requests, seconds }: Pick<RateLimit, 'requests' | 'seconds'>) {
    const existing = limiters.get(name)
    if (existing) return existing
    const options = { keyPrefix: name, points: requests, duration: seconds }
    const own = new RateLimiterMemory(options)
    const limiter =
      pool === null || seconds < SHARED_SECONDS
        ? own
        : new RateLimiterPostgres({
            ...options,
            ...RATE_LIMITS_TABLE,
            storeClient: pool,
            // Without the database a call is refused for that reason, if it needs it.
            insuranceLimiter: own,
          })
    limiters.set(name, limiter)
    return limiter
  }

  const limitRequest: LimitRequest = async (route, limit, key) => {
    if (!enabled) return null
    try {
      await limiterOf(`${route} ${limit.requests}/${limit.seconds}`, limit).consume(key)
      return null
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded
      return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
    }
  }

  return {
    limitRequest,
    allow: (path, rateLimit, caller, address) =>
      limitRequest(path, rateLimit ?? DEFAULT_RATE_LIMIT, keyOf(rateLimit?.by, caller, address)),
  }
}

function keyOf(by: RateLimit['by'], caller: Caller, address: string): string {
  if (by === 'address') return addressGroup(address)
  if (by === 'person' && caller.kind === 'account') return `person:${caller.personId}`
  if (caller.kind === 'account') return `account:${caller.companyId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address)
}
