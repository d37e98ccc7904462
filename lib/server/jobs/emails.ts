import * as z from 'zod'
import { type PersonRole, personRole } from '@/lib/contract/company'
import { deletionScope } from '@/lib/contract/personal-data'
import type { NotificationTopic } from '@/lib/contract/notifications'
import { id, instant, language, price, quantity, sum } from '@/lib/contract/primitives'
import type { Statements } from '@/lib/server/platform/db/pool'

/** One of a company's roles, or its address for documents. */
type Recipient = PersonRole | 'documents'

interface Email {
  readonly payload: z.ZodObject
  /** The setting with which a person turns it off. Absent if only managers or people without an account get it. */
  readonly topic?: NotificationTopic
  /**
   * The push message with the same news, if it is safe on a screen that others may see. `latest` replaces an earlier one about
   * the auction; `urgent` does too, and is delivered at once; `each` stays beside earlier ones.
   */
  readonly push?: 'latest' | 'urgent' | 'each'
  /** Of the company that it is sent to; without them, its owners and traders (portal.address_email). */
  readonly recipients?: readonly Recipient[]
  /** Milliseconds after which it would be misleading. */
  readonly maxAge?: number
  /** It has a link that acts for its recipient, so that it is not kept for long. */
  readonly link?: true
}

const OWNERS = ['owner'] as const
const EVERYONE = ['owner', 'trader', 'viewer'] as const
const EVERYONE_AND_DOCUMENTS = [...EVERYONE, 'documents'] as const
const MINUTE_MS = 60_000

const FULFILMENT_NEWS = [
  'invoice_issued',
  'invoice_cancelled',
  'due_soon',
  'due_today',
  'late',
  'payment_counted',
  'payment_reversed',
  'overpayment_returned',
  'loading_confirmed',
  'loading_moved',
  'loading_refused',
  'act_made',
  'act_in_force',
  'penalty_claimed',
  'ended_early',
  'closed',
] as const
const FULFILMENT_TASKS = [
  'loading_requested',
  'loading_moved',
  'loading_agreed',
  'loading_withdrawn',
  'act_signed',
] as const

const auction = { auction_id: id }
const link = { token_id: z.uuid(), email: z.string() }
const decision = { reason: z.string().nullable() }
const order = { order_id: id }
const feedback = { feedback_id: id }
const lostVolume = {
  payload: z.object({ ...auction, provisional_quantity: quantity }),
  topic: 'outbid',
  push: 'urgent',
  maxAge: 15 * MINUTE_MS,
} as const

/** Every kind of email: a row of portal.outbox. Its draft, under the same name, is in notifications/. */
export const emails = {
  // auctions, to buyers
  application_confirmed: {
    payload: z.object({ ...auction, participant: z.int() }),
    topic: 'applications',
    push: 'latest',
  },
  application_rejected: {
    payload: z.object({ ...auction, by: z.enum(['manager', 'system']), reason: z.string() }),
    topic: 'applications',
    push: 'latest',
  },
  // The sum is not in the payload: it would reveal the quantity before the start (R2.3).
  deposit_due: { payload: z.object(auction), topic: 'obligations' },
  deposit_reminder: { payload: z.object(auction), topic: 'obligations' },
  deposit_received: { payload: z.object({ ...auction, received: sum }), topic: 'applications', push: 'latest' },
  deposit_settled: {
    payload: z.object({
      ...auction,
      outcome: z.enum(['returned', 'applied', 'kept']),
      amount: sum,
      reason: z.string().nullable(),
    }),
    topic: 'obligations',
    push: 'latest',
  },
  auction_started: { payload: z.object(auction), topic: 'course', push: 'urgent', maxAge: 120 * MINUTE_MS },
  outbid: lostVolume,
  ceiling_reached: lostVolume,
  // `following`: to a company that follows the lot and has no application.
  auction_cancelled: {
    payload: z.object({ ...auction, reason: z.string(), following: z.boolean().default(false) }),
    topic: 'obligations',
    push: 'latest',
  },
  auction_halted: { payload: z.object({ ...auction, reason: z.string() }), topic: 'course', push: 'latest' },
  auction_resumed: { payload: z.object({ ...auction, resumes_at: instant }), topic: 'course', push: 'latest' },
  // `before`: the volume confirmed earlier, if a reallocation has changed it.
  winner_confirmed: {
    payload: z.object({ ...auction, quantity, price, before: z.optional(quantity) }),
    topic: 'results',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  win_withdrawn: {
    payload: z.object({ ...auction, before: quantity }),
    topic: 'results',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  winner_disqualified: {
    payload: z.object({ ...auction, reason: z.string() }),
    topic: 'results',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  auction_result: {
    payload: z.object({
      ...auction,
      outcome: z.enum(['outbid', 'passed_over', 'refused', 'disqualified']),
      volume_sold: quantity,
      lowest_price: z.nullable(price),
      final_price: z.nullable(price),
      average_price: z.nullable(price),
    }),
    topic: 'results',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  agreement_ready: {
    payload: z.object({ ...auction, agreement_id: id }),
    topic: 'obligations',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  partial_offer: {
    payload: z.object({
      ...auction,
      quantity,
      price,
      answer_by: instant,
      kept: z.optional(quantity),
    }),
    topic: 'obligations',
    push: 'urgent',
  },
  // auctions, to managers
  // `completed`: a second email, sent when the last of the missing documents was uploaded.
  application_received: { payload: z.object({ ...auction, company_id: id, completed: z.boolean().default(false) }) },
  partial_accepted: { payload: z.object({ ...auction, participant: z.int(), quantity }) },
  partial_refused: {
    payload: z.object({
      ...auction,
      participant: z.int(),
      quantity,
      by: z.enum(['participant', 'system']),
    }),
  },
  // auctions, to both
  auction_unsuccessful: {
    payload: z.object({ ...auction, confirmed: z.int(), minimum: z.int() }),
    topic: 'course',
    push: 'latest',
  },
  auction_ended: { payload: z.object(auction), topic: 'course', push: 'latest' },
  chat_message: { payload: z.object({ ...auction, company_id: id, message_id: id }), topic: 'answers', push: 'each' },
  // questions on a lot (R12): to managers; to applicants, followers and the author; to the author
  question_asked: { payload: z.object({ ...auction, company_id: id, question_id: id }) },
  question_answered: { payload: z.object({ ...auction, number: z.int() }), topic: 'answers', push: 'each' },
  question_rejected: { payload: z.object({ ...auction, question_id: id }), topic: 'answers', push: 'each' },
  // accounts, to buyers
  email_confirmation: { payload: z.object(link), topic: 'account', link: true },
  email_change: { payload: z.object(link), topic: 'account', link: true },
  password_reset: { payload: z.object(link), topic: 'account', link: true },
  email_changed: { payload: z.object({ email: z.string(), new_email: z.string() }), topic: 'account' },
  password_changed: { payload: z.object({ at: instant }), topic: 'account' },
  two_factor_enabled: { payload: z.object({ at: instant }), topic: 'account' },
  two_factor_disabled: {
    payload: z.object({ at: instant, by: z.enum(['owner', 'manager', 'reset']) }),
    topic: 'account',
  },
  recovery_code_used: { payload: z.object({ at: instant, left: z.int() }), topic: 'account' },
  account_confirmed: { payload: z.object(decision), topic: 'account', push: 'latest', recipients: OWNERS },
  account_rejected: { payload: z.object({ reason: z.string() }), topic: 'account', recipients: OWNERS },
  account_deactivated: { payload: z.object(decision), topic: 'account', recipients: OWNERS },
  account_reactivated: { payload: z.object(decision), topic: 'account', push: 'latest', recipients: OWNERS },
  deletion_refused: { payload: z.object({ reason: z.string() }), topic: 'account' },
  // people of a company (R14): to the invited, who have no account, in the language chosen for the email
  invitation: { payload: z.object({ invitation_id: z.uuid(), language }), link: true },
  // to the owners
  access_requested: { payload: z.object({ request_id: id }), topic: 'account', push: 'latest', recipients: OWNERS },
  documents_address_changed: {
    payload: z.object({ email: z.nullable(z.string()) }),
    topic: 'account',
    recipients: OWNERS,
  },
  token_made: { payload: z.object({ token_id: id }), topic: 'account', recipients: OWNERS },
  // to the person who asked
  access_granted: { payload: z.object({ role: personRole }), topic: 'account' },
  access_refused: { payload: z.object({ company: z.string() }), topic: 'account' },
  role_changed: { payload: z.object({ role: personRole }), topic: 'account' },
  // to a former person of a company, whose account is gone
  person_removed: { payload: z.object({ email: z.string(), language, company: z.string() }) },
  person_deactivated: { payload: z.object({ reason: z.string() }), topic: 'account' },
  person_reactivated: { payload: z.object({ reason: z.string() }), topic: 'account' },
  // to the people whose data was deleted
  account_erased: { payload: z.object({ email: z.string(), language, company: z.string(), scope: deletionScope }) },
  // accounts, to managers; of a company's data, to its owners too
  deletion_requested: {
    payload: z.object({
      company_id: id,
      person_id: id,
      scope: deletionScope,
      comment: z.string().nullable(),
    }),
    topic: 'account',
    recipients: OWNERS,
  },
  account_waiting: { payload: z.object({ company_id: id }) },
  account_updated: {
    payload: z.object({
      company_id: id,
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  },
  // One for all documents that a company uploads within minutes.
  document_uploaded: { payload: z.object({ company_id: id, file_ids: z.array(id) }) },
  // agreements (R15.2): to managers, and to the buyer
  agreement_signed: {
    payload: z.object({ company_id: id, agreement_id: id, number: z.string(), verified: z.boolean() }),
  },
  // `paper`: signed by both on paper, so that there is a scan instead of a PDF with signatures.
  agreement_in_force: {
    payload: z.object({ agreement_id: id, number: z.string(), paper: z.boolean().default(false) }),
    topic: 'results',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  // after the signatures (R16.8): to the buyer, to the managers
  fulfilment_news: {
    payload: z.object({
      agreement_id: id,
      number: z.string(),
      event: z.enum(FULFILMENT_NEWS),
      /** The number of the invoice, claim or act. */
      document: z.string().default(''),
      /** Of an invoice: whether it claims a penalty. */
      is_claim: z.boolean().default(false),
      /** A reminder is dropped once nothing is missing of the invoice. */
      invoice_id: z.nullable(id).default(null),
      amount: z.nullable(sum).default(null),
      day: z.iso.date().nullable().default(null),
      reason: z.string().nullable().default(null),
    }),
    topic: 'obligations',
    push: 'latest',
    recipients: EVERYONE_AND_DOCUMENTS,
  },
  fulfilment_task: {
    payload: z.object({
      agreement_id: id,
      company_id: id,
      number: z.string(),
      event: z.enum(FULFILMENT_TASKS),
      document: z.string().default(''),
      day: z.iso.date().nullable().default(null),
    }),
  },
  // the shop: to managers, and to customers, who have no account, in their order's language
  order_received: { payload: z.object(order) },
  order_confirmation: { payload: z.object({ ...order, language }) },
  order_status: { payload: z.object({ ...order, language, status: z.enum(['in_work', 'done', 'declined']) }) },
  // feedback, to managers and to the buyer who wrote
  feedback_received: { payload: z.object(feedback) },
  feedback_answered: { payload: z.object(feedback), topic: 'answers', push: 'latest', recipients: EVERYONE },
  // news for buyers who chose them
  auction_announced: { payload: z.object(auction), topic: 'new_auctions', push: 'latest' },
  // the same to subscribers without an account, in the language of the form
  subscription_confirmation: { payload: z.object({ subscription_id: id, language }), link: true },
  subscription_auction: { payload: z.object({ ...auction, subscription_id: id, language }) },
  // written whole by the back office, to one of the staff; `{{link}}` is replaced by the token of `token_id`
  staff_email: {
    payload: z.object({
      to: z.union([z.string(), z.array(z.string())]),
      subject: z.string(),
      html: z.string(),
      token_id: z.uuid().optional(),
    }),
    link: true,
  },
} as const satisfies Record<string, Email>

export type EmailKind = keyof typeof emails
export type EmailPayload<Kind extends EmailKind> = z.output<(typeof emails)[Kind]['payload']>

export const emailKinds = Object.keys(emails) as EmailKind[]

/** A row of the table with all properties. Undefined for a kind of a newer version, whose servers share the database. */
export const emailOf = (kind: EmailKind): Email | undefined => emails[kind]

export interface NewEmail {
  readonly kind: EmailKind
  /** A company: those of its people who are the kind's recipients. Null: the managers, or recipients in the payload. */
  readonly company_id: number | null
  /** Restricts the email to one of the company's people. */
  readonly person_id?: number
  readonly payload: object
  /** An email with the same key is queued once. */
  readonly dedupe_key: string | null
  /** Not before this instant, ISO 8601. */
  readonly send_at?: string | undefined
}

/**
 * Queues emails, and the push messages with the same news, in the transaction of `db`. The database queues the jobs that send them.
 *
 * @throws {z.ZodError} if a payload does not have the shape of its kind.
 */
export async function queueEmails(db: Statements, queued: readonly NewEmail[]): Promise<void> {
  if (queued.length === 0) return
  await db.query(
    `insert into portal.outbox (kind, company_id, person_id, recipients, payload, dedupe_key, next_attempt_at)
     select queued.kind, coalesce(queued.company_id, person.company_id), queued.person_id, queued.recipients, queued.payload, queued.dedupe_key, coalesce(queued.send_at, now())
     from json_to_recordset($1) queued (kind text, company_id integer, person_id integer, recipients text[], payload jsonb, dedupe_key text, send_at timestamptz)
     left join portal.people person on person.id = queued.person_id
     on conflict (dedupe_key) do nothing`,
    [rowsOf(queued)],
  )
}

/** Emails as JSON, for portal.record_bids too. */
export function rowsOf(queued: readonly NewEmail[]): string {
  return JSON.stringify(
    queued.map((email) => {
      const { payload, recipients }: Email = emails[email.kind]
      return { ...email, recipients, payload: payload.parse(email.payload) }
    }),
  )
}

export function queueEmail<Kind extends EmailKind>(
  db: Statements,
  kind: Kind,
  to: number | { personId: number } | null,
  payload: z.input<(typeof emails)[Kind]['payload']>,
  dedupeKey: string | null = null,
): Promise<void> {
  const recipient =
    typeof to === 'object' && to !== null ? { company_id: null, person_id: to.personId } : { company_id: to }
  return queueEmails(db, [{ kind, ...recipient, payload, dedupe_key: dedupeKey }])
}
