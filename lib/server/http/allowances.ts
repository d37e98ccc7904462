import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Allowance } from '@/lib/contract/endpoint'
import { refuse, type Caller } from '@/lib/server/kernel/handler'

/** R4.11: a buyer’s bids, counted over all auctions. */
const bidAllowances: Allowance[] = [
  { requests: 10, seconds: 10 },
  { requests: 100, seconds: 60 },
]
/** What an address, or an account, may ask of any one endpoint that says nothing else. */
const ordinary: Allowance = { requests: 300, seconds: 60 }

export type Allow = (path: string, allowance: Allowance | undefined, caller: Caller, address: string) => Promise<ReturnType<typeof refuse> | null>

/** The rate limits of one server. `enabled: false` is for load tests. */
export function createAllowances(enabled: boolean): Allow {
  const limiters = new Map<string, RateLimiterMemory[]>()

  function limitersOf(path: string, allowance: Allowance | undefined): RateLimiterMemory[] {
    const known = limiters.get(path)
    if (known) return known
    const rules = path === '/api/bids/place' ? bidAllowances : [allowance ?? ordinary]
    const made = rules.map(
      ({ requests, seconds }) => new RateLimiterMemory({ keyPrefix: `${path}:${seconds}`, points: requests, duration: seconds }),
    )
    limiters.set(path, made)
    return made
  }

  return async function allow(path, allowance, caller, address) {
    if (!enabled) return null
    const key = caller.kind === 'account' ? `account:${caller.accountId}` : caller.kind === 'staff' ? `staff:${caller.staffId}` : address
    for (const limiter of limitersOf(path, allowance)) {
      try {
        await limiter.consume(key)
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded
        return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
      }
    }
    return null
  }
}
