import * as z from 'zod/mini'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { id, instant, price, quantity, sum } from './values'

/**
 * Events of the live stream, with the schemas that they share with the answers of the API. In zod/mini, which has a third of zod's
 * size and start-up time: every page with a running auction loads it before it shows live data.
 */

/**
 * R1.3: derived from the clock and the recorded decisions. `closing`: bidding has ended, and the last bids are being recorded
 * (R6.2): later ones are refused, and the ranking may still change by those received in time.
 */
export const auctionState = z.enum([
  'planned',
  'running',
  'closing',
  'selection',
  'completed',
  'cancelled',
  'unsuccessful',
])
export type AuctionState = z.infer<typeof auctionState>

/** No bids are accepted from `since` until `resumes_at`, which is null until the manager sets it (R13.1). */
export const halt = z.object({ since: instant, reason: z.string(), resumes_at: z.nullable(instant) })
export type Halt = z.infer<typeof halt>

/** One row of the ranking (R7). `allocated`: the quantity that this participant’s last bid would get now. */
export const rankingRow = z.object({
  rank: z.int(),
  participant: z.int(),
  price,
  quantity,
  allocated: quantity,
  /** `conditional`: a part whose bidder has not accepted it yet (R7.3). */
  outcome: z.enum(['full', 'partial', 'conditional', 'passed_over', 'none', 'excluded']),
  /** Present if the portal placed the bid for an automatic order (R10). */
  automatic: z.optional(z.literal(true)),
})
export type RankingRow = z.infer<typeof rankingRow>

export const auctionResult = z.object({
  participants: z.int(),
  winners: z.int(),
  volume_sold: quantity,
  average_price: z.nullable(price),
  final_price: z.nullable(price),
})
export type AuctionResult = z.infer<typeof auctionResult>

const applicationStatus = z.enum(['submitted', 'awaiting_confirmation', 'confirmed', 'rejected', 'withdrawn'])

export const requiredDocument = z.enum(REQUIRED_DOCUMENTS)

export const application = z.object({
  id,
  auction_id: id,
  status: applicationStatus,
  /** The number that others see (R2.4); null until confirmed. */
  participant: z.nullable(z.int()),
  price,
  quantity,
  minimum_quantity: quantity,
  sum,
  received_at: instant,
  reason: z.nullable(z.string()),
  /** Documents for accreditation that are not uploaded yet; a submitted application awaits them (R2.4). */
  missing_documents: z.array(requiredDocument),
})
export type Application = z.infer<typeof application>

/** Limits that the bid panel shows before the click; every bound is on the grid (R4). */
export const bidLimits = z.object({
  minimum_price: price,
  maximum_price: price,
  minimum_quantity: quantity,
  maximum_quantity: quantity,
  /** The quantity that the deposit covers: a bid for more is refused (R11.3). Absent before the start and without a deposit. */
  covered_quantity: z.optional(quantity),
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

/** The buyer's own automatic order (R10.1), which no one else sees. */
export const automaticOrder = z.object({
  ceiling: price,
  quantity,
  minimum_quantity: quantity,
  /** SHA-256 of `salt|ceiling|quantity|minimum quantity`, on record since the order was left (R10.5). */
  seal: z.string(),
  salt: z.string(),
  /** It cannot bring its whole quantity any more, or not yet. */
  reached: z.boolean(),
})
export type AutomaticOrder = z.infer<typeof automaticOrder>

/** The signed-in buyer's position in one auction. */
export const ownPosition = z.object({
  application: z.nullable(application),
  last_bid: z.nullable(bid),
  rank: z.nullable(z.int()),
  provisional_quantity: z.nullable(quantity),
  limits: z.nullable(bidLimits),
  /** R7.3: the deadline for this buyer’s answer to a partial offer. */
  partial_until: z.nullable(instant),
  /** The smaller part that this buyer has accepted and keeps, whatever it answers to the larger one (R7.3). */
  kept_part: z.optional(quantity),
  automatic: z.optional(automaticOrder),
})
export type OwnPosition = z.infer<typeof ownPosition>

export const chatMessage = z.object({
  id,
  auction_id: id,
  /** `system`: the portal itself, for instance an extension. */
  from: z.enum(['buyer', 'administrator', 'system']),
  /** The person of the buyer who wrote it (R14.1); null if the staff or the portal did. */
  by: z.nullable(z.string()),
  text: z.string(),
  sent_at: instant,
})
export type ChatMessage = z.infer<typeof chatMessage>

/**
 * Events of `GET /api/auctions/{id}/events`. Public events carry the auction’s event sequence as their `id`;
 * `own`, `chat` and `tick` carry none, so that `Last-Event-ID` always names a public event.
 */
export const streamEvents = {
  state: z.object({
    state: auctionState,
    effective_end: instant,
    hard_end: instant,
    participants: z.int(),
    at: instant,
  }),
  /** `ranking` is in the last of the bids that are sent together, and holds after all of them. */
  bid: z.object({
    seq: z.int(),
    participant: z.int(),
    price,
    quantity,
    /** Placed by the portal for an automatic order (R10). */
    automatic: z.optional(z.literal(true)),
    at: instant,
    ranking: z.optional(z.array(rankingRow)),
  }),
  extended: z.object({ effective_end: instant, hard_end: instant, cause: z.enum(['bid', 'outage']), at: instant }),
  /** Bidding is halted, or the manager has set the time of its resumption (R13.1). */
  halted: z.object({ halt, effective_end: instant, hard_end: instant, at: instant }),
  /** A question on the lot is published with its answer (R12.1). */
  answered: z.object({ number: z.int(), at: instant }),
  cancelled: z.object({ reason: z.string(), at: instant }),
  winners: z.object({ ranking: z.array(rankingRow), confirmed: z.boolean(), at: instant }),
  completed: z.object({ result: auctionResult, ranking: z.array(rankingRow), at: instant }),
  own: ownPosition,
  chat: chatMessage,
  tick: z.object({ now: instant }),
} as const

export type StreamEventName = keyof typeof streamEvents
export type StreamEventData<Name extends StreamEventName> = z.infer<(typeof streamEvents)[Name]>
export type StreamEvent = {
  [Name in StreamEventName]: { id: number | null; name: Name; data: StreamEventData<Name> }
}[StreamEventName]

export function eventsPath(auctionId: number): `/api/${string}` {
  return `/api/auctions/${auctionId}/events`
}
