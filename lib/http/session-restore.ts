import type { Locale } from '@/lib/config/constants'
import { parseUrl } from '@/lib/config/url'
import type { User } from '@/lib/contract/accounts'
import { pathFor } from '@/lib/i18n/route-names'

/** The API's answer about a token: the profile, a refusal, or none. */
type Restored =
  | { kind: 'none' }
  | { kind: 'restored'; user: User }
  | { kind: 'refused'; ended: SignedOut }
  /** `status`: 429 for a rate limit, otherwise 503; `retryAfter`: seconds, where the API named them. */
  | { kind: 'unanswered'; status: 429 | 503; retryAfter: number | null }

/** Reasons for the end of a session that the sign-in page shows (specification, point 8). */
export type SessionEnd = 'deactivated' | 'deactivatedByManager'

/**
 * Restores the session on a page that depends on it (specification, points 4 and 7) by fetching the profile for the
 * cookie's token. A refusal or failure clears the token (point 8). Without an answer it stays: a short outage must not
 * sign out a trader.
 */
export async function restoreSession(
  token: string | undefined,
  fetchProfile: (token: string) => Promise<User>,
): Promise<Restored> {
  if (!token) return { kind: 'none' }
  try {
    return { kind: 'restored', user: await fetchProfile(token) }
  } catch (error) {
    if (!isAnswer(error)) {
      const { status, retryAfter } = (error ?? {}) as { status?: unknown; retryAfter?: number | null }
      return { kind: 'unanswered', status: status === 429 ? 429 : 503, retryAfter: retryAfter ?? null }
    }
    return { kind: 'refused', ended: endOfSession((error as { code?: unknown }).code) ?? 'over' }
  }
}

/** Why a session has ended; `over`: signed out elsewhere, or expired. */
export type SignedOut = SessionEnd | 'over'

/** Why a refused call means that the session has ended; null where it does not. */
export function endOfSession(code: unknown): SignedOut | null {
  return sessionEndOf(code) ?? (code === 'unauthorized' ? 'over' : null)
}

export function sessionEndOf(code: unknown): SessionEnd | null {
  if (code === 'account_deactivated') return 'deactivated'
  return code === 'account_deactivated_by_manager' ? 'deactivatedByManager' : null
}

/** Statuses of a gateway without an API, of an API that is busy or starting, and of rate limits. */
const NO_ANSWER: readonly number[] = [429, 502, 503, 504]

/** Whether the API itself refused or failed; an unreachable API has no status, or a gateway's. */
export function isAnswer(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && !NO_ANSWER.includes(status)
}

/** The query parameter with the page to return to after signing in. */
export const RETURN_PARAM = 'return'

/** The query parameter with the reason why the session ended. */
export const ENDED_PARAM = 'ended'

/** On a page of the cabinet: a link to a file led here because the file was refused. */
export const REFUSED_FILE_PARAM = 'file-refused'

/** The sign-in page, which then returns to `returnTo`. */
export function signInPath(locale: Locale, returnTo: string): string {
  return `${pathFor('user-login', locale)}?${new URLSearchParams({ [RETURN_PARAM]: returnTo })}`
}

const BASE = 'http://site.invalid'

/**
 * The given path if it leads to a page of this site, else the fallback: a link in an email must not send people elsewhere. Refuses
 * everything that a browser could read as another origin: `//host`, `/\host`, a scheme, characters that it drops.
 */
export function safeReturnPath(path: string | string[] | null | undefined, fallback: string): string {
  if (typeof path !== 'string' || path.length > 2000 || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path)) return fallback
  const url = parseUrl(path, BASE)
  if (url === null) return fallback
  // Dots are resolved now, so that "/..//host" is recognised.
  if (url.origin !== BASE || /^\/(\/|(api|storage|admin|cms-api|internal|feeds|og|_next)(\/|$))/.test(url.pathname))
    return fallback
  return `${url.pathname}${url.search}${url.hash}`
}
