import { user as userShape, type User } from '@/lib/contract/accounts'

/** From the middleware to the page, within the process: who the page is rendered for. */
export const USER_HEADER = 'x-portal-user'

/** As a header can carry it. */
export function writeUser(user: User): string {
  return Buffer.from(JSON.stringify(user)).toString('base64url')
}

/** Null where the middleware did not read the session: a navigation within the visit. */
export function readUser(header: string | null): User | null {
  if (!header) return null
  return userShape.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')))
}

/**
 * From the server to the middleware: a navigation within an open page asks for its data, not for a document. Next hides its own
 * headers (`rsc` and the like) from a middleware.
 */
export const DATA_HEADER = 'x-portal-data'
