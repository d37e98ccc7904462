import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { BID_ALLOWANCE, createBidAllowance } from './rate-limits'

function counting() {
  let now = 0
  const allowance = createBidAllowance(() => now)
  return { allowance, pass: (milliseconds: number) => void (now += milliseconds), now: () => now }
}

describe('R4.11 the bids of a buyer', () => {
  it('are ten in ten seconds, and the eleventh is told when to come again', () => {
    const { allowance, pass } = counting()
    for (let bid = 0; bid < 10; bid += 1) expect(allowance.take('one')).toBeNull()
    expect(allowance.take('one')).toEqual({ retryAfter: 10 })
    expect(allowance.take('other')).toBeNull()
    pass(9_001)
    expect(allowance.take('one')).toEqual({ retryAfter: 1 })
    pass(999)
    expect(allowance.take('one')).toBeNull()
  })

  it('are thirty in a minute', () => {
    const { allowance, pass } = counting()
    for (let bid = 0; bid < 30; bid += 1) {
      expect(allowance.take('one')).toBeNull()
      pass(1_500)
    }
    expect(allowance.take('one')).toEqual({ retryAfter: 15 })
  })

  it('count where another server has let them in', () => {
    const { allowance } = counting()
    allowance.count('one', 8)
    expect([allowance.take('one'), allowance.take('one'), allowance.take('one')]).toEqual([
      null,
      null,
      { retryAfter: 10 },
    ])
  })

  it('are never more at any moment, and never refused below that', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 200 }), (pauses) => {
        const { allowance, pass, now } = counting()
        const taken: number[] = []
        for (const pause of pauses) {
          pass(pause)
          const full = BID_ALLOWANCE.some(
            ({ bids, seconds }) => taken.filter((at) => at > now() - seconds * 1000).length >= bids,
          )
          expect(allowance.take('one') !== null).toBe(full)
          if (!full) taken.push(now())
        }
      }),
    )
  })
})
