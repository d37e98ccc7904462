import { decideApply, decideConfirm } from '@/lib/domain/application'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { type BidCommand, decideBid } from '@/lib/domain/bidding'
import { evolveAll } from '@/lib/domain/evolve'
import type { AuctionEvent, Decision } from '@/lib/domain/events'
import type { Lot } from '@/lib/domain/lot'
import { CLOSE_DELAY_MS, decideEnd, decideStart } from '@/lib/domain/lifecycle'
import { aLot, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

/** An offer in UAH and tonnes. */
export interface Offer {
  readonly price: number
  readonly quantity: number
  readonly atLeast?: number
}

/** The events of an accepted decision. @throws if it was refused */
export function eventsOf<R>(decision: Decision<R>): readonly AuctionEvent[] {
  if (!decision.ok) throw new Error(`Refused: ${JSON.stringify(decision.refusal)}`)
  return decision.events
}

/** The refusal of a refused decision. @throws if it was accepted */
export function refusalOf<R>(decision: Decision<R>): R {
  if (decision.ok) throw new Error(`Accepted: ${JSON.stringify(decision.events)}`)
  return decision.refusal
}

export function after<R>(state: AuctionState, decision: Decision<R>): AuctionState {
  return evolveAll(state, eventsOf(decision))
}

const NO_NOTE = { text: null, nonce: '', seal: '0'.repeat(64) }

/** A bidder with all documents, without a deposit and without related companies. */
export function documented(bidderId: number) {
  return { bidderId, missing: [], insistence: null, depositWaiver: null, related: [], note: NO_NOTE }
}

/** The account of participant №1, №2 … in the auctions below. */
export function bidder(participant: number): number {
  return 100 + participant
}

/** An auction before its start, to which one bidder has applied. */
export function applied(bidderId: number, offer: Offer, lot: Lot = aLot()): AuctionState {
  const receivedAt = START - 60 * MINUTE
  const command = { bidderId, accountStatus: 'active', tradesProduct: true, receivedAt, ...inUnits(offer) } as const
  const state = initialState(lot)
  return after(state, decideApply(state, command))
}

/** An auction before its start, with confirmed applications №1, №2 … received a second apart. */
export function plannedAuction(offers: readonly Offer[] = [], lot: Lot = aLot()): AuctionState {
  return offers.reduce((state, offer, index) => {
    const bidderId = bidder(index + 1)
    const receivedAt = START - 60 * MINUTE + index * 1000
    const applied = after(
      state,
      decideApply(state, { bidderId, accountStatus: 'active', tradesProduct: true, receivedAt, ...inUnits(offer) }),
    )
    return after(applied, decideConfirm(applied, documented(bidderId), receivedAt))
  }, initialState(lot))
}

export function runningAuction(offers: readonly Offer[], lot: Lot = aLot()): AuctionState {
  const state = plannedAuction(offers, lot)
  return evolveAll(state, decideStart(state, lot.startsAt))
}

export function endedAuction(offers: readonly Offer[], lot: Lot = aLot()): AuctionState {
  const state = runningAuction(offers, lot)
  return evolveAll(state, decideEnd(state, state.effectiveEnd + CLOSE_DELAY_MS))
}

/** A bid of a participant, ten minutes after the start by default. */
export function bidOf(participant: number, offer: Offer, changes: Partial<BidCommand> = {}): BidCommand {
  return { bidderId: bidder(participant), final: false, receivedAt: START + 10 * MINUTE, ...inUnits(offer), ...changes }
}

export function afterBid(state: AuctionState, command: BidCommand): AuctionState {
  return after(state, decideBid(state, command))
}

function inUnits({ price, quantity, atLeast }: Offer) {
  return {
    price: uah(price),
    quantity: tonnes(quantity),
    minimumQuantity: atLeast === undefined ? undefined : tonnes(atLeast),
  }
}
