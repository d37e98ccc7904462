import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { allocate, allocateRanked, byPriceThenTime, type LastBid } from '@/lib/domain/allocation'
import { evolveAll } from '@/lib/domain/evolve'
import { allocationOf, finalRanking } from '@/lib/domain/ranking'
import { type BidGrid, lowestWinningPrice, winningPrices } from '@/lib/domain/winning-price'
import { endedAuction } from '@/tests/support/builders/auction'
import { aLot, tonnes, uah } from '@/tests/support/builders/lot'

function bid(participant: number, price: number, quantity: number, atLeast = 10): LastBid {
  return {
    participant,
    price: uah(price),
    quantity: tonnes(quantity),
    minimumQuantity: tonnes(atLeast),
    seq: participant,
  }
}

/** The worked example of R7: the first two get 300 and 150 t, the third is passed over, the fourth gets the last 50 t. */
const ranked = [bid(1, 15_200, 300), bid(2, 15_100, 150), bid(3, 15_000, 200, 60), bid(4, 14_900, 50)]
const lot = aLot()

function priceFor(quantity: number): [volume: number, price: number] | null {
  const lowest = lowestWinningPrice(lot, winningPrices(lot, ranked), tonnes(quantity))
  return lowest && [lowest.quantity / 1000, lowest.price / 100]
}

describe('the lowest price that would have won a volume', () => {
  it('is one step above the first bid that leaves too little', () => {
    expect(priceFor(50)).toEqual([50, 14_910])
    expect(priceFor(60)).toEqual([60, 15_110])
    expect(priceFor(200)).toEqual([200, 15_110])
    expect(priceFor(210)).toEqual([210, 15_210])
    expect(priceFor(500)).toEqual([500, 15_210])
  })

  it('is the starting price if volume remains', () => {
    const [first] = winningPrices(lot, [bid(1, 15_200, 300)])
    expect(first).toEqual({ quantity: tonnes(200), price: uah(14_000) })
    expect(winningPrices(lot, [])).toEqual([{ quantity: tonnes(500), price: uah(14_000) }])
  })

  it('is for the next volume that the lot allows, and for none beyond the lot', () => {
    expect(priceFor(1)).toEqual([10, 14_910])
    expect(priceFor(51)).toEqual([60, 15_110])
    expect(priceFor(501)).toBeNull()
  })

  it('has to go above an equal bid, which came earlier', () => {
    expect(winningPrices(lot, [bid(1, 14_000, 500)])).toEqual([{ quantity: tonnes(500), price: uah(14_010) }])
  })
})

describe('for any ranking', () => {
  /** Few prices and quantities, so that ties, parts and passing over are common. */
  const grid: BidGrid = { volume: 24, startingPrice: 100, minimumStep: 5, minimumQuantity: 4, quantityStep: 2 }
  const anyRanking = fc
    .array(
      fc.record({ step: fc.nat(8), quantity: fc.integer({ min: 2, max: 8 }), least: fc.integer({ min: 2, max: 8 }) }),
      {
        maxLength: 10,
      },
    )
    .map((bids) =>
      bids
        .map(({ step, quantity, least }, index): LastBid => ({
          participant: index + 1,
          price: grid.startingPrice + step * grid.minimumStep,
          quantity: quantity * 2,
          minimumQuantity: Math.min(least, quantity) * 2,
          seq: index + 1,
        }))
        .toSorted(byPriceThenTime),
    )
  const anyVolume = fc.integer({ min: 1, max: 30 })

  /** The allocation's share of one more bid, received last and accepting no smaller volume. */
  function givenTo(bids: readonly LastBid[], price: number, quantity: number): number {
    const newcomer = { participant: 99, price, quantity, minimumQuantity: quantity, seq: 99 }
    const { rows } = allocate({ volume: grid.volume, lastBids: [...bids, newcomer] })
    return rows.find((row) => row.participant === 99)?.allocated ?? 0
  }

  it('that price brings the whole volume, and a price one step lower brings none', () => {
    fc.assert(
      fc.property(anyRanking, anyVolume, (bids, volume) => {
        const lowest = lowestWinningPrice(grid, winningPrices(grid, bids), volume)
        if (lowest === null) {
          expect(givenTo(bids, 10_000, volume + (volume % 2))).toBe(0)
          return
        }
        expect(lowest.quantity).toBeGreaterThanOrEqual(Math.max(volume, grid.minimumQuantity))
        expect(lowest.quantity - volume < grid.quantityStep || lowest.quantity === grid.minimumQuantity).toBe(true)
        expect(givenTo(bids, lowest.price, lowest.quantity)).toBe(lowest.quantity)
        const lower = lowest.price - grid.minimumStep
        if (lower >= grid.startingPrice) expect(givenTo(bids, lower, lowest.quantity)).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('more volume never costs less, and the highest price is that of the whole lot', () => {
    fc.assert(
      fc.property(anyRanking, (bids) => {
        const prices = winningPrices(grid, bids)
        expect(prices.at(-1)?.quantity).toBe(grid.volume)
        for (const [index, { price, quantity }] of prices.entries()) {
          const next = prices[index + 1]
          if (next !== undefined) expect(next.price > price && next.quantity > quantity).toBe(true)
        }
      }),
    )
  })
})

describe('the final ranking', () => {
  it('is that of the replayed record, with deactivated and disqualified bidders and refused parts', () => {
    const ended = endedAuction([
      { price: 15_200, quantity: 300 },
      { price: 15_100, quantity: 300 },
      { price: 15_000, quantity: 150 },
      { price: 14_900, quantity: 50 },
    ])
    const bidder = (participant: number) => ended.lastBids[participant - 1]!.bidderId
    const at = ended.effectiveEnd + 1
    const document = { id: '1', sha256: 'ab'.repeat(32) }
    const state = evolveAll(ended, [
      { kind: 'account_deactivated', at, bidderId: bidder(3) },
      { kind: 'account_deactivated', at, bidderId: bidder(4) },
      { kind: 'account_reactivated', at, bidderId: bidder(3) },
      { kind: 'partial_refused', at, participant: 2, quantity: tonnes(200), by: 'participant' },
      { kind: 'winner_disqualified', at, participant: 1, reason: 'Licence withdrawn', document },
    ])
    const ranking = finalRanking(
      ended.lastBids.flatMap((bid) => bid ?? []),
      [
        { kind: 'account_deactivated', participant: 3 },
        { kind: 'account_deactivated', participant: 4 },
        { kind: 'account_reactivated', participant: 3 },
        { kind: 'partial_refused', participant: 2 },
        { kind: 'winner_disqualified', participant: 1 },
      ],
    )
    expect(allocateRanked(state.lot.volume, ranking)).toEqual(allocationOf(state))
    expect(ranking.map(({ participant, onlyPart }) => [participant, onlyPart])).toEqual([
      [2, 0],
      [3, undefined],
    ])
  })

  it('has the accepted part of a bidder that refused a larger one (R7.3)', () => {
    const ended = endedAuction([
      { price: 15_300, quantity: 100 },
      { price: 15_200, quantity: 300 },
      { price: 15_100, quantity: 300 },
    ])
    const changes = [
      { kind: 'partial_accepted', participant: 3, quantity: tonnes(100) },
      { kind: 'winner_disqualified', participant: 1 },
      { kind: 'partial_refused', participant: 3 },
    ] as const
    const ranking = finalRanking(
      ended.lastBids.flatMap((bid) => bid ?? []),
      changes,
    )
    expect(
      allocateRanked(ended.lot.volume, ranking).rows.map(({ participant, allocated }) => [participant, allocated]),
    ).toEqual([
      [2, tonnes(300)],
      [3, tonnes(100)],
    ])
  })
})
