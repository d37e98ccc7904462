import { describe, expect, it } from '@jest/globals'
import { createArrivals } from '@/lib/server/bidding/arrivals'
import { fixedClock } from '@/lib/server/kernel/clock'

describe('R6.2 arrivals', () => {
  it('know the oldest bid that is not answered, in whatever order they come and go', () => {
    const arrivals = createArrivals({ clock: fixedClock(1_000) })
    expect(arrivals.oldest()).toBeNull()
    const [later, earlier] = [arrivals.hold(1_000), arrivals.enter(999)]
    expect(arrivals.oldest()).toBe(999)
    earlier()
    expect(arrivals.oldest()).toBe(1_000)
    later()
    expect(arrivals.oldest()).toBeNull()
  })

  it('wait for a body for a short time only, and for a bid that is being written as long as it takes', () => {
    const clock = fixedClock(1_000)
    const arrivals = createArrivals({ clock })
    arrivals.enter(1_000)
    clock.advance(4_999)
    expect(arrivals.oldest()).toBe(1_000)
    clock.advance(1)
    expect(arrivals.oldest()).toBeNull()
    arrivals.hold(1_000)
    expect(arrivals.oldest()).toBe(1_000)
    expect(arrivals.count()).toBe(1)
  })
})
