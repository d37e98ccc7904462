import { isOnGrid, nearestOnGrid } from './lot'
import { type Kopecks, PRICE_FLOOR, type Thousandths } from './money'

/** Limits of a buyer's next bid. Every bound lies on its grid, so that the bound itself is always a valid bid. */
export interface BidLimits {
  readonly minimumPrice: Kopecks
  readonly maximumPrice: Kopecks
  readonly priceStep: Kopecks
  readonly minimumQuantity: Thousandths
  readonly maximumQuantity: Thousandths
  readonly quantityStep: Thousandths
  /** The quantity that the deposit covers (R11.3); null if the lot requires none, and for an application, which precedes it. */
  readonly coveredQuantity: Thousandths | null
  /** The lot's minimum, which is also the smallest acceptable volume that a bid may name (R7.2). */
  readonly lotMinimumQuantity: Thousandths
  readonly closedByFinal: boolean
}

export interface Offer {
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
}

export type OfferRefusal =
  | { readonly code: 'price_not_above_one' }
  | { readonly code: 'bid_below_minimum'; readonly minimum: Kopecks }
  | { readonly code: 'bid_above_maximum'; readonly maximum: Kopecks }
  | { readonly code: 'bid_off_grid'; readonly nearest: readonly [Kopecks, Kopecks] }
  | { readonly code: 'quantity_above_volume'; readonly maximum: Thousandths }
  | { readonly code: 'deposit_insufficient'; readonly maximum: Thousandths }
  | { readonly code: 'quantity_below_minimum'; readonly minimum: Thousandths }
  | { readonly code: 'quantity_reduced'; readonly minimum: Thousandths }
  | { readonly code: 'quantity_off_step'; readonly nearest: readonly [Thousandths, Thousandths] }
  | { readonly code: 'minimum_quantity_invalid'; readonly minimum: Thousandths; readonly maximum: Thousandths }

/** Checks an offer against its limits (R4.2–R4.5, R7.2); null if it is within them. */
export function checkOffer(limits: BidLimits, offer: Offer): OfferRefusal | null {
  return checkPrice(limits, offer.price) ?? checkQuantity(limits, offer)
}

// The bounds are checked before the grid: then both nearest prices lie within them.
export function checkPrice(limits: BidLimits, price: Kopecks): OfferRefusal | null {
  if (price <= PRICE_FLOOR) return { code: 'price_not_above_one' }
  if (price < limits.minimumPrice) return { code: 'bid_below_minimum', minimum: limits.minimumPrice }
  if (price > limits.maximumPrice) return { code: 'bid_above_maximum', maximum: limits.maximumPrice }
  if (isOnGrid(price, limits.minimumPrice, limits.priceStep)) return null
  return { code: 'bid_off_grid', nearest: nearestOnGrid(price, limits.minimumPrice, limits.priceStep) }
}

export function checkQuantity(
  limits: BidLimits,
  { quantity, minimumQuantity }: Omit<Offer, 'price'>,
): OfferRefusal | null {
  const lowest = limits.lotMinimumQuantity
  if (quantity > limits.maximumQuantity) return { code: 'quantity_above_volume', maximum: limits.maximumQuantity }
  if (quantity < lowest) return { code: 'quantity_below_minimum', minimum: lowest }
  if (quantity < limits.minimumQuantity) return { code: 'quantity_reduced', minimum: limits.minimumQuantity }
  if (!isOnGrid(quantity, 0, limits.quantityStep)) {
    return { code: 'quantity_off_step', nearest: nearestOnGrid(quantity, 0, limits.quantityStep) }
  }
  if (limits.coveredQuantity !== null && quantity > limits.coveredQuantity)
    return { code: 'deposit_insufficient', maximum: limits.coveredQuantity }
  if (minimumQuantity < lowest || minimumQuantity > quantity) {
    return { code: 'minimum_quantity_invalid', minimum: lowest, maximum: quantity }
  }
  return null
}
