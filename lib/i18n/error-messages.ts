import type { Locale } from '@/lib/config/constants'
import type { ErrorCode, FieldError, Problem } from '@/lib/contract/errors'
import { formatPrice, formatQuantity, waitOf } from './formats'
import type { Messages } from './messages'

/** Refusals whose numbers are prices or quantities; other numbers are shown unformatted. */
const MEASURES: Partial<Record<ErrorCode, 'price' | 'quantity'>> = {
  price_below_starting: 'price',
  bid_below_minimum: 'price',
  bid_above_maximum: 'price',
  bid_off_grid: 'price',
  quantity_above_volume: 'quantity',
  deposit_insufficient: 'quantity',
  quantity_below_minimum: 'quantity',
  quantity_off_step: 'quantity',
  quantity_reduced: 'quantity',
  minimum_quantity_invalid: 'quantity',
  volume_below_minimum: 'quantity',
  partial_offer_changed: 'quantity',
  statement_part_too_large: 'price',
  reversal_too_large: 'price',
  return_too_large: 'price',
  penalty_changed: 'price',
  volume_not_covered: 'quantity',
}

/** Code and facts of a refusal, by the API or by the browser's own checks. */
export type Refusal = Pick<Problem, 'code' | 'minimum' | 'maximum' | 'nearest' | 'quantity' | 'retry_after'>

interface ErrorMessage {
  key: keyof Messages['Errors']
  values: {
    minimum: string
    maximum: string
    lower: string
    upper: string
    quantity: string
    /** The wait, in `unit`s. */
    count: number
    unit: string
  }
}

/**
 * The message of a refusal and its formatted numbers: `t(message.key, message.values)` in the namespace `Errors`. A code
 * without a message does not compile. `unit` follows quantities.
 */
export function errorMessage(refusal: Refusal, locale: Locale, unit?: string): ErrorMessage {
  const measure = MEASURES[refusal.code]
  const write = (value: string | undefined) => {
    if (value === undefined) return '—'
    if (measure === undefined) return value
    return measure === 'price' ? formatPrice(value, locale) : formatQuantity(value, locale, unit)
  }
  const [lower, upper] = refusal.nearest ?? []
  return {
    key: refusal.code,
    values: {
      minimum: write(refusal.minimum),
      maximum: write(refusal.maximum),
      lower: write(lower),
      upper: write(upper),
      quantity: write(refusal.quantity),
      ...waitOf(refusal.retry_after ?? 1),
    },
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
  tax_number_invalid: 'taxNumberInvalid',
  phone_invalid: 'phoneInvalid',
  line_format: 'lineFormat',
  letters_unprintable: 'lettersUnprintable',
  link_refused: 'noLinks',
  address_range_invalid: 'addressRangeInvalid',
  password_too_short: 'passwordTooShort',
  password_too_simple: 'passwordTooSimple',
  password_incorrect: 'passwordIncorrect',
  rules_not_accepted: 'rulesNotAccepted',
  quantity_format: 'quantityFormat',
  number_unclear: 'numberUnclear',
}

const EMPTY: Record<string, FieldMessageKey> = {
  email: 'emailRequired',
  auction_kind: 'choose',
  password: 'passwordRequired',
  current_password: 'passwordRequired',
}

/** The message of a field's error (specification, point 5): `t(message.key, message.values)` in the namespace `Fields`. */
export function fieldMessage({ path, code, minimum, maximum }: FieldError): {
  key: FieldMessageKey
  values: { length: number }
} {
  const values = { length: minimum ?? maximum ?? 0 }
  const isMissing = code === 'required' || code === 'invalid_type' || (code === 'too_small' && minimum === 1)
  if (isMissing) return { key: EMPTY[path] ?? 'required', values }
  return { key: KEYS[code] ?? 'invalid', values }
}
