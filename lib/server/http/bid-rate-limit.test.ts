import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { BID_RATE_LIMIT, createBidRateLimit } from './rate-limits'

function counting() {
  let now = 0
  const rateLimit = createBidRateLimit(() => now)
  return { rateLimit, pass: (milliseconds: number) => void (now += milliseconds), now: () => now }
}

describe('R4.11 the bids of a buyer', () => {
  it('are at most ten in ten seconds, and the eleventh gets Retry-After', () => {
    const { rateLimit, pass } = counting()
    for (let bid = 0; bid < 10; bid += 1) expect(rateLimit.admit('one')).toBeNull()
    expect(rateLimit.admit('one')).toEqual({ retryAfter: 10 })
    expect(rateLimit.admit('other')).toBeNull()
    pass(9_001)
    expect(rateLimit.admit('one')).toEqual({ retryAfter: 1 })
    pass(999)
    expect(rateLimit.admit('one')).toBeNull()
  })

  it('are at most thirty in a minute', () => {
    const { rateLimit, pass } = counting()
    for (let bid = 0; bid < 30; bid += 1) {
      expect(rateLimit.admit('one')).toBeNull()
      pass(1_500)
    }
    expect(rateLimit.admit('one')).toEqual({ retryAfter: 15 })
  })

  it('count if another server has admitted them', () => {
    const { rateLimit } = counting()
    rateLimit.count('one', 8)
    expect([rateLimit.admit('one'), rateLimit.admit('one'), rateLimit.admit('one')]).toEqual([
      null,
      null,
      { retryAfter: 10 },
    ])
  })

  it('never exceed the limit, and are never refused below it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 200 }), (pauses) => {
        const { rateLimit, pass, now } = counting()
        const admitted: number[] = []
        for (const pause of pauses) {
          pass(pause)
          const full = BID_RATE_LIMIT.some(
            ({ bids, seconds }) => admitted.filter((at) => at > now() - seconds * 1000).length >= bids,
          )
          expect(rateLimit.admit('one') !== null).toBe(full)
          if (!full) admitted.push(now())
        }
      }),
    )
  })
})
