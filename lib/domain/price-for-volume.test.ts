import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { allocate, type AllocationRow, type LastBid } from './allocation'
import type { BidLimits } from './bid-limits'
import {
  cheapestBestPart,
  cheapestFirstPrice,
  cheapestFullPrice,
  cheapestPart,
  competitionOf,
  cutOffPrice,
  previewOffer,
  safetyMargin,
} from './price-for-volume'

const STEP = 25
const OWN = 1

/** An auction: all last bids, with the minimum quantities that only their bidders know, and the public ranking. */
const anyAuction = fc
  .record({
    volume: fc.integer({ min: 1, max: 40 }),
    bids: fc.array(
      fc.record({
        steps: fc.integer({ min: 0, max: 8 }),
        quantity: fc.integer({ min: 1, max: 15 }),
        least: fc.integer({ min: 1, max: 15 }),
        order: fc.integer(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
  })
  .map(({ volume, bids }) => {
    const seqs = bids.map((bid, index) => ({ order: bid.order, index })).toSorted((a, b) => a.order - b.order)
    const lastBids = bids.map(({ steps, quantity, least }, index): LastBid => ({
      participant: index + 1,
      price: 1_000 + steps * STEP,
      quantity: Math.min(quantity, volume),
      minimumQuantity: Math.min(least, quantity, volume),
      seq: seqs.findIndex((each) => each.index === index) + 1,
    }))
    const ownBid = lastBids[0] as LastBid
    const { rows } = allocate({ volume, lastBids })
    const limits: BidLimits = {
      coveredQuantity: null,
      minimumPrice: ownBid.price + STEP,
      maximumPrice: Math.max(...lastBids.map(({ price }) => price)) + 4 * STEP,
      priceStep: STEP,
      minimumQuantity: ownBid.quantity,
      maximumQuantity: volume,
      quantityStep: 1,
      lotMinimumQuantity: 1,
      closedByFinal: false,
    }
    return { volume, lastBids, ownBid, rows, limits, competition: competitionOf(volume, rows, OWN) }
  })

/** The share of a new bid of ours by the allocation, which knows all minimum quantities. */
function rowAt({ volume, lastBids, ownBid }: { volume: number; lastBids: LastBid[]; ownBid: LastBid }, price: number) {
  const bid = { ...ownBid, price, seq: 1_000 }
  const { rows } = allocate({ volume, lastBids: [...lastBids.filter((each) => each !== ownBid), bid] })
  return rows.find((row) => row.participant === OWN) as AllocationRow
}

describe('R7 the price for the volume, against the allocation itself', () => {
  it('finds the price that brings the whole volume, which one step less does not', () => {
    fc.assert(
      fc.property(anyAuction, (auction) => {
        const price = cheapestFullPrice(auction.competition, auction.limits, auction.ownBid)
        // The first place brings everything, and is always within the limits (R4.3).
        expect(price).not.toBeNull()
        if (price === null) return
        expect(rowAt(auction, price).kind).toBe('full')
        if (price > auction.limits.minimumPrice) expect(rowAt(auction, price - STEP).kind).not.toBe('full')
      }),
      { numRuns: 500 },
    )
  })

  it('finds the lowest price that gets a part and its volume, and one step less gets nothing', () => {
    fc.assert(
      fc.property(anyAuction, (auction) => {
        const part = cheapestPart(auction.competition, auction.limits, auction.ownBid)
        expect(part).not.toBeNull()
        if (part === null) return
        expect(rowAt(auction, part.price).allocated).toBe(part.allocated)
        expect(part.allocated).toBeGreaterThan(0)
        if (part.price > auction.limits.minimumPrice) expect(rowAt(auction, part.price - STEP).allocated).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  it('finds the lowest price that ranks first', () => {
    fc.assert(
      fc.property(anyAuction, (auction) => {
        const price = cheapestFirstPrice(auction.competition, auction.limits) as number
        expect(rowAt(auction, price).rank).toBe(1)
        if (price > auction.limits.minimumPrice) expect(rowAt(auction, price - STEP).rank).toBeGreaterThan(1)
      }),
    )
  })

  it('previews the share at every price within the limits', () => {
    fc.assert(
      fc.property(anyAuction, fc.integer({ min: 0, max: 12 }), (auction, steps) => {
        const price = auction.limits.minimumPrice + steps * STEP
        const { rank, allocated, kind } = previewOffer(auction.competition, OWN, { ...auction.ownBid, price })
        expect({ rank, allocated, kind }).toMatchObject({ ...pick(rowAt(auction, price)) })
      }),
    )
  })

  it('never overstates the margin: at any price above the threat the bid still gets all', () => {
    fc.assert(
      fc.property(anyAuction, (auction) => {
        const { ownBid, rows, competition } = auction
        fc.pre(rows.find((row) => row.participant === OWN)?.kind === 'full')
        const margin = safetyMargin(competition, ownBid)
        const lowest = margin === null ? 1_000 - STEP : ownBid.price - margin
        for (let price = ownBid.price; price > lowest; price -= STEP) expect(rowAt(auction, price).kind).toBe('full')
      }),
      { numRuns: 500 },
    )
  })
})

describe('the cheapest prices of one ranking', () => {
  const limits: BidLimits = {
    coveredQuantity: null,
    minimumPrice: 1_000,
    maximumPrice: 1_100,
    priceStep: STEP,
    minimumQuantity: 1,
    maximumQuantity: 100,
    quantityStep: 1,
    lotMinimumQuantity: 1,
    closedByFinal: false,
  }
  const rival = (price: number, quantity: number, allocated: number) => ({ participant: 2, price, quantity, allocated })
  const competing = (...ranking: ReturnType<typeof rival>[]) => competitionOf(100, ranking, OWN)
  const wanted = { quantity: 60, minimumQuantity: 10 }

  it('are never below the minimum', () => {
    expect(cheapestFullPrice(competing(rival(900, 40, 40)), limits, wanted)).toBe(1_000)
    expect(cheapestFirstPrice(competing(rival(900, 40, 40)), limits)).toBe(1_000)
  })

  it('bring the most that the maximum price can bring, or nothing', () => {
    // All of it is behind 1 050; 40 are left below 1 200, which cannot be overtaken.
    expect(cheapestBestPart(competing(rival(1_050, 80, 80)), limits, wanted)).toEqual({ price: 1_075, allocated: 60 })
    expect(cheapestBestPart(competing(rival(1_200, 60, 60), rival(1_050, 30, 30)), limits, wanted)).toEqual({
      price: 1_075,
      allocated: 40,
    })
    expect(cheapestBestPart(competing(rival(1_200, 100, 100)), limits, wanted)).toBeNull()
    expect(cheapestPart(competing(rival(1_200, 100, 100)), limits, wanted)).toBeNull()
  })
})

describe('the margin and the cut-off price of one ranking', () => {
  const row = (participant: number, price: number, quantity: number, allocated: number) => ({
    participant,
    price,
    quantity,
    allocated,
  })
  const ranking = [row(8, 15_500, 100, 100), row(1, 15_475, 90, 90), row(3, 15_450, 200, 160), row(4, 15_400, 90, 0)]
  const ownBid = { price: 15_475, quantity: 90, minimumQuantity: 10 }

  it('is the distance to the bid that would take from it', () => {
    expect(safetyMargin(competitionOf(350, ranking, 1), ownBid)).toBe(25)
    expect(cutOffPrice(350, ranking)).toBe(15_450)
  })

  it('leaves out lower bids that take nothing from it', () => {
    // 160 are left for both the bid of 15 460 and ours, which would lose to that of 15 450 only.
    const harmless = [
      row(8, 15_500, 100, 100),
      row(1, 15_475, 90, 90),
      row(2, 15_460, 20, 20),
      row(3, 15_450, 200, 140),
    ]
    expect(safetyMargin(competitionOf(350, harmless, 1), ownBid)).toBe(25)
  })

  it('is zero against a later bid of the same price', () => {
    const tied = ranking.with(2, row(3, 15_475, 260, 160))
    expect(safetyMargin(competitionOf(350, tied, 1), ownBid)).toBe(0)
  })

  it('has no bound, and there is no cut-off, if all bids get all', () => {
    const few = ranking.slice(0, 2)
    expect(safetyMargin(competitionOf(350, few, 1), ownBid)).toBeNull()
    expect(cutOffPrice(350, few)).toBeNull()
  })
})

function pick({ rank, allocated, kind }: AllocationRow) {
  return { rank, allocated, kind }
}
