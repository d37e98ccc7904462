import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { evolveAll } from '@/lib/domain/evolve'
import { decideOutage, MAX_OUTAGES, outageShift, SHORTEST_OUTAGE_MS } from './lifecycle'
import { decideBid } from '@/lib/domain/bidding'
import { bidOf, endedAuction, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'

const HOUR = 60 * MINUTE
const WINDOW = 3 * MINUTE
const times = { startsAt: START, effectiveEnd: END, extensionWindow: WINDOW }

describe('R3.2 an outage', () => {
  it.each([
    ['in the running time moves the end by its length', START + MINUTE, START + 6 * MINUTE, 5 * MINUTE],
    ['of 15 s moves the end by its length', START, START + 15_000, 15_000],
    ['of a moment less moves nothing', START, START + 14_999, 0],
    ['before the start moves nothing', START - HOUR, START, 0],
    ['over the start counts from the start', START - HOUR, START + 2 * MINUTE, 2 * MINUTE],
    ['over the start moves nothing if it has less than 15 s of the running time', START - HOUR, START + 14_999, 0],
    ['over the end adds the time lost, and what was left before it', END - 10 * MINUTE, END + HOUR, HOUR + 10 * MINUTE],
    ['over the end adds the window after it if it began in the window', END - 1_000, END + 19_000, WINDOW + 19_000],
    ['within the window adds the whole window after it', END - MINUTE, END - MINUTE + 20_000, WINDOW - MINUTE + 20_000],
    [
      'that reaches a moment into the window moves the end by its length',
      END - WINDOW - 20_000,
      END - WINDOW + 1,
      20_001,
    ],
    ['from the end on moves nothing', END, END + HOUR, 0],
  ])('%s', (_when, from, to, shift) => {
    expect(outageShift(times, { from, to })).toBe(shift)
  })

  it('allows a bid that would have been too late', () => {
    const outage = { from: END - 2_000, to: END + 18_000 }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const late = bidOf(1, { price: 15_010, quantity: 100 }, { receivedAt: END + 19_000 })
    expect(decideBid(state, late).ok).toBe(false)
    const after = evolveAll(state, decideOutage(state, outage))
    expect([after.effectiveEnd, after.hardEnd]).toEqual([outage.to + WINDOW, state.hardEnd + WINDOW + 18_000])
    expect(decideBid(after, late).ok).toBe(true)
  })

  it('never takes time away, never adds more than was lost or the window, and counts once', () => {
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
          if (length < SHORTEST_OUTAGE_MS || from >= state.effectiveEnd) expect(shift).toBe(0)
          else if (shift > 0) expect(after.effectiveEnd - outage.to).toBeGreaterThanOrEqual(extensionWindow)
          expect(events.length === 0 ? [] : decideOutage(after, outage)).toEqual([])
        },
      ),
    )
  })

  it('counts once, however often it is reported', () => {
    const outage = { from: START + MINUTE, to: START + 6 * MINUTE }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, outage))
    expect(decideOutage(after, outage)).toEqual([])
    expect(decideOutage(after, { from: outage.from - 5, to: outage.to + 900 })).toEqual([])
    expect(decideOutage(after, { from: outage.to, to: outage.to + MINUTE })).toHaveLength(1)
  })

  it('counts only the part that is not recorded yet', () => {
    const first = { from: START + MINUTE, to: START + 6 * MINUTE }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, first))
    const second = { from: first.to - 5, to: first.to + 5 * MINUTE }
    expect(decideOutage(after, second)).toEqual([
      { kind: 'outage', at: second.to, from: first.to, to: second.to, shift: 5 * MINUTE },
    ])
  })

  it('counts in full if it ended before one on record began', () => {
    const later = { from: START + 20 * MINUTE, to: START + 25 * MINUTE }
    const state = runningAuction([{ price: 15_000, quantity: 100 }])
    const after = evolveAll(state, decideOutage(state, later))
    for (const to of [later.from, later.from - MINUTE]) {
      const from = START + MINUTE
      expect(decideOutage(after, { from, to })).toEqual([{ kind: 'outage', at: to, from, to, shift: to - from }])
    }
  })

  it('moves an auction at most three times', () => {
    let state = runningAuction([{ price: 15_000, quantity: 100 }])
    for (let count = 0; count <= MAX_OUTAGES; count += 1) {
      const from = START + (2 * count + 1) * MINUTE
      const events = decideOutage(state, { from, to: from + MINUTE })
      expect(events).toHaveLength(count < MAX_OUTAGES ? 1 : 0)
      state = evolveAll(state, events)
    }
    expect(state.effectiveEnd).toBe(END + MAX_OUTAGES * MINUTE)
  })

  it('counts before a start that it delayed, and not once the end is recorded', () => {
    const outage = { from: START - MINUTE, to: START + MINUTE }
    expect(decideOutage(plannedAuction(), outage)).toMatchObject([{ kind: 'outage', at: outage.to, shift: MINUTE }])
    expect(decideOutage(endedAuction([{ price: 15_000, quantity: 100 }]), outage)).toEqual([])
  })
})
