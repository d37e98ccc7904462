import type { FieldError } from '@/lib/contract/errors'
import type { Messages } from '@/lib/i18n/messages'

export type FieldMessageKey = keyof Messages['Fields']

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

const EMPTY: Record<string, FieldMessageKey> = { email: 'emailRequired', auction_kind: 'choose', password: 'passwordRequired', current_password: 'passwordRequired' }

/** The words for what is wrong in one field (specification, point 5): `t(words.key, words.values)` in the namespace `Fields`. */
export function fieldWords({ path, code, minimum, maximum }: FieldError): { key: FieldMessageKey; values: { length: number } } {
  const values = { length: minimum ?? maximum ?? 0 }
  if (code === 'required' || (code === 'too_small' && minimum === 1)) return { key: EMPTY[path] ?? 'required', values }
  if (code === 'invalid_type') return { key: EMPTY[path] ?? 'required', values }
  return { key: KEYS[code] ?? 'invalid', values }
}
