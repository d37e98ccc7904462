import { describe, expect, it } from '@jest/globals'
import { decideAccountStatus } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideOrder } from '@/lib/domain/automatic-bids'
import { evolveAll } from '@/lib/domain/evolve'
import { decideCancel } from '@/lib/domain/lifecycle'
import { decideDisqualify, decidePartial } from '@/lib/domain/selection'
import { after, applied, bidder, endedAuction, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'
import { type ApplicationNote, NO_POSITION, ownPositionOf } from './own-position'

it('a buyer has no rank in a cancelled auction', () => {
  const ended = endedAuction([{ price: 15_000, quantity: 300 }])
  const note = { id: 1, reason: null, missing: [] }
  const positionIn = (state: typeof ended) => ownPositionOf({ auctionId: 7, state }, bidder(1), note, END + 2 * MINUTE)
  expect(positionIn(ended)).toMatchObject({ rank: 1, provisional_quantity: '300.000' })
  expect(positionIn(after(ended, decideCancel(ended, 'Аварія', END + MINUTE)))).toMatchObject({
    rank: null,
    provisional_quantity: null,
    last_bid: { price: '15000.00' },
  })
})

const NOTE: ApplicationNote = { id: 1, reason: null, missing: [] }
const positionOf = (state: AuctionState, participant: number, now = END, note: ApplicationNote | null = NOTE) =>
  ownPositionOf({ auctionId: 7, state }, bidder(participant), note, now)

describe('the position of a buyer', () => {
  const offers = [
    { price: 15_300, quantity: 100 },
    { price: 15_200, quantity: 300 },
    { price: 15_100, quantity: 300 },
  ]

  it('is that of its application before the start, without a second bid', () => {
    expect(positionOf(plannedAuction(offers), 1, START - MINUTE)).toEqual({
      application: {
        id: 1,
        auction_id: 7,
        status: 'confirmed',
        participant: 1,
        price: '15300.00',
        quantity: '100.000',
        minimum_quantity: '10.000',
        sum: '1530000.00',
        received_at: new Date(START - 60 * MINUTE).toISOString(),
        reason: null,
        missing_documents: [],
      },
      last_bid: null,
      rank: null,
      provisional_quantity: null,
      limits: null,
      partial_until: null,
    })
  })

  it('names the missing documents until they are sent', () => {
    const note: ApplicationNote = { ...NOTE, missing: ['charter', 'licence'] }
    const submitted = applied(bidder(1), offers[0]!)
    expect(positionOf(submitted, 1, START - MINUTE, note).application?.missing_documents).toEqual(note.missing)
    expect(positionOf(plannedAuction(offers), 1, START - MINUTE, note).application?.missing_documents).toEqual([])
  })

  it('is empty without an application, but has the limits of one', () => {
    const planned = plannedAuction(offers)
    for (const position of [positionOf(planned, 4, START - MINUTE), positionOf(planned, 1, START - MINUTE, null)])
      expect(position).toEqual({ ...NO_POSITION, limits: position.limits })
    expect(positionOf(planned, 4, START - MINUTE).limits).toMatchObject({ minimum_price: '14000.00' })
  })

  it('has the limits of the next bid while bidding runs, and no rank once the account is deactivated (R2.7)', () => {
    const running = runningAuction(offers)
    expect(positionOf(running, 3, START)).toMatchObject({
      rank: 3,
      provisional_quantity: '100.000',
      limits: { minimum_price: '15110.00' },
      partial_until: null,
    })
    const inactive = evolveAll(running, decideAccountStatus(running, { bidderId: bidder(3), active: false }, START))
    expect(positionOf(inactive, 3, START)).toMatchObject({ rank: null, provisional_quantity: null })
  })

  it('has the term of a partial offer, and the part that it keeps (R7.3)', () => {
    const ended = endedAuction(offers)
    const offer = ended.selection!.offer!
    expect(positionOf(ended, 3).partial_until).toBe(new Date(offer.answerBy).toISOString())
    expect(positionOf(ended, 3)).not.toHaveProperty('kept_part')
    expect(positionOf(ended, 2).partial_until).toBeNull()
    const accepted = after(ended, decidePartial(ended, { ...offer, accept: true }, END))
    const document = { id: '1', sha256: 'ab'.repeat(32) }
    const larger = after(accepted, decideDisqualify(accepted, { participant: 1, reason: 'x', document }, END))
    expect(positionOf(larger, 3)).toMatchObject({ provisional_quantity: '200.000', kept_part: '100.000' })
    const cancelled = after(larger, decideCancel(larger, 'x', END))
    expect(positionOf(cancelled, 3).partial_until).toBeNull()
    expect(positionOf(cancelled, 3)).not.toHaveProperty('kept_part')
  })

  it('has the automatic order, and whether it can bring no more (R10)', () => {
    const order = { ceiling: uah(15_400), quantity: tonnes(300), minimumQuantity: tonnes(10), salt: 'salt' }
    const withOrder = (state: AuctionState, participant: number, receivedAt: number) =>
      after(state, decideOrder(state, { bidderId: bidder(participant), seal: 'a seal', order, receivedAt }))
    const lot = aLot({ automaticBids: true })
    const planned = withOrder(plannedAuction(offers, lot), 3, START - MINUTE)
    expect(positionOf(planned, 3, START - MINUTE).automatic).toEqual({
      ceiling: '15400.00',
      quantity: '300.000',
      minimum_quantity: '10.000',
      seal: 'a seal',
      salt: 'salt',
      reached: false,
    })
    const running = withOrder(withOrder(runningAuction(offers, lot), 3, START), 2, START)
    expect([2, 3].map((participant) => positionOf(running, participant, START).automatic?.reached)).toEqual([
      false,
      true,
    ])
    expect(positionOf(running, 1, START)).not.toHaveProperty('automatic')
  })
})
