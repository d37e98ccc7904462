import { describe, expect, it } from '@jest/globals'
import { initialLiveState } from '@/components/auction/live/live-store'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { OwnPosition, RankingRow } from '@/lib/contract/stream'
import { aLiveAuction, anOwnPosition, rankingOf } from '@/tests/support/builders/live-auction'
import { tonnes, uah } from '@/tests/support/builders/lot'
import { type Bidder, verdictOf } from './verdict'

/** № 2 bids 15 100 for 150 t of 500 t, with steps of 100; it may bid from 15 200 to 16 700. */
const safe = rankingOf(
  [1, '15200.00', '250.000', '250.000'],
  [2, '15100.00', '150.000', '150.000'],
  [3, '15000.00', '200.000', '100.000'],
)
const partial = rankingOf(
  [1, '15300.00', '300.000', '300.000'],
  [3, '15200.00', '150.000', '150.000'],
  [2, '15100.00', '150.000', '50.000'],
)
/** The whole volume costs 15 400, 100 t of it 15 300. */
const outbid = rankingOf(
  [4, '15900.00', '100.000', '100.000'],
  [1, '15300.00', '300.000', '300.000'],
  [3, '15200.00', '200.000', '100.000'],
  [2, '15100.00', '150.000', '0.000'],
)

function verdict(
  ranking: RankingRow[],
  parts: { auction?: Partial<AuctionDetail>; own?: Partial<OwnPosition>; bidder?: Partial<Bidder> } = {},
) {
  const own = anOwnPosition(parts.own)
  const auction = aLiveAuction({ ranking, best_price: ranking[0]?.price ?? null, ...parts.auction })
  const { application, limits } = own
  if (application === null) throw new Error('№ 2 has applied')
  return verdictOf({ ...initialLiveState(auction), own }, { application, participant: 2, limits, ...parts.bidder })
}

describe('R7.4 the verdict of a participant', () => {
  it('is the whole volume with the distance to the bid that would take from it', () => {
    expect(verdict(safe)).toEqual({
      kind: 'full',
      rank: 2,
      price: uah(15_100),
      quantity: tonnes(150),
      awarded: tonnes(150),
      margin: uah(100),
      contested: true,
      cutOff: uah(15_000),
      choice: null,
      other: null,
    })
  })

  it('is a part with the cheapest bid for the whole volume', () => {
    expect(verdict(partial)).toMatchObject({
      kind: 'partial',
      rank: 3,
      awarded: tonnes(50),
      margin: null,
      contested: true,
      choice: {
        kind: 'full',
        offer: { price: uah(15_300), quantity: tonnes(150), minimumQuantity: tonnes(20) },
        awarded: tonnes(150),
      },
      other: null,
    })
  })

  it('offers a part beside the whole volume if it is cheaper and more than the bidder has', () => {
    expect(verdict(outbid)).toMatchObject({
      kind: 'outbid',
      awarded: 0,
      choice: { kind: 'full', offer: { price: uah(15_400) }, awarded: tonnes(150) },
      other: {
        kind: 'part',
        offer: { price: uah(15_300), quantity: tonnes(150), minimumQuantity: tonnes(20) },
        awarded: tonnes(100),
      },
    })
    const same = outbid.with(3, { ...(outbid[3] as RankingRow), allocated: '100.000', outcome: 'partial' })
    expect(verdict(same)).toMatchObject({ kind: 'partial', choice: { kind: 'full' }, other: null })
  })

  it('offers a part alone if the whole volume costs more than the maximum (R4.3)', () => {
    expect(
      verdict(outbid, { auction: { best_price: '13800.00' }, bidder: { limits: limitsUpTo('15300.00') } }),
    ).toMatchObject({ choice: { kind: 'part', offer: { price: uah(15_300) } }, other: null })
  })

  it('counts with the maximum that the best price allows, if the limits are older (R4.3)', () => {
    const bidder = { limits: limitsUpTo('15300.00') }
    expect(verdict(outbid, { auction: { best_price: '13900.00' }, bidder })?.choice?.offer.price).toBe(uah(15_400))
    expect(verdict(outbid, { auction: { best_price: null }, bidder })?.choice?.offer.price).toBe(uah(15_400))
  })

  it('offers no part that costs as much as the whole volume', () => {
    const [third, first, own] = rankingOf(
      [3, '15400.00', '200.000', '200.000'],
      [1, '15300.00', '300.000', '300.000'],
      [2, '15100.00', '150.000', '0.000'],
    )
    expect(verdict([third!, first!, own!])).toMatchObject({
      choice: { kind: 'full', offer: { price: uah(15_400) } },
      other: null,
    })
  })

  it('offers nothing if no price within the limits gets anything', () => {
    const all = rankingOf([4, '15900.00', '500.000', '500.000'], [2, '15100.00', '150.000', '0.000'])
    expect(
      verdict(all, { auction: { best_price: '13800.00' }, bidder: { limits: limitsUpTo('15300.00') } }),
    ).toMatchObject({ kind: 'outbid', choice: null, other: null })
  })

  it('has no margin for a part, even above other bids', () => {
    const below = [...partial, ...rankingOf([4, '15000.00', '100.000', '0.000'])]
    expect(verdict(below)).toMatchObject({ kind: 'partial', margin: null })
  })

  it('offers nothing to a bidder that cannot bid any more (R4.7)', () => {
    expect(verdict(outbid, { bidder: { limits: null } })).toMatchObject({ kind: 'outbid', choice: null, other: null })
  })

  it('is uncontested only if each bid gets all that it asks for', () => {
    const enough = rankingOf([1, '15300.00', '300.000', '300.000'], [2, '15100.00', '150.000', '150.000'])
    expect(verdict(enough)).toMatchObject({ kind: 'full', margin: null, contested: false, cutOff: null })
  })

  it('follows the answer to the bidder’s own bid until the ranking has it', () => {
    const last = { ...anOwnPosition().last_bid!, seq: 5, price: '15400.00' }
    const answered = { last_bid: last, rank: 1, provisional_quantity: '150.000' }
    expect(verdict(outbid, { auction: { bids: 4 }, own: answered })).toEqual({
      kind: 'full',
      rank: 1,
      price: uah(15_400),
      quantity: tonnes(150),
      awarded: tonnes(150),
      margin: null,
      contested: true,
      cutOff: null,
      choice: null,
      other: null,
    })
    expect(verdict(outbid, { auction: { bids: 5 }, own: answered })).toMatchObject({ kind: 'outbid', rank: 4 })
  })

  it('is without prices of others where the ranking is hidden', () => {
    expect(verdict([], { own: { rank: 3, provisional_quantity: '50.000' } })).toMatchObject({
      kind: 'partial',
      rank: 3,
      awarded: tonnes(50),
      margin: null,
      contested: true,
      cutOff: null,
      choice: null,
    })
    expect(verdict([], { own: { rank: 1 } })).toMatchObject({ kind: 'full', margin: null, cutOff: null })
  })

  it('is that of the preliminary bid before the first bid, and unknown without a rank', () => {
    expect(verdict([], { own: { last_bid: null } })).toMatchObject({ price: uah(14_800), quantity: tonnes(150) })
    expect(verdict([], { own: { rank: null } })).toBeNull()
    const { application, limits } = anOwnPosition()
    const unknown = { ...initialLiveState(aLiveAuction()), own: null }
    expect(verdictOf(unknown, { application: application!, participant: 2, limits })).toBeNull()
  })
})

function limitsUpTo(maximum: string) {
  const { limits } = anOwnPosition()
  return limits === null ? null : { ...limits, maximum_price: maximum }
}
