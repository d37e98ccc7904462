import { user as userShape, type User } from '@/lib/contract/accounts'

/** Tells the page which user it is rendered for; set by the middleware, within the process. */
export const USER_HEADER = 'x-portal-user'

/** Tells the page its own address with the query; set by the middleware. */
export const ADDRESS_HEADER = 'x-portal-address'

/** Encoded for a header. */
export function writeUser(user: User): string {
  return Buffer.from(JSON.stringify(user)).toString('base64url')
}

/** Null where the middleware did not read the session, as in a navigation within the visit. */
export function readUser(header: string | null): User | null {
  if (!header) return null
  return userShape.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')))
}

/**
 * Tells the middleware that a navigation within an open page requests data, not a document; set by the server. Next
 * hides its own headers (`rsc` and the like) from a middleware.
 */
export const DATA_HEADER = 'x-portal-data'
