import { describe, expect, it } from '@jest/globals'
import { createInFlightBids } from './in-flight-bids'
import { fixedClock } from '@/lib/server/platform/clock'

function arriving() {
  const clock = fixedClock(1_000)
  return { clock, inFlightBids: createInFlightBids({ clock }) }
}

describe('R6.2 in-flight bids', () => {
  it('know the oldest bid that is not answered, in whatever order they come and go', () => {
    const { inFlightBids } = arriving()
    expect(inFlightBids.oldest()).toBeNull()
    const [earlier, later] = [inFlightBids.note(999), inFlightBids.note(1_000)]
    later.reach()
    expect(inFlightBids.oldest()).toBe(999)
    earlier.leave()
    expect(inFlightBids.oldest()).toBe(1_000)
    later.leave()
    expect(inFlightBids.oldest()).toBeNull()
  })

  it('wait a short time only for a bid on its way to the bid queue, and for one in the bid queue as long as it takes', () => {
    const { clock, inFlightBids } = arriving()
    const inFlightBid = inFlightBids.receive()
    clock.advance(999)
    expect(inFlightBids.onTheWay()).toBe(inFlightBid)
    clock.advance(1)
    expect(inFlightBids.onTheWay()).toBeNull()
    expect(inFlightBids.oldest()).toBeNull()
    inFlightBid.reach()
    expect(inFlightBids.oldest()).toBe(1_000)
    expect(inFlightBids.count()).toBe(1)
  })
})

describe('R4.9 a promise to another server', () => {
  it('is kept by every stamp that follows, though this clock is a little behind', () => {
    const { inFlightBids } = arriving()
    expect(inFlightBids.promise(1_020)).toBe(1_020)
    expect(inFlightBids.receive().at).toBe(1_021)
  })

  it('leaves out what is still on its way to the bid queue', () => {
    const { inFlightBids } = arriving()
    const [first, second] = [inFlightBids.receive(), inFlightBids.receive()]
    second.reach()
    expect(inFlightBids.promise(1_000)).toBe(999)
    first.reach()
    expect(inFlightBids.promise(1_000)).toBe(1_000)
  })

  it('does not drag this clock along with one that is far ahead', () => {
    const { inFlightBids } = arriving()
    expect(inFlightBids.promise(9_000)).toBe(1_050)
  })
})
