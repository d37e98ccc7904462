import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { refuse } from '@/lib/server/http/handler'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { type AccessRule, type Admission, authorize, type CallerSources, type Credentials } from './authorize'
import { addressGroup } from './client-address'

/** Lets the senders of bids in, so that strangers cannot hold up the bids of those whom this server knows. */
export interface BidAdmission {
  /** Whether this token was let in lately. It is checked again all the same. */
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
  /** Reads the sessions of known senders; apart from other work, as bids are. */
  pool: Queryable
  /** A small pool for the tokens that this server does not know. */
  strangersPool: Queryable
  /** False for load tests. */
  limited: boolean
}

const MAX_KNOWN = 20_000
const KNOWN_MS = 60 * 60_000
/** A token that was refused is refused again without a query; short, so that the memory of strangers is worth nothing. */
const REFUSED_MS = 5_000
const MAX_REFUSED = 10_000
/** Refused tokens of one address, before more are refused unread: a program that has lost its session tries a few times. */
const STRANGERS = { points: 60, duration: 60 }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')

export function createBidAdmission({ pool, strangersPool, limited }: BidAdmissionDependencies): BidAdmission {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS })
  const refused = new LRUCache<string, Extract<Admission, { ok: false }>>({ max: MAX_REFUSED, ttl: REFUSED_MS })
  const strangers = new RateLimiterMemory({ keyPrefix: 'strangers', ...STRANGERS })

  return {
    knows: (token) => known.has(hashOf(token)),
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
