import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Allowance } from '@/lib/contract/endpoint'
import { addressGroup } from '@/lib/server/http/client-address'
import { createBidAllowance } from '@/lib/server/http/bid-allowance'
import { refuse, type Caller } from '@/lib/server/kernel/handler'

/** What an address, or an account, may ask of any one endpoint that says nothing else. */
const ordinary: Allowance = { requests: 300, seconds: 60 }

export type Allow = (path: string, allowance: Allowance | undefined, caller: Caller, address: string) => Promise<ReturnType<typeof refuse> | null>

export interface Allowances {
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
export function createAllowances(enabled: boolean, bidLetIn: (accountId: number) => void = () => undefined): Allowances {
  const limiters = new Map<string, RateLimiterMemory>()
  /** R4.11: a buyer’s bids, counted over all auctions and, by bid-counts.ts, all servers. */
  const bids = createBidAllowance()

  function limiterOf(path: string, { requests, seconds }: Allowance): RateLimiterMemory {
    const known = limiters.get(path)
    if (known) return known
    const made = new RateLimiterMemory({ keyPrefix: `${path}:${seconds}`, points: requests, duration: seconds })
    limiters.set(path, made)
    return made
  }

  return {
    async allow(path, allowance, caller, address) {
      if (!enabled) return null
      const key = allowance?.by === 'address' ? addressGroup(address) : keyOf(caller, address)
      if (path === bidsPath) {
        const exceeded = bids.take(key)
        if (exceeded !== null) return refuse('too_many_requests', exceeded)
        if (caller.kind === 'account') bidLetIn(caller.accountId)
        return null
      }
      try {
        await limiterOf(path, allowance ?? ordinary).consume(key)
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
