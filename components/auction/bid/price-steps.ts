import type { AuctionDetail, bidsEndpoints } from '@/lib/contract/auctions'
import type { Input } from '@/lib/contract/endpoint'
import type { ErrorCode } from '@/lib/contract/errors'
import { depositFor } from '@/lib/domain/deposit'
import { type BidLimits, checkPrice, checkQuantity, type Offer, type OfferRefusal } from '@/lib/domain/bid-limits'
import {
  formatSum,
  parsePrice,
  parseQuantity,
  type Sum,
  sumOf,
  toPriceString,
  toQuantityString,
  kopecksOf,
  thousandthsOf,
} from '@/lib/domain/money'
import { type Competition, competitionOf, type RankedShare } from '@/lib/domain/price-for-volume'
import { type Locale, NO_DEPOSIT } from '@/lib/config/constants'
import { readTypedDecimal } from '@/lib/i18n/formats'
import type { AutomaticOrder, BidLimits as DecimalLimits, OwnPosition, RankingRow } from '@/lib/contract/stream'

/** The form's texts. An untouched field is null and follows the limits as they move. */
export interface BidDraft {
  price: string | null
  quantity: string | null
  minimumQuantity: string | null
  final: boolean
}

export const EMPTY_DRAFT: BidDraft = { price: null, quantity: null, minimumQuantity: null, final: false }

export type ReadDraft = Record<DraftField, number | null>

export type BidInput = Required<Input<typeof bidsEndpoints.place>>

type Terms = Pick<AuctionDetail, 'minimum_step' | 'quantity_step' | 'minimum_quantity'>

export function limitsOf(limits: DecimalLimits, lot: Terms): BidLimits {
  return {
    minimumPrice: kopecksOf(limits.minimum_price),
    maximumPrice: kopecksOf(limits.maximum_price),
    priceStep: kopecksOf(lot.minimum_step),
    minimumQuantity: thousandthsOf(limits.minimum_quantity),
    maximumQuantity: thousandthsOf(limits.maximum_quantity),
    coveredQuantity: limits.covered_quantity === undefined ? null : thousandthsOf(limits.covered_quantity),
    quantityStep: thousandthsOf(lot.quantity_step),
    lotMinimumQuantity: thousandthsOf(lot.minimum_quantity),
    closedByFinal: limits.closed_by_final,
  }
}

/**
 * Why an automatic order can no longer bid: the last bid asks for more than the order (R10.1) or is above its ceiling, or the deposit,
 * reduced since, no longer covers the order's volume (R11.3). Null while it can.
 */
export function idleCauseOf(
  order: AutomaticOrder,
  own: OwnPosition | null,
): 'outgrown' | 'exceeded' | 'uncovered' | null {
  const wanted = thousandthsOf(order.quantity)
  const bid = own?.last_bid ?? null
  if (bid !== null && thousandthsOf(bid.quantity) > wanted) return 'outgrown'
  if (bid !== null && kopecksOf(bid.price) > kopecksOf(order.ceiling)) return 'exceeded'
  const covered = own?.limits?.covered_quantity
  return covered !== undefined && thousandthsOf(covered) < wanted ? 'uncovered' : null
}

export function applicationLimits(
  lot: Pick<AuctionDetail, 'starting_price' | 'maximum_step' | 'volume'> & Terms,
): BidLimits {
  const startingPrice = kopecksOf(lot.starting_price)
  return {
    minimumPrice: startingPrice,
    maximumPrice: startingPrice + kopecksOf(lot.maximum_step),
    priceStep: kopecksOf(lot.minimum_step),
    minimumQuantity: thousandthsOf(lot.minimum_quantity),
    maximumQuantity: thousandthsOf(lot.volume),
    coveredQuantity: null,
    quantityStep: thousandthsOf(lot.quantity_step),
    lotMinimumQuantity: thousandthsOf(lot.minimum_quantity),
    closedByFinal: false,
  }
}

/** The offer of an untouched form: the lowest price and the last quantities. */
export function suggestedOffer(limits: BidLimits, lastMinimum: number | null): Offer {
  return {
    price: limits.minimumPrice,
    quantity: limits.minimumQuantity,
    minimumQuantity: Math.min(lastMinimum ?? limits.lotMinimumQuantity, limits.minimumQuantity),
  }
}

export function readDraft(draft: BidDraft, suggested: Offer, locale: Locale): ReadDraft {
  const quantityOf = (typed: string) => numberOf(typed, 3, parseQuantity, locale)
  return {
    price: draft.price === null ? suggested.price : numberOf(draft.price, 2, parsePrice, locale),
    quantity: draft.quantity === null ? suggested.quantity : quantityOf(draft.quantity),
    minimumQuantity: draft.minimumQuantity === null ? suggested.minimumQuantity : quantityOf(draft.minimumQuantity),
  }
}

export function completeOffer({ price, quantity, minimumQuantity }: ReadDraft): Offer | null {
  return price === null || quantity === null || minimumQuantity === null ? null : { price, quantity, minimumQuantity }
}

/** The next point of the grid in a direction, kept inside the bounds; a value off the grid goes to its neighbour first. */
export function stepTo(
  value: number | null,
  by: number,
  grid: { origin: number; step: number; minimum: number; maximum: number },
): number {
  const { origin, step, minimum, maximum } = grid
  if (value === null) return minimum
  const exact = (value - origin) / step
  const base = by > 0 ? Math.floor(exact) : Math.ceil(exact)
  return Math.min(maximum, Math.max(minimum, origin + (base + by) * step))
}

const FIELDS = ['price', 'quantity', 'minimumQuantity'] as const
export type DraftField = (typeof FIELDS)[number]

/** The field beside which each refusal of an offer is shown. */
const OFFER_FIELDS: Record<OfferRefusal['code'] | 'price_below_starting', DraftField> = {
  price_not_above_one: 'price',
  price_below_starting: 'price',
  bid_below_minimum: 'price',
  bid_above_maximum: 'price',
  bid_off_grid: 'price',
  quantity_above_volume: 'quantity',
  deposit_insufficient: 'quantity',
  quantity_below_minimum: 'quantity',
  quantity_reduced: 'quantity',
  quantity_off_step: 'quantity',
  minimum_quantity_invalid: 'minimumQuantity',
}

/** The field that a refusal concerns; null for the whole bid. */
export function fieldOf(code: ErrorCode): DraftField | null {
  return (OFFER_FIELDS as Partial<Record<ErrorCode, DraftField>>)[code] ?? null
}

/** `unreadable`: the field does not hold a number. */
export type FieldError = OfferRefusal | 'unreadable'

export function fieldErrorsOf(read: ReadDraft, limits: BidLimits): Partial<Record<DraftField, FieldError>> {
  const { price, quantity, minimumQuantity } = read
  const errors: Partial<Record<DraftField, FieldError>> = {}
  for (const field of FIELDS) if (read[field] === null) errors[field] = 'unreadable'
  const refusals = [
    price === null ? null : checkPrice(limits, price),
    // A malformed acceptable volume must not hide an error of the volume.
    quantity === null ? null : checkQuantity(limits, { quantity, minimumQuantity: minimumQuantity ?? quantity }),
  ]
  for (const refusal of refusals) if (refusal) errors[OFFER_FIELDS[refusal.code]] ??= refusal
  return errors
}

export function inputOf(auctionId: number, offer: Offer, final: boolean): BidInput {
  return {
    auction_id: auctionId,
    price: toPriceString(offer.price),
    quantity: toQuantityString(offer.quantity),
    minimum_quantity: toQuantityString(offer.minimumQuantity),
    final,
  }
}

export function sumText(offer: Pick<Offer, 'price' | 'quantity'>): string {
  return formatSum(sumOf(offer.price, offer.quantity))
}

/** A price more than this many steps higher needs a confirmation. */
const STEPS_WITHOUT_CONFIRMATION = 3

/** @param reference `referencePrice`, or before the start the starting price */
export function isFarAbove(price: number, reference: number, step: number): boolean {
  return price - reference >= (STEPS_WITHOUT_CONFIRMATION + 1) * step
}

export function needsConfirmation(price: number, reference: number, step: number, final: boolean): boolean {
  return final || isFarAbove(price, reference, step)
}

/** The deposit for an offer (R11.1); null if the lot requires none. */
export function depositOf(
  lot: Pick<AuctionDetail, 'deposit_rate' | 'starting_price'>,
  { quantity }: Pick<Offer, 'quantity'>,
): Sum | null {
  if (lot.deposit_rate === NO_DEPOSIT) return null
  return depositFor(
    { depositRate: kopecksOf(lot.deposit_rate), startingPrice: kopecksOf(lot.starting_price) },
    quantity,
  )
}

/** Steps are counted from the price that gets the whole volume now, or from the bidder's last price if one step is enough. */
export function referencePrice(full: number | null, limits: BidLimits, lastPrice: number): number {
  return full === null || full === limits.minimumPrice ? lastPrice : full
}

function numberOf(
  typed: string,
  places: number,
  parse: (text: string) => number | null,
  locale: Locale,
): number | null {
  const text = readTypedDecimal(typed, places, locale)
  return text === null ? null : parse(text)
}

export function sharesOf(ranking: readonly RankingRow[]): RankedShare[] {
  return ranking
    .filter((row) => row.outcome !== 'excluded')
    .sort((a, b) => a.rank - b.rank)
    .map(({ participant, price, quantity, allocated }) => ({
      participant,
      price: kopecksOf(price),
      quantity: thousandthsOf(quantity),
      allocated: thousandthsOf(allocated),
    }))
}

export function competitionIn(
  { ranking, volume }: Pick<AuctionDetail, 'ranking' | 'volume'>,
  ownParticipant: number,
): Competition {
  return competitionOf(thousandthsOf(volume), sharesOf(ranking), ownParticipant)
}
