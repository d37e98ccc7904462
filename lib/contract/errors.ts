import * as z from 'zod/mini'

/** A schema's issues as codes of the contract; unknown fields are named by their own path. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], parent: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const path = [...parent, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: 'unknown_field' }))
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // Reports the alternative that is nearest to the input.
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? []
      if (nearest.length > 0) return fieldErrors(nearest, path)
    }
    return [{ path: path.join('.'), code: codeOf(issue), ...boundsOf(issue) }]
  })
}

/** The contract's own codes are zod messages in snake case; other issues keep zod's code. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (/^[a-z]+(_[a-z]+)*$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  return issue.code
}

function boundsOf(issue: z.core.$ZodIssue): Pick<FieldError, 'minimum' | 'maximum'> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  return {}
}

/**
 * Every refusal of the API, with its HTTP status: the one table of codes. The site has a text for each code in three
 * languages (messages, namespace `Errors`).
 */
export const ERROR_STATUS = {
  // the request itself
  unreadable_body: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  foreign_origin: 403,
  token_scope_insufficient: 403,
  token_address_refused: 403,
  account_deactivated: 403,
  account_deactivated_by_manager: 403,
  account_not_confirmed: 403,
  role_insufficient: 403,
  not_found: 404,
  email_not_registered: 404,
  method_not_allowed: 405,
  body_too_slow: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  idempotency_key_missing: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal_error: 500,
  /** Never sent: the client's code for an answer that its version cannot read. */
  unreadable_answer: 502,
  service_unavailable: 503,
  // application (R2)
  application_exists: 409,
  company_already_applied: 409,
  application_not_found: 404,
  application_deadline_passed: 409,
  application_already_decided: 409,
  application_not_withdrawable: 409,
  category_not_allowed: 403,
  documents_missing: 409,
  deposit_not_covering: 409,
  related_note_required: 409,
  // deposits (R11)
  deposit_not_asked: 409,
  deposit_changed: 409,
  deposit_exceeded: 409,
  deposit_held: 409,
  statement_unreadable: 422,
  statement_columns_unknown: 422,
  statement_too_long: 413,
  statement_line_decided: 409,
  statement_part_too_large: 409,
  payment_day_in_future: 422,
  price_below_starting: 422,
  // from the agreement to closed (R16)
  agreement_not_in_force: 409,
  agreement_closed: 409,
  agreement_ended: 409,
  agreement_settled: 409,
  nothing_to_invoice: 409,
  nothing_to_return: 409,
  period_empty: 404,
  invoice_not_found: 404,
  invoice_cancelled: 409,
  payment_not_found: 404,
  payments_changed: 409,
  reversal_too_large: 422,
  return_too_large: 422,
  volume_not_covered: 422,
  loading_not_found: 404,
  loading_changed: 409,
  loading_decided: 409,
  loading_day_passed: 422,
  loadings_exhausted: 409,
  waybill_not_found: 404,
  waybill_known: 409,
  waybill_in_act: 409,
  waybill_day_wrong: 422,
  waybill_cancelled: 409,
  act_empty: 409,
  act_not_found: 404,
  act_in_force: 409,
  act_awaits_buyer: 409,
  act_already_signed: 409,
  volume_not_delivered: 409,
  penalty_changed: 409,
  penalty_reason_needed: 422,
  rate_known: 409,
  period_wrong: 422,
  // bids (R4)
  price_not_above_one: 422,
  bid_below_minimum: 422,
  bid_above_maximum: 422,
  bid_off_grid: 422,
  quantity_above_volume: 422,
  deposit_insufficient: 422,
  quantity_below_minimum: 422,
  quantity_off_step: 422,
  quantity_reduced: 422,
  minimum_quantity_invalid: 422,
  bidding_closed_by_final_bid: 409,
  automatic_bids_not_allowed: 409,
  automatic_order_not_found: 404,
  not_a_participant: 403,
  application_not_confirmed: 403,
  auction_not_started: 409,
  auction_ended: 409,
  auction_halted: 409,
  auction_not_running: 409,
  auction_not_halted: 409,
  auction_cancelled: 409,
  // questions on a lot (R12)
  questions_closed: 409,
  question_not_found: 404,
  question_already_decided: 409,
  text_names_company: 409,
  // selection (R7.3, R8)
  auction_not_in_selection: 409,
  auction_already_finished: 409,
  auction_not_completed: 409,
  not_a_winner: 409,
  reason_names_bidder: 422,
  winner_deactivated: 409,
  winners_not_confirmed: 409,
  winners_changed: 409,
  partial_not_pending: 409,
  partial_pending: 409,
  partial_deadline_passed: 409,
  partial_offer_changed: 409,
  // accounts
  account_already_confirmed: 409,
  account_already_rejected: 409,
  account_already_deactivated: 409,
  account_not_deactivated: 409,
  account_state_forbids: 409,
  account_email_not_confirmed: 409,
  account_changed: 409,
  email_already_used: 409,
  email_unchanged: 409,
  email_nothing_to_confirm: 409,
  company_data_confirmed: 409,
  password_incorrect: 422,
  // people of a company (R14)
  last_owner: 409,
  people_limit_reached: 409,
  access_request_closed: 409,
  person_already_deactivated: 409,
  person_not_deactivated: 409,
  token_limit_reached: 409,
  // the second factor
  second_factor_required: 401,
  second_factor_code_invalid: 422,
  second_factor_enabled: 409,
  second_factor_not_enabled: 409,
  second_factor_not_begun: 409,
  second_factor_unavailable: 503,
  sign_in_expired: 409,
  // personal data
  deletion_requested: 409,
  deletion_not_requested: 409,
  deletion_already_decided: 409,
  deletion_auctions_running: 409,
  deletion_agreements_current: 409,
  deletion_deposit_held: 409,
  push_service_unknown: 422,
  link_invalid: 404,
  link_expired: 409,
  link_used: 409,
  // documents
  file_missing: 422,
  file_type_refused: 415,
  file_empty: 422,
  file_unreadable: 422,
  file_locked: 422,
  file_active: 422,
  file_has_attachments: 422,
  file_archive_refused: 422,
  file_archive_too_large: 422,
  file_archive_names_refused: 422,
  file_check_delayed: 503,
  /** Raised by the browser's client only: the file can no longer be read. */
  file_changed: 422,
  upload_quota_reached: 409,
  upload_daily_quota_reached: 429,
  document_in_use: 409,
  // signatures (R15)
  signature_expected: 415,
  signature_missing_in_pdf: 422,
  signature_missing_in_archive: 422,
  signature_unreadable: 422,
  signature_altered: 422,
  signature_wrong: 422,
  signature_without_certificate: 422,
  signature_of_another_file: 422,
  signature_of_changed_pdf: 422,
  signature_unverifiable: 422,
  own_signature_unverified: 422,
  signature_check_needed: 409,
  signature_check_day_wrong: 422,
  signature_replaced: 409,
  agreement_already_signed: 409,
  agreement_awaits_buyer: 409,
  agreement_incomplete: 409,
  certificates_unreadable: 422,
  // shop
  form_ticket_invalid: 409,
  form_ticket_used: 409,
  product_unavailable: 409,
  volume_below_minimum: 422,
  // notices
  unsubscribe_link_invalid: 404,
  notification_required: 409,
  // emails in the back office
  email_not_failed: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

const errorCode = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])

/** Kinds of files that people take for statements; `camt`: another message of ISO 20022 than CAMT.053. */
export const statementFile = z.enum([
  'one_c',
  'old_excel',
  'locked',
  'pdf',
  'archive',
  'document',
  'web_page',
  'dbf',
  'camt',
  'xml',
  'unknown',
])
export type StatementFile = z.infer<typeof statementFile>

/** Values of a refusal: exact bounds and volumes as wire strings. */
const problemExtensions = z.object({
  minimum: z.optional(z.string()),
  maximum: z.optional(z.string()),
  nearest: z.optional(z.array(z.string())),
  /** When a halted auction resumes; absent until the manager has set it (R13.1). */
  resumes_at: z.optional(z.iso.datetime()),
  /** The volume offered now, if the offer has changed since it was shown (R7.3). */
  quantity: z.optional(z.string()),
  /** How a text identifies a company: by its name, codes, email, phone or domain (R12.1). */
  found: z.optional(z.array(z.string())),
  /** Ticket for the second step of signing in. */
  ticket: z.optional(z.string()),
  /** The second factor has to be set up before the first session: for roles that require one. */
  enrolment: z.optional(z.boolean()),
  /** What a file is that is not a statement which can be read. */
  format: z.optional(statementFile),
  /** A table with unknown columns: its headings, and its first rows. */
  table: z.optional(z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) })),
  /** Purpose of an expired link, which decides where a new one is requested. */
  link: z.optional(z.enum(['email_confirmation', 'email_change', 'password_reset'])),
})
export type ProblemExtensions = z.infer<typeof problemExtensions>

const fieldError = z.object({
  path: z.string(),
  /** A zod issue code or one of the contract's own: required, price_format … */
  code: z.string(),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
})
export type FieldError = z.infer<typeof fieldError>

/** RFC 9457 problem details. */
export const problem = z.extend(problemExtensions, {
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: errorCode,
  detail: z.string(),
  request_id: z.string(),
  errors: z.optional(z.array(fieldError)),
  retry_after: z.optional(z.number()),
})
export type Problem = z.infer<typeof problem>
