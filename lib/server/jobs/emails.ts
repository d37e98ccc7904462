import * as z from 'zod'
import { personRole } from '@/lib/contract/company'
import { documentKind } from '@/lib/contract/documents'
import { deletionScope } from '@/lib/contract/personal-data'
import { id, instant, language, price, quantity, sum } from '@/lib/contract/primitives'
import type { Statements } from '@/lib/server/platform/db/pool'

/** Every kind of email (a row of portal.outbox) with the shape of its payload. */

const auction = { auction_id: id }
const link = { token_id: z.uuid(), email: z.string() }
const decision = { reason: z.string().nullable() }
const order = { order_id: id }
const feedback = { feedback_id: id }

export const emails = {
  // auctions, to buyers
  application_confirmed: z.object({ ...auction, participant: z.int() }),
  application_rejected: z.object({ ...auction, by: z.enum(['manager', 'system']), reason: z.string() }),
  // The sum is not in the payload: it would reveal the quantity before the start (R2.3).
  deposit_due: z.object(auction),
  deposit_reminder: z.object(auction),
  deposit_received: z.object({ ...auction, received: sum }),
  deposit_settled: z.object({
    ...auction,
    outcome: z.enum(['returned', 'applied', 'kept']),
    amount: sum,
    reason: z.string().nullable(),
  }),
  auction_started: z.object(auction),
  outbid: z.object({ ...auction, provisional_quantity: quantity }),
  ceiling_reached: z.object({ ...auction, provisional_quantity: quantity }),
  // `following`: to a company that follows the lot and has no application.
  auction_cancelled: z.object({ ...auction, reason: z.string(), following: z.boolean().default(false) }),
  auction_halted: z.object({ ...auction, reason: z.string() }),
  auction_resumed: z.object({ ...auction, resumes_at: instant }),
  // `before`: the volume confirmed earlier, if a reallocation has changed it.
  winner_confirmed: z.object({ ...auction, quantity, price, before: z.optional(quantity) }),
  win_withdrawn: z.object({ ...auction, before: quantity }),
  winner_disqualified: z.object({ ...auction, reason: z.string() }),
  auction_result: z.object({
    ...auction,
    outcome: z.enum(['outbid', 'passed_over', 'refused', 'disqualified']),
    volume_sold: quantity,
    lowest_price: z.nullable(price),
    final_price: z.nullable(price),
    average_price: z.nullable(price),
  }),
  agreement_ready: z.object({ ...auction, agreement_id: id }),
  partial_offer: z.object({
    ...auction,
    quantity,
    price,
    answer_by: instant,
    kept: z.optional(quantity),
  }),
  // auctions, to managers
  // `completed`: a second email, sent when the last of the missing documents was uploaded.
  application_received: z.object({ ...auction, user_id: id, completed: z.boolean().default(false) }),
  partial_accepted: z.object({ ...auction, participant: z.int(), quantity }),
  partial_refused: z.object({
    ...auction,
    participant: z.int(),
    quantity,
    by: z.enum(['participant', 'system']),
  }),
  // auctions, to both
  auction_unsuccessful: z.object({ ...auction, confirmed: z.int(), minimum: z.int() }),
  auction_ended: z.object(auction),
  chat_message: z.object({ ...auction, account_id: id, message_id: id }),
  // questions on a lot (R12): to managers; to applicants, followers and the author; to the author
  question_asked: z.object({ ...auction, account_id: id, question_id: id }),
  question_answered: z.object({ ...auction, number: z.int() }),
  question_rejected: z.object({ ...auction, question_id: id }),
  // accounts, to buyers
  email_confirmation: z.object(link),
  email_change: z.object(link),
  password_reset: z.object(link),
  email_changed: z.object({ email: z.string(), new_email: z.string() }),
  password_changed: z.object({ at: instant }),
  two_factor_enabled: z.object({ at: instant }),
  two_factor_disabled: z.object({ at: instant, by: z.enum(['owner', 'manager', 'reset']) }),
  recovery_code_used: z.object({ at: instant, left: z.int() }),
  account_confirmed: z.object(decision),
  account_rejected: z.object({ reason: z.string() }),
  account_deactivated: z.object(decision),
  account_reactivated: z.object(decision),
  deletion_refused: z.object({ reason: z.string() }),
  // people of a company (R14): to the invited, who have no account, in the language chosen for the email
  invitation: z.object({ invitation_id: z.uuid(), language }),
  // to the owners
  access_requested: z.object({ request_id: id }),
  documents_address_changed: z.object({ email: z.nullable(z.string()) }),
  token_made: z.object({ token_id: id }),
  // to the person who asked
  access_granted: z.object({ role: personRole }),
  access_refused: z.object({ company: z.string() }),
  role_changed: z.object({ role: personRole }),
  // to a former person of a company, whose account is gone
  person_removed: z.object({ email: z.string(), language, company: z.string() }),
  person_deactivated: z.object({ reason: z.string() }),
  person_reactivated: z.object({ reason: z.string() }),
  // to the people whose data was deleted
  account_erased: z.object({ email: z.string(), language, company: z.string(), scope: deletionScope }),
  // accounts, to managers; of a company's data, to its owners too
  deletion_requested: z.object({
    account_id: id,
    person_id: id,
    scope: deletionScope,
    comment: z.string().nullable(),
  }),
  account_waiting: z.object({ account_id: id }),
  account_updated: z.object({
    account_id: id,
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  }),
  document_uploaded: z.object({ account_id: id, file_id: id, name: z.string(), document_kind: documentKind }),
  // agreements (R15.2): to managers, and to the buyer
  agreement_signed: z.object({ account_id: id, agreement_id: id, number: z.string(), verified: z.boolean() }),
  // `paper`: signed by both on paper, so that there is a scan instead of a PDF with signatures.
  agreement_in_force: z.object({ agreement_id: id, number: z.string(), paper: z.boolean().default(false) }),
  // the shop: to managers, and to customers, who have no account, in their order's language
  order_received: z.object(order),
  order_confirmation: z.object({ ...order, language }),
  order_status: z.object({ ...order, language, status: z.enum(['in_work', 'done', 'declined']) }),
  // feedback, to managers and to the buyer who wrote
  feedback_received: z.object(feedback),
  feedback_answered: z.object(feedback),
  // news for buyers who chose them
  auction_announced: z.object(auction),
  // the same to subscribers without an account, in the language of the form
  subscription_confirmation: z.object({ subscription_id: id, language }),
  subscription_auction: z.object({ ...auction, subscription_id: id, language }),
  // written whole by the back office, to one of the staff; `{{link}}` is replaced by the token of `token_id`
  staff_email: z.object({
    to: z.union([z.string(), z.array(z.string())]),
    subject: z.string(),
    html: z.string(),
    token_id: z.uuid().optional(),
  }),
} as const

export type EmailKind = keyof typeof emails
export type EmailPayload<Kind extends EmailKind> = z.output<(typeof emails)[Kind]>

export const emailKinds = Object.keys(emails) as EmailKind[]

const MINUTE_MS = 60_000
/** Emails that would be misleading if sent later than this after being queued. */
export const MAX_AGE_MS: Partial<Record<EmailKind, number>> = {
  outbid: 15 * MINUTE_MS,
  ceiling_reached: 15 * MINUTE_MS,
  auction_started: 120 * MINUTE_MS,
}

export interface NewEmail {
  readonly kind: EmailKind
  /** A company: those of its people whom the kind is for (portal.recipients_of). Null: the managers, or recipients in the payload. */
  readonly account_id: number | null
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
  const rows = queued.map((letter) => ({ ...letter, payload: emails[letter.kind].parse(letter.payload) }))
  await db.query(
    `insert into portal.outbox (kind, account_id, person_id, payload, dedupe_key, next_attempt_at)
     select email.kind, coalesce(email.account_id, person.account_id), email.person_id, email.payload, email.dedupe_key, coalesce(email.send_at, now())
     from json_to_recordset($1) email (kind text, account_id integer, person_id integer, payload jsonb, dedupe_key text, send_at timestamptz)
     left join portal.people person on person.id = email.person_id
     on conflict (dedupe_key) do nothing`,
    [JSON.stringify(rows)],
  )
}

export function queueEmail<Kind extends EmailKind>(
  db: Statements,
  kind: Kind,
  to: number | { personId: number } | null,
  payload: z.input<(typeof emails)[Kind]>,
  dedupeKey: string | null = null,
): Promise<void> {
  const recipient =
    typeof to === 'object' && to !== null ? { account_id: null, person_id: to.personId } : { account_id: to }
  return queueEmails(db, [{ kind, ...recipient, payload, dedupe_key: dedupeKey }])
}
