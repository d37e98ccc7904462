import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type AuctionState, lastBidOf } from './auction-state'
import { decideOrder, decideOrderWithdrawal, recordedSettlement, settleOrders } from './automatic-bids'
import { decideAccountStatus } from './application'
import { evolve, evolveAll } from './evolve'
import { decideCancel, decideEnd, decideHalt, decideStart } from './lifecycle'
import {
  after,
  afterBid,
  bidder,
  bidOf,
  eventsOf,
  plannedAuction,
  refusalOf,
  runningAuction,
  type Offer,
} from '@/tests/support/builders/auction'
import { aLot, CLOSE, DEPOSIT_OF_3_PERCENT, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'
import { volumeOf, type LeftOrder, settleSlowly } from '@/tests/support/slow-settlement'

const AT = START + 5 * MINUTE

function order(participant: number, offer: Offer): LeftOrder {
  return {
    salt: '',
    bidderId: bidder(participant),
    ceiling: uah(offer.price),
    quantity: tonnes(offer.quantity),
    minimumQuantity: tonnes(offer.atLeast ?? 10),
  }
}

const lastPrice = (state: AuctionState, participant: number) => lastBidOf(state, bidder(participant))?.price
const withOrders = (state: AuctionState, orders: readonly LeftOrder[]): AuctionState => ({
  ...state,
  orders: new Map(orders.map(({ bidderId, ...each }) => [bidderId, { seal: '', order: each }])),
})
const settle = (state: AuctionState, orders: readonly LeftOrder[], at = AT) =>
  settleOrders(withOrders(state, orders), { at, receivedAt: at })
const settled = (state: AuctionState, orders: readonly LeftOrder[], at = AT) =>
  evolveAll(state, settle(state, orders, at))

const marketOf = (steps: number, maximumStep: number) =>
  fc
    .record({
      volume: fc.integer({ min: 2, max: 12 }),
      offers: fc.array(
        fc.record({
          steps: fc.integer({ min: 0, max: 6 }),
          quantity: fc.integer({ min: 1, max: 8 }),
          least: fc.integer({ min: 1, max: 8 }),
        }),
        { minLength: 2, maxLength: 6 },
      ),
      orders: fc.array(
        fc.record({
          of: fc.integer({ min: 0, max: 5 }),
          above: fc.integer({ min: 1, max: steps }),
          more: fc.integer({ min: 0, max: 4 }),
          least: fc.integer({ min: 1, max: 8 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    })
    .map(({ volume, offers, orders }) => {
      const lot = aLot({ volume: tonnes(volume * 10), maximumStep: uah(maximumStep), automaticBids: true })
      const { startingPrice, minimumStep } = lot
      const inUah = (steps: number) => (startingPrice + steps * minimumStep) / 100
      const bids = offers.map(({ steps, quantity, least }) => {
        const bounded = Math.min(quantity, volume)
        return { price: inUah(steps), quantity: bounded * 10, atLeast: Math.min(least, bounded) * 10 }
      })
      const byBid = new Map(orders.map((each) => [each.of % bids.length, each]))
      const left = [...byBid].map(([index, { above, more, least }]) => {
        const quantity = Math.min(volume, bids[index]!.quantity / 10 + more)
        return order(index + 1, {
          price: bids[index]!.price + (above * minimumStep) / 100,
          quantity: quantity * 10,
          atLeast: Math.min(least, quantity) * 10,
        })
      })
      return { state: runningAuction(bids, lot), orders: left }
    })
const anyMarket = marketOf(25, 100)

const ranking = (state: AuctionState) =>
  state.ranking.map(({ participant, price, quantity, minimumQuantity }) => [
    participant,
    price,
    quantity,
    minimumQuantity,
  ])

describe('R10.2 settling automatic orders', () => {
  it('bids the lowest price that brings the whole quantity', () => {
    const state = runningAuction(
      [
        { price: 15_000, quantity: 500 },
        { price: 14_500, quantity: 100 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    const { minimumStep } = state.lot
    const after = settled(state, [order(2, { price: 15_400, quantity: 100 })])
    expect(lastPrice(after, 2)).toBe(uah(15_000) + minimumStep)
    expect(volumeOf(after, bidder(2))).toBe(tonnes(100))
  })

  it('does not bid if the ceiling would bring nothing more', () => {
    const state = runningAuction(
      [
        { price: 15_000, quantity: 500 },
        { price: 14_500, quantity: 100 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    expect(settle(state, [order(2, { price: 15_000, quantity: 100 })])).toEqual([])
  })

  it('pushes two orders up to the lower ceiling, and records one bid of each', () => {
    const state = runningAuction(
      [
        { price: 14_500, quantity: 500 },
        { price: 14_500, quantity: 500 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    const orders = [
      order(1, { price: 15_000, quantity: 500, atLeast: 500 }),
      order(2, { price: 15_600, quantity: 500, atLeast: 500 }),
    ]
    const events = settle(state, orders)
    const after = evolveAll(state, events)
    expect(events.filter(({ kind }) => kind === 'bid')).toHaveLength(2)
    expect(lastPrice(after, 1)).toBe(uah(15_000))
    expect(lastPrice(after, 2)).toBe(uah(15_000) + state.lot.minimumStep)
  })

  it('serves the earlier order if the ceilings are equal', () => {
    const state = runningAuction(
      [
        { price: 14_500, quantity: 500 },
        { price: 14_500, quantity: 500 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    for (const ceiling of [15_000, 15_010])
      for (const [first, second] of [
        [1, 2],
        [2, 1],
      ] as const) {
        const offer = { price: ceiling, quantity: 500, atLeast: 500 }
        const after = settled(state, [order(first, offer), order(second, offer)])
        expect(volumeOf(after, bidder(first))).toBe(tonnes(500))
      }
  })

  describe('with a ceiling that an earlier order has too (R10.3)', () => {
    const lot = aLot({ volume: tonnes(500) })
    const first = order(1, { price: 15_000, quantity: 400, atLeast: 400 })

    it('bids below it for what the earlier one leaves', () => {
      const state = runningAuction(
        [
          { price: 14_990, quantity: 400, atLeast: 400 },
          { price: 14_980, quantity: 100 },
          { price: 14_980, quantity: 300, atLeast: 50 },
        ],
        lot,
      )
      const after = settled(state, [first, order(3, { price: 15_000, quantity: 300, atLeast: 50 })])
      expect([1, 2, 3].map((participant) => lastPrice(after, participant))).toEqual([
        uah(14_990),
        uah(14_980),
        uah(14_990),
      ])
      expect([1, 3].map((participant) => volumeOf(after, bidder(participant)))).toEqual([tonnes(400), tonnes(100)])
    })

    it('does not keep a later order from bidding', () => {
      const state = runningAuction(
        [
          { price: 14_990, quantity: 400, atLeast: 400 },
          { price: 14_980, quantity: 100 },
          { price: 14_980, quantity: 300, atLeast: 300 },
          { price: 14_900, quantity: 100 },
        ],
        lot,
      )
      const orders = [
        first,
        order(3, { price: 15_000, quantity: 300, atLeast: 300 }),
        order(4, { price: 14_990, quantity: 100 }),
      ]
      const after = settled(state, orders)
      expect([3, 4].map((participant) => lastPrice(after, participant))).toEqual([uah(14_980), uah(14_990)])
      expect(volumeOf(after, bidder(4))).toBe(tonnes(100))
    })

    it('bids it if that takes nothing from the earlier one', () => {
      const state = runningAuction(
        [
          { price: 14_990, quantity: 200, atLeast: 200 },
          { price: 14_990, quantity: 300, atLeast: 300 },
          { price: 14_500, quantity: 300, atLeast: 300 },
        ],
        lot,
      )
      const orders = [
        order(1, { price: 15_000, quantity: 200, atLeast: 200 }),
        order(3, { price: 15_000, quantity: 300, atLeast: 300 }),
      ]
      const after = settled(state, orders)
      expect(lastPrice(after, 3)).toBe(uah(15_000))
      expect([1, 2, 3].map((participant) => volumeOf(after, bidder(participant)))).toEqual([
        tonnes(200),
        0,
        tonnes(300),
      ])
    })
  })

  it('does not bid above a ceiling that is its bidder’s last price, even for a larger volume', () => {
    const state = runningAuction([{ price: 15_000, quantity: 100 }], aLot({ volume: tonnes(500) }))
    expect(settle(state, [order(1, { price: 15_000, quantity: 300 })])).toEqual([])
  })

  it('does not bid for more than the deposit covers, if it was reduced since (R11.3)', () => {
    const lot = aLot({ ...DEPOSIT_OF_3_PERCENT, automaticBids: true })
    const state = runningAuction([{ price: 14_000, quantity: 100 }])
    const [application] = state.applications.values()
    const paid = (deposit: number): AuctionState => ({
      ...state,
      lot,
      applications: new Map([[bidder(1), { ...application!, deposit }]]),
    })
    const orders = [order(1, { price: 15_000, quantity: 200 })]
    expect(settle(paid(uah(84_000)), orders)).toHaveLength(1)
    expect(settle(paid(uah(83_999)), orders)).toEqual([])
  })

  it('does nothing for an order whose numbers are not known', () => {
    const state = runningAuction([{ price: 14_000, quantity: 100 }])
    const sealed = { ...state, orders: new Map([[bidder(1), { seal: 'a seal', order: null }]]) }
    expect(settleOrders(sealed, { at: AT, receivedAt: AT })).toEqual([])
  })

  it('extends the auction once if it changes the allocation within the window', () => {
    const state = runningAuction(
      [
        { price: 15_000, quantity: 500 },
        { price: 14_500, quantity: 500 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    const late = END - 1_000
    const events = settle(state, [order(2, { price: 15_600, quantity: 500 })], late)
    expect(events.map(({ kind }) => kind)).toEqual(['bid', 'extended'])
    expect(evolveAll(state, events).effectiveEnd).toBe(late + state.lot.extensionWindow)
  })

  it('has the same ranking, shares and prices as the procedure that tries every price', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        expect(ranking(settled(state, orders))).toEqual(ranking(settleSlowly(state, orders, AT).state))
      }),
    )
    // Far apart, so that bids repeat; with a maximum step that binds, and with one that does not.
    for (const maximumStep of [60, 2_000])
      fc.assert(
        fc.property(marketOf(90, maximumStep), ({ state, orders }) => {
          expect(ranking(settled(state, orders))).toEqual(ranking(settleSlowly(state, orders, AT).state))
        }),
        { numRuns: 40 },
      )
  })

  it('is fast, however high the ceilings and however small the step', () => {
    const lot = aLot({ volume: tonnes(500), minimumStep: 1, automaticBids: true })
    const state = runningAuction(
      Array.from({ length: 12 }, () => ({ price: 14_500, quantity: 200 })),
      lot,
    )
    const orders = state.lastBids.map((_, index) =>
      order(index + 1, { price: 900_000_000 - index * 1_000_000, quantity: 200, atLeast: 200 }),
    )
    const after = settled(state, orders)
    expect([1, 2, 3].map((participant) => volumeOf(after, bidder(participant)))).toEqual([tonnes(200), tonnes(200), 0])
    expect(uah(898_000_000) - (lastPrice(after, 3) ?? 0)).toBeLessThanOrEqual(1)
  })

  it('never bids above a ceiling, off the grid or twice, and leaves nothing to settle', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const bids = settle(state, orders).filter((event) => event.kind === 'bid')
        expect(new Set(bids.map(({ bidderId }) => bidderId)).size).toBe(bids.length)
        for (const bid of bids) {
          const { ceiling, quantity } = orders.find(({ bidderId }) => bidderId === bid.bidderId)!
          expect(bid.price).toBeLessThanOrEqual(ceiling)
          expect((bid.price - state.lot.startingPrice) % state.lot.minimumStep).toBe(0)
          expect(bid.quantity).toBe(quantity)
        }
        expect(bids.map(({ seq }) => seq)).toEqual(bids.map((_, index) => state.seq + index + 1))
        const after = bids.reduce<AuctionState>(evolve, state)
        expect(settle(after, orders)).toEqual([])
      }),
    )
  })

  it('never takes volume from the bidder of an order', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const [first] = orders
        const after = settled(state, [first!])
        expect(volumeOf(after, first!.bidderId)).toBeGreaterThanOrEqual(volumeOf(state, first!.bidderId))
      }),
    )
  })
})

const ALLOWED = aLot({ automaticBids: true })
const leave = (state: AuctionState, participant: number, offer: Offer, receivedAt = AT) =>
  decideOrder(state, { bidderId: bidder(participant), seal: 'a seal', order: order(participant, offer), receivedAt })
const withdraw = (state: AuctionState, participant: number, receivedAt = AT) =>
  decideOrderWithdrawal(state, { bidderId: bidder(participant), receivedAt })

describe('R10.1 leaving an order', () => {
  const state = runningAuction(
    [
      { price: 14_100, quantity: 100 },
      { price: 14_000, quantity: 500 },
    ],
    ALLOWED,
  )

  it('is possible if the lot allows it', () => {
    expect(leave(state, 1, { price: 14_500, quantity: 100 }).ok).toBe(true)
    const other = runningAuction([{ price: 14_100, quantity: 100 }])
    expect(refusalOf(leave(other, 1, { price: 14_500, quantity: 100 }))).toEqual({ code: 'automatic_bids_not_allowed' })
  })

  it('needs a ceiling on the grid, at least the bidder’s minimum price, and allows one above the maximum of a bid', () => {
    const refusal = (price: number) => refusalOf(leave(state, 1, { price, quantity: 100 }))
    expect(refusal(14_100)).toEqual({ code: 'bid_below_minimum', minimum: uah(14_110) })
    expect(refusal(14_115)).toEqual({ code: 'bid_off_grid', nearest: [uah(14_110), uah(14_120)] })
    expect(refusal(10_000_000_000)).toMatchObject({ code: 'bid_above_maximum' })
    expect(leave(state, 1, { price: 14_110, quantity: 100 }).ok).toBe(true)
    expect(leave(state, 1, { price: 90_000, quantity: 100 }).ok).toBe(true)
  })

  it('needs at least the quantity of the last bid, at most the lot', () => {
    const refusal = (quantity: number, atLeast = 10) =>
      refusalOf(leave(state, 1, { price: 14_500, quantity, atLeast })).code
    expect(refusal(90)).toBe('quantity_reduced')
    expect(refusal(510)).toBe('quantity_above_volume')
    expect(refusal(105)).toBe('quantity_off_step')
    expect(refusal(100, 110)).toBe('minimum_quantity_invalid')
  })

  it('allows a ceiling to be lowered to the last bid, but not further', () => {
    const left = after(state, leave(state, 1, { price: 14_500, quantity: 100 }))
    expect(leave(left, 1, { price: 14_100, quantity: 100 }).ok).toBe(true)
    expect(refusalOf(leave(left, 1, { price: 14_090, quantity: 100 })).code).toBe('bid_below_minimum')
  })

  it('again makes the order the newest one', () => {
    const both = [1, 2].reduce(
      (current, participant) => after(current, leave(current, participant, { price: 14_500, quantity: 500 })),
      state,
    )
    expect([...after(both, leave(both, 1, { price: 14_600, quantity: 500 })).orders.keys()]).toEqual([
      bidder(2),
      bidder(1),
    ])
  })

  it('is possible from the confirmation to the end, but not while bidding is halted or after a final bid', () => {
    const planned = plannedAuction([{ price: 14_100, quantity: 100 }], ALLOWED)
    const offer = { price: 14_500, quantity: 100 }
    expect(leave(planned, 1, offer, START - MINUTE).ok).toBe(true)
    expect(refusalOf(leave(planned, 2, offer, START - MINUTE)).code).toBe('not_a_participant')
    expect(refusalOf(leave(state, 1, offer, END)).code).toBe('auction_ended')
    const halted = after(state, decideHalt(state, 'x', AT))
    expect(refusalOf(leave(halted, 1, offer)).code).toBe('auction_halted')
    const final = afterBid(state, { ...bidOf(1, offer), final: true })
    expect(refusalOf(leave(final, 1, { price: 14_600, quantity: 100 })).code).toBe('bidding_closed_by_final_bid')
  })

  it('can be undone at any time, and ends with a final bid and with the auction', () => {
    const left = after(state, leave(state, 1, { price: 14_500, quantity: 100 }))
    expect(after(left, withdraw(left, 1)).orders.size).toBe(0)
    const halted = after(left, decideHalt(left, 'x', AT))
    expect(after(halted, withdraw(halted, 1)).orders.size).toBe(0)
    expect(refusalOf(withdraw(state, 1)).code).toBe('automatic_order_not_found')
    const ended = evolveAll(left, decideEnd(left, CLOSE))
    expect(ended.orders.size).toBe(0)
    expect(refusalOf(withdraw(ended, 1)).code).toBe('auction_ended')
    const cancelled = after(left, decideCancel(left, 'x', AT))
    expect(refusalOf(withdraw(cancelled, 1)).code).toBe('auction_cancelled')
    expect(afterBid(left, { ...bidOf(1, { price: 14_500, quantity: 100 }), final: true }).orders.size).toBe(0)
  })
})

describe('R10.2 a settlement', () => {
  it('takes place at the start, before any other bid, as received at the start', () => {
    const planned = plannedAuction(
      [
        { price: 14_100, quantity: 500 },
        { price: 14_000, quantity: 100 },
      ],
      ALLOWED,
    )
    const left = after(planned, leave(planned, 2, { price: 14_500, quantity: 100 }, START - MINUTE))
    const events = decideStart(left, START + 7)
    expect(events.at(-1)).toMatchObject({
      kind: 'bid',
      bidderId: bidder(2),
      price: uah(14_110),
      automatic: true,
      at: START + 7,
      receivedAt: START,
    })
  })

  it('does not bid for a deactivated company, nor while bidding is halted', () => {
    const state = runningAuction(
      [
        { price: 14_100, quantity: 500 },
        { price: 14_000, quantity: 100 },
      ],
      ALLOWED,
    )
    const orders = [order(2, { price: 14_500, quantity: 100 })]
    const inactive = evolveAll(state, decideAccountStatus(state, { bidderId: bidder(2), active: false }, AT))
    expect(settle(state, orders)).toHaveLength(1)
    expect(settle(inactive, orders)).toEqual([])
    expect(settle(after(state, decideHalt(state, 'x', AT)), orders)).toEqual([])
  })
})

describe('R8.4 a recorded settlement', () => {
  const cause = { at: AT, receivedAt: AT }
  const bidsOf = (state: AuctionState) => settleOrders(state, cause).filter((event) => event.kind === 'bid')
  const sealed = (state: AuctionState): AuctionState => ({
    ...state,
    orders: new Map([...state.orders].map(([bidderId, { seal }]) => [bidderId, { seal, order: null }])),
  })

  it('is accepted with its extension without the ceilings', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const left = withOrders(state, orders)
        expect(recordedSettlement(sealed(left), cause, bidsOf(left))).toEqual(settleOrders(left, cause))
      }),
    )
  })

  it('is refused without an order, below the bidder’s minimum, off the grid, twice for one bidder, or after the end', () => {
    const state = runningAuction(
      [
        { price: 14_100, quantity: 500 },
        { price: 14_000, quantity: 100 },
      ],
      ALLOWED,
    )
    const left = sealed(after(state, leave(state, 2, { price: 14_500, quantity: 100 })))
    const [bid] = bidsOf(after(state, leave(state, 2, { price: 14_500, quantity: 100 })))
    expect(recordedSettlement(left, cause, [bid!])).toEqual([bid])
    expect(() => recordedSettlement(state, cause, [bid!])).toThrow('no automatic order')
    expect(() => recordedSettlement(left, cause, [{ ...bid!, price: uah(14_000) }])).toThrow('bid_below_minimum')
    expect(() => recordedSettlement(left, cause, [{ ...bid!, price: uah(14_111) }])).toThrow('bid_off_grid')
    expect(() => recordedSettlement(left, cause, [bid!, bid!])).toThrow('another bid')
    expect(() => recordedSettlement(left, { at: END, receivedAt: END }, [bid!])).toThrow('auction_ended')
  })

  it('has the events of the order that caused it', () => {
    const state = runningAuction([{ price: 14_100, quantity: 100 }], ALLOWED)
    expect(eventsOf(leave(state, 1, { price: 14_500, quantity: 100 })).map(({ kind }) => kind)).toEqual([
      'automatic_order_left',
    ])
  })
})
