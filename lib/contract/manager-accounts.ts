import * as z from 'zod'
import { accountStatus, auctionKind, user } from './accounts'
import { reason } from './auctions'
import { companyDocument } from './documents'
import { endpoint } from './endpoint'
import { data, day, done, id, instant, language, paging, price, quantity, sum, text } from './primitives'
import { application, requiredDocument } from './stream'

/** A rejected company may mend what was wrong: its next change or document brings it back to those who await confirmation. */
export const managedAccountStatus = z.enum([...accountStatus.options, 'rejected'])
export type ManagedAccountStatus = z.infer<typeof managedAccountStatus>

/** What a list of accounts is narrowed by; days are Kyiv's, both included. */
export const accountFilters = {
  status: managedAccountStatus.optional(),
  email_confirmed: z.boolean().optional(),
  auction_kind: auctionKind.optional(),
  /** Part of the company's name, EDRPOU, e-mail, telephone or surname. */
  search: z.string().trim().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const managedAccount = user.extend({
  status: managedAccountStatus,
  created_at: instant,
  /** Of the rejection or the deactivation. */
  reason: z.string().nullable(),
  /** Documents that accreditation asks for and that are not uploaded yet. */
  missing_documents: z.array(requiredDocument),
})
export type ManagedAccount = z.infer<typeof managedAccount>

const counts = z.record(managedAccountStatus, z.int())

export const accountNote = z.object({ id, text: z.string(), at: instant, by: z.string() })

/** Stands for the company's data and documents: another value as soon as any of them changes. */
const version = z.string().max(64)

export const accountFile = managedAccount.extend({
  version,
  language,
  /** Whether the codes are right by their own check digits. */
  checks: z.object({ edrpou: z.boolean(), iban: z.boolean(), eic: z.boolean() }),
  same_edrpou: z.array(z.object({ id, company_short_name: z.string(), status: managedAccountStatus })),
  documents: z.array(companyDocument),
  applications: z.array(
    z.object({
      auction_id: id,
      auction_number: z.int(),
      auction_title: z.string(),
      status: application.shape.status,
      participant: z.int().nullable(),
      bids: z.int(),
      received_at: instant,
    }),
  ),
  agreements: z.array(
    z.object({
      id,
      number: z.string(),
      name: z.string(),
      quantity,
      price,
      sum,
      ends_on: z.iso.date().nullable(),
      status: z.enum(['current', 'archived']),
      created_at: instant,
    }),
  ),
  /** Live sessions, that is signed-in devices. */
  sessions: z.int(),
  second_factor: z.boolean(),
  feedback: z.int(),
  /** Orders of the shop with this company's EDRPOU. */
  orders: z.int(),
  notes: z.array(accountNote),
})
export type AccountFile = z.infer<typeof accountFile>

export const managerAccountsEndpoints = {
  accounts: endpoint('/api/manager/accounts/list', {
    summary: 'Accounts, the newest first, with how many there are of each status',
    access: 'manager',
    request: z.strictObject({ ...accountFilters, ...paging }),
    response: data(z.object({ list: z.array(managedAccount), next_cursor: z.string().nullable(), counts })),
  }),
  account: endpoint('/api/manager/accounts/get', {
    summary: 'Everything that is kept of one company, for whoever decides on it',
    access: 'manager',
    request: z.strictObject({ user_id: id, lang: language.default('uk') }),
    response: data(accountFile),
    errors: ['not_found'],
  }),
  confirmAccount: endpoint('/api/manager/accounts/confirm', {
    summary:
      'Confirm an account. Where its email is not confirmed yet, only if the manager says so. `version`: of the account that the manager has looked at; refused where the company has changed since',
    access: 'manager',
    request: z.strictObject({
      user_id: id,
      reason: reason.optional(),
      version: version.optional(),
      despite_unconfirmed_email: z.boolean().default(false),
    }),
    response: done,
    errors: [
      'not_found',
      'account_already_confirmed',
      'account_state_forbids',
      'account_changed',
      'account_email_not_confirmed',
    ],
  }),
  rejectAccount: endpoint('/api/manager/accounts/reject', {
    summary:
      'Reject an account that awaits confirmation, with a reason that the company is sent; it may mend its data and documents and is then looked at again. `version`: as in confirming',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason, version: version.optional() }),
    response: done,
    errors: [
      'not_found',
      'account_already_confirmed',
      'account_already_rejected',
      'account_state_forbids',
      'account_changed',
    ],
  }),
  deactivateAccount: endpoint('/api/manager/accounts/deactivate', {
    summary: 'Deactivate an account; ends its sessions at once (R2.7)',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason }),
    response: done,
    errors: ['not_found', 'account_already_deactivated'],
  }),
  reactivateAccount: endpoint('/api/manager/accounts/reactivate', {
    summary: 'Reactivate an account: it has the status again that it had before it was deactivated',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason }),
    response: done,
    errors: ['not_found', 'account_not_deactivated'],
  }),
  noteAccount: endpoint('/api/manager/accounts/note', {
    summary: 'Add a note to a company; notes are seen by the staff only and never changed',
    access: 'manager',
    request: z.strictObject({ user_id: id, text: text(2000) }),
    response: data(accountNote),
    errors: ['not_found'],
  }),
}
