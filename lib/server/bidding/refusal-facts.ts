import type { ApplyRefusal } from '@/lib/domain/application'
import type { BidRefusal } from '@/lib/domain/bidding'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { refuse } from '@/lib/server/kernel/handler'

/** A refusal of the rules in the wire's form, with the exact bounds that its message needs. */
export function refusalOf(refusal: BidRefusal | ApplyRefusal): ReturnType<typeof refuse> {
  switch (refusal.code) {
    case 'bid_below_minimum':
    case 'price_below_starting':
      return refuse(refusal.code, { facts: { minimum: toPriceString(refusal.minimum) } })
    case 'bid_above_maximum':
      return refuse(refusal.code, { facts: { maximum: toPriceString(refusal.maximum) } })
    case 'bid_off_grid':
      return refuse(refusal.code, { facts: { nearest: refusal.nearest.map(toPriceString) } })
    case 'quantity_above_volume':
      return refuse(refusal.code, { facts: { maximum: toQuantityString(refusal.maximum) } })
    case 'quantity_below_minimum':
    case 'quantity_reduced':
      return refuse(refusal.code, { facts: { minimum: toQuantityString(refusal.minimum) } })
    case 'quantity_off_step':
      return refuse(refusal.code, { facts: { nearest: refusal.nearest.map(toQuantityString) } })
    case 'minimum_quantity_invalid':
      return refuse(refusal.code, {
        facts: { minimum: toQuantityString(refusal.minimum), maximum: toQuantityString(refusal.maximum) },
      })
    default:
      return refuse(refusal.code)
  }
}
