import { createHash } from 'node:crypto'
import * as z from 'zod'
import { LOT_TERMS, readTerms, writeTerms } from '@/lib/contract/lot-fields'
import { type Language, language, lotShape } from '@/lib/contract/primitives'
import { type RecordedTexts, recordedTexts } from '@/lib/contract/protocol'
import { answerTexts } from '@/lib/contract/questions'
import { winners } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent, AutomaticOrder, EventOf } from '@/lib/domain/events'
import { quantityCoveredBy } from '@/lib/domain/deposit'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { formatSum, kopecksOf, parseSum, thousandthsOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { resultOf } from '@/lib/domain/results'
import { allocationOf } from '@/lib/domain/ranking'
import { agreementShapes, instantOf, resultShape } from './auction-shapes'
import { type Applicant, sealOf } from './sealed-bids'

/** The first entry of a record, apart from the lot's numbers. */
export interface Announcement {
  readonly auctionId: number
  /** The printed number: «Auction № 35». */
  readonly number: number
  readonly category: string
  /** When the lot was first published. */
  readonly announcedAt: EpochMs
  /** The last change of its numbers before the record began; null for none. */
  readonly changedAt: EpochMs | null
  readonly texts: LotTexts
}

/** The lot's texts in each language; one that a language lacks is in Ukrainian. They may be corrected to the end (R1.2). */
export type LotTexts = Readonly<Record<Language, Readonly<RecordedTexts>>>

export const FIRST_HASH = '0'.repeat(64)

/** The hash of an entry, over that of the one before it (R8.4). */
export function hashOf(previousHash: string, body: string): string {
  return createHash('sha256').update(`${previousHash}\n${body}`).digest('hex')
}

/** Version of the record's format and of the rules. */
const RECORD_VERSION = 3

/** The canonical JSON of an entry: the text that is hashed. */
export function entryText(entry: { seq: number; kind: string; at: EpochMs }, fields: BodyFields): string {
  return JSON.stringify({ seq: entry.seq, kind: entry.kind, at: instantOf(entry.at), ...fields })
}

/** Fields of an entry, apart from sequence number, kind and instant. */
export type BodyFields = Readonly<Record<string, unknown>>

/**
 * An event as the public log has it: participants and applications by number, never an account (R8.3), and no price of a
 * preliminary bid before the start (R2.3). The reason for rejecting an application is left out, because it may name a person;
 * those for cancelling (R1.2), halting (R13.1) and disqualifying are public, and must not name a bidder. A note on related
 * companies is sealed, and so is the lack of one, so that the public does not learn which companies are related (R14.4).
 *
 * @param after the auction's state with the event in it
 */
export function bodyOf(
  event: AuctionEvent,
  after: AuctionState,
  applicants: ReadonlyMap<number, Applicant>,
): BodyFields {
  const applicantOf = (bidderId: number) => {
    const applicant = applicants.get(bidderId)
    if (applicant === undefined) throw new Error(`Account ${bidderId} has no application`)
    return applicant
  }
  const participantOf = (bidderId: number) => after.applications.get(bidderId)?.participant ?? null
  switch (event.kind) {
    case 'application_received':
      return {
        application: applicantOf(event.bidderId).number,
        seal: applicantOf(event.bidderId).seal ?? sealOf(applicantOf(event.bidderId).nonce, event),
      }
    case 'documents_sent':
    case 'application_withdrawn':
      return { application: applicantOf(event.bidderId).number }
    case 'application_confirmed':
      return {
        application: applicantOf(event.bidderId).number,
        participant: event.participant,
        ...(event.depositWaiver === null ? {} : { deposit_waiver: event.depositWaiver }),
        note_seal: event.note.seal,
      }
    case 'deposit_recorded': {
      const application = after.applications.get(event.bidderId)
      const covers = application === undefined ? 0 : quantityCoveredBy(after.lot, application.deposit)
      return {
        application: applicantOf(event.bidderId).number,
        received: formatSum(BigInt(event.received)),
        covers: toQuantityString(covers),
      }
    }
    case 'application_rejected':
      return {
        application: applicantOf(event.bidderId).number,
        by: event.by,
        ...(event.by === 'system' ? { reason: event.reason } : {}),
      }
    case 'account_deactivated':
    case 'account_reactivated':
      return {
        application: applicantOf(event.bidderId).number,
        participant: participantOf(event.bidderId),
      }
    case 'started':
      return { participants: event.participants }
    case 'unsuccessful':
      return { confirmed: event.confirmed, minimum: event.minimum }
    case 'bid':
      return event.preliminary ? { ...bidBody(event), ...unsealed(applicantOf(event.bidderId)) } : bidBody(event)
    case 'automatic_order_left':
      return { participant: participantOf(event.bidderId), seal: event.seal }
    case 'automatic_order_withdrawn':
      return { participant: participantOf(event.bidderId) }
    case 'extended':
      return { by_bid: event.bySeq, ...endsOf(after) }
    case 'outage':
      return { from: instantOf(event.from), to: instantOf(event.to), shift_ms: event.shift, ...endsOf(after) }
    case 'halted':
      return { reason: event.reason }
    case 'resumed':
      return { resumes_at: instantOf(event.resumesAt), shift_ms: event.shift, ...endsOf(after) }
    case 'question_answered':
      return {
        number: event.number,
        asked_at: event.askedAt === null ? null : instantOf(event.askedAt),
        language: event.language,
        // Parsed for the order of the languages, which the hash depends on.
        texts: answerTexts.parse(event.texts),
      }
    case 'ended':
      return { effective_end: instantOf(event.effectiveEnd), bids: after.seq }
    case 'partial_accepted':
      return { participant: event.participant, quantity: toQuantityString(event.quantity) }
    case 'partial_refused':
      return { participant: event.participant, quantity: toQuantityString(event.quantity), by: event.by }
    case 'winner_disqualified':
      return {
        participant: event.participant,
        reason: event.reason,
        file_sha256: event.document.sha256,
      }
    case 'winners_confirmed':
      return {
        winners: winners(allocationOf(after)).map(({ participant, given, price }) => ({
          participant,
          quantity: toQuantityString(given),
          price: toPriceString(price),
        })),
      }
    case 'completed':
      return { result: resultShape(resultOf(after)), agreements: agreementShapes(after) }
    case 'cancelled':
      return { reason: event.reason }
    default:
      return event satisfies never
  }
}

/** The record's first entry: the lot when the record began, which freezes its numbers (R1.2). */
export function announcedBody(lot: Lot, announcement: Announcement): BodyFields {
  const { auctionId, number, category, changedAt, texts } = announcement
  return {
    version: RECORD_VERSION,
    auction: { id: auctionId, number },
    category,
    numbers_changed_at: changedAt === null ? null : instantOf(changedAt),
    lot: writeTerms(lot),
    texts,
  }
}

function bidBody(bid: EventOf<'bid'>): BodyFields {
  return {
    bid: bid.seq,
    participant: bid.participant,
    price: toPriceString(bid.price),
    quantity: toQuantityString(bid.quantity),
    minimum_quantity: toQuantityString(bid.minimumQuantity),
    final: bid.final,
    preliminary: bid.preliminary,
    automatic: bid.automatic,
    received_at: instantOf(bid.receivedAt),
  }
}

/** Opens the seal of the bid's application (R2.3). */
function unsealed({ number, nonce }: Applicant): BodyFields {
  return { application: number, nonce }
}

function endsOf({ effectiveEnd, hardEnd }: AuctionState): BodyFields {
  return { effective_end: instantOf(effectiveEnd), hard_end: instantOf(hardEnd) }
}

/** A row of portal.auction_log. */
export interface StoredEntry {
  seq: number
  kind: string
  at: Date
  body: string
  hash: string
}

/** A preliminary bid, stored outside of the log until the start (R2.3). */
export interface StoredApplication {
  id: number
  account_id: number
  number: number
  price: number
  quantity: number
  minimum_quantity: number
  nonce: string
}

/** Finds the accounts and the secret bids behind the numbers of the public log. */
export interface RecordLookup {
  application(number: number): Pick<StoredApplication, 'account_id' | 'price' | 'quantity' | 'minimum_quantity'>
  bidder(participant: number): number
  /** The order that an entry left; null if it was deleted, or if only the record is known (R10.5). */
  order(seq: number): AutomaticOrder | null
}

const price = z.string().transform(kopecksOf)
const quantity = z.string().transform(thousandthsOf)
const instant = z.string().transform((text) => Date.parse(text))
const number = z.int().positive()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const application = z.object({ application: number })

const bodies = {
  application_received: application,
  documents_sent: application,
  application_withdrawn: application,
  application_confirmed: application.extend({
    participant: number,
    deposit_waiver: z.string().optional(),
    note_seal: sha256,
  }),
  deposit_recorded: application.extend({ received: z.string().transform(sumInKopecks) }),
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
    automatic: z.boolean(),
    received_at: instant,
  }),
  automatic_order_left: z.object({ participant: number, seal: sha256 }),
  automatic_order_withdrawn: z.object({ participant: number }),
  extended: z.object({ by_bid: number, effective_end: instant }),
  outage: z.object({ from: instant, to: instant, shift_ms: z.int() }),
  halted: z.object({ reason: z.string() }),
  resumed: z.object({ resumes_at: instant, shift_ms: z.int() }),
  question_answered: z.object({ number, asked_at: z.nullable(instant), language, texts: answerTexts }),
  ended: z.object({ effective_end: instant }),
  partial_accepted: z.object({ participant: number, quantity }),
  partial_refused: z.object({ participant: number, quantity, by: z.enum(['participant', 'system']) }),
  winner_disqualified: z.object({ participant: number, reason: z.string(), file_sha256: sha256 }),
  cancelled: z.object({ reason: z.string() }),
}

const texts = z.object({ uk: recordedTexts, en: recordedTexts, ru: recordedTexts })
const lot = z.object(lotShape(LOT_TERMS)).transform((terms) => readTerms(terms) as Lot)

const announced = z.object({
  version: z.literal(RECORD_VERSION),
  lot,
  auction: z.object({ id: number, number }),
  category: z.string(),
  numbers_changed_at: z.nullable(instant),
  texts,
})

/** The lot and its announcement, from a record's first entry. */
export function announcedOf({ at, body }: Pick<StoredEntry, 'at' | 'body'>): { lot: Lot; announcement: Announcement } {
  const { auction, category, numbers_changed_at: changedAt, texts, lot } = announced.parse(JSON.parse(body))
  return {
    lot,
    announcement: {
      auctionId: auction.id,
      number: auction.number,
      category,
      announcedAt: at.getTime(),
      changedAt,
      texts,
    },
  }
}

/** The lot's texts in an entry; null if it is of a kind without them. */
export function textsOf({ kind, body }: Pick<StoredEntry, 'kind' | 'body'>): LotTexts | null {
  if (kind !== 'announced' && kind !== 'lot_corrected') return null
  return z.object({ texts }).parse(JSON.parse(body)).texts
}

/** A field that an entry lacks is empty: lots gained it later. */
export function areSameTexts(texts: LotTexts, others: LotTexts): boolean {
  const names = Object.keys(recordedTexts.shape) as (keyof RecordedTexts)[]
  return language.options.every((lang) =>
    names.every((name) => (texts[lang][name] ?? '') === (others[lang][name] ?? '')),
  )
}

/** The event of an entry; null for the announcement and corrections of texts, which decide nothing. */
export function eventOf(entry: StoredEntry, lookup: RecordLookup): AuctionEvent | null {
  const at = entry.at.getTime()
  const body: unknown = JSON.parse(entry.body)
  const bidderOf = (parsed: { application: number }) => lookup.application(parsed.application).account_id
  switch (entry.kind) {
    case 'announced':
    case 'lot_corrected':
      return null
    case 'application_received': {
      const stored = lookup.application(bodies.application_received.parse(body).application)
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
      const { participant, deposit_waiver: depositWaiver = null, note_seal: seal } = parsed
      // Note and nonce are not in the public log and decide nothing.
      const note = { text: null, nonce: '', seal }
      return { kind: entry.kind, at, bidderId: bidderOf(parsed), participant, depositWaiver, note }
    }
    case 'deposit_recorded': {
      const parsed = bodies.deposit_recorded.parse(body)
      return { kind: entry.kind, at, bidderId: bidderOf(parsed), received: parsed.received }
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
      return {
        kind: entry.kind,
        at,
        seq,
        bidderId: lookup.bidder(rest.participant),
        minimumQuantity,
        receivedAt,
        ...rest,
      }
    }
    case 'automatic_order_left': {
      const { participant, seal } = bodies.automatic_order_left.parse(body)
      return { kind: entry.kind, at, bidderId: lookup.bidder(participant), seal, order: lookup.order(entry.seq) }
    }
    case 'automatic_order_withdrawn': {
      const { participant } = bodies.automatic_order_withdrawn.parse(body)
      return { kind: entry.kind, at, bidderId: lookup.bidder(participant) }
    }
    case 'extended': {
      const parsed = bodies.extended.parse(body)
      return { kind: entry.kind, at, bySeq: parsed.by_bid, effectiveEnd: parsed.effective_end }
    }
    case 'outage': {
      const { shift_ms: shift, ...times } = bodies.outage.parse(body)
      return { kind: entry.kind, at, shift, ...times }
    }
    case 'halted':
      return { kind: entry.kind, at, ...bodies.halted.parse(body) }
    case 'resumed': {
      const { resumes_at: resumesAt, shift_ms: shift } = bodies.resumed.parse(body)
      return { kind: entry.kind, at, resumesAt, shift }
    }
    case 'question_answered': {
      const { asked_at: askedAt, ...rest } = bodies.question_answered.parse(body)
      return { kind: entry.kind, at, askedAt, ...rest }
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
      const { participant, reason, file_sha256: sha256 } = bodies.winner_disqualified.parse(body)
      // The id of the file is not in the public log and decides nothing.
      return { kind: entry.kind, at, participant, reason, document: { id: '', sha256 } }
    }
    case 'cancelled':
      return { kind: entry.kind, at, ...bodies.cancelled.parse(body) }
    case 'winners_confirmed':
    case 'completed':
      return { kind: entry.kind, at }
    default:
      throw new Error(`unknown kind of entry: ${entry.kind}`)
  }
}

function sumInKopecks(text: string): number {
  const sum = parseSum(text)
  if (sum === null) throw new Error(`not a sum of the log: ${text}`)
  return sum
}
