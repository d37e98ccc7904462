import * as z from 'zod'
import type { AuctionEvent } from '@/lib/domain/events'
import type { Lot } from '@/lib/domain/lot'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import type { Announcement, LotTexts } from '@/lib/server/auctions/change-auction'
import { RECORD_VERSION } from './event-codec'

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

/** Gives accounts, and what they bid, back to the numbers of the public log. */
export interface Names {
  application(number: number): Pick<StoredApplication, 'account_id' | 'price' | 'quantity' | 'minimum_quantity'>
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
    first_received_at: z.optional(instant),
  }),
  extended: z.object({ by_bid: number, effective_end: instant }),
  outage: z.object({ from: instant, to: instant, shift_ms: z.int() }),
  ended: z.object({ effective_end: instant }),
  partial_accepted: z.object({ participant: number, quantity }),
  partial_refused: z.object({ participant: number, quantity, by: z.enum(['participant', 'system']) }),
  winner_disqualified: z.object({
    participant: number,
    reason: z.string().optional(),
    file_sha256: z.string().optional(),
  }),
  cancelled: z.object({ reason: z.string() }),
}

const lotTexts = z.object({
  title: z.string(),
  category: z.string(),
  unit: z.string(),
  price_unit: z.string(),
  payment_terms: z.string(),
  payment_period: z.string(),
  shipment_period: z.string(),
  resource: z.string(),
  transfer_point: z.string(),
})
const texts = z.object({ uk: lotTexts, en: lotTexts, ru: lotTexts })

const lot = z.object({
  volume: quantity,
  starting_price: price,
  minimum_step: price,
  maximum_step: price,
  minimum_quantity: quantity,
  quantity_step: quantity,
  application_deadline: instant,
  starts_at: instant,
  ends_at: instant,
  extension_window_ms: z.int(),
  hard_end: instant,
  minimum_participants: z.int(),
  visibility: z.enum(['open', 'closed']),
})

const announced = z.object({
  version: z.literal(RECORD_VERSION),
  auction: z.object({ id: number, number }),
  category: z.string(),
  numbers_changed_at: z.nullable(instant),
  texts,
})

/** What a record's first entry says: the lot, and of version 2 on the announcement. */
export function announcedOf({ at, body }: Pick<StoredEntry, 'at' | 'body'>): {
  lot: Lot
  announcement: Announcement | null
} {
  const parsed: unknown = JSON.parse(body)
  const { lot: numbers } = z.object({ lot }).parse(parsed)
  const { version } = z.object({ version: z.int().default(1) }).parse(parsed)
  return { lot: lotOf(numbers), announcement: version === 1 ? null : announcementOf(at, announced.parse(parsed)) }
}

/** The lot's texts as an entry has them; null where it is not one that has them. */
export function textsOf({ kind, body }: Pick<StoredEntry, 'kind' | 'body'>): LotTexts | null {
  if (kind !== 'announced' && kind !== 'lot_corrected') return null
  return z.object({ texts: texts.optional() }).parse(JSON.parse(body)).texts ?? null
}

function announcementOf(
  at: Date,
  { auction, category, numbers_changed_at: changedAt, texts }: z.output<typeof announced>,
): Announcement {
  return { auctionId: auction.id, number: auction.number, category, announcedAt: at.getTime(), changedAt, texts }
}

function lotOf(numbers: z.output<typeof lot>): Lot {
  return {
    volume: numbers.volume,
    startingPrice: numbers.starting_price,
    minimumStep: numbers.minimum_step,
    maximumStep: numbers.maximum_step,
    minimumQuantity: numbers.minimum_quantity,
    quantityStep: numbers.quantity_step,
    applicationDeadline: numbers.application_deadline,
    startsAt: numbers.starts_at,
    endsAt: numbers.ends_at,
    extensionWindow: numbers.extension_window_ms,
    hardEndAt: numbers.hard_end,
    minimumParticipants: numbers.minimum_participants,
    visibility: numbers.visibility,
  }
}

/** The event behind an entry; null for the announcement and corrections of texts, which decide nothing. */
export function eventOf(entry: StoredEntry, names: Names): AuctionEvent | null {
  const at = entry.at.getTime()
  const body: unknown = JSON.parse(entry.body)
  const bidderOf = (parsed: { application: number }) => names.application(parsed.application).account_id
  switch (entry.kind) {
    case 'announced':
    case 'lot_corrected':
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
      const {
        bid: seq,
        minimum_quantity: minimumQuantity,
        received_at: receivedAt,
        first_received_at: firstReceivedAt,
        ...rest
      } = bodies.bid.parse(body)
      return {
        kind: entry.kind,
        at,
        seq,
        bidderId: names.bidder(rest.participant),
        minimumQuantity,
        receivedAt,
        firstReceivedAt,
        ...rest,
      }
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
    case 'winner_disqualified': {
      const { participant, reason = '', file_sha256: sha256 } = bodies.winner_disqualified.parse(body)
      // Which row keeps the file stands beside the public log and decides nothing.
      return { kind: entry.kind, at, participant, reason, document: sha256 === undefined ? null : { id: '', sha256 } }
    }
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
