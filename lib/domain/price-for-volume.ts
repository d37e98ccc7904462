import { allocate, type AllocationRow, byPriceThenTime, type LastBid } from './allocation'
import type { BidLimits, Offer } from './bid-limits'
import { nextOnGrid } from './lot'
import type { Kopecks, Thousandths } from './money'

/**
 * A new bid's share, and the lowest prices that get one, computed from the public ranking. A higher price never gets less:
 * fewer rivals are ahead of it, and each of them takes what the ranking shows.
 */

/** A row of the public ranking that takes part in the allocation, whose order is by price, then time. */
export interface RankedShare {
  readonly participant: number
  readonly price: Kopecks
  readonly quantity: Thousandths
  /** Allocated now. */
  readonly allocated: Thousandths
}

/** The lot's volume, and the others' last bids. */
export interface Competition {
  readonly volume: Thousandths
  readonly rivals: readonly LastBid[]
}

/** Later than every existing bid (R7.1). */
const LATEST = Number.MAX_SAFE_INTEGER

/**
 * The others' bids as far as the ranking shows them. Their minimum acceptable quantities are private: the assumed ones
 * give each bid its present share, and if more were left, as much as it might take.
 */
export function competitionOf(volume: Thousandths, ranking: readonly RankedShare[], participant: number): Competition {
  let left = volume
  const rivals: LastBid[] = []
  for (const [index, row] of ranking.entries()) {
    if (row.participant !== participant) {
      const minimumQuantity = row.allocated > 0 ? row.allocated : Math.min(left + 1, row.quantity)
      rivals.push({
        participant: row.participant,
        price: row.price,
        quantity: row.quantity,
        minimumQuantity,
        seq: index,
      })
    }
    left -= row.allocated
  }
  return { volume, rivals }
}

/** The row of a new bid if the auction closed now, by the allocation itself (R7.4). */
export function previewOffer({ volume, rivals }: Competition, participant: number, offer: Offer): AllocationRow {
  const { price, quantity, minimumQuantity } = offer
  const ownBid: LastBid = { participant, price, quantity, minimumQuantity, seq: LATEST }
  const row = allocate({ volume, lastBids: [...rivals, ownBid] }).rows.find(({ seq }) => seq === LATEST)
  if (row === undefined) throw new Error('the allocation has no row of the new bid')
  return row
}

/** The lowest price within the limits at which a new bid gets all of its quantity; null if none does. */
export function cheapestFullPrice(
  competition: Competition,
  limits: BidLimits,
  wanted: Omit<Offer, 'price'>,
): Kopecks | null {
  return cheapest(competition, limits, (price) => previewOffer(competition, 0, { ...wanted, price }).kind === 'full')
}

/** The lowest price within the limits that gets anything, with what it gets. */
export function cheapestPart(
  competition: Competition,
  limits: BidLimits,
  wanted: Omit<Offer, 'price'>,
): { price: Kopecks; allocated: Thousandths } | null {
  const allocatedAt = (price: Kopecks) => previewOffer(competition, 0, { ...wanted, price }).allocated
  const price = cheapest(competition, limits, (candidate) => allocatedAt(candidate) > 0)
  return price === null ? null : { price, allocated: allocatedAt(price) }
}

/** The lowest price within the limits at which a new bid gets the most that it can get; null if it gets nothing. */
export function cheapestBestPart(
  competition: Competition,
  limits: BidLimits,
  wanted: Omit<Offer, 'price'>,
): { price: Kopecks; allocated: Thousandths } | null {
  const allocatedAt = (price: Kopecks) => previewOffer(competition, 0, { ...wanted, price }).allocated
  const most = allocatedAt(limits.maximumPrice)
  if (most === 0) return null
  const price = cheapest(competition, limits, (candidate) => allocatedAt(candidate) === most)
  return price === null ? null : { price, allocated: most }
}

/** The lowest price within the limits that ranks first. */
export function cheapestFirstPrice(competition: Competition, limits: BidLimits): Kopecks | null {
  return cheapest(competition, limits, (price) => competition.rivals.every((rival) => rival.price < price))
}

/**
 * How far a bid that gets all of its quantity is above the highest price at which a new bid would not: at every
 * price in between it still would. 0: a rival with the same price comes later. Null: no bid could take from it.
 */
export function safetyMargin(competition: Competition, ownOffer: Offer): Kopecks | null {
  const threat = competition.rivals
    .filter((rival) => rival.price <= ownOffer.price)
    .sort(byPriceThenTime)
    .find(({ price }) => previewOffer(competition, 0, { ...ownOffer, price }).kind !== 'full')
  return threat === undefined ? null : ownOffer.price - threat.price
}

/** The lowest price that gets volume once none is left; null while volume is left for lower ones. */
export function cutOffPrice(volume: Thousandths, ranking: readonly RankedShare[]): Kopecks | null {
  const allocated = ranking.reduce((total, row) => total + row.allocated, 0)
  if (allocated < volume) return null
  return ranking.reduce<Kopecks | null>(
    (lowest, row) => (row.allocated > 0 && (lowest === null || row.price < lowest) ? row.price : lowest),
    null,
  )
}

/** Only the minimum and the next price on the grid above a rival's can be the answer: between them nothing changes. */
function cheapest(
  { rivals }: Competition,
  { minimumPrice, maximumPrice, priceStep }: BidLimits,
  serves: (price: Kopecks) => boolean,
): Kopecks | null {
  const candidates = rivals.map(({ price }) => nextOnGrid(price, minimumPrice, priceStep))
  return (
    [minimumPrice, ...candidates]
      .filter((price) => price >= minimumPrice && price <= maximumPrice)
      .sort((a, b) => a - b)
      .find(serves) ?? null
  )
}
