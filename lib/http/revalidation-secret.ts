import { randomBytes } from 'node:crypto'

/** The server process and Next's bundle load this module separately; the symbol in the global registry is where both look. */
const KEY = Symbol.for('gas-auction-portal.revalidation')
const shared = globalThis as typeof globalThis & { [KEY]?: string }

/** What the process and its own Next prove each other with: made anew at each start, known to nobody else. */
export function revalidationSecret(): string {
  return (shared[KEY] ??= randomBytes(32).toString('base64url'))
}
