import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { evolveAll } from '@/lib/domain/evolve'
import { decideOutage, outageShift } from './start'
import { decideBid } from '@/lib/domain/bidding'
import { bidOf, endedAuction, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'

const HOUR = 60 * MINUTE
const WINDOW = 3 * MINUTE
const times = { startsAt: START, effectiveEnd: END, extensionWindow: WINDOW }

describe('R3.2a outages that touch the extension window', () => {
  it.each([
    ['within the window: the whole of it again', END - MINUTE, END - MINUTE + 3_001, WINDOW - MINUTE + 3_001],
    ['of 3 s: nothing', END - MINUTE, END - MINUTE + 3_000, 0],
    ['over the end: the window after it', END - 1_000, END + 9_000, WINDOW + 9_000],
    ['up to the window: nothing', END - WINDOW - 10_000, END - WINDOW, 0],
    ['into the window by a moment', END - WINDOW - 10_000, END - WINDOW + 1, 1],
    ['from the end on: nothing', END, END + 10_000, 0],
    ['long, and ending in it: what gives more', END - 10 * MINUTE, END - MINUTE, 9 * MINUTE],
    ['long, and begun in it: the window rather than the length', END - 10_000, END + 30_000, WINDOW + 30_000],
  ])('%s', (_when, from, to, shift) => {
    expect(outageShift(times, { from, to })).toBe(shift)
  })

  it('let a bid be placed that was refused as too late before', () => {
    const outage = { from: END - 2_000, to: END + 8_000 }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const late = bidOf(1, { price: 15_010, quantity: 100 }, { receivedAt: END + 9_000 })
    expect(decideBid(state, late).ok).toBe(false)
    const after = evolveAll(state, decideOutage(state, outage))
    expect([after.effectiveEnd, after.hardEnd]).toEqual([outage.to + WINDOW, state.hardEnd + WINDOW + 8_000])
    expect(decideBid(after, late).ok).toBe(true)
  })

  it('never take time away, never give more than was lost or the window, and count once', () => {
    const instant = fc.integer({ min: START - HOUR, max: END + HOUR })
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: HOUR }),
        fc.integer({ min: 0, max: 15 * MINUTE }),
        (from, length, extensionWindow) => {
          const outage = { from, to: from + length }
          const state = runningAuction([{ price: 15_000, quantity: 100 }], aLot({ extensionWindow }))
          const events = decideOutage(state, outage)
          const after = evolveAll(state, events)
          const shift = after.effectiveEnd - state.effectiveEnd
          expect(shift).toBeGreaterThanOrEqual(0)
          expect(after.hardEnd - state.hardEnd).toBe(shift)
          expect(shift).toBeLessThanOrEqual(length + extensionWindow)
          if (length <= 3_000 || from >= state.effectiveEnd) expect(shift).toBe(0)
          else if (outage.to > state.effectiveEnd - extensionWindow)
            expect(after.effectiveEnd - outage.to).toBeGreaterThanOrEqual(extensionWindow)
          expect(events.length === 0 ? [] : decideOutage(after, outage)).toEqual([])
        },
      ),
    )
  })
})

describe('R3.2 outages', () => {
  it.each([
    ['in the running time: its length', START + MINUTE, START + 6 * MINUTE, 5 * MINUTE],
    ['of 30 s: nothing', START, START + 30_000, 0],
    ['of a moment more: its length', START, START + 30_001, 30_001],
    ['before the start: nothing', START - HOUR, START, 0],
    ['over the start: from the start on', START - HOUR, START + 2 * MINUTE, 2 * MINUTE],
    [
      'over the end: what bidders lost comes back, behind the outage',
      END - 10 * MINUTE,
      END + HOUR,
      HOUR + 10 * MINUTE,
    ],
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

  it('count by what of them is not recorded yet: two that follow each other may overlap by what clocks differ', () => {
    const first = { from: START + MINUTE, to: START + 6 * MINUTE }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, first))
    const second = { from: first.to - 5, to: first.to + 5 * MINUTE }
    expect(decideOutage(after, second)).toEqual([
      { kind: 'outage', at: second.to, from: first.to, to: second.to, shift: 5 * MINUTE },
    ])
    const both = evolveAll(after, decideOutage(after, second))
    expect(decideOutage(both, second)).toEqual([])
  })

  it('count before a start that they delayed, and not once the end is recorded', () => {
    const outage = { from: START - MINUTE, to: START + MINUTE }
    expect(decideOutage(plannedAuction(), outage)).toMatchObject([{ kind: 'outage', at: outage.to, shift: MINUTE }])
    expect(decideOutage(endedAuction([{ price: 15_000, quantity: 100 }]), outage)).toEqual([])
  })
})
