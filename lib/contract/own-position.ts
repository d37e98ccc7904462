import * as z from 'zod'
import { requiredDocument } from './documents'
import { id, instant, price, quantity, sum } from './primitives'

export const applicationStatus = z.enum(['submitted', 'awaiting_confirmation', 'confirmed', 'rejected', 'withdrawn'])

export const application = z.object({
  id,
  auction_id: id,
  status: applicationStatus,
  /** The number that others see (R2.4); null until confirmed. */
  participant: z.int().nullable(),
  price,
  quantity,
  minimum_quantity: quantity,
  sum,
  received_at: instant,
  reason: z.string().nullable(),
  /** What accreditation asks for and is not uploaded yet; while there is any, a submitted application stays so (R2.4). */
  missing_documents: z.array(requiredDocument),
})
export type Application = z.infer<typeof application>

/** What the bid panel says before the click; every bound is on the grid (R4). */
export const bidLimits = z.object({
  minimum_price: price,
  maximum_price: price,
  minimum_quantity: quantity,
  maximum_quantity: quantity,
  closed_by_final: z.boolean(),
})
export type BidLimits = z.infer<typeof bidLimits>

export const bid = z.object({
  seq: z.int(),
  price,
  quantity,
  minimum_quantity: quantity,
  sum,
  final: z.boolean(),
  received_at: instant,
})
export type Bid = z.infer<typeof bid>

/** Where the signed-in buyer stands in one auction. */
export const ownPosition = z.object({
  application: application.nullable(),
  last_bid: bid.nullable(),
  rank: z.int().nullable(),
  provisional_quantity: quantity.nullable(),
  limits: bidLimits.nullable(),
  /** R7.3: a conditional win that waits for this buyer’s answer until then. */
  partial_until: instant.nullable(),
})
export type OwnPosition = z.infer<typeof ownPosition>
