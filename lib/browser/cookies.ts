import { COOKIES } from '@/lib/config/constants'

/** Told to the window when cookies are accepted. */
export const COOKIES_ACCEPTED = 'cookies-accepted'

/** The value of one cookie in a `document.cookie`-like list, or null; null too for one that another program wrote and nobody can decode. */
export function readCookie(cookies: string, name: string): string | null {
  for (const entry of cookies.split(';')) {
    const [key, ...value] = entry.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return null
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** Whether this visitor has accepted the site's cookies. */
export function noticeAccepted(): boolean {
  return readCookie(document.cookie, COOKIES.noticeAccepted) === 'true'
}
