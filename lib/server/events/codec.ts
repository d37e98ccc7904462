import { createHash } from 'node:crypto'
import * as z from 'zod'
import { LOT_TERMS, readTerms, writeTerms } from '@/lib/contract/lot-fields'
import { paymentPlan } from '@/lib/contract/payment-plan'
import { type Language, language, lotShape } from '@/lib/contract/primitives'
import { type RecordedTexts, recordedTexts } from '@/lib/contract/protocol'
import { answerTexts } from '@/lib/contract/questions'
import { winners } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent, AutomaticOrder, EventOf } from '@/lib/domain/events'
import { quantityCoveredBy } from '@/lib/domain/deposit'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
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
  company_id: number
  number: number
  price: number
  quantity: number
  minimum_quantity: number
  nonce: string
}

/** Finds the accounts and the secret bids behind the numbers of the public log. */
export interface RecordLookup {
  application(number: number): Pick<StoredApplication, 'company_id' | 'price' | 'quantity' | 'minimum_quantity'>
  bidder(participant: number): number
  /** The order that an entry left; null if it was deleted, or if only the record is known (R10.5). */
  order(seq: number): AutomaticOrder | null
}

const price = z.string().transform(kopecksOf)
const quantity = z.codec(z.string(), z.number(), { decode: thousandthsOf, encode: toQuantityString })
const instant = z.string().transform((text) => Date.parse(text))
const number = z.int().positive()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const application = z.object({ application: number })

type Kind = AuctionEvent['kind']
type FieldsOf<Event> = Event extends unknown ? Omit<Event, 'kind' | 'at'> : never

interface Writing {
  /** The auction's state with the event in it. */
  after: AuctionState
  applicantOf(bidderId: number): Applicant
  participantOf(bidderId: number): number | null
}

interface Reading {
  lookup: RecordLookup
  seq: number
  bidderOf(body: z.output<typeof application>): number
}

/** A kind of entry: what it has of its event, and the event of it. */
interface Entry<Event extends AuctionEvent> {
  write(event: Event, writing: Writing): BodyFields
  read(body: unknown, reading: Reading): FieldsOf<Event>
}

function entry<Event extends AuctionEvent, Body>(
  schema: z.ZodType<Body>,
  write: Entry<Event>['write'],
  read: (body: Body, reading: Reading) => FieldsOf<Event>,
): Entry<Event> {
  return { write, read: (body, reading) => read(schema.parse(body), reading) }
}

/** An entry with its event's fields, in the schema's order. */
function sameEntry<Fields extends BodyFields>(schema: z.ZodType<Fields, BodyFields>) {
  return { write: (event: Fields) => z.encode(schema, event), read: (body: unknown) => schema.parse(body) }
}

const applicationEntry = entry<EventOf<'documents_sent' | 'application_withdrawn'>, z.output<typeof application>>(
  application,
  ({ bidderId }, { applicantOf }) => ({ application: applicantOf(bidderId).number }),
  (body, { bidderOf }) => ({ bidderId: bidderOf(body) }),
)

const accountEntry = entry<EventOf<'account_deactivated' | 'account_reactivated'>, z.output<typeof application>>(
  application,
  ({ bidderId }, { applicantOf, participantOf }) => ({
    application: applicantOf(bidderId).number,
    participant: participantOf(bidderId),
  }),
  (body, { bidderOf }) => ({ bidderId: bidderOf(body) }),
)

/**
 * What the public log has of each event: participants and applications by number, never an account (R8.3), and no price of a
 * preliminary bid before the start (R2.3). The reason for rejecting an application is left out, because it may name a person;
 * those for cancelling (R1.2), halting (R13.1) and disqualifying are public, and must not name a bidder. A note on related
 * companies is sealed, and so is the lack of one, so that the public does not learn which companies are related (R14.4).
 */
const entries: { readonly [K in Kind]: Entry<EventOf<K>> } = {
  application_received: entry(
    application,
    (event, { applicantOf }) => {
      const { number, nonce, seal = sealOf(nonce, event) } = applicantOf(event.bidderId)
      return { application: number, seal }
    },
    (body, { lookup }) => {
      const { company_id: bidderId, price, quantity, minimum_quantity } = lookup.application(body.application)
      return { bidderId, price, quantity, minimumQuantity: minimum_quantity }
    },
  ),
  documents_sent: applicationEntry,
  application_withdrawn: applicationEntry,
  application_confirmed: entry(
    application.extend({ participant: number, deposit_waiver: z.string().optional(), note_seal: sha256 }),
    ({ bidderId, participant, depositWaiver, note }, { applicantOf }) => ({
      application: applicantOf(bidderId).number,
      participant,
      ...(depositWaiver === null ? {} : { deposit_waiver: depositWaiver }),
      note_seal: note.seal,
    }),
    ({ participant, deposit_waiver: depositWaiver = null, note_seal: seal, ...body }, { bidderOf }) => ({
      bidderId: bidderOf(body),
      participant,
      depositWaiver,
      // Note and nonce are not in the public log and decide nothing.
      note: { text: null, nonce: '', seal },
    }),
  ),
  deposit_recorded: entry(
    application.extend({ received: z.string().transform(sumInKopecks) }),
    ({ bidderId, received }, { after, applicantOf }) => {
      const deposited = after.applications.get(bidderId)?.deposit
      return {
        application: applicantOf(bidderId).number,
        received: formatSum(BigInt(received)),
        covers: toQuantityString(deposited === undefined ? 0 : quantityCoveredBy(after.lot, deposited)),
      }
    },
    ({ received, ...body }, { bidderOf }) => ({ bidderId: bidderOf(body), received }),
  ),
  application_rejected: entry(
    application.extend({
      by: z.enum(['manager', 'system']),
      reason: z.enum(['not_confirmed_before_start', 'account_deactivated']).optional(),
    }),
    (event, { applicantOf }) => ({
      application: applicantOf(event.bidderId).number,
      by: event.by,
      ...(event.by === 'system' ? { reason: event.reason } : {}),
    }),
    ({ by, reason = 'not_confirmed_before_start', ...body }, { bidderOf }) => {
      const bidderId = bidderOf(body)
      return by === 'manager' ? { bidderId, by, reason: '' } : { bidderId, by, reason }
    },
  ),
  account_deactivated: accountEntry,
  account_reactivated: accountEntry,
  started: sameEntry(z.object({ participants: z.int() })),
  unsuccessful: sameEntry(z.object({ confirmed: z.int(), minimum: z.int() })),
  bid: entry(
    z.object({
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
    (bid, { applicantOf }) => ({
      bid: bid.seq,
      participant: bid.participant,
      price: toPriceString(bid.price),
      quantity: toQuantityString(bid.quantity),
      minimum_quantity: toQuantityString(bid.minimumQuantity),
      final: bid.final,
      preliminary: bid.preliminary,
      automatic: bid.automatic,
      received_at: instantOf(bid.receivedAt),
      ...(bid.preliminary ? unsealed(applicantOf(bid.bidderId)) : {}),
    }),
    ({ bid: seq, minimum_quantity: minimumQuantity, received_at: receivedAt, ...rest }, { lookup }) => ({
      ...{ seq, bidderId: lookup.bidder(rest.participant), minimumQuantity, receivedAt },
      ...rest,
    }),
  ),
  automatic_order_left: entry(
    z.object({ participant: number, seal: sha256 }),
    ({ bidderId, seal }, { participantOf }) => ({ participant: participantOf(bidderId), seal }),
    ({ participant, seal }, { lookup, seq }) => ({
      bidderId: lookup.bidder(participant),
      seal,
      order: lookup.order(seq),
    }),
  ),
  automatic_order_withdrawn: entry(
    z.object({ participant: number }),
    ({ bidderId }, { participantOf }) => ({ participant: participantOf(bidderId) }),
    ({ participant }, { lookup }) => ({ bidderId: lookup.bidder(participant) }),
  ),
  extended: entry(
    z.object({ by_bid: number, effective_end: instant }),
    ({ bySeq }, { after }) => ({ by_bid: bySeq, ...endsOf(after) }),
    ({ by_bid: bySeq, effective_end: effectiveEnd }) => ({ bySeq, effectiveEnd }),
  ),
  outage: entry(
    z.object({ from: instant, to: instant, shift_ms: z.int() }),
    ({ from, to, shift }, { after }) => ({
      ...{ from: instantOf(from), to: instantOf(to), shift_ms: shift },
      ...endsOf(after),
    }),
    ({ shift_ms: shift, ...times }) => ({ shift, ...times }),
  ),
  halted: sameEntry(z.object({ reason: z.string() })),
  resumed: entry(
    z.object({ resumes_at: instant, shift_ms: z.int() }),
    ({ resumesAt, shift }, { after }) => ({ resumes_at: instantOf(resumesAt), shift_ms: shift, ...endsOf(after) }),
    ({ resumes_at: resumesAt, shift_ms: shift }) => ({ resumesAt, shift }),
  ),
  question_answered: entry(
    z.object({ number, asked_at: z.nullable(instant), language, texts: answerTexts }),
    ({ number, askedAt, language, texts }) => ({
      number,
      asked_at: askedAt === null ? null : instantOf(askedAt),
      language,
      // Parsed for the order of the languages, which the hash depends on.
      texts: answerTexts.parse(texts),
    }),
    ({ asked_at: askedAt, ...rest }) => ({ askedAt, ...rest }),
  ),
  ended: entry(
    z.object({ effective_end: instant }),
    ({ effectiveEnd }, { after }) => ({ effective_end: instantOf(effectiveEnd), bids: after.seq }),
    ({ effective_end: effectiveEnd }) => ({ effectiveEnd }),
  ),
  partial_accepted: sameEntry(z.object({ participant: number, quantity })),
  partial_refused: sameEntry(z.object({ participant: number, quantity, by: z.enum(['participant', 'system']) })),
  winner_disqualified: entry(
    z.object({ participant: number, reason: z.string(), file_sha256: sha256 }),
    ({ participant, reason, document }) => ({ participant, reason, file_sha256: document.sha256 }),
    // The id of the file is not in the public log and decides nothing.
    ({ file_sha256, ...rest }) => ({ ...rest, document: { id: '', sha256: file_sha256 } }),
  ),
  winners_confirmed: entry(
    z.unknown(),
    (_event, { after }) => ({
      winners: winners(allocationOf(after)).map(({ participant, allocated, price }) => ({
        participant,
        quantity: toQuantityString(allocated),
        price: toPriceString(price),
      })),
    }),
    () => ({}),
  ),
  completed: entry(
    z.unknown(),
    (_event, { after }) => ({ result: resultShape(resultOf(after)), agreements: agreementShapes(after) }),
    () => ({}),
  ),
  cancelled: sameEntry(z.object({ reason: z.string() })),
}

/** Opens the seal of the bid's application (R2.3). */
function unsealed({ number, nonce }: Applicant): BodyFields {
  return { application: number, nonce }
}

function endsOf({ effectiveEnd, hardEnd }: AuctionState): BodyFields {
  return { effective_end: instantOf(effectiveEnd), hard_end: instantOf(hardEnd) }
}

/** @param after the auction's state with the event in it */
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
  const { write }: Pick<Entry<never>, 'write'> = entries[event.kind]
  return write(event as never, { after, applicantOf, participantOf })
}

const texts = z.object({ uk: recordedTexts, en: recordedTexts, ru: recordedTexts })
const lot = z
  // Entries from before there were plans mean the default one.
  .object({ ...lotShape(LOT_TERMS), payment_plan: paymentPlan.optional().transform((plan) => plan ?? DEFAULT_PLAN) })
  .transform((terms) => readTerms(terms) as Lot)

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
export function eventOf({ kind, seq, at, body }: StoredEntry, lookup: RecordLookup): AuctionEvent | null {
  if (kind === 'announced' || kind === 'lot_corrected') return null
  if (!isKind(kind)) throw new Error(`unknown kind of entry: ${kind}`)
  const bidderOf = (parsed: { application: number }) => lookup.application(parsed.application).company_id
  const fields = entries[kind].read(JSON.parse(body), { lookup, seq, bidderOf })
  return { kind, at: at.getTime(), ...fields } as AuctionEvent
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(entries, kind)

function sumInKopecks(text: string): number {
  const sum = parseSum(text)
  if (sum === null) throw new Error(`not a sum of the log: ${text}`)
  return sum
}
