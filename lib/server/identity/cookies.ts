import { type CookieOptions, serialize } from 'hono/utils/cookie'
import { COOKIES, STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import { KNOWN_DEVICE_MS } from './guard'
import { SESSION_MS } from './sessions'
import type { Realm } from './tokens'

const NAMES = {
  buyer: { token: COOKIES.accessToken, device: COOKIES.knownDevice },
  staff: { token: STAFF_TOKEN_COOKIE, device: 'staffDevice' },
} as const
export const STAFF_DEVICE_COOKIE = NAMES.staff.device

/** Scripts cannot read the token. A buyer's pages read `signedIn`, which is no secret. */
export function sessionCookies(realm: Realm, token: string, secure: boolean): string[] {
  const { token: name } = NAMES[realm]
  const seconds = SESSION_MS[realm].lifetime / 1000
  const session = cookie(name, token, seconds, { secure })
  return realm === 'buyer' ? [session, cookie(COOKIES.signedIn, '1', seconds, { secure, httpOnly: false })] : [session]
}

/** Remembers that this browser has signed in to the account; stays after signing out. */
export function knownDeviceCookie(realm: Realm, value: string, secure: boolean): string {
  return cookie(NAMES[realm].device, value, KNOWN_DEVICE_MS / 1000, { secure })
}

/** The buyer's map from auction to bidder is cleared with the session (specification, point 4). */
export function clearedCookies(realm: Realm, secure: boolean): string[] {
  const readable = realm === 'buyer' ? [COOKIES.signedIn, COOKIES.auctions] : []
  return [
    cookie(NAMES[realm].token, '', 0, { secure }),
    ...readable.map((name) => cookie(name, '', 0, { secure, httpOnly: false })),
  ]
}

/** Lax: with Strict a link in a mail program's page would open the sign-in form for a person who is signed in. */
function cookie(name: string, value: string, maxAge: number, options: Pick<CookieOptions, 'secure' | 'httpOnly'>) {
  return serialize(name, value, { path: '/', maxAge, httpOnly: true, sameSite: 'Lax', ...options })
}
