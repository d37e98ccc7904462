import type { Locale } from '@/lib/config/constants'
import type { ErrorCode, FieldError, Problem } from '@/lib/contract/errors'
import { formatPrice, formatQuantity } from './formats'
import type { Messages } from './messages'

type ErrorMessageKey = keyof Messages['Errors']

/** What the numbers of a refusal are, so that they are written as prices or as quantities. */
type Measure = 'price' | 'quantity' | null

interface Wording {
  key: ErrorMessageKey
  measure: Measure
}

const plain = (key: ErrorMessageKey): Wording => ({ key, measure: null })
const priced = (key: ErrorMessageKey): Wording => ({ key, measure: 'price' })
const measured = (key: ErrorMessageKey): Wording => ({ key, measure: 'quantity' })

/** The one table from a code of the API to its words (namespace `Errors`). A code without words does not compile. */
export const ERROR_WORDINGS: Record<ErrorCode, Wording> = {
  unreadable_body: plain('unreadableBody'),
  unauthorized: plain('unauthorized'),
  invalid_credentials: plain('invalidCredentials'),
  forbidden: plain('forbidden'),
  foreign_origin: plain('foreignOrigin'),
  account_deactivated: plain('accountDeactivated'),
  account_deactivated_by_manager: plain('accountDeactivatedByManager'),
  account_not_confirmed: plain('accountNotConfirmed'),
  not_found: plain('notFound'),
  email_not_registered: plain('emailNotRegistered'),
  method_not_allowed: plain('methodNotAllowed'),
  body_too_large: plain('bodyTooLarge'),
  unsupported_media_type: plain('unsupportedMediaType'),
  invalid_input: plain('invalidInput'),
  idempotency_key_missing: plain('idempotencyKeyMissing'),
  idempotency_key_reused: plain('idempotencyKeyReused'),
  too_many_requests: plain('tooManyRequests'),
  internal_error: plain('internalError'),
  service_unavailable: plain('serviceUnavailable'),
  application_exists: plain('applicationExists'),
  application_not_found: plain('applicationNotFound'),
  application_deadline_passed: plain('applicationDeadlinePassed'),
  application_already_decided: plain('applicationAlreadyDecided'),
  application_not_withdrawable: plain('applicationNotWithdrawable'),
  category_not_allowed: plain('categoryNotAllowed'),
  documents_missing: plain('documentsMissing'),
  price_below_starting: priced('priceBelowStarting'),
  price_not_above_one: plain('priceNotAboveOne'),
  bid_below_minimum: priced('bidBelowMinimum'),
  bid_above_maximum: priced('bidAboveMaximum'),
  bid_off_grid: priced('bidOffGrid'),
  quantity_above_volume: measured('quantityAboveVolume'),
  quantity_below_minimum: measured('quantityBelowMinimum'),
  quantity_off_step: measured('quantityOffStep'),
  quantity_reduced: measured('quantityReduced'),
  minimum_quantity_invalid: measured('minimumQuantityInvalid'),
  bidding_closed_by_final_bid: plain('biddingClosedByFinalBid'),
  not_a_participant: plain('notAParticipant'),
  application_not_confirmed: plain('applicationNotConfirmed'),
  auction_not_started: plain('auctionNotStarted'),
  auction_ended: plain('auctionEnded'),
  auction_cancelled: plain('auctionCancelled'),
  auction_not_in_selection: plain('auctionNotInSelection'),
  auction_already_finished: plain('auctionAlreadyFinished'),
  auction_not_completed: plain('auctionNotCompleted'),
  not_a_winner: plain('notAWinner'),
  reason_names_bidder: plain('reasonNamesBidder'),
  winners_not_confirmed: plain('winnersNotConfirmed'),
  partial_not_pending: plain('partialNotPending'),
  partial_pending: plain('partialPending'),
  partial_deadline_passed: plain('partialDeadlinePassed'),
  account_already_confirmed: plain('accountAlreadyConfirmed'),
  account_already_rejected: plain('accountAlreadyRejected'),
  account_already_deactivated: plain('accountAlreadyDeactivated'),
  account_not_deactivated: plain('accountNotDeactivated'),
  account_state_forbids: plain('accountStateForbids'),
  account_email_not_confirmed: plain('accountEmailNotConfirmed'),
  email_already_used: plain('emailAlreadyUsed'),
  email_unchanged: plain('emailUnchanged'),
  email_nothing_to_confirm: plain('emailNothingToConfirm'),
  company_data_confirmed: plain('companyDataConfirmed'),
  password_incorrect: plain('passwordIncorrect'),
  second_factor_required: plain('secondFactorRequired'),
  second_factor_code_invalid: plain('secondFactorCodeInvalid'),
  second_factor_enabled: plain('secondFactorEnabled'),
  second_factor_not_enabled: plain('secondFactorNotEnabled'),
  second_factor_not_begun: plain('secondFactorNotBegun'),
  second_factor_unavailable: plain('secondFactorUnavailable'),
  sign_in_expired: plain('signInExpired'),
  deletion_requested: plain('deletionRequested'),
  deletion_not_requested: plain('deletionNotRequested'),
  deletion_already_decided: plain('deletionAlreadyDecided'),
  deletion_auctions_running: plain('deletionAuctionsRunning'),
  deletion_agreements_current: plain('deletionAgreementsCurrent'),
  link_invalid: plain('linkInvalid'),
  link_expired: plain('linkExpired'),
  link_used: plain('linkUsed'),
  file_missing: plain('fileMissing'),
  file_type_refused: plain('fileTypeRefused'),
  file_empty: plain('fileEmpty'),
  file_unreadable: plain('fileUnreadable'),
  upload_quota_reached: plain('uploadQuotaReached'),
  upload_daily_quota_reached: plain('uploadDailyQuotaReached'),
  document_in_use: plain('documentInUse'),
  form_ticket_invalid: plain('formTicketInvalid'),
  form_ticket_used: plain('formTicketUsed'),
  product_unavailable: plain('productUnavailable'),
  volume_below_minimum: measured('volumeBelowMinimum'),
  unsubscribe_link_invalid: plain('unsubscribeLinkInvalid'),
  notification_required: plain('notificationRequired'),
  letter_not_failed: plain('letterNotFailed'),
}

/** Code and facts of a refusal; `Problem` is one, and so is what the browser finds out by itself. */
export type Refusal = Pick<Problem, 'code' | 'minimum' | 'maximum' | 'nearest' | 'retry_after'>

interface ErrorWords {
  key: ErrorMessageKey
  values: { minimum: string; maximum: string; lower: string; upper: string; seconds: number }
}

/** The message of a refusal and its exact numbers, written for the language: `t(words.key, words.values)`. `unit` goes after quantities. */
export function errorWords(refusal: Refusal, locale: Locale, unit?: string): ErrorWords {
  const { key, measure } = ERROR_WORDINGS[refusal.code]
  const write = (value: string | undefined) => writeEvent(value, measure, locale, unit)
  const [lower, upper] = refusal.nearest ?? []
  return {
    key,
    values: {
      minimum: write(refusal.minimum),
      maximum: write(refusal.maximum),
      lower: write(lower),
      upper: write(upper),
      seconds: refusal.retry_after ?? 1,
    },
  }
}

function writeEvent(value: string | undefined, measure: Measure, locale: Locale, unit: string | undefined): string {
  if (value === undefined) return '—'
  switch (measure) {
    case 'price':
      return formatPrice(value, locale)
    case 'quantity':
      return formatQuantity(value, locale, unit)
    case null:
      return value
    default:
      return measure satisfies never
  }
}

type FieldMessageKey = keyof Messages['Fields']

const KEYS: Record<string, FieldMessageKey> = {
  required: 'required',
  invalid_value: 'choose',
  too_small: 'tooShort',
  too_big: 'tooLong',
  email_format: 'emailFormat',
  email_already_used: 'emailAlreadyUsed',
  email_unchanged: 'emailUnchanged',
  edrpou_invalid: 'edrpouInvalid',
  iban_invalid: 'ibanInvalid',
  eic_invalid: 'eicInvalid',
  phone_invalid: 'phoneInvalid',
  line_format: 'lineFormat',
  password_too_short: 'passwordTooShort',
  password_too_simple: 'passwordTooSimple',
  password_incorrect: 'passwordIncorrect',
  rules_not_accepted: 'rulesNotAccepted',
  quantity_format: 'quantityFormat',
}

const EMPTY: Record<string, FieldMessageKey> = {
  email: 'emailRequired',
  auction_kind: 'choose',
  password: 'passwordRequired',
  current_password: 'passwordRequired',
}

/** The words for what is wrong in one field (specification, point 5): `t(words.key, words.values)` in the namespace `Fields`. */
export function fieldWords({ path, code, minimum, maximum }: FieldError): {
  key: FieldMessageKey
  values: { length: number }
} {
  const values = { length: minimum ?? maximum ?? 0 }
  if (code === 'required' || (code === 'too_small' && minimum === 1)) return { key: EMPTY[path] ?? 'required', values }
  if (code === 'invalid_type') return { key: EMPTY[path] ?? 'required', values }
  return { key: KEYS[code] ?? 'invalid', values }
}
