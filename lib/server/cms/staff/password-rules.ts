export const shortestPassword = 12
export const maxPasswordLength = 200

/** In characters, as people count them. */
export function isTooShort(password: string): boolean {
  return [...password].length < shortestPassword
}
