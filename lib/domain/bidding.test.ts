import { describe, expect, it } from '@jest/globals'
import { decideAccountStatus } from './application'
import { decideReject, decideWithdraw } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import { parsePrice, toPriceString } from '@/lib/domain/money'
import { decideCancel } from './lifecycle'
import { evolve, evolveAll } from '@/lib/domain/evolve'
import { allocationOf, rankingOf } from '@/lib/domain/ranking'
import {
  after,
  afterBid,
  bidder,
  bidOf,
  endedAuction,
  eventsOf,
  plannedAuction,
  refusalOf,
  runningAuction,
  type Offer,
} from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

/** №1 leads with 15 000.00 for 100 t, №2 follows with 14 500.00 for 200 t. */
const running = runningAuction([
  { price: 15_000, quantity: 100 },
  { price: 14_500, quantity: 200 },
])

function decide(participant: number, offer: Offer, state: AuctionState = running) {
  return decideBid(state, bidOf(participant, offer))
}

describe('R4.1 a bid', () => {
  const offer = { price: 15_010, quantity: 200 }

  it('is accepted from a confirmed participant while the auction runs', () => {
    expect(eventsOf(decide(2, offer))).toEqual([
      {
        kind: 'bid',
        at: START + 10 * MINUTE,
        seq: 3,
        bidderId: bidder(2),
        participant: 2,
        price: uah(15_010),
        quantity: tonnes(200),
        minimumQuantity: tonnes(10),
        final: false,
        receivedAt: START + 10 * MINUTE,
        preliminary: false,
        automatic: false,
      },
    ])
  })

  it('is refused from anyone else', () => {
    expect(refusalOf(decide(3, offer))).toEqual({ code: 'not_a_participant' })
  })

  it('is refused after the application was withdrawn or rejected', () => {
    const state = plannedAuction([
      { price: 15_000, quantity: 100 },
      { price: 14_500, quantity: 200 },
    ])
    const withdrawn = after(state, decideWithdraw(state, bidder(2), START - 1))
    const started = evolve(withdrawn, { kind: 'started', at: START, participants: 1 })
    expect(refusalOf(decide(2, offer, started))).toEqual({ code: 'not_a_participant' })
    const applied = evolve(started, {
      kind: 'application_received',
      at: START - 1,
      bidderId: 7,
      price: uah(14_000),
      quantity: 1,
      minimumQuantity: 1,
    })
    expect(decideReject(applied, { bidderId: 7, reason: 'Late' }, START).ok).toBe(false)
    expect(refusalOf(decideBid(applied, bidOf(1, offer, { bidderId: 7 })))).toEqual({
      code: 'application_not_confirmed',
    })
  })

  it('is refused before the start', () => {
    const planned = plannedAuction([{ price: 15_000, quantity: 100 }])
    expect(refusalOf(decideBid(planned, bidOf(1, offer, { receivedAt: START - 1 })))).toEqual({
      code: 'auction_not_started',
    })
    expect(refusalOf(decideBid(running, bidOf(1, offer, { receivedAt: START - 1 })))).toEqual({
      code: 'auction_not_started',
    })
    // The start is due, but not on record yet.
    expect(refusalOf(decideBid(planned, bidOf(1, offer, { receivedAt: START })))).toEqual({
      code: 'auction_not_started',
    })
  })

  it('is refused in a cancelled and in an unsuccessful auction', () => {
    const cancelled = after(running, decideCancel(running, 'No pipeline', START))
    expect(refusalOf(decide(2, offer, cancelled))).toEqual({ code: 'auction_cancelled' })
    const unsuccessful = evolve(plannedAuction(), { kind: 'unsuccessful', at: START, confirmed: 0, minimum: 1 })
    expect(refusalOf(decide(2, offer, unsuccessful))).toEqual({ code: 'auction_ended' })
  })
})

describe('R4.2 minimum price', () => {
  it('is the bidder’s last price plus a step, even below the highest', () => {
    expect(decide(2, { price: 14_510, quantity: 200 }).ok).toBe(true)
    expect(refusalOf(decide(2, { price: 14_500, quantity: 200 }))).toEqual({
      code: 'bid_below_minimum',
      minimum: uah(14_510),
    })
  })

  it('rises with the bidder’s bids only', () => {
    const next = afterBid(running, bidOf(1, { price: 15_200, quantity: 100 }))
    expect(bidLimits(next, bidder(1))?.minimumPrice).toBe(uah(15_210))
    expect(bidLimits(next, bidder(2))?.minimumPrice).toBe(uah(14_510))
  })
})

describe('R4.3 maximum price', () => {
  it('is the highest price so far plus the maximum step', () => {
    expect(decide(2, { price: 16_400, quantity: 200 }).ok).toBe(true)
    expect(refusalOf(decide(2, { price: 16_410, quantity: 200 }))).toEqual({
      code: 'bid_above_maximum',
      maximum: uah(16_400),
    })
    const next = afterBid(running, bidOf(2, { price: 16_400, quantity: 200 }))
    expect(bidLimits(next, bidder(1))?.maximumPrice).toBe(uah(17_800))
  })

  it('is within nine digits and leaves room for the next bid, whatever the maximum step', () => {
    const lot = aLot({ maximumStep: uah(999_999_990) })
    const highest = uah(999_999_980)
    expect(bidLimits(plannedAuction([], lot), bidder(1))?.maximumPrice).toBe(highest)
    const state = runningAuction([{ price: 14_000, quantity: 100 }], lot)
    expect(bidLimits(state, bidder(1))?.maximumPrice).toBe(highest)
    const tooMuch = decide(1, { price: 999_999_990, quantity: 100 }, state)
    expect(refusalOf(tooMuch)).toEqual({ code: 'bid_above_maximum', maximum: highest })
    const next = afterBid(state, bidOf(1, { price: 999_999_980, quantity: 100 }))
    const { minimumPrice = 0 } = bidLimits(next, bidder(1)) ?? {}
    expect(parsePrice(toPriceString(minimumPrice))).toBe(uah(999_999_990))
  })

  it('still counts the highest bid if its account is deactivated', () => {
    const state = evolveAll(running, decideAccountStatus(running, { bidderId: bidder(1), active: false }, START))
    expect(bidLimits(state, bidder(2))?.maximumPrice).toBe(uah(16_400))
  })
})

describe('R4.4 the price grid', () => {
  it('is the starting price plus whole steps', () => {
    expect(refusalOf(decide(2, { price: 15_004.5, quantity: 200 }))).toEqual({
      code: 'bid_off_grid',
      nearest: [uah(15_000), uah(15_010)],
    })
  })

  it('starts at the starting price, not at zero', () => {
    const state = runningAuction([{ price: 14_005, quantity: 100 }], aLot({ startingPrice: uah(14_005) }))
    expect(decide(1, { price: 14_015, quantity: 100 }, state).ok).toBe(true)
    expect(refusalOf(decide(1, { price: 14_020, quantity: 100 }, state))).toEqual({
      code: 'bid_off_grid',
      nearest: [uah(14_015), uah(14_025)],
    })
  })
})

describe('R4.5 quantity', () => {
  it.each([
    [510, { code: 'quantity_above_volume', maximum: tonnes(500) }],
    [0, { code: 'quantity_below_minimum', minimum: tonnes(10) }],
    [190, { code: 'quantity_reduced', minimum: tonnes(200) }],
    [205, { code: 'quantity_off_step', nearest: [tonnes(200), tonnes(210)] }],
  ])('refuses %d t', (quantity, refusal) => {
    expect(refusalOf(decide(2, { price: 15_010, quantity }))).toEqual(refusal)
  })

  it.each([200, 210, 500])('accepts %d t', (quantity) => {
    expect(decide(2, { price: 15_010, quantity }).ok).toBe(true)
  })
})

describe('R7.2 the smallest acceptable quantity', () => {
  it('lies between the lot’s minimum and the quantity', () => {
    const refusal = { code: 'minimum_quantity_invalid', minimum: tonnes(10), maximum: tonnes(200) }
    expect(refusalOf(decide(2, { price: 15_010, quantity: 200, atLeast: 9 }))).toEqual(refusal)
    expect(refusalOf(decide(2, { price: 15_010, quantity: 200, atLeast: 201 }))).toEqual(refusal)
    expect(decide(2, { price: 15_010, quantity: 200, atLeast: 200 }).ok).toBe(true)
  })

  it('is by default that of the last bid, the preliminary bid included', () => {
    const applied = runningAuction([{ price: 14_000, quantity: 200, atLeast: 60 }])
    const raised = afterBid(applied, bidOf(1, { price: 14_010, quantity: 200 }))
    expect(raised.lastBids[0]).toMatchObject({ price: uah(14_010), minimumQuantity: tonnes(60) })
    const insistent = afterBid(raised, bidOf(1, { price: 14_020, quantity: 300, atLeast: 300 }))
    const again = afterBid(insistent, bidOf(1, { price: 14_030, quantity: 300 }))
    expect(again.lastBids[0]).toMatchObject({ price: uah(14_030), minimumQuantity: tonnes(300) })
  })

  it('is the lot’s minimum if none was ever named', () => {
    const state = afterBid(running, bidOf(2, { price: 15_010, quantity: 210 }))
    expect(state.lastBids[1]).toMatchObject({ minimumQuantity: tonnes(10) })
  })
})

describe('R0.1 a price of 1.00 UAH or less', () => {
  it('is refused before any other check', () => {
    expect(refusalOf(decide(2, { price: 1, quantity: 200 }))).toEqual({ code: 'price_not_above_one' })
    expect(refusalOf(decide(2, { price: 1.01, quantity: 200 }))).toMatchObject({ code: 'bid_below_minimum' })
  })
})

describe('R4.7 a final bid', () => {
  it('closes the bidding for its buyer only', () => {
    const state = afterBid(running, bidOf(2, { price: 15_010, quantity: 200 }, { final: true }))
    expect(refusalOf(decide(2, { price: 15_020, quantity: 200 }, state))).toEqual({
      code: 'bidding_closed_by_final_bid',
    })
    expect(bidLimits(state, bidder(2))?.closedByFinal).toBe(true)
    expect(decide(1, { price: 15_020, quantity: 200 }, state).ok).toBe(true)
  })
})

describe('R4.9 sequence numbers', () => {
  it('have no gaps, whatever is refused in between', () => {
    const first = afterBid(running, bidOf(2, { price: 15_010, quantity: 200 }))
    expect(decide(2, { price: 15_010, quantity: 200 }, first).ok).toBe(false)
    expect(afterBid(first, bidOf(1, { price: 15_020, quantity: 200 })).seq).toBe(4)
  })
})

describe('R4.10 several requests of one bidder', () => {
  it('are accepted if they obey the rules in their order', () => {
    const outcomes: boolean[] = []
    let state = running
    for (const price of [15_010, 15_010, 15_030, 15_020, 15_040]) {
      const decision = decide(2, { price, quantity: 200 }, state)
      outcomes.push(decision.ok)
      if (decision.ok) state = evolveAll(state, decision.events)
    }
    expect(outcomes).toEqual([true, false, true, false, true])
    expect(state.seq).toBe(5)
  })
})

describe('R6.1 the cut-off', () => {
  const offer = { price: 15_010, quantity: 200 }

  it('accepts bids received before the effective end, and none from it on', () => {
    expect(decideBid(running, bidOf(2, offer, { receivedAt: END - 1 })).ok).toBe(true)
    expect(refusalOf(decideBid(running, bidOf(2, offer, { receivedAt: END })))).toEqual({ code: 'auction_ended' })
  })

  it('accepts no bid once the end is recorded', () => {
    const ended = endedAuction([{ price: 15_000, quantity: 100 }])
    expect(refusalOf(decideBid(ended, bidOf(1, offer, { receivedAt: END - 1 })))).toEqual({ code: 'auction_ended' })
  })
})

describe('R2.7 a deactivated account', () => {
  const state = evolveAll(running, decideAccountStatus(running, { bidderId: bidder(1), active: false }, START))

  it('cannot bid', () => {
    expect(refusalOf(decide(1, { price: 15_010, quantity: 100 }, state))).toEqual({ code: 'account_deactivated' })
  })

  it('keeps its bids in the record and out of the allocation', () => {
    expect(allocationOf(state).rows.map((row) => row.participant)).toEqual([2])
    expect(rankingOf(state)).toMatchObject([
      { participant: 2, rank: 1, kind: 'full' },
      { participant: 1, rank: 2, kind: 'excluded', allocated: 0 },
    ])
    expect(state.lastBids[0]).toMatchObject({ price: uah(15_000) })
    const without2 = evolveAll(state, decideAccountStatus(state, { bidderId: bidder(2), active: false }, START))
    expect(rankingOf(without2).map(({ participant, rank }) => [participant, rank])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('takes part again when reactivated', () => {
    const again = evolveAll(state, decideAccountStatus(state, { bidderId: bidder(1), active: true }, START))
    expect(again).toEqual(running)
  })

  it('remains so when another one is reactivated', () => {
    const both = evolveAll(state, decideAccountStatus(state, { bidderId: bidder(2), active: false }, START))
    const again = evolveAll(both, decideAccountStatus(both, { bidderId: bidder(2), active: true }, START))
    expect(again).toEqual(state)
  })

  it('takes part again when reactivated before the start, without a bid', () => {
    const planned = plannedAuction([{ price: 14_500, quantity: 200 }])
    const inactive = evolveAll(planned, decideAccountStatus(planned, { bidderId: bidder(1), active: false }, START - 1))
    const active = decideAccountStatus(inactive, { bidderId: bidder(1), active: true }, START - 1)
    expect(evolveAll(inactive, active)).toEqual(planned)
  })

  it('is recorded once, and only in auctions that it applied for', () => {
    expect(decideAccountStatus(state, { bidderId: bidder(1), active: false }, START)).toEqual([])
    expect(decideAccountStatus(state, { bidderId: 7, active: false }, START)).toEqual([])
  })

  it('changes nothing after the end', () => {
    const ended = endedAuction([{ price: 15_000, quantity: 100 }])
    expect(decideAccountStatus(ended, { bidderId: bidder(1), active: false }, END)).toEqual([])
  })
})

describe('the limits of the next bid', () => {
  it('are those of the application before the start', () => {
    expect(bidLimits(plannedAuction(), 7)).toEqual({
      minimumPrice: uah(14_000),
      maximumPrice: uah(15_400),
      priceStep: uah(10),
      minimumQuantity: tonnes(10),
      maximumQuantity: tonnes(500),
      coveredQuantity: null,
      quantityStep: tonnes(10),
      lotMinimumQuantity: tonnes(10),
      closedByFinal: false,
    })
  })

  it('are not bounded by a deposit where the lot requires none (R11.3)', () => {
    expect(bidLimits(running, bidder(1))?.coveredQuantity).toBeNull()
  })

  it('are null for a company that takes no part', () => expect(bidLimits(running, 7)).toBeNull())

  it('are valid bids themselves', () => {
    const limits = bidLimits(running, bidder(2))
    if (limits === null) throw new Error('№2 takes part')
    for (const price of [limits.minimumPrice, limits.maximumPrice]) {
      for (const quantity of [limits.minimumQuantity, limits.maximumQuantity]) {
        const command = { bidderId: bidder(2), final: false, receivedAt: START, price, quantity }
        expect(decideBid(running, command).ok).toBe(true)
      }
    }
  })
})
