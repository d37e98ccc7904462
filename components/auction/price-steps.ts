import type { AuctionDetail, RankingRow, BidLimits as DecimalLimits } from '@/lib/contract/auctions'
import type { ErrorCode } from '@/lib/contract/errors'
import { allocate, type AllocationRow, type StandingBid } from '@/lib/domain/allocation'
import { type BidLimits, checkOffer, type Offer, type OfferRefusal } from '@/lib/domain/bid-limits'
import { formatSum, parsePrice, parseQuantity, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { parseDecimal } from '@/lib/i18n/formats'
import { kopecksOf, thousandthsOf } from './units'

/** What stands in the form. Null is untouched: the field then follows the limits as they move. */
export interface BidDraft {
  price: string | null
  quantity: string | null
  minimumQuantity: string | null
  final: boolean
}

export const EMPTY_DRAFT: BidDraft = { price: null, quantity: null, minimumQuantity: null, final: false }

/** Each is null where what was typed is no number. */
interface ReadDraft {
  price: number | null
  quantity: number | null
  minimumQuantity: number | null
}

/** A bid in the contract’s strings, ready to be sent. */
export interface BidInput {
  auction_id: number
  price: string
  quantity: string
  minimum_quantity: string
  final: boolean
}

type Terms = Pick<AuctionDetail, 'minimum_step' | 'quantity_step' | 'minimum_quantity'>

/** The limits of the contract, in whole numbers. */
export function limitsOf(limits: DecimalLimits, lot: Terms): BidLimits {
  return {
    minimumPrice: kopecksOf(limits.minimum_price),
    maximumPrice: kopecksOf(limits.maximum_price),
    priceStep: kopecksOf(lot.minimum_step),
    minimumQuantity: thousandthsOf(limits.minimum_quantity),
    maximumQuantity: thousandthsOf(limits.maximum_quantity),
    quantityStep: thousandthsOf(lot.quantity_step),
    lotMinimumQuantity: thousandthsOf(lot.minimum_quantity),
    closedByFinal: limits.closed_by_final,
  }
}

/** The limits of an application (R2.1, R4.3): the starting price is what stands before any bid. */
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
    quantityStep: thousandthsOf(lot.quantity_step),
    lotMinimumQuantity: thousandthsOf(lot.minimum_quantity),
    closedByFinal: false,
  }
}

/** What an untouched form offers: the least price, all of one’s last quantity, and its last word on parts. */
export function suggestedOffer(limits: BidLimits, lastMinimum: number | null): Offer {
  return {
    price: limits.minimumPrice,
    quantity: limits.minimumQuantity,
    minimumQuantity: Math.min(lastMinimum ?? limits.lotMinimumQuantity, limits.minimumQuantity),
  }
}

/** Reads what was typed, in the language’s way or the plain one. */
export function readDraft(draft: BidDraft, suggested: Offer): ReadDraft {
  return {
    price: draft.price === null ? suggested.price : numberOf(draft.price, 2, parsePrice),
    quantity: draft.quantity === null ? suggested.quantity : numberOf(draft.quantity, 3, parseQuantity),
    minimumQuantity:
      draft.minimumQuantity === null ? suggested.minimumQuantity : numberOf(draft.minimumQuantity, 3, parseQuantity),
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

export type DraftField = 'price' | 'quantity' | 'minimumQuantity'

/** The field that each refusal of an offer speaks of, so that the words stand beside it. */
export const OFFER_FIELDS: Record<OfferRefusal['code'] | 'price_below_starting', DraftField> = {
  price_not_above_one: 'price',
  price_below_starting: 'price',
  bid_below_minimum: 'price',
  bid_above_maximum: 'price',
  bid_off_grid: 'price',
  quantity_above_volume: 'quantity',
  quantity_below_minimum: 'quantity',
  quantity_reduced: 'quantity',
  quantity_off_step: 'quantity',
  minimum_quantity_invalid: 'minimumQuantity',
}

/** The field that the server’s refusal speaks of; null where it speaks of the whole bid. */
export function fieldOf(code: ErrorCode): DraftField | null {
  return (OFFER_FIELDS as Partial<Record<ErrorCode, DraftField>>)[code] ?? null
}

/** The rule that the draft breaks, the price’s first; null where it may be sent. */
export function refusalOf(read: ReadDraft, limits: BidLimits): OfferRefusal | null {
  const offer = completeOffer(read)
  return offer === null ? null : checkOffer(limits, offer)
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

/** More than this many steps at once is looked at twice. */
const STEPS_WITHOUT_SECOND_LOOK = 3

/** Steps above the reference, which is one’s own last price or, before the start, the starting price. */
export function stepsAbove(price: number, reference: number, step: number): number {
  return Math.floor((price - reference) / step)
}

export function needsConfirmation(price: number, reference: number, step: number, final: boolean): boolean {
  return final || stepsAbove(price, reference, step) > STEPS_WITHOUT_SECOND_LOOK
}

function numberOf(typed: string, places: number, parse: (text: string) => number | null): number | null {
  const text = parseDecimal(typed, places)
  return text === null ? null : parse(text)
}

export interface BidPreview {
  rank: number
  given: number
  kind: AllocationRow['kind']
  quantity: number
}

/**
 * What this bid would get if the auction closed now, by the very allocation of the server (R7.4). The others’ least
 * acceptable quantities are private; the ranking bounds them well enough: a partial row takes what it was given,
 * a row that was passed over takes nothing less than all.
 */
export function previewBid(
  ranking: readonly RankingRow[],
  volume: string,
  ownParticipant: number,
  offer: Offer,
): BidPreview {
  const others = ranking.filter((row) => row.participant !== ownParticipant && row.outcome !== 'excluded')
  const own: StandingBid = { participant: ownParticipant, ...offer, seq: Number.MAX_SAFE_INTEGER }
  const { rows } = allocate({ volume: thousandthsOf(volume), lastBids: [...others.map(standingBid), own] })
  const row = rows.find((candidate) => candidate.participant === ownParticipant)
  if (!row) throw new Error('the allocation lost the bid it was asked about')
  return { rank: row.rank, given: row.given, kind: row.kind, quantity: row.quantity }
}

/** The least price of the grid within the limits that would get all of the quantity now; null where none would. */
export function cheapestFullPrice(
  ranking: readonly RankingRow[],
  volume: string,
  ownParticipant: number,
  limits: BidLimits,
  quantity: number,
): number | null {
  return cheapest(ranking, limits, (price) => {
    const offer = { price, quantity, minimumQuantity: Math.min(limits.lotMinimumQuantity, quantity) }
    return previewBid(ranking, volume, ownParticipant, offer).kind === 'full'
  })
}

/** The least price within the limits that would stand first. */
export function cheapestFirstPrice(
  ranking: readonly RankingRow[],
  ownParticipant: number,
  limits: BidLimits,
): number | null {
  const others = ranking.filter((row) => row.participant !== ownParticipant && row.outcome !== 'excluded')
  return cheapest(ranking, limits, (price) => others.every((row) => kopecksOf(row.price) < price))
}

/** Only the least price and those one step above somebody’s can be the answer: between them nothing changes. */
function cheapest(
  ranking: readonly RankingRow[],
  limits: BidLimits,
  serves: (price: number) => boolean,
): number | null {
  const above = ranking.map((row) => kopecksOf(row.price) + limits.priceStep)
  const candidates = [limits.minimumPrice, ...above].filter(
    (price) => price >= limits.minimumPrice && price <= limits.maximumPrice,
  )
  return candidates.toSorted((a, b) => a - b).find(serves) ?? null
}

function standingBid(row: RankingRow): StandingBid {
  const quantity = thousandthsOf(row.quantity)
  return {
    participant: row.participant,
    price: kopecksOf(row.price),
    quantity,
    minimumQuantity:
      row.outcome === 'passed_over'
        ? quantity
        : row.outcome === 'partial' || row.outcome === 'conditional'
          ? thousandthsOf(row.given)
          : 1,
    // The ranking is in the order of price then time, so the rank tells the earlier of two equal prices.
    seq: row.rank,
  }
}
