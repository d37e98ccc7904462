import { type AuctionState, haltAt, lastBidOf } from '@/lib/domain/auction-state'
import { type BidLimits, checkOffer, type OfferRefusal } from '@/lib/domain/bid-limits'
import { extensionBy } from './allocation'
import { coveredQuantity } from './deposit'
import { accepted, type Bid, type Decision, refused } from './events'
import { asksDeposit, type EpochMs, type Lot, nearestOnGrid } from '@/lib/domain/lot'
import { type Kopecks, PRICE_CEILING, type Thousandths } from './money'

export interface BidCommand {
  readonly bidderId: number
  readonly price: Kopecks
  readonly quantity: Thousandths
  /** By default that of the company's last bid (R7.2). */
  readonly minimumQuantity?: Thousandths | undefined
  readonly final: boolean
  readonly receivedAt: EpochMs
}

export type BidRefusal =
  | OfferRefusal
  | { readonly code: 'bidding_closed_by_final_bid' }
  | { readonly code: 'not_a_participant' }
  | { readonly code: 'application_not_confirmed' }
  | { readonly code: 'account_deactivated' }
  | { readonly code: 'auction_not_started' }
  | { readonly code: 'auction_ended' }
  | { readonly code: 'auction_halted'; readonly resumesAt: EpochMs | null }
  | { readonly code: 'auction_cancelled' }

/**
 * Decides one bid (R4–R6). Bids are decided in the order received, each on the state that the one before left.
 *
 * A bid counts by when it was received, not by when it is decided (R6.1): while the end is not yet recorded, one
 * received in time is still taken. The start must have been recorded: call `decideDue` before, so that the first
 * bids come first in the sequence (R3.1).
 */
export function decideBid(state: AuctionState, command: BidCommand): Decision<BidRefusal> {
  const barred = barOf(state, command)
  if (barred !== null) return refused(barred)
  const own = lastBidOf(state, command.bidderId)
  if (own === undefined) return refused({ code: 'not_a_participant' })
  if (own.final) return refused({ code: 'bidding_closed_by_final_bid' })

  const minimumQuantity = command.minimumQuantity ?? own.minimumQuantity
  const refusal = checkOffer(limitsAbove(state, own), { ...command, minimumQuantity })
  if (refusal !== null) return refused(refusal)

  const bid: Bid = {
    seq: state.seq + 1,
    bidderId: command.bidderId,
    participant: own.participant,
    price: command.price,
    quantity: command.quantity,
    minimumQuantity,
    final: command.final,
    receivedAt: command.receivedAt,
    preliminary: false,
    automatic: false,
  }
  const event = { kind: 'bid', at: command.receivedAt, ...bid } as const
  const extension = extensionBy(state, bid)
  return extension === null ? accepted(event) : accepted(event, extension)
}

/**
 * The limits of a buyer's next bid, for the panel to show before the click: of its first one before the start
 * (R2.1), of its next one afterwards; null where it is no participant.
 */
export function bidLimits(state: AuctionState, bidderId: number): BidLimits | null {
  if (state.startedAt === null) return preliminaryLimits(state)
  const own = lastBidOf(state, bidderId)
  return own === undefined ? null : limitsAbove(state, own)
}

/** The limits of an application (R2.1). R4.3 guards it too: "or the starting price" applies before any bid. */
export function preliminaryLimits({ lot }: AuctionState): BidLimits {
  return {
    minimumPrice: lot.startingPrice,
    maximumPrice: maximumPrice(lot, lot.startingPrice),
    priceStep: lot.minimumStep,
    minimumQuantity: lot.minimumQuantity,
    maximumQuantity: lot.volume,
    quantityStep: lot.quantityStep,
    coveredQuantity: null,
    lotMinimumQuantity: lot.minimumQuantity,
    closedByFinal: false,
  }
}

/** R4.2: above one's own last price, not above the leader's. R4.3: above the highest by the maximum step at most. */
export function limitsAbove(
  state: AuctionState,
  own: Pick<Bid, 'bidderId' | 'price' | 'quantity' | 'final'>,
): BidLimits {
  const application = state.applications.get(own.bidderId)
  return {
    minimumPrice: own.price + state.lot.minimumStep,
    maximumPrice: maximumPrice(state.lot, state.highestPrice),
    priceStep: state.lot.minimumStep,
    minimumQuantity: own.quantity,
    maximumQuantity: state.lot.volume,
    quantityStep: state.lot.quantityStep,
    coveredQuantity:
      application !== undefined && asksDeposit(state.lot) ? coveredQuantity(state.lot, application) : null,
    lotMinimumQuantity: state.lot.minimumQuantity,
    closedByFinal: own.final,
  }
}

/** R4.3 */
function maximumPrice(lot: Lot, highest: Kopecks): Kopecks {
  return Math.min(highest + lot.maximumStep, highestPriceOf(lot))
}

/** The last price of the grid after which the next bid's could still be written. */
export function highestPriceOf({ startingPrice, minimumStep }: Lot): Kopecks {
  const [last] = nearestOnGrid(PRICE_CEILING - minimumStep, startingPrice, minimumStep)
  return Math.max(startingPrice, last)
}

/** Why nothing that this buyer sends now could be a bid (R2.7, R4.1, R6.1). */
export function barOf(
  state: AuctionState,
  { bidderId, receivedAt }: Pick<BidCommand, 'bidderId' | 'receivedAt'>,
): BidRefusal | null {
  if (state.cancelled !== null) return { code: 'auction_cancelled' }
  if (state.deactivated.has(bidderId)) return { code: 'account_deactivated' }
  if (state.unsuccessfulAt !== null || state.endedAt !== null) return { code: 'auction_ended' }
  if (state.startedAt === null || receivedAt < state.lot.startsAt) return { code: 'auction_not_started' }
  const halt = haltAt(state, receivedAt)
  if (halt !== null) return { code: 'auction_halted', resumesAt: halt.resumesAt }
  if (receivedAt >= state.effectiveEnd) return { code: 'auction_ended' }
  return unconfirmed(state, bidderId)
}

/** Why it is no confirmed participant; null if it is one (R4.1). */
export function unconfirmed(
  { applications }: AuctionState,
  bidderId: number,
): { readonly code: 'not_a_participant' | 'application_not_confirmed' } | null {
  const application = applications.get(bidderId)
  if (application === undefined || application.status === 'withdrawn') return { code: 'not_a_participant' }
  return application.status === 'confirmed' ? null : { code: 'application_not_confirmed' }
}
