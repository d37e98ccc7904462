import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Allowance } from '@/lib/contract/endpoint'
import { addressGroup } from '@/lib/server/http/client-address'
import { refuse, type Caller } from '@/lib/server/kernel/handler'

/** R4.11: a buyer’s bids, counted over all auctions and, by bid-counts.ts, all servers. */
const bidAllowances: Allowance[] = [
  { requests: 10, seconds: 10 },
  { requests: 100, seconds: 60 },
]
/** What an address, or an account, may ask of any one endpoint that says nothing else. */
const ordinary: Allowance = { requests: 300, seconds: 60 }

export type Allow = (path: string, allowance: Allowance | undefined, caller: Caller, address: string) => Promise<ReturnType<typeof refuse> | null>

export interface Allowances {
  allow: Allow
  /** R4.11: bids of the account that other servers have let in; they count here too. */
  letInElsewhere(accountId: number, bids: number): Promise<void>
}

const bidsPath = '/api/bids/place'

/**
 * The rate limits of one server; of bids it is told what the others let in. `enabled: false` is for load tests.
 *
 * @param bidLetIn called with the account of every bid that is let in here
 */
export function createAllowances(enabled: boolean, bidLetIn: (accountId: number) => void = () => undefined): Allowances {
  const limiters = new Map<string, RateLimiterMemory[]>()

  function limitersOf(path: string, allowance: Allowance | undefined): RateLimiterMemory[] {
    const known = limiters.get(path)
    if (known) return known
    const rules = path === bidsPath ? bidAllowances : [allowance ?? ordinary]
    const made = rules.map(
      ({ requests, seconds }) => new RateLimiterMemory({ keyPrefix: `${path}:${seconds}`, points: requests, duration: seconds }),
    )
    limiters.set(path, made)
    return made
  }

  return {
    async allow(path, allowance, caller, address) {
      if (!enabled) return null
      for (const limiter of limitersOf(path, allowance)) {
        try {
          await limiter.consume(allowance?.by === 'address' ? addressGroup(address) : keyOf(caller, address))
        } catch (exceeded) {
          if (!(exceeded instanceof RateLimiterRes)) throw exceeded
          return refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)) })
        }
      }
      if (path === bidsPath && caller.kind === 'account') bidLetIn(caller.accountId)
      return null
    },
    async letInElsewhere(accountId, bids) {
      if (!enabled) return
      for (const limiter of limitersOf(bidsPath, undefined)) await limiter.penalty(accountKey(accountId), bids)
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
