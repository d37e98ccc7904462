import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { allocateRanked } from './allocation'
import { type AuctionState, lastBidOf } from './auction-state'
import { type AutomaticOrder, settleOrders } from './automatic-bids'
import { bidLimits, decideBid } from './bidding'
import { evolve, evolveAll } from './evolve'
import { bidder, runningAuction, type Said } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

const AT = START + 5 * MINUTE

function order(participant: number, said: Said): AutomaticOrder {
  return {
    bidderId: bidder(participant),
    ceiling: uah(said.price),
    quantity: tonnes(said.quantity),
    minimumQuantity: tonnes(said.atLeast ?? 10),
  }
}

const lastPrice = (state: AuctionState, participant: number) => lastBidOf(state, bidder(participant))?.price
const givenTo = (state: AuctionState, bidderId: number) => {
  const participant = lastBidOf(state, bidderId)?.participant
  return allocateRanked(state.lot.volume, state.ranking).rows.find((row) => row.participant === participant)?.given ?? 0
}
const settled = (state: AuctionState, orders: readonly AutomaticOrder[], at = AT) =>
  evolveAll(state, settleOrders(state, orders, at))

/** R10.2 word by word: every grid price is tried, and every bid is made. */
function settleSlowly(state: AuctionState, orders: readonly AutomaticOrder[]): AuctionState {
  for (;;) {
    const next = firstThatMoves(state, orders)
    if (next === null) return state
    state = next
  }
}

function firstThatMoves(state: AuctionState, orders: readonly AutomaticOrder[]): AuctionState | null {
  for (const [index, { bidderId, ceiling, quantity, minimumQuantity }] of orders.entries()) {
    const tied = orders.slice(0, index).filter((earlier) => earlier.ceiling === ceiling)
    const limits = bidLimits(state, bidderId)
    const has = givenTo(state, bidderId)
    if (limits === null || has >= quantity) continue
    let best: { state: AuctionState; given: number } | null = null
    const highest = Math.min(ceiling, limits.maximumPrice)
    for (let price = limits.minimumPrice; price <= highest; price += limits.priceStep) {
      const decision = decideBid(state, {
        bidderId,
        price,
        quantity,
        minimumQuantity,
        final: false,
        receivedAt: AT,
      })
      if (!decision.ok) continue
      const after = evolveAll(state, decision.events)
      const given = givenTo(after, bidderId)
      const takes = tied.some((each) => givenTo(after, each.bidderId) < givenTo(state, each.bidderId))
      if (price === ceiling && takes) continue
      if (given > (best?.given ?? has)) best = { state: after, given }
    }
    if (best !== null) return best.state
  }
  return null
}

const anyMarket = fc
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
        above: fc.integer({ min: 1, max: 25 }),
        more: fc.integer({ min: 0, max: 4 }),
        least: fc.integer({ min: 1, max: 8 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ volume, offers, orders }) => {
    const lot = aLot({ volume: tonnes(volume * 10), maximumStep: uah(100) })
    const { startingPrice, minimumStep } = lot
    const inUah = (steps: number) => (startingPrice + steps * minimumStep) / 100
    const said = offers.map(({ steps, quantity, least }) => {
      const taken = Math.min(quantity, volume)
      return { price: inUah(steps), quantity: taken * 10, atLeast: Math.min(least, taken) * 10 }
    })
    const of = new Map(orders.map((each) => [each.of % said.length, each]))
    const left = [...of].map(([index, { above, more, least }]) => {
      const quantity = Math.min(volume, said[index]!.quantity / 10 + more)
      return order(index + 1, {
        price: said[index]!.price + (above * minimumStep) / 100,
        quantity: quantity * 10,
        atLeast: Math.min(least, quantity) * 10,
      })
    })
    return { state: runningAuction(said, lot), orders: left }
  })

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
    expect(givenTo(after, bidder(2))).toBe(tonnes(100))
  })

  it('does not bid where the ceiling brings nothing more', () => {
    const state = runningAuction(
      [
        { price: 15_000, quantity: 500 },
        { price: 14_500, quantity: 100 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    expect(settleOrders(state, [order(2, { price: 15_000, quantity: 100 })], AT)).toEqual([])
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
    const events = settleOrders(state, orders, AT)
    const after = evolveAll(state, events)
    expect(events.filter(({ kind }) => kind === 'bid')).toHaveLength(2)
    expect(lastPrice(after, 1)).toBe(uah(15_000))
    expect(lastPrice(after, 2)).toBe(uah(15_000) + state.lot.minimumStep)
  })

  it('serves the order left earlier where the ceilings are equal', () => {
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
        const said = { price: ceiling, quantity: 500, atLeast: 500 }
        const after = settled(state, [order(first, said), order(second, said)])
        expect(givenTo(after, bidder(first))).toBe(tonnes(500))
      }
  })

  it('extends once where it changes the allocation within the window', () => {
    const state = runningAuction(
      [
        { price: 15_000, quantity: 500 },
        { price: 14_500, quantity: 500 },
      ],
      aLot({ volume: tonnes(500) }),
    )
    const late = END - 1_000
    const events = settleOrders(state, [order(2, { price: 15_600, quantity: 500 })], late)
    expect(events.map(({ kind }) => kind)).toEqual(['bid', 'extended'])
    expect(evolveAll(state, events).effectiveEnd).toBe(late + state.lot.extensionWindow)
  })

  it('comes to what the procedure comes to that tries every price, in ranking, shares and prices', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const ranking = (of: AuctionState) =>
          of.ranking.map(({ participant, price, quantity, minimumQuantity }) => [
            participant,
            price,
            quantity,
            minimumQuantity,
          ])
        expect(ranking(settled(state, orders))).toEqual(ranking(settleSlowly(state, orders)))
      }),
    )
  })

  it('never bids above a ceiling, off the grid or twice, and has nothing left to do', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const bids = settleOrders(state, orders, AT).filter((event) => event.kind === 'bid')
        expect(new Set(bids.map(({ bidderId }) => bidderId)).size).toBe(bids.length)
        for (const bid of bids) {
          const own = orders.find(({ bidderId }) => bidderId === bid.bidderId)!
          expect(bid.price).toBeLessThanOrEqual(own.ceiling)
          expect((bid.price - state.lot.startingPrice) % state.lot.minimumStep).toBe(0)
          expect(bid.quantity).toBe(own.quantity)
        }
        expect(bids.map(({ seq }) => seq)).toEqual(bids.map((_, index) => state.seq + index + 1))
        const after = bids.reduce<AuctionState>(evolve, state)
        expect(settleOrders(after, orders, AT)).toEqual([])
      }),
    )
  })

  it('never takes from an order’s bidder what it had', () => {
    fc.assert(
      fc.property(anyMarket, ({ state, orders }) => {
        const [first] = orders
        const after = settled(state, [first!])
        expect(givenTo(after, first!.bidderId)).toBeGreaterThanOrEqual(givenTo(state, first!.bidderId))
      }),
    )
  })
})
