import type { AuctionState } from '@/lib/domain/auction-state'
import { bidLimits } from '@/lib/domain/bidding'
import type { Lot } from '@/lib/domain/lot'
import type { Kopecks } from '@/lib/domain/money'
import type { Thousandths } from '@/lib/domain/quantity'
import { rankingOf } from '@/lib/domain/standing'
import type { Random } from '@/lib/server/demo/random'

/** What a made-up buyer wants. */
export interface Temper {
  /** It never pays more than this. */
  ceiling: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
  /** How readily it bids while it already gets all that it wants. */
  restless: number
}

export function temperOf(lot: Lot, random: Random): Temper {
  const share = 0.12 + random.next() * random.next() * 0.75
  const quantity = onStep(lot, Math.max(lot.minimumQuantity, lot.volume * share))
  const steps = Math.floor((lot.startingPrice * (0.015 + random.next() * 0.065)) / lot.minimumStep)
  return {
    ceiling: lot.startingPrice + steps * lot.minimumStep,
    quantity,
    minimumQuantity: random.chance(0.3) ? onStep(lot, Math.max(lot.minimumQuantity, quantity / 2)) : lot.minimumQuantity,
    restless: random.next() * 0.05,
  }
}

export interface TemperedBid {
  price: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
  final: boolean
}

/** The preliminary bid: at the starting price or a few steps above. */
export function firstOffer(lot: Lot, temper: Temper, random: Random): Omit<TemperedBid, 'final'> {
  const price = Math.min(lot.startingPrice + random.whole(0, 4) * lot.minimumStep, temper.ceiling)
  return { price, quantity: temper.quantity, minimumQuantity: temper.minimumQuantity }
}

/** The next bid of a buyer that does not get what it wants; null where it is content, or would have to pay too much. */
export function chooseBid(state: AuctionState, bidderId: number, temper: Temper, random: Random): TemperedBid | null {
  const participant = state.applications.get(bidderId)?.participant
  const limits = bidLimits(state, bidderId)
  const ranking = rankingOf(state)
  const own = ranking.find((row) => row.participant === participant)
  if (limits === null || own === undefined || limits.closedByFinal) return null
  if (own.given === own.quantity && !random.chance(temper.restless)) return null
  // The cheapest way up: just above somebody who gets something now.
  const above = ranking.filter((row) => row.rank < own.rank && row.given > 0)
  const rival = above.at(-random.whole(1, Math.min(3, Math.max(1, above.length))))
  const wanted = rival === undefined ? limits.minimumPrice : rival.price + random.whole(1, 2) * limits.priceStep
  const price = Math.min(Math.max(wanted, limits.minimumPrice), limits.maximumPrice)
  if (price > temper.ceiling) return null
  const last = price + 2 * limits.priceStep > temper.ceiling
  return { price, quantity: own.quantity, minimumQuantity: temper.minimumQuantity, final: last && random.chance(0.25) }
}

function onStep({ quantityStep }: Lot, quantity: number): Thousandths {
  return Math.max(1, Math.round(quantity / quantityStep)) * quantityStep
}
