import { type AuctionState, haltAt, isBiddingOver, lastBidOf } from '@/lib/domain/auction-state'
import { type BidLimits, checkOffer, type OfferRefusal } from '@/lib/domain/bid-limits'
import { extensionOf, rankedWith } from './allocation'
import { coveredQuantity } from './deposit'
import { accepted, type Bid, type Decision, refused } from './events'
import { requiresDeposit, type EpochMs, type Lot, nearestOnGrid } from '@/lib/domain/lot'
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
 * The time of receipt counts, not that of the decision (R6.1): until the end is recorded, a bid received in time is still
 * accepted. Record the start before, with `decideDue`, so that the first bids have the first numbers (R3.1).
 */
export function decideBid(state: AuctionState, command: BidCommand): Decision<BidRefusal> {
  const barred = checkMayBid(state, command)
  if (barred !== null) return refused(barred)
  const ownBid = lastBidOf(state, command.bidderId)
  if (ownBid === undefined) return refused({ code: 'not_a_participant' })
  if (ownBid.final) return refused({ code: 'bidding_closed_by_final_bid' })

  const minimumQuantity = command.minimumQuantity ?? ownBid.minimumQuantity
  const refusal = checkOffer(limitsAbove(state, ownBid), { ...command, minimumQuantity })
  if (refusal !== null) return refused(refusal)

  const bid: Bid = {
    seq: state.seq + 1,
    bidderId: command.bidderId,
    participant: ownBid.participant,
    price: command.price,
    quantity: command.quantity,
    minimumQuantity,
    final: command.final,
    receivedAt: command.receivedAt,
    preliminary: false,
    automatic: false,
  }
  const event = { kind: 'bid', at: command.receivedAt, ...bid } as const
  const extension = extensionOf(state, bid, () => rankedWith(state.ranking, bid, ownBid))
  return extension === null ? accepted(event) : accepted(event, extension)
}

/**
 * The limits of a buyer's next bid, for the panel to show before the click: of the preliminary bid before the start
 * (R2.1), of the next one afterwards; null if the buyer does not take part.
 */
export function bidLimits(state: AuctionState, bidderId: number): BidLimits | null {
  if (state.startedAt === null) return preliminaryLimits(state)
  const ownBid = lastBidOf(state, bidderId)
  return ownBid === undefined ? null : limitsAbove(state, ownBid)
}

/** The limits of an application (R2.1). R4.3 applies too, from the starting price, because there is no bid yet. */
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

/** The limits of the next bid after `ownBid`: above its price (R4.2), at most the maximum step above the highest (R4.3). */
export function limitsAbove(
  state: AuctionState,
  ownBid: Pick<Bid, 'bidderId' | 'price' | 'quantity' | 'final'>,
): BidLimits {
  const application = state.applications.get(ownBid.bidderId)
  return {
    minimumPrice: ownBid.price + state.lot.minimumStep,
    maximumPrice: maximumPrice(state.lot, state.highestPrice),
    priceStep: state.lot.minimumStep,
    minimumQuantity: ownBid.quantity,
    maximumQuantity: state.lot.volume,
    quantityStep: state.lot.quantityStep,
    coveredQuantity:
      application !== undefined && requiresDeposit(state.lot) ? coveredQuantity(state.lot, application) : null,
    lotMinimumQuantity: state.lot.minimumQuantity,
    closedByFinal: ownBid.final,
  }
}

function maximumPrice(lot: Lot, highest: Kopecks): Kopecks {
  return Math.min(highest + lot.maximumStep, highestPriceOf(lot))
}

/** The highest price on the grid that leaves room for one more step below the ceiling (R4.3). */
export function highestPriceOf({ startingPrice, minimumStep }: Lot): Kopecks {
  const [last] = nearestOnGrid(PRICE_CEILING - minimumStep, startingPrice, minimumStep)
  return Math.max(startingPrice, last)
}

/** Why this buyer cannot bid at all at that instant; null if it can (R2.7, R4.1, R6.1, R13.1). */
export function checkMayBid(
  state: AuctionState,
  { bidderId, receivedAt }: Pick<BidCommand, 'bidderId' | 'receivedAt'>,
): BidRefusal | null {
  if (state.cancelled !== null) return { code: 'auction_cancelled' }
  if (state.deactivated.has(bidderId)) return { code: 'account_deactivated' }
  if (isBiddingOver(state)) return { code: 'auction_ended' }
  if (state.startedAt === null || receivedAt < state.lot.startsAt) return { code: 'auction_not_started' }
  const halt = haltAt(state, receivedAt)
  if (halt !== null) return { code: 'auction_halted', resumesAt: halt.resumesAt }
  if (receivedAt >= state.effectiveEnd) return { code: 'auction_ended' }
  return checkConfirmed(state, bidderId)
}

/** Why the bidder is not a confirmed participant; null if it is (R4.1). */
export function checkConfirmed(
  { applications }: AuctionState,
  bidderId: number,
): { readonly code: 'not_a_participant' | 'application_not_confirmed' } | null {
  const application = applications.get(bidderId)
  if (application === undefined || application.status === 'withdrawn') return { code: 'not_a_participant' }
  return application.status === 'confirmed' ? null : { code: 'application_not_confirmed' }
}
