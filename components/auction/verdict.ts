import type { BidLimits, Offer } from '@/lib/domain/bid-limits'
import { type Kopecks, kopecksOf, type Thousandths, thousandthsOf } from '@/lib/domain/money'
import {
  cheapestFirstPrice,
  cheapestFullPrice,
  cheapestPart,
  type Competition,
  cutOffPrice,
  safetyMargin,
} from '@/lib/domain/price-for-volume'
import { currentStanding, type LiveState } from '@/components/auction/live-store'
import { competitionIn, limitsOf } from './price-steps'
import { sharesOf } from './ranking-shares'
import type { Application, BidLimits as DecimalLimits } from '@/lib/contract/stream'

/** A bid worth making now, and what it is good for: all of the volume, the first place, or the least that gets a part. */
export interface Choice {
  kind: 'full' | 'first' | 'part'
  offer: Offer
  awarded: Thousandths
}

export interface Verdict {
  kind: 'full' | 'partial' | 'outbid'
  rank: number
  price: Kopecks
  quantity: Thousandths
  awarded: Thousandths
  /** Of `full`: how far above the bid that would take from it; null where none would, or where prices are hidden. */
  margin: Kopecks | null
  /** False only where every bid in the ranking gets all that it asks for. */
  contested: boolean
  cutOff: Kopecks | null
  /** The cheapest bid that gives the whole volume, and the ones beside it. None where nothing needs pressing. */
  choice: Choice | null
  others: readonly Choice[]
}

export interface Bidder {
  application: Pick<Application, 'participant' | 'price' | 'quantity' | 'minimum_quantity'>
  participant: number
  /** Null where no further bid can be made. */
  limits: DecimalLimits | null
}

/** The verdict by the allocation itself (R7.4); null until it is known where the participant stands. */
export function verdictOf(state: LiveState, { application, participant, limits }: Bidder): Verdict | null {
  const { auction, own } = state
  const last = own?.last_bid ?? application
  const price = kopecksOf(last.price)
  const quantity = thousandthsOf(last.quantity)
  const minimumQuantity = thousandthsOf(last.minimum_quantity)
  // The answer to one's own bid may be here before the ranking that it led to: then only the answer counts.
  const answered = own !== null && own.last_bid !== null && own.last_bid.seq > auction.bids
  const place = answered ? answeredStanding(own) : currentStanding(state)
  if (!place) return null
  const awarded = thousandthsOf(place.given)
  const kind = awarded >= quantity ? 'full' : awarded > 0 ? 'partial' : 'outbid'
  const ranked = auction.ranking.length > 0 && !answered
  const shares = sharesOf(auction.ranking)
  const competition = competitionIn(auction, participant)
  const bid = { price, quantity, minimumQuantity }
  const margin = ranked && kind === 'full' ? safetyMargin(competition, bid) : null
  const bounds = ranked && kind !== 'full' && limits !== null ? boundsOf(state, limits) : null
  const choices = bounds === null ? [] : choicesOf(competition, bounds, { quantity, minimumQuantity }, awarded)
  const choice = choices.find(({ kind: of }) => of === 'full') ?? choices[0] ?? null
  return {
    kind,
    rank: place.rank,
    price,
    quantity,
    awarded,
    margin,
    contested: !ranked || shares.some((share) => share.given < share.quantity),
    cutOff: ranked ? cutOffPrice(thousandthsOf(auction.volume), shares) : null,
    choice,
    others: choices.filter((each) => each !== choice),
  }
}

function answeredStanding(own: LiveState['own']): { rank: number; given: string } | null {
  const { rank = null, provisional_quantity: given = null } = own ?? {}
  return rank === null || given === null ? null : { rank, given }
}

/** The highest price moves with the others' bids, and the ranking tells it before the limits come (R4.3). */
function boundsOf({ auction }: LiveState, limits: DecimalLimits): BidLimits {
  const bounds = limitsOf(limits, auction)
  const best = kopecksOf(auction.best_price ?? auction.starting_price)
  return { ...bounds, maximumPrice: Math.max(bounds.maximumPrice, best + kopecksOf(auction.maximum_step)) }
}

/** Equal prices are one choice, and a part is worth naming only where it is cheaper than all and more than one has. */
function choicesOf(
  competition: Competition,
  limits: BidLimits,
  wanted: Omit<Offer, 'price'>,
  awarded: Thousandths,
): Choice[] {
  const full = cheapestFullPrice(competition, limits, wanted)
  const first = cheapestFirstPrice(competition, limits)
  const part = cheapestPart(competition, limits, wanted)
  const choices: Choice[] = []
  if (full !== null) choices.push({ kind: 'full', offer: { ...wanted, price: full }, awarded: wanted.quantity })
  if (part !== null && part.price !== full && part.given > awarded)
    choices.push({ kind: 'part', offer: { ...wanted, price: part.price }, awarded: part.given })
  if (first !== null && first !== full)
    choices.push({ kind: 'first', offer: { ...wanted, price: first }, awarded: wanted.quantity })
  return choices
}
