import { describe, expect, it } from '@jest/globals'
import { decideApply, decideConfirm, decideReject, decideWithdraw } from '@/lib/domain/application'
import { decideAccountStatus } from './application'
import { phaseOf } from '@/lib/domain/auction-state'
import { decideCancel } from './lifecycle'
import { evolveAll } from '@/lib/domain/evolve'
import { decideDue, decideEnd, decideStart, nextDueAt } from '@/lib/domain/lifecycle'
import {
  after,
  bidder,
  documented,
  endedAuction,
  plannedAuction,
  refusalOf,
  runningAuction,
} from '@/tests/support/builders/auction'
import { aLot, CLOSE, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

const BEFORE = START - 30 * MINUTE
const two = [
  { price: 14_500, quantity: 100 },
  { price: 14_200, quantity: 200, atLeast: 50 },
]

describe('R1.3 phases', () => {
  it('follow from the clock and the decisions', () => {
    const planned = plannedAuction(two)
    expect(phaseOf(planned, START - 1)).toBe('planned')
    const running = runningAuction(two)
    expect(phaseOf(running, START)).toBe('running')
    expect(phaseOf(running, END - 1)).toBe('running')
    // Bidding has ended, and the last bids are still being recorded (R6.2).
    expect(phaseOf(running, END)).toBe('closing')
    expect(phaseOf(endedAuction(two), END)).toBe('selection')
  })

  it('follow the clock before a due start is recorded', () => {
    expect(phaseOf(plannedAuction(two), START)).toBe('running')
    expect(phaseOf(plannedAuction([]), START)).toBe('unsuccessful')
    expect(phaseOf(plannedAuction(two, aLot({ minimumParticipants: 2 })), START)).toBe('running')
  })

  it('stay running if participants are deactivated below the minimum after the start', () => {
    const running = runningAuction(two, aLot({ minimumParticipants: 2 }))
    const state = evolveAll(running, decideAccountStatus(running, { bidderId: bidder(2), active: false }, START))
    expect(phaseOf(state, START + MINUTE)).toBe('running')
  })

  it('stay unsuccessful once that is recorded, whatever the applications would allow', () => {
    const state = evolveAll(plannedAuction(two), [{ kind: 'unsuccessful', at: START, confirmed: 1, minimum: 2 }])
    expect(phaseOf(state, START)).toBe('unsuccessful')
  })

  it('end with cancelling, once, from any phase', () => {
    for (const state of [plannedAuction(two), runningAuction(two), endedAuction(two)]) {
      const cancelled = after(state, decideCancel(state, 'No pipeline', BEFORE))
      expect(phaseOf(cancelled, START)).toBe('cancelled')
      expect(cancelled.cancelled).toEqual({ at: BEFORE, reason: 'No pipeline' })
      expect(nextDueAt(cancelled)).toBeNull()
      expect(decideDue(cancelled, END)).toEqual([])
      expect(refusalOf(decideCancel(cancelled, 'Again', BEFORE))).toEqual({ code: 'auction_already_finished' })
    }
  })
})

describe('R2.5 an application that is not confirmed at the start', () => {
  it('is rejected by the system, unless it was withdrawn', () => {
    const planned = plannedAuction(two)
    const command = {
      accountStatus: 'active',
      tradesProduct: true,
      price: uah(14_000),
      quantity: tonnes(10),
      receivedAt: BEFORE,
    } as const
    const third = after(planned, decideApply(planned, { ...command, bidderId: 7 }))
    const fourth = after(third, decideApply(third, { ...command, bidderId: 8 }))
    const state = after(fourth, decideWithdraw(fourth, 8, BEFORE))
    const started = evolveAll(state, decideStart(state, START))
    expect(decideStart(state, START)[0]).toEqual({
      kind: 'application_rejected',
      at: START,
      bidderId: 7,
      by: 'system',
      reason: 'not_confirmed_before_start',
    })
    expect([...started.applications.values()].map((application) => application.status)).toEqual([
      'confirmed',
      'confirmed',
      'rejected',
      'withdrawn',
    ])
  })
})

describe('R2.4 an application that the manager has rejected', () => {
  it('is not rejected again at the start', () => {
    const applied = after(
      plannedAuction(two),
      decideApply(plannedAuction(two), {
        bidderId: 7,
        accountStatus: 'active',
        tradesProduct: true,
        price: uah(14_000),
        quantity: tonnes(10),
        receivedAt: BEFORE,
      }),
    )
    const rejected = after(applied, decideReject(applied, { bidderId: 7, reason: 'No licence' }, BEFORE))
    expect(decideStart(rejected, START).map((event) => event.kind)).toEqual(['started', 'bid', 'bid'])
  })
})

describe('R2.6 too few participants', () => {
  it('make the auction unsuccessful', () => {
    const state = plannedAuction(two, aLot({ minimumParticipants: 3 }))
    const events = decideStart(state, START)
    expect(events).toEqual([{ kind: 'unsuccessful', at: START, confirmed: 2, minimum: 3 }])
    const over = evolveAll(state, events)
    expect(phaseOf(over, START)).toBe('unsuccessful')
    expect(decideDue(over, END)).toEqual([])
    expect(nextDueAt(over)).toBeNull()
  })

  it('are fewer than the minimum, not equal to it', () => {
    expect(phaseOf(runningAuction(two, aLot({ minimumParticipants: 2 })), START)).toBe('running')
  })
})

describe('R2.7 an account deactivated before the start', () => {
  it('neither takes part nor counts for the minimum', () => {
    const planned = plannedAuction(two, aLot({ minimumParticipants: 2 }))
    const state = evolveAll(planned, decideAccountStatus(planned, { bidderId: bidder(2), active: false }, BEFORE))
    expect(decideStart(state, START)).toEqual([
      { kind: 'application_rejected', at: START, bidderId: bidder(2), by: 'system', reason: 'account_deactivated' },
      { kind: 'unsuccessful', at: START, confirmed: 1, minimum: 2 },
    ])
  })
})

describe('R3.1 the first bids', () => {
  it('are the confirmed preliminary bids in the order received, whatever the order of confirming', () => {
    const received = [bidder(1), bidder(2)].reduce(
      (state, bidderId, index) =>
        after(
          state,
          decideApply(state, {
            bidderId,
            accountStatus: 'active',
            tradesProduct: true,
            price: uah(14_000),
            quantity: tonnes(100),
            receivedAt: BEFORE + index,
          }),
        ),
      plannedAuction([]),
    )
    const second = after(received, decideConfirm(received, documented(bidder(2)), BEFORE + 5))
    const both = after(second, decideConfirm(second, documented(bidder(1)), BEFORE + 6))
    const [started, ...bids] = decideStart(both, START + 250)
    expect(started).toEqual({ kind: 'started', at: START + 250, participants: 2 })
    expect(bids).toMatchObject([
      {
        kind: 'bid',
        seq: 1,
        bidderId: bidder(1),
        participant: 2,
        receivedAt: BEFORE,
        preliminary: true,
        automatic: false,
        final: false,
      },
      { kind: 'bid', seq: 2, bidderId: bidder(2), participant: 1, receivedAt: BEFORE + 1 },
    ])
  })

  it('are numbered by their receipt, even if the record has them in another order', () => {
    const apply = (state: ReturnType<typeof plannedAuction>, participant: number, receivedAt: number) => {
      const bidderId = bidder(participant)
      const offer = { price: uah(14_000), quantity: tonnes(100), receivedAt }
      const applied = after(
        state,
        decideApply(state, { bidderId, accountStatus: 'active', tradesProduct: true, ...offer }),
      )
      return after(applied, decideConfirm(applied, documented(bidderId), BEFORE + 9))
    }
    const state = apply(apply(plannedAuction([]), 1, BEFORE + 1), 2, BEFORE)
    expect(decideStart(state, START).slice(1)).toMatchObject([
      { seq: 1, bidderId: bidder(2) },
      { seq: 2, bidderId: bidder(1) },
    ])
  })

  it('are made once, and not before the start', () => {
    expect(decideStart(plannedAuction(two), START - 1)).toEqual([])
    expect(decideStart(runningAuction(two), START)).toEqual([])
  })

  it('set the highest price', () => {
    expect(runningAuction(two).highestPrice).toBe(uah(14_500))
  })
})

describe('R6.2 the end', () => {
  it('is recorded once, five seconds after the effective end', () => {
    const running = runningAuction(two)
    expect(decideEnd(running, CLOSE - 1)).toEqual([])
    expect(decideEnd(running, CLOSE + 40)).toEqual([{ kind: 'ended', at: CLOSE + 40, effectiveEnd: END }])
    expect(decideEnd(endedAuction(two), CLOSE)).toEqual([])
  })

  it('is due next in a running auction, as the start is in a planned one', () => {
    expect(nextDueAt(plannedAuction(two))).toBe(START)
    expect(nextDueAt(runningAuction(two))).toBe(CLOSE)
    expect(nextDueAt(endedAuction(two))).toBeNull()
    expect(decideDue(plannedAuction(two), START)).toHaveLength(3)
    expect(decideDue(runningAuction(two), CLOSE)).toHaveLength(1)
  })
})
