import { describe, expect, it } from '@jest/globals'
import { evolveAll } from '@/lib/domain/evolve'
import { decideOutage, outageShift } from '@/lib/domain/outage'
import { decideBid } from '@/lib/domain/bidding'
import { bidOf, endedAuction, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { END, MINUTE, START } from '@/tests/support/builders/lot'

const HOUR = 60 * MINUTE
const times = { startsAt: START, effectiveEnd: END }

describe('R3.2 outages', () => {
  it.each([
    ['in the running time: its length', START + MINUTE, START + 6 * MINUTE, 5 * MINUTE],
    ['of 30 s: nothing', START, START + 30_000, 0],
    ['of a moment more: its length', START, START + 30_001, 30_001],
    ['before the start: nothing', START - HOUR, START, 0],
    ['over the start: from the start on', START - HOUR, START + 2 * MINUTE, 2 * MINUTE],
    ['over the end: what bidders lost comes back, behind the outage', END - 10 * MINUTE, END + HOUR, HOUR + 10 * MINUTE],
    ['after the end: nothing', END, END + HOUR, 0],
  ])('%s', (_when, from, to, shift) => {
    expect(outageShift(times, { from, to })).toBe(shift)
  })

  it('leave as much time as when they began', () => {
    const outage = { from: END - 10 * MINUTE, to: END + HOUR }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, outage))
    expect(after.effectiveEnd - outage.to).toBe(10 * MINUTE)
    expect(after.hardEnd - after.effectiveEnd).toBe(state.hardEnd - state.effectiveEnd)
    expect(decideBid(after, bidOf(1, { price: 15_010, quantity: 100 }, { receivedAt: outage.to })).ok).toBe(true)
  })

  it('count once, however many servers tell of them', () => {
    const outage = { from: START + MINUTE, to: START + 6 * MINUTE }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, outage))
    expect(decideOutage(after, outage)).toEqual([])
    expect(decideOutage(after, { from: outage.from - 5, to: outage.to + 900 })).toEqual([])
    expect(decideOutage(after, { from: outage.to, to: outage.to + MINUTE })).toHaveLength(1)
  })

  it('count before a start that they delayed, and not once the end is recorded', () => {
    const outage = { from: START - MINUTE, to: START + MINUTE }
    expect(decideOutage(plannedAuction(), outage)).toMatchObject([{ kind: 'outage', at: outage.to, shift: MINUTE }])
    expect(decideOutage(endedAuction([{ price: 15_000, quantity: 100 }]), outage)).toEqual([])
  })
})
