import type { FieldError } from '@/lib/contract/errors'
import { isCommonPassword, isOwnDataPassword } from '@/lib/domain/password'

/** What is wrong with a new password, in the contract's form. `own`: e-mail, names and codes of the account. */
export function passwordFaults(password: string, own: readonly string[]): FieldError[] {
  const tooSimple = isCommonPassword(password) || isOwnDataPassword(password, own)
  return tooSimple ? [{ path: 'password', code: 'password_too_simple' }] : []
}
