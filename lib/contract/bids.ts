import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, id, instant, list, paging, price, quantity, sum } from './primitives'
import { bid, bidLimits } from './stream'

/** The answer to an acknowledged bid: acknowledged means committed. */
export const placedBid = z.object({
  bid,
  rank: z.int(),
  provisional_quantity: quantity,
  effective_end: instant,
  limits: bidLimits,
  /**
   * The bid's entry in the protocol and its SHA-256 (R8.4), to be kept and held against the protocol afterwards. An answer
   * remembered by an earlier version of the portal has neither.
   */
  entry_seq: z.int().optional(),
  entry_hash: z.string().optional(),
  /**
   * Only where the failure of a server made this bid late, so that it was stamped anew (R4.9): when it was received at
   * first. Its place is that of `bid.received_at`.
   */
  first_received_at: z.optional(instant),
})
export type PlacedBid = z.infer<typeof placedBid>

/** A bid as the record shows it: by participant number, never by name (R8.3). */
export const recordedBid = z.object({
  seq: z.int(),
  participant: z.int(),
  own: z.boolean(),
  price,
  quantity,
  sum,
  final: z.boolean(),
  received_at: instant,
})
export type RecordedBid = z.infer<typeof recordedBid>

/** The header Idempotency-Key, chosen by the client (R4.8): one for each bid, because a refusal too is given again to the same key. */
export const idempotencyKeyShape = /^[A-Za-z0-9_-]{8,64}$/

export const bidsEndpoints = {
  place: endpoint('/api/bids/place', {
    summary: 'Place a bid; header Idempotency-Key (R4.8)',
    access: 'buyer',
    request: z.strictObject({
      auction_id: id,
      price,
      quantity,
      minimum_quantity: z.optional(quantity).meta({ description: 'by default that of the company’s last bid (R7.2)' }),
      final: z.boolean().default(false),
    }),
    response: data(placedBid),
    idempotent: 'always',
    stamped: true,
    errors: [
      'idempotency_key_missing',
      'idempotency_key_reused',
      'not_found',
      'not_a_participant',
      'application_not_confirmed',
      'auction_not_started',
      'auction_ended',
      'auction_cancelled',
      'bidding_closed_by_final_bid',
      'price_not_above_one',
      'bid_below_minimum',
      'bid_above_maximum',
      'bid_off_grid',
      'quantity_above_volume',
      'quantity_below_minimum',
      'quantity_off_step',
      'quantity_reduced',
      'minimum_quantity_invalid',
    ],
  }),
  list: endpoint('/api/bids/list', {
    summary: 'Own bids while it runs; all of them after the end, by participant number',
    access: 'reader',
    request: z.strictObject({ auction_id: id, ...paging }),
    response: list(recordedBid),
    errors: ['not_found'],
  }),
}
