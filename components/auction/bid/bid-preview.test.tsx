import { describe, expect, it } from '@jest/globals'
import { cheapestFirstPrice, cheapestFullPrice, previewOffer } from '@/lib/domain/price-for-volume'
import { competitionIn, limitsOf } from './price-steps'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'

const auction = aLiveAuction()
const offer = (price: number, quantity = 150_000, minimumQuantity = 20_000) => ({ price, quantity, minimumQuantity })
const preview = (...terms: Parameters<typeof offer>) => previewOffer(competitionIn(auction, 2), 2, offer(...terms))

describe('the preview of a bid (R7.4)', () => {
  it('replaces the bidder’s last bid', () => {
    expect(preview(1_530_000)).toMatchObject({ rank: 1, allocated: 150_000, kind: 'full', quantity: 150_000 })
  })

  it('ranks below an equal price that came earlier (R7.1)', () => {
    expect(preview(1_520_000).rank).toBe(2)
  })

  it('gets the remaining volume if that is enough', () => {
    expect(preview(1_515_000, 300_000)).toMatchObject({ rank: 2, allocated: 200_000, kind: 'partial' })
  })

  it('is passed over if the remaining volume is below its minimum', () => {
    expect(preview(1_515_000, 300_000, 250_000)).toMatchObject({ allocated: 0, kind: 'passed_over' })
  })

  it('ignores excluded rows', () => {
    const ranking = auction.ranking.map((row) =>
      row.participant === 1 ? { ...row, outcome: 'excluded' as const } : row,
    )
    expect(previewOffer(competitionIn({ ...auction, ranking }, 2), 2, offer(1_520_000)).rank).toBe(1)
  })
})

describe('the quick prices', () => {
  const limits = limitsOf(anOwnPosition().limits ?? never(), auction)

  it('include the lowest price for the full volume', () => {
    expect(cheapestFullPrice(competitionIn(auction, 2), limits, { quantity: 150_000, minimumQuantity: 20_000 })).toBe(
      1_520_000,
    )
    expect(cheapestFullPrice(competitionIn(auction, 2), limits, { quantity: 300_000, minimumQuantity: 20_000 })).toBe(
      1_530_000,
    )
  })

  it('include the lowest price that leads, but none above the maximum (R4.3)', () => {
    expect(cheapestFirstPrice(competitionIn(auction, 2), limits)).toBe(1_530_000)
    expect(cheapestFirstPrice(competitionIn(auction, 2), { ...limits, maximumPrice: 1_520_000 })).toBeNull()
  })
})

function never(): never {
  throw new Error('the builder sets limits')
}
