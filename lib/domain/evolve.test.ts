import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decideAccountStatus } from './application'
import { allocate } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideBid } from '@/lib/domain/bidding'
import { evolveAll, replay } from '@/lib/domain/evolve'
import type { AuctionEvent } from './events'
import { decideOutage } from './lifecycle'
import { decidePartial, decideDisqualify } from './selection'
import { allocationOf } from '@/lib/domain/ranking'
import { decideDue, nextDueAt } from '@/lib/domain/lifecycle'
import { bidder, plannedAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

/** More than an auction can take at one instant. */
const MOST_STEPS = 100

const lot = aLot({ hardEndAt: END + 10 * MINUTE })
const planned = plannedAuction(
  [
    { price: 14_200, quantity: 200 },
    { price: 14_100, quantity: 200, atLeast: 100 },
    { price: 14_000, quantity: 150 },
    { price: 14_000, quantity: 100, atLeast: 100 },
  ],
  lot,
)

/** A command after a pause, usually close enough to the rules to be accepted. */
const participant = fc.integer({ min: 1, max: 5 })
const rarely = fc.integer({ min: 0, max: 20 }).map((n) => n === 20)
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('bid' as const),
      participant,
      steps: fc.integer({ min: -1, max: 40 }),
      offGrid: rarely,
      more: fc.integer({ min: -1, max: 5 }),
      offStep: rarely,
      final: rarely,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('account' as const), participant, active: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('outage' as const), length: fc.integer({ min: 0, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const), participant, accept: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disqualify' as const), participant }) },
)
const pause = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 4 * MINUTE }) },
  { weight: 1, arbitrary: fc.constant(30 * 60 * MINUTE) },
)
const story = fc.array(fc.tuple(pause, command), { minLength: 10, maxLength: 80, size: 'max' })

function decide(state: AuctionState, now: number, step: typeof command extends fc.Arbitrary<infer T> ? T : never) {
  switch (step.kind) {
    case 'bid': {
      const previous = state.lastBids[step.participant - 1]
      const decision = decideBid(state, {
        bidderId: bidder(step.participant),
        price: (previous?.price ?? uah(14_000)) + uah(step.steps * 10 + (step.offGrid ? 1 : 0)),
        quantity: (previous?.quantity ?? tonnes(100)) + tonnes(step.more * 10 + (step.offStep ? 1 : 0)),
        final: step.final,
        receivedAt: now,
      })
      return decision.ok ? decision.events : []
    }
    case 'account':
      return decideAccountStatus(state, { bidderId: bidder(step.participant), active: step.active }, now)
    case 'outage':
      return decideOutage(state, { from: now - step.length, to: now })
    case 'answer': {
      const decision = decidePartial(state, { ...step, quantity: state.selection?.offer?.quantity ?? 0 }, now)
      return decision.ok ? decision.events : []
    }
    case 'disqualify': {
      const decision = decideDisqualify(
        state,
        { participant: step.participant, reason: 'Act', document: { id: '1', sha256: 'ab'.repeat(32) } },
        now,
      )
      return decision.ok ? decision.events : []
    }
    default:
      return step satisfies never
  }
}

function play(
  steps: readonly (readonly [number, Parameters<typeof decide>[2]])[],
  copy: (state: AuctionState) => AuctionState = (state) => state,
) {
  const events: AuctionEvent[] = []
  const states: AuctionState[] = []
  const copies: AuctionState[] = []
  let state = planned
  let now = START - 1
  function record(more: readonly AuctionEvent[]): void {
    events.push(...more)
    state = evolveAll(state, more)
    if (more.length === 0) return
    states.push(state)
    copies.push(copy(state))
  }
  for (const [wait, step] of steps) {
    now += wait
    let steps = 0
    for (let due = decideDue(state, now); due.length > 0; due = decideDue(state, now)) {
      record(due)
      if ((steps += 1) > MOST_STEPS) throw new Error('A step is due again and again')
    }
    record(decide(state, now, step))
  }
  return { events, states, copies, state }
}

describe('R1.3 the state and the record', () => {
  it('agree: replaying the events, read back from JSON, leads to the same state', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { events, state } = play(steps)
        const stored = JSON.parse(JSON.stringify(events)) as AuctionEvent[]
        expect(stored.reduce((each, event) => evolveAll(each, [event]), planned)).toEqual(state)
      }),
    )
  })

  it('begin with the lot alone', () => {
    expect(replay(lot, [])).toMatchObject({ seq: 0, highestPrice: lot.startingPrice, effectiveEnd: lot.endsAt })
  })

  it('never touch a state that was handed out', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const before = structuredClone(planned)
        const { states, copies } = play(steps, structuredClone)
        expect(states).toEqual(copies)
        expect(planned).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the generated auctions', () => {
  it('have every kind of event that these commands can cause', () => {
    const stories = fc.sample(story, { numRuns: 200, seed: 1 })
    const kinds = new Set(stories.flatMap((steps) => play(steps).events.map((event) => event.kind)))
    expect([...kinds].toSorted()).toEqual([
      'account_deactivated',
      'account_reactivated',
      'bid',
      'ended',
      'extended',
      'outage',
      'partial_accepted',
      'partial_refused',
      'started',
      'winner_disqualified',
    ])
  })
})

describe('in every generated auction', () => {
  it('R4.2–R4.5, R4.7, R4.9, R6.1: every bid on record obeys the rules, by the record alone', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const bids = play(steps).events.filter((event) => event.kind === 'bid')
        bids.forEach((bid, index) => {
          expect(bid.seq).toBe(index + 1)
          if (bid.preliminary) return
          const earlier = bids.slice(0, index)
          const previous = earlier.findLast((other) => other.bidderId === bid.bidderId)
          const highest = Math.max(...earlier.map((other) => other.price))
          expect(bid.price).toBeGreaterThanOrEqual((previous?.price ?? Infinity) + lot.minimumStep)
          expect(bid.price).toBeLessThanOrEqual(highest + lot.maximumStep)
          expect((bid.price - lot.startingPrice) % lot.minimumStep).toBe(0)
          expect(bid.quantity).toBeGreaterThanOrEqual(previous?.quantity ?? Infinity)
          expect(bid.quantity).toBeLessThanOrEqual(lot.volume)
          expect(bid.quantity % lot.quantityStep).toBe(0)
          expect(previous?.final).toBe(false)
        })
      }),
    )
  })

  it('R7: the ranking updated bid by bid is that of the last bids', () => {
    fc.assert(
      fc.property(story, (steps) => {
        for (const state of play(steps).states.filter((each) => each.selection === null)) {
          const lastBids = state.lastBids
            .filter((bid) => bid !== undefined)
            .filter((bid) => !state.deactivated.has(bid.bidderId))
          expect(allocationOf(state)).toEqual(allocate({ volume: lot.volume, lastBids }))
        }
      }),
    )
  })

  it('R5.1: the end only moves forward, at most to the hard end, and only by extension or outage', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { events, states, state } = play(steps)
        states.forEach((each, index) => {
          expect(each.effectiveEnd).toBeGreaterThanOrEqual(states[index - 1]?.effectiveEnd ?? END)
          expect(each.effectiveEnd).toBeLessThanOrEqual(each.hardEnd)
        })
        const moved = events.some((event) => event.kind === 'extended' || event.kind === 'outage')
        expect(state.effectiveEnd !== END).toBe(moved)
        expect(events.filter((event) => event.kind === 'ended').length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('R7.3: every offer is a part of the allocation, and lapses in time', () => {
    fc.assert(
      fc.property(story, (steps) => {
        for (const state of play(steps).states) {
          const offer = state.selection?.offer ?? null
          const parts = allocationOf(state).rows.filter((row) => row.kind === 'partial')
          expect(parts.length).toBeLessThanOrEqual(1)
          if (offer === null) continue
          expect(parts).toMatchObject([{ participant: offer.participant, allocated: offer.quantity }])
          expect(decideDue(state, nextDueAt(state) ?? 0)).toHaveLength(1)
        }
      }),
    )
  })
})
