import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { refuse } from '@/lib/server/platform/call'
import type { Sessions } from '@/lib/server/identity/sessions'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { type AccessRule, type Admission, authorize, type CallerSources, type Credentials } from './authorize'
import { addressGroup } from '@/lib/server/platform/address-group'

/** Authorizes the senders of bids, so that unknown senders cannot delay the bids of known ones. */
export interface BidAdmission {
  /** Whether this server has recently admitted the token, or knows its session. `admit` authorizes it again. */
  knows(token: string): boolean
  /** As `authorize`. */
  admit(
    endpoint: AccessRule,
    credentials: Credentials,
    sources: CallerSources,
    from: { address: string | undefined; known: boolean },
  ): Promise<Admission>
}

interface BidAdmissionDependencies {
  sessions: Pick<Sessions, 'isCached'>
  /** Reads the sessions of known senders: the pool for bids. */
  pool: Queryable
  /** Reads the sessions of unknown senders: a small pool, so that they cannot use up the connections for bids. */
  strangersPool: Queryable
  /** False for load tests. */
  limited: boolean
}

const MAX_KNOWN = 20_000
const KNOWN_MS = 60 * 60_000
/** How long a refused token is refused again without a query. */
const REFUSED_MS = 5_000
const MAX_REFUSED = 10_000
/** Refusals per address, after which further unknown tokens from it are refused without a query. */
const STRANGERS = { points: 60, duration: 60 }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')

export function createBidAdmission(deps: BidAdmissionDependencies): BidAdmission {
  const { sessions, pool, strangersPool, limited } = deps
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS })
  const refused = new LRUCache<string, Extract<Admission, { ok: false }>>({ max: MAX_REFUSED, ttl: REFUSED_MS })
  const strangers = new RateLimiterMemory({ keyPrefix: 'strangers', ...STRANGERS })

  return {
    knows: (token) => sessions.isCached(token) || known.has(hashOf(token)),
    async admit(endpoint, credentials, sources, { address, known: isKnown }) {
      if (credentials.kind !== 'bearer') return authorize(endpoint, credentials, sources, { address })
      const key = hashOf(credentials.token)
      const group = address === undefined ? null : addressGroup(address)
      if (!isKnown) {
        const before = refused.get(key)
        if (before !== undefined) return before
        const counted = limited && group !== null ? await strangers.get(group) : null
        if (counted !== null && counted.consumedPoints >= STRANGERS.points)
          return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) })
      }
      const admission = await authorize(endpoint, credentials, sources, {
        address,
        db: isKnown ? pool : strangersPool,
      })
      if (admission.ok) known.set(key, true)
      else {
        known.delete(key)
        if (admission.refusal.code === 'unauthorized') refused.set(key, admission)
        if (group !== null) await strangers.penalty(group)
      }
      return admission
    },
  }
}
