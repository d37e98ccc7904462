import { winners } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import { averagePrice, type Kopecks, type Sum, sumOf } from '@/lib/domain/money'
import type { Thousandths } from './money'
import { allocationOf, countBidders } from '@/lib/domain/ranking'

/** A winner's purchase: its allocated volume at its own price, pay as bid (R7, R8.2). */
export interface AgreementTerms {
  readonly participant: number
  readonly quantity: Thousandths
  readonly price: Kopecks
  readonly sum: Sum
}

/** The public result (R8.2). */
export interface AuctionResult {
  readonly participants: number
  readonly winners: number
  readonly volumeSold: Thousandths
  /** Σ price × volume / Σ volume, half up to a kopeck; null if nothing was sold. */
  readonly averagePrice: Kopecks | null
  /** The highest winning price; null if nothing was sold. */
  readonly finalPrice: Kopecks | null
}

/** One agreement per winner, the best price first (R8.2). */
export function agreementsOf(state: AuctionState): readonly AgreementTerms[] {
  return winners(allocationOf(state)).map(({ participant, allocated, price }) => ({
    participant,
    quantity: allocated,
    price,
    sum: sumOf(price, allocated),
  }))
}

export function resultOf(state: AuctionState): AuctionResult {
  const agreements = agreementsOf(state)
  return {
    participants: countBidders(state),
    winners: agreements.length,
    volumeSold: agreements.reduce((sold, agreement) => sold + agreement.quantity, 0),
    averagePrice: averagePrice(agreements),
    finalPrice: agreements[0]?.price ?? null,
  }
}
