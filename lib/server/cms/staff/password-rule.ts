import { isGuessable } from '@/lib/server/identity/passwords'
import type { PortalTextKey } from '@/lib/server/cms/translations'

export const shortestPassword = 12
export const maxPasswordLength = 200

/** In characters, as people count them. */
export function isTooShort(password: string): boolean {
  return [...password].length < shortestPassword
}

interface PasswordFault {
  words: PortalTextKey
  values: Record<string, number>
}

/**
 * What is wrong with a new password of the staff, wherever it is set; null where nothing is.
 *
 * @param own email and name of its owner
 */
export async function staffPasswordFault(password: string, own: readonly string[]): Promise<PasswordFault | null> {
  if (isTooShort(password)) return { words: 'passwordTooShort', values: { minimum: shortestPassword } }
  if (password.length > maxPasswordLength) return { words: 'passwordTooLong', values: { maximum: maxPasswordLength } }
  return (await isGuessable(password, own)) ? { words: 'passwordGuessable', values: {} } : null
}
