import * as z from 'zod'
import { account, accountStatus } from './accounts'
import { reason } from './auctions'
import { auctionKind } from './company'
import { agreement, agreementStatus } from './cabinet'
import { endpoint } from './endpoint'
import { deletionBlocker, deletionRequest } from './personal-data'
import { data, day, done, empty, id, instant, language, list, paging, sum, text } from './primitives'
import { managedAuction, managedBid, managerAuctionsEndpoints, version } from './manager-auctions'
import { companyDocument } from './documents'
import { application, requiredDocument } from './stream'
import { feedbackStatus } from './feedback'
import { totalsFilters } from './fulfilment'
import { accessRequest, companyAuditEntry, person } from './people'
import { managerQuestionsEndpoints } from './questions'

export const auditFilters = {
  staff_id: z.optional(id),
  action: z.string().max(60).optional(),
  /** The kind of object: account, auction, pages … */
  object: z
    .string()
    .regex(/^[a-z_-]{1,40}$/)
    .optional(),
  /** Everything that concerns one company: its account, its data, its applications. */
  company_id: z.optional(id),
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
    /** If it belongs to an auction. */
    auction_id: z.nullable(id),
  }),
  reason: z.string().nullable(),
  /** Names of the changed fields. */
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const managerAuditEndpoints = {
  audit: endpoint('/api/manager/audit/list', {
    summary:
      'Actions of the staff with time, object and reason, the newest first. Entries cannot be changed or deleted',
    access: 'manager',
    request: z.strictObject({ ...auditFilters, ...paging }),
    response: list(auditEntry),
  }),
  auditChoices: endpoint('/api/manager/audit/choices', {
    summary: 'Filters of the audit trail: the staff, actions and objects that occur in it',
    access: 'manager',
    request: empty,
    response: data(
      z.object({
        staff: z.array(z.object({ id, name: z.string() })),
        actions: z.array(z.string()),
        objects: z.array(z.string()),
      }),
    ),
  }),
}

export const emailState = z.enum(['waiting', 'sent', 'failed', 'not_needed'])
export type EmailState = z.infer<typeof emailState>

const managedEmail = z.object({
  id,
  /** application_confirmed, password_reset … */
  kind: z.string(),
  company_id: z.nullable(id),
  company_name: z.string().nullable(),
  /** Empty until the email has been written. */
  recipients: z.array(z.string()),
  subject: z.string().nullable(),
  state: emailState,
  created_at: instant,
  sent_at: z.nullable(instant),
  attempts: z.int(),
  /** When a waiting email is sent again. */
  next_attempt_at: z.nullable(instant),
  /** The mail server's answer, or why the email was not sent. */
  reason: z.string().nullable(),
})
export type ManagedEmail = z.infer<typeof managedEmail>

const managedEmailWhole = managedEmail.extend({
  language: language.nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Only admins read emails to the staff: their links may grant access. */
  withheld: z.boolean(),
  can_resend: z.boolean(),
})

export const managerEmailsEndpoints = {
  emails: endpoint('/api/manager/emails/list', {
    summary: 'Emails, the newest first: recipient, time and state of delivery',
    access: 'manager',
    request: z.strictObject({
      state: emailState.optional(),
      company_id: z.optional(id),
      /** Part of a recipient's address, the subject or the company's name. */
      search: z.string().trim().max(100).optional(),
      ...paging,
    }),
    response: list(managedEmail),
  }),
  email: endpoint('/api/manager/emails/get', {
    summary: 'One email as it was written, without links that grant access',
    access: 'manager',
    request: z.strictObject({ id }),
    response: data(managedEmailWhole),
    errors: ['not_found'],
  }),
  resendEmail: endpoint('/api/manager/emails/resend', {
    summary: 'Send a failed email again',
    access: 'manager',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found', 'email_not_failed'],
  }),
}

const managedDeletion = deletionRequest.extend({ company: account, blockers: z.array(deletionBlocker) })
export type ManagedDeletion = z.infer<typeof managedDeletion>

/** Calls on an account's security and personal data. */
export const managerSecurityEndpoints = {
  resetTwoFactor: endpoint('/api/manager/accounts/reset-two-factor', {
    summary: 'Turn off a person’s second factor, if phone and recovery codes are lost',
    access: 'manager',
    request: z.strictObject({ person_id: id, reason }),
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
      'Approve a request, which deletes the personal data and permanently closes the account, or refuse it with a reason',
    access: 'manager',
    request: z.discriminatedUnion('decision', [
      z.strictObject({ id, decision: z.literal('approve') }),
      z.strictObject({ id, decision: z.literal('refuse'), reason }),
    ]),
    response: done,
    errors: [
      'not_found',
      'deletion_already_decided',
      'deletion_auctions_running',
      'deletion_agreements_current',
      'deletion_deposit_held',
    ],
  }),
}

/** A rejected company that changes its data or uploads a document awaits confirmation again. */
export const managedAccountStatus = z.enum([...accountStatus.options, 'rejected'])

/** Filters of the list of accounts; days are Kyiv's, both included. */
export const accountFilters = {
  status: managedAccountStatus.optional(),
  email_confirmed: z.boolean().optional(),
  auction_kind: auctionKind.optional(),
  /** Part of the company's name, EDRPOU, email, phone or surname. */
  search: z.string().trim().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const managedAccount = account.extend({
  status: managedAccountStatus,
  created_at: instant,
  /** Reason of the rejection or the deactivation. */
  reason: z.string().nullable(),
  /** Documents for accreditation that are not uploaded yet. */
  missing_documents: z.array(requiredDocument),
})
export type ManagedAccount = z.infer<typeof managedAccount>

export const accountNote = z.object({ id, text: z.string(), at: instant, by: z.string() })

export const accountFile = managedAccount.extend({
  /** Identifies the company's data and documents: changes whenever any of them does. */
  version,
  /** Whether the check digits of the codes are valid. */
  checks: z.object({ edrpou: z.boolean(), iban: z.boolean(), eic: z.boolean() }),
  same_edrpou: z.array(managedAccount.pick({ id: true, company_short_name: true, status: true })),
  documents: z.array(companyDocument),
  applications: z.array(
    z.object({
      auction_id: id,
      auction_number: z.int(),
      auction_title: z.string(),
      /** An open application is then over too. */
      auction_cancelled: z.boolean(),
      status: application.shape.status,
      participant: z.int().nullable(),
      bids: z.int(),
      received_at: instant,
    }),
  ),
  agreements: z.array(
    agreement.pick({
      id: true,
      number: true,
      name: true,
      quantity: true,
      price: true,
      sum: true,
      ends_on: true,
      status: true,
      signatures: true,
      created_at: true,
    }),
  ),
  people: z.array(person),
  access_requests: z.array(accessRequest),
  documents_email: z.string().nullable(),
  documents_email_refused_since: z.nullable(instant),
  /** The latest actions of its people. */
  activity: z.array(companyAuditEntry),
  /** Live sessions, that is signed-in devices. */
  sessions: z.int(),
  feedback: z.int(),
  /** Orders of the shop with this company's EDRPOU. */
  orders: z.int(),
  notes: z.array(accountNote),
})
export type AccountFile = z.infer<typeof accountFile>

export const managerAccountsEndpoints = {
  accounts: endpoint('/api/manager/accounts/list', {
    summary: 'Accounts, the newest first, with their number by status',
    access: 'manager',
    request: z.strictObject({ ...accountFilters, ...paging }),
    response: list(managedAccount, { counts: z.record(managedAccountStatus, z.int()) }),
  }),
  account: endpoint('/api/manager/accounts/get', {
    summary: 'All data of one company, for a decision on it',
    access: 'manager',
    request: z.strictObject({ company_id: id, lang: language.default('uk') }),
    response: data(accountFile),
    errors: ['not_found'],
  }),
  confirmAccount: endpoint('/api/manager/accounts/confirm', {
    summary:
      'Confirm an account. If its email is not confirmed yet, `despite_unconfirmed_email` is required. `version`: of the account that the manager has seen; refused if the company has changed since',
    access: 'manager',
    request: z.strictObject({
      company_id: id,
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
      'Reject an account that awaits confirmation, with a reason that the company is sent; it may correct its data and documents and awaits confirmation again. `version`: as in confirming',
    access: 'manager',
    request: z.strictObject({ company_id: id, reason, version: version.optional() }),
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
    summary: 'Deactivate an account; ends its sessions immediately (R2.7)',
    access: 'manager',
    request: z.strictObject({ company_id: id, reason }),
    response: done,
    errors: ['not_found', 'account_already_deactivated'],
  }),
  reactivateAccount: endpoint('/api/manager/accounts/reactivate', {
    summary: 'Reactivate an account: restores the status that it had before',
    access: 'manager',
    request: z.strictObject({ company_id: id, reason }),
    response: done,
    errors: ['not_found', 'account_not_deactivated'],
  }),
  deactivatePerson: endpoint('/api/manager/people/deactivate', {
    summary: 'Suspend one of a company’s people; ends their sessions immediately, and leaves the company active',
    access: 'manager',
    request: z.strictObject({ person_id: id, reason }),
    response: done,
    errors: ['not_found', 'person_already_deactivated'],
  }),
  reactivatePerson: endpoint('/api/manager/people/reactivate', {
    summary: 'Restore the access of one of a company’s people',
    access: 'manager',
    request: z.strictObject({ person_id: id, reason }),
    response: done,
    errors: ['not_found', 'person_not_deactivated'],
  }),
  noteAccount: endpoint('/api/manager/accounts/note', {
    summary: 'Add a note to a company; notes are seen by the staff only and never changed',
    access: 'manager',
    request: z.strictObject({ company_id: id, text: text(2000) }),
    response: data(accountNote),
    errors: ['not_found'],
  }),
}

/** A file has no more rows; its last row asks to narrow the filters. */
export const MAX_EXPORTED_ROWS = 20_000

const lang = { lang: language.default('uk') }
const shared = {
  access: 'manager',
  answers: 'file',
  response: z.file(),
  rateLimit: { requests: 20, seconds: 60 },
} as const

/** Tables as XLSX, in the caller's language; each is noted in the audit trail. */
export const managerExportsEndpoints = {
  exportAccounts: endpoint('/api/manager/export/accounts', {
    ...shared,
    summary: 'Accounts as XLSX, filtered as the list is',
    request: z.strictObject({ ...accountFilters, ...lang }),
  }),
  exportApplications: endpoint('/api/manager/export/applications', {
    ...shared,
    summary: 'An auction’s applications as XLSX; price and quantity only once they are unsealed (R2.3)',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found'],
  }),
  exportBids: endpoint('/api/manager/export/bids', {
    ...shared,
    summary: 'An auction’s bids with names as XLSX',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found'],
  }),
  exportWinners: endpoint('/api/manager/export/winners', {
    ...shared,
    summary: 'An auction’s allocation with names as XLSX',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found', 'auction_not_in_selection'],
  }),
  exportOrders: endpoint('/api/manager/export/orders', {
    ...shared,
    summary: 'Orders of the shop as XLSX',
    request: z.strictObject({ status: z.enum(['new', 'in_work', 'done', 'declined', 'spam']).optional(), ...lang }),
  }),
  exportFeedback: endpoint('/api/manager/export/feedback', {
    ...shared,
    summary: 'Messages of buyers and their answers, as XLSX',
    request: z.strictObject({ status: feedbackStatus.optional(), ...lang }),
  }),
  exportAgreements: endpoint('/api/manager/export/agreements', {
    ...shared,
    summary: 'Agreements as XLSX',
    request: z.strictObject({ status: agreementStatus.optional(), ...lang }),
  }),
  exportQuestions: endpoint('/api/manager/export/questions', {
    ...shared,
    summary: 'Questions on lots with who asked, their answers or the reason for rejecting them, as XLSX (R12)',
    request: z.strictObject({ auction_id: z.optional(id), open: z.boolean().optional(), ...lang }),
  }),
  checkReturns: endpoint('/api/manager/export/returns/check', {
    access: 'accountant',
    summary: 'What the credit transfer of exportReturns would contain, and what it leaves out, with the reason',
    request: empty,
    response: data(
      z.object({
        transfers: z.int(),
        total: sum,
        left_out: z.array(
          z.object({
            company: z.string(),
            purpose: z.string(),
            amount: sum,
            /** `account`, `code`: the recipient has no valid IBAN, or no code; `seller`: the seller lacks one of them. */
            reason: z.enum(['account', 'code', 'seller']),
          }),
        ),
      }),
    ),
  }),
  exportReturns: endpoint('/api/manager/export/returns', {
    ...shared,
    access: 'accountant',
    summary:
      'Deposits and overpayments to be returned, with the payers’ accounts, as CSV or as an ISO 20022 credit transfer (pain.001.001.03), which lacks what checkReturns names',
    request: z.strictObject({ format: z.enum(['csv', 'xml']), ...lang }),
    errors: ['nothing_to_return'],
  }),
  exportFulfilment: endpoint('/api/manager/export/fulfilment', {
    ...shared,
    access: 'accountant',
    summary: 'Invoices, payments or acts of agreements from a day to another as XLSX or CSV',
    request: z.strictObject({
      what: z.enum(['invoices', 'payments', 'acts']),
      from: day,
      until: day,
      format: z.enum(['xlsx', 'csv']),
      ...lang,
    }),
    errors: ['period_empty'],
  }),
  exportFulfilmentTotals: endpoint('/api/manager/export/fulfilment-totals', {
    ...shared,
    access: 'accountant',
    summary: 'Totals of the agreements in force a month and a product as XLSX, filtered as the list is',
    request: z.strictObject({ ...totalsFilters, ...lang }),
  }),
  exportAudit: endpoint('/api/manager/export/audit', {
    ...shared,
    summary: 'The audit trail as XLSX, filtered as the list is',
    request: z.strictObject({ ...auditFilters, ...lang }),
  }),
}

export const searchResults = z.object({
  lots: z.array(managedAuction.pick({ id: true, number: true, title: true, state: true })),
  companies: z.array(z.object({ id, name: z.string(), edrpou: z.string(), status: managedAccountStatus })),
  bids: z.array(
    managedBid
      .pick({ seq: true, participant: true, company_name: true, price: true, quantity: true, received_at: true })
      .extend({ auction_id: id, auction_number: z.int() }),
  ),
  agreements: z.array(z.object({ id, number: z.string(), name: z.string(), company_name: z.string(), sum })),
  emails: z.array(
    managedEmail.pick({ id: true, kind: true, subject: true, company_name: true, state: true, created_at: true }),
  ),
})

export type SearchResults = z.infer<typeof searchResults>

export const managerSearchEndpoints = {
  search: endpoint('/api/manager/search', {
    summary:
      'A few lots, companies, bids, agreements and emails that match a text. A bid is found by its number in the latest auctions, or by the numbers of auction and bid: 12/345',
    access: 'manager',
    request: z.strictObject({ text: z.string().trim().min(1).max(100), lang: language.default('uk') }),
    response: data(searchResults),
    rateLimit: { requests: 120, seconds: 60 },
  }),
}

export const staffRole = z.enum(['editor', 'accountant', 'dispatcher', 'manager', 'admin'])
export type StaffRole = z.infer<typeof staffRole>

const staffMember = z.object({ id, name: z.string(), role: staffRole })
export type StaffMember = z.infer<typeof staffMember>

export const staffEndpoints = {
  me: endpoint('/api/manager/me', {
    summary: 'The signed-in member of the staff',
    access: 'staff',
    request: empty,
    response: data(staffMember),
  }),
}

export const managerEndpoints = {
  ...staffEndpoints,
  ...managerAuctionsEndpoints,
  ...managerQuestionsEndpoints,
  ...managerAccountsEndpoints,
  ...managerSecurityEndpoints,
  ...managerEmailsEndpoints,
  ...managerAuditEndpoints,
  ...managerExportsEndpoints,
  ...managerSearchEndpoints,
}
