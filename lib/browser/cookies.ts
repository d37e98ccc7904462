import { parseCookies } from 'nookies'
import { COOKIES } from '@/lib/config/constants'

/** Dispatched on the window when cookies are accepted. */
export const COOKIES_ACCEPTED = 'cookies-accepted'

/** One of the page's cookies; null without it, and where the browser blocks cookies and throws. */
export function readCookie(name: string): string | null {
  try {
    return parseCookies()[name] ?? null
  } catch {
    return null
  }
}

/** Whether this browser has a session, by the readable companion of its token. */
export function hasSession(): boolean {
  return readCookie(COOKIES.signedIn) === '1'
}

export function noticeAccepted(): boolean {
  return readCookie(COOKIES.noticeAccepted) === 'true'
}
