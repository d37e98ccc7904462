import * as z from 'zod'
import { user } from './accounts'
import { reason } from './auctions'
import { endpoint } from './endpoint'
import { deletionBlocker, deletionRequest } from './personal-data'
import { data, day, done, id, instant, language, list, paging, price, quantity, sum } from './primitives'
import { managedAccountStatus } from './manager-accounts'
import { managedAuction } from './manager-auctions'

export const auditFilters = {
  staff_id: z.optional(id),
  action: z.string().max(60).optional(),
  /** What was acted on: account, auction, pages … */
  object: z
    .string()
    .regex(/^[a-z_-]{1,40}$/)
    .optional(),
  /** Everything that concerns one company: its account, its data, its applications. */
  user_id: z.optional(id),
  /** Part of the object's name or of the reason. */
  search: z.string().trim().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
}

const auditEntry = z.object({
  id,
  at: instant,
  staff: z.object({ id, name: z.string() }),
  action: z.string(),
  object: z.object({
    kind: z.string(),
    id: z.nullable(id),
    title: z.string(),
    /** Where it belongs to an auction. */
    auction_id: z.nullable(id),
  }),
  reason: z.string().nullable(),
  /** Names of what was changed. */
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const managerAuditEndpoints = {
  audit: endpoint('/api/manager/audit/list', {
    summary: 'Who of the staff did what, when, to what and why; the newest first. No one can change or delete an entry',
    access: 'manager',
    request: z.strictObject({ ...auditFilters, ...paging }),
    response: data(z.object({ list: z.array(auditEntry), next_cursor: z.string().nullable() })),
  }),
  auditChoices: endpoint('/api/manager/audit/choices', {
    summary: 'What the audit trail can be narrowed by: the staff, the actions and the objects that occur in it',
    access: 'manager',
    request: z.strictObject({}),
    response: data(
      z.object({
        staff: z.array(z.object({ id, name: z.string() })),
        actions: z.array(z.string()),
        objects: z.array(z.string()),
      }),
    ),
  }),
}

export const letterState = z.enum(['waiting', 'sent', 'failed', 'not_needed'])
export type LetterState = z.infer<typeof letterState>

const managedLetter = z.object({
  id,
  /** What it tells of: application_confirmed, password_reset … */
  kind: z.string(),
  user_id: z.nullable(id),
  company_name: z.string().nullable(),
  /** Empty until the letter has been written. */
  recipients: z.array(z.string()),
  subject: z.string().nullable(),
  state: letterState,
  created_at: instant,
  sent_at: z.nullable(instant),
  attempts: z.int(),
  /** When it is tried again, of one that waits. */
  next_attempt_at: z.nullable(instant),
  /** What the mail server said, or why it was not sent. */
  reason: z.string().nullable(),
})
export type ManagedLetter = z.infer<typeof managedLetter>

const managedLetterWhole = managedLetter.extend({
  language: language.nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Nobody but an admin reads the staff's own letters: they may let somebody in. */
  withheld: z.boolean(),
  can_resend: z.boolean(),
})

export const managerLettersEndpoints = {
  letters: endpoint('/api/manager/letters/list', {
    summary: 'Letters, the newest first: to whom, when, and what became of them',
    access: 'manager',
    request: z.strictObject({
      state: letterState.optional(),
      user_id: z.optional(id),
      /** Part of a recipient's address, the subject or the company's name. */
      search: z.string().trim().max(100).optional(),
      ...paging,
    }),
    response: list(managedLetter),
  }),
  letter: endpoint('/api/manager/letters/get', {
    summary: 'One letter as it was written. Links that prove something are left out',
    access: 'manager',
    request: z.strictObject({ id }),
    response: data(managedLetterWhole),
    errors: ['not_found'],
  }),
  resendLetter: endpoint('/api/manager/letters/resend', {
    summary: 'Send a letter that failed once more',
    access: 'manager',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found', 'letter_not_failed'],
  }),
}

const managedDeletion = deletionRequest.extend({ company: user, blockers: z.array(deletionBlocker) })
export type ManagedDeletion = z.infer<typeof managedDeletion>

/** What the staff does for an account's security and its personal data. */
export const managerSecurityEndpoints = {
  resetTwoFactor: endpoint('/api/manager/accounts/reset-two-factor', {
    summary: 'Turn an account’s second factor off, for whoever lost the phone and the recovery codes',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason }),
    response: done,
    errors: ['not_found', 'second_factor_not_enabled'],
  }),
  deletionRequests: endpoint('/api/manager/accounts/deletion/list', {
    summary: 'Requests to delete personal data, the newest first',
    access: 'manager',
    request: z.strictObject({ status: deletionRequest.shape.status.optional(), ...paging }),
    response: list(managedDeletion),
  }),
  decideDeletion: endpoint('/api/manager/accounts/deletion/decide', {
    summary:
      'Approve a request, which deletes the personal data and closes the account for good, or refuse it with a reason',
    access: 'manager',
    request: z.discriminatedUnion('decision', [
      z.strictObject({ id, decision: z.literal('approve') }),
      z.strictObject({ id, decision: z.literal('refuse'), reason }),
    ]),
    response: done,
    errors: ['not_found', 'deletion_already_decided', 'deletion_auctions_running', 'deletion_agreements_current'],
  }),
}

export const searchResults = z.object({
  lots: z.array(managedAuction.pick({ id: true, number: true, title: true, state: true })),
  companies: z.array(z.object({ id, name: z.string(), edrpou: z.string(), status: managedAccountStatus })),
  bids: z.array(
    z.object({
      auction_id: id,
      auction_number: z.int(),
      seq: z.int(),
      participant: z.int(),
      company_name: z.string(),
      price,
      quantity,
      received_at: instant,
    }),
  ),
  agreements: z.array(z.object({ id, number: z.string(), name: z.string(), company_name: z.string(), sum })),
  letters: z.array(
    z.object({
      id,
      kind: z.string(),
      subject: z.string().nullable(),
      company_name: z.string().nullable(),
      state: letterState,
      created_at: instant,
    }),
  ),
})

export type SearchResults = z.infer<typeof searchResults>

export const managerSearchEndpoints = {
  search: endpoint('/api/manager/search', {
    summary:
      'A few lots, companies, bids, agreements and letters each that match a text. A bid is found by its number in the latest auctions, or by the numbers of its auction and its own: 12/345',
    access: 'manager',
    request: z.strictObject({ text: z.string().trim().min(1).max(100), lang: language.default('uk') }),
    response: data(searchResults),
    rateLimit: { requests: 120, seconds: 60 },
  }),
}
