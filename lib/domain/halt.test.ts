import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { phaseOf } from './auction-state'
import { decideBid } from './bidding'
import {
  CLOSE_DELAY_MS,
  decideCancel,
  decideDue,
  decideEnd,
  decideHalt,
  decideOutage,
  decideResume,
  nextDueAt,
} from './lifecycle'
import {
  after,
  bidOf,
  endedAuction,
  eventsOf,
  plannedAuction,
  refusalOf,
  runningAuction,
} from '@/tests/support/builders/auction'
import { END, MINUTE, START } from '@/tests/support/builders/lot'

const OFFER = { price: 15_000, quantity: 100 }
const running = runningAuction([OFFER, { price: 14_500, quantity: 200 }])
const AT = START + 20 * MINUTE
const halted = after(running, decideHalt(running, 'A fault of the pipeline', AT))
const higher = (receivedAt: number) => bidOf(2, { price: 15_010, quantity: 200 }, { receivedAt })

describe('R13.1 a halt', () => {
  it('refuses bids received during it, and accepts those received before', () => {
    expect(refusalOf(decideBid(halted, higher(AT)))).toEqual({ code: 'auction_halted', resumesAt: null })
    expect(decideBid(halted, higher(AT - 1)).ok).toBe(true)
  })

  it('keeps the auction running past its end until a time of resumption is set', () => {
    const late = END + 60 * MINUTE
    expect(phaseOf(halted, late)).toBe('running')
    expect(decideEnd(halted, late)).toEqual([])
    expect(decideDue(halted, late)).toEqual([])
    expect(nextDueAt(halted)).toBeNull()
    expect(refusalOf(decideBid(halted, higher(late)))).toEqual({ code: 'auction_halted', resumesAt: null })
  })

  it('ends after at least a minute’s notice, and moves both ends by its length', () => {
    const now = AT + 30 * MINUTE
    for (const [requested, resumesAt] of [
      [now, now + MINUTE],
      [now + 5 * MINUTE, now + 5 * MINUTE],
    ] as const) {
      const resumed = after(halted, decideResume(halted, requested, now))
      const shift = resumesAt - AT
      expect([resumed.effectiveEnd, resumed.hardEnd]).toEqual([running.effectiveEnd + shift, running.hardEnd + shift])
      expect(refusalOf(decideBid(resumed, higher(resumesAt - 1)))).toEqual({ code: 'auction_halted', resumesAt })
      expect(decideBid(resumed, higher(resumesAt)).ok).toBe(true)
      expect(nextDueAt(resumed)).toBe(running.effectiveEnd + CLOSE_DELAY_MS + shift)
    }
  })

  it('leaves bidders exactly the time that they had', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: START, max: END - 1 }),
        fc.integer({ min: 0, max: 24 * 60 * MINUTE }),
        fc.integer({ min: 0, max: 60 * MINUTE }),
        (at, length, notice) => {
          const stopped = after(running, decideHalt(running, 'x', at))
          const resumed = after(stopped, decideResume(stopped, at + length + notice, at + length))
          expect(resumed.effectiveEnd - (resumed.halt?.resumesAt ?? 0)).toBe(running.effectiveEnd - at)
          expect(resumed.hardEnd - resumed.effectiveEnd).toBe(running.hardEnd - running.effectiveEnd)
        },
      ),
    )
  })

  it('can follow another, and does not begin twice', () => {
    expect(refusalOf(decideHalt(halted, 'x', AT + 1))).toEqual({ code: 'auction_halted', resumesAt: null })
    const resumed = after(halted, decideResume(halted, AT, AT))
    expect(refusalOf(decideResume(resumed, AT, AT + 1))).toEqual({ code: 'auction_not_halted' })
    expect(decideHalt(resumed, 'x', AT + MINUTE - 1).ok).toBe(false)
    expect(decideHalt(resumed, 'x', AT + MINUTE).ok).toBe(true)
  })

  it('is possible in running auctions only', () => {
    for (const state of [
      plannedAuction([OFFER]),
      endedAuction([OFFER]),
      after(running, decideCancel(running, 'x', AT)),
    ])
      expect(refusalOf(decideHalt(state, 'x', AT))).toEqual({ code: 'auction_not_running' })
    expect(refusalOf(decideHalt(running, 'x', END))).toEqual({ code: 'auction_not_running' })
    expect(refusalOf(decideResume(running, AT, AT))).toEqual({ code: 'auction_not_halted' })
  })

  it('can be ended by cancelling', () => {
    const cancelled = after(halted, decideCancel(halted, 'x', AT + MINUTE))
    expect(refusalOf(decideResume(cancelled, AT, AT + MINUTE))).toEqual({ code: 'auction_not_running' })
    expect(phaseOf(cancelled, AT + MINUTE)).toBe('cancelled')
  })

  it('is no outage', () => {
    expect(decideOutage(halted, { from: AT + MINUTE, to: AT + 10 * MINUTE })).toEqual([])
    const resumed = after(halted, decideResume(halted, AT, AT + 5 * MINUTE))
    const back = AT + 6 * MINUTE
    const [outage] = decideOutage(resumed, { from: AT + MINUTE, to: back + 2 * MINUTE })
    expect(outage).toMatchObject({ from: back, shift: 2 * MINUTE })
    expect(eventsOf(decideResume(halted, AT, AT + 5 * MINUTE))).toHaveLength(1)
  })

  it('leaves bidders the time that an outage took before it', () => {
    const from = AT - 2 * MINUTE
    const announced = after(halted, decideResume(halted, AT, AT + 5 * MINUTE))
    const back = AT + 6 * MINUTE
    for (const [state, to, lost] of [
      [halted, AT + 10 * MINUTE, 2 * MINUTE],
      [announced, back - 1, 2 * MINUTE],
      [announced, back + MINUTE, 3 * MINUTE],
    ] as const)
      expect(decideOutage(state, { from, to })).toEqual([{ kind: 'outage', at: to, from, to, shift: lost }])
    const late = after(running, decideHalt(running, 'x', END - MINUTE))
    const [outage] = decideOutage(late, { from: END - 2 * MINUTE, to: END + MINUTE })
    // The whole extension window is left after it.
    expect(outage).toMatchObject({ shift: 2 * MINUTE })
  })
})
