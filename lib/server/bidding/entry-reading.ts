import * as z from 'zod'
import type { AuctionFact } from '@/lib/domain/facts'
import { parsePrice } from '@/lib/domain/money'
import { parseQuantity } from '@/lib/domain/quantity'

/** A row of portal.auction_log, as far as the state needs it. */
export interface StoredEntry {
  seq: number
  kind: string
  at: Date
  body: string
  hash: string
}

/** A preliminary bid, which stands beside the log until the start (R2.3). */
export interface StoredApplication {
  id: number
  account_id: number
  number: number
  price: number
  quantity: number
  minimum_quantity: number
  nonce: string
}

/** Gives accounts back to the numbers of the public log. */
export interface Names {
  application(number: number): StoredApplication
  bidder(participant: number): number
}

const price = z.string().transform((text) => whole(parsePrice(text)))
const quantity = z.string().transform((text) => whole(parseQuantity(text)))
const instant = z.string().transform((text) => Date.parse(text))
const number = z.int().positive()
const application = z.object({ application: number })

const bodies = {
  application_received: application,
  documents_sent: application,
  application_withdrawn: application,
  application_confirmed: application.extend({ participant: number }),
  application_rejected: application.extend({
    by: z.enum(['manager', 'system']),
    reason: z.enum(['not_confirmed_before_start', 'account_deactivated']).optional(),
  }),
  account_deactivated: application,
  account_reactivated: application,
  started: z.object({ participants: z.int() }),
  unsuccessful: z.object({ confirmed: z.int(), minimum: z.int() }),
  bid: z.object({
    bid: number,
    participant: number,
    price,
    quantity,
    minimum_quantity: quantity,
    final: z.boolean(),
    preliminary: z.boolean(),
    received_at: instant,
  }),
  extended: z.object({ by_bid: number, effective_end: instant }),
  outage: z.object({ from: instant, to: instant, shift_ms: z.int() }),
  ended: z.object({ effective_end: instant }),
  partial_accepted: z.object({ participant: number, quantity }),
  partial_refused: z.object({ participant: number, quantity, by: z.enum(['participant', 'system']) }),
  winner_disqualified: z.object({ participant: number }),
  cancelled: z.object({ reason: z.string() }),
}

/** The fact behind an entry; null for the announcement, which only repeats the lot. */
export function factOf(entry: StoredEntry, names: Names): AuctionFact | null {
  const at = entry.at.getTime()
  const body: unknown = JSON.parse(entry.body)
  const bidderOf = (parsed: { application: number }) => names.application(parsed.application).account_id
  switch (entry.kind) {
    case 'announced':
      return null
    case 'application_received': {
      const stored = names.application(bodies.application_received.parse(body).application)
      const { account_id: bidderId, minimum_quantity: minimumQuantity } = stored
      return { kind: entry.kind, at, bidderId, price: stored.price, quantity: stored.quantity, minimumQuantity }
    }
    case 'documents_sent':
    case 'application_withdrawn':
    case 'account_deactivated':
    case 'account_reactivated':
      return { kind: entry.kind, at, bidderId: bidderOf(bodies[entry.kind].parse(body)) }
    case 'application_confirmed': {
      const parsed = bodies.application_confirmed.parse(body)
      return { kind: entry.kind, at, bidderId: bidderOf(parsed), participant: parsed.participant }
    }
    case 'application_rejected': {
      const parsed = bodies.application_rejected.parse(body)
      const bidderId = bidderOf(parsed)
      return parsed.by === 'manager'
        ? { kind: entry.kind, at, bidderId, by: 'manager', reason: '' }
        : { kind: entry.kind, at, bidderId, by: 'system', reason: parsed.reason ?? 'not_confirmed_before_start' }
    }
    case 'bid': {
      const { bid: seq, minimum_quantity: minimumQuantity, received_at: receivedAt, ...rest } = bodies.bid.parse(body)
      return { kind: entry.kind, at, seq, bidderId: names.bidder(rest.participant), minimumQuantity, receivedAt, ...rest }
    }
    case 'extended': {
      const parsed = bodies.extended.parse(body)
      return { kind: entry.kind, at, bySeq: parsed.by_bid, effectiveEnd: parsed.effective_end }
    }
    case 'outage': {
      const { shift_ms: shift, ...times } = bodies.outage.parse(body)
      return { kind: entry.kind, at, shift, ...times }
    }
    case 'ended':
      return { kind: entry.kind, at, effectiveEnd: bodies.ended.parse(body).effective_end }
    case 'started':
      return { kind: entry.kind, at, ...bodies.started.parse(body) }
    case 'unsuccessful':
      return { kind: entry.kind, at, ...bodies.unsuccessful.parse(body) }
    case 'partial_accepted':
      return { kind: entry.kind, at, ...bodies.partial_accepted.parse(body) }
    case 'partial_refused':
      return { kind: entry.kind, at, ...bodies.partial_refused.parse(body) }
    case 'winner_disqualified':
      // Why, and on what paper, is kept beside the public log and decides nothing.
      return { kind: entry.kind, at, ...bodies.winner_disqualified.parse(body), reason: '', documentId: '' }
    case 'cancelled':
      return { kind: entry.kind, at, ...bodies.cancelled.parse(body) }
    case 'winners_confirmed':
    case 'completed':
      return { kind: entry.kind, at }
    default:
      throw new Error(`The log has an entry of the kind "${entry.kind}", which this version does not know`)
  }
}

function whole(value: number | null): number {
  if (value === null) throw new Error('The log has a number that is not in the wire’s form')
  return value
}
