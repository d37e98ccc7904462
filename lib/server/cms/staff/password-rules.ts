export const shortestPassword = 12
export const longestPassword = 200

/** In characters, as people count them. */
export function isTooShort(password: string): boolean {
  return [...password].length < shortestPassword
}
