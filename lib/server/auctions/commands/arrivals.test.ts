import { describe, expect, it } from '@jest/globals'
import { createArrivals } from './in-flight-bids'
import { fixedClock } from '@/lib/server/kernel/database-clock'

function arriving() {
  const clock = fixedClock(1_000)
  return { clock, arrivals: createArrivals({ clock }) }
}

describe('R6.2 arrivals', () => {
  it('know the oldest bid that is not answered, in whatever order they come and go', () => {
    const { arrivals } = arriving()
    expect(arrivals.oldest()).toBeNull()
    const [earlier, later] = [arrivals.note(999), arrivals.note(1_000)]
    later.reach()
    expect(arrivals.oldest()).toBe(999)
    earlier.leave()
    expect(arrivals.oldest()).toBe(1_000)
    later.leave()
    expect(arrivals.oldest()).toBeNull()
  })

  it('wait a short time only for a bid on its way to the desk, and for one at the desk as long as it takes', () => {
    const { clock, arrivals } = arriving()
    const arrival = arrivals.receive()
    clock.advance(999)
    expect(arrivals.onTheWay()).toBe(arrival)
    clock.advance(1)
    expect(arrivals.onTheWay()).toBeNull()
    expect(arrivals.oldest()).toBeNull()
    arrival.reach()
    expect(arrivals.oldest()).toBe(1_000)
    expect(arrivals.count()).toBe(1)
  })
})

describe('R4.9 a promise to another server', () => {
  it('is kept by every stamp that follows, though this clock is a little behind', () => {
    const { arrivals } = arriving()
    expect(arrivals.promise(1_020)).toBe(1_020)
    expect(arrivals.receive().at).toBe(1_021)
  })

  it('leaves out what is still on its way to the desk', () => {
    const { arrivals } = arriving()
    const [first, second] = [arrivals.receive(), arrivals.receive()]
    second.reach()
    expect(arrivals.promise(1_000)).toBe(999)
    first.reach()
    expect(arrivals.promise(1_000)).toBe(1_000)
  })

  it('does not drag this clock along with one that is far ahead', () => {
    const { arrivals } = arriving()
    expect(arrivals.promise(9_000)).toBe(1_050)
  })
})
