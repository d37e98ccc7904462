import type { BidLimits, Offer } from '@/lib/domain/bid-limits'
import { type Kopecks, kopecksOf, type Thousandths, thousandthsOf } from '@/lib/domain/money'
import {
  cheapestFullPrice,
  cheapestPart,
  type Competition,
  cutOffPrice,
  safetyMargin,
} from '@/lib/domain/price-for-volume'
import { answeredStanding, currentStanding, type LiveState } from '@/components/auction/live/live-store'
import { competitionIn, limitsOf, sharesOf } from '@/components/auction/bid/price-steps'
import type { Application, BidLimits as DecimalLimits } from '@/lib/contract/stream'

/** A bid worth making now: the cheapest that gets all of the volume, or the cheapest that gets a part. */
export interface Choice {
  kind: 'full' | 'part'
  offer: Offer
  awarded: Thousandths
}

export interface Verdict {
  kind: 'full' | 'partial' | 'outbid'
  rank: number
  price: Kopecks
  quantity: Thousandths
  awarded: Thousandths
  /**
   * `full` only: the distance to the bid that would take volume from it; null where none would, or where prices are
   * hidden.
   */
  margin: Kopecks | null
  /** False only where every bid in the ranking gets all that it asks for. */
  contested: boolean
  cutOff: Kopecks | null
  /** The cheapest bid for the whole volume and, beside it, the cheapest for a part. Null where no bid is needed. */
  choice: Choice | null
  other: Choice | null
}

export interface Bidder {
  application: Pick<Application, 'participant' | 'price' | 'quantity' | 'minimum_quantity'>
  participant: number
  /** Null where no further bid can be made. */
  limits: DecimalLimits | null
}

/** The verdict by the allocation itself (R7.4); null until the participant's rank is known. */
export function verdictOf(state: LiveState, { application, participant, limits }: Bidder): Verdict | null {
  const { auction, own } = state
  const last = own?.last_bid ?? application
  const price = kopecksOf(last.price)
  const quantity = thousandthsOf(last.quantity)
  const minimumQuantity = thousandthsOf(last.minimum_quantity)
  // The answer to the bidder's own bid may arrive before the new ranking: then only the answer counts.
  const answered = own !== null && own.last_bid !== null && own.last_bid.seq > auction.bids
  const standing = answered ? answeredStanding(own) : currentStanding(state)
  if (!standing) return null
  const awarded = thousandthsOf(standing.allocated)
  const kind = awarded >= quantity ? 'full' : awarded > 0 ? 'partial' : 'outbid'
  const ranked = auction.ranking.length > 0 && !answered
  const shares = sharesOf(auction.ranking)
  const competition = competitionIn(auction, participant)
  const bid = { price, quantity, minimumQuantity }
  const margin = ranked && kind === 'full' ? safetyMargin(competition, bid) : null
  const bounds = ranked && kind !== 'full' && limits !== null ? boundsOf(state, limits) : null
  const [choice = null, other = null] =
    bounds === null ? [] : choicesOf(competition, bounds, { quantity, minimumQuantity }, awarded)
  return {
    kind,
    rank: standing.rank,
    price,
    quantity,
    awarded,
    margin,
    contested: !ranked || shares.some((share) => share.allocated < share.quantity),
    cutOff: ranked ? cutOffPrice(thousandthsOf(auction.volume), shares) : null,
    choice,
    other,
  }
}

/** The maximum price rises with the others' bids; the ranking arrives before the new limits (R4.3). */
function boundsOf({ auction }: LiveState, limits: DecimalLimits): BidLimits {
  const bounds = limitsOf(limits, auction)
  const best = kopecksOf(auction.best_price ?? auction.starting_price)
  return { ...bounds, maximumPrice: Math.max(bounds.maximumPrice, best + kopecksOf(auction.maximum_step)) }
}

/**
 * A part is offered only if it is cheaper than the whole volume and more than the bidder already has; a rest below the acceptable volume
 * too, because the bidder may rather take it than nothing.
 */
function choicesOf(
  competition: Competition,
  limits: BidLimits,
  terms: Omit<Offer, 'price'>,
  awarded: Thousandths,
): Choice[] {
  const full = cheapestFullPrice(competition, limits, terms)
  const acceptable = cheapestPart(competition, limits, terms)
  const part =
    acceptable !== null && acceptable.price !== full
      ? acceptable
      : cheapestPart(competition, limits, { ...terms, minimumQuantity: limits.lotMinimumQuantity })
  const choices: Choice[] = []
  if (full !== null) choices.push({ kind: 'full', offer: { ...terms, price: full }, awarded: terms.quantity })
  if (part !== null && part.price !== full && part.allocated > awarded)
    choices.push({
      kind: 'part',
      offer: { ...terms, minimumQuantity: Math.min(terms.minimumQuantity, part.allocated), price: part.price },
      awarded: part.allocated,
    })
  return choices
}
