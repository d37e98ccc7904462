/** What the API said about a token: the profile came, it was refused, or nobody could be asked. */
export type Restored = { kind: 'none' | 'restored' | 'unknown' } | { kind: 'refused'; ended: SessionEnd | null }

/** Why a session ended, where its holder has to be told at the login (specification, point 8). */
export type SessionEnd = 'deactivated' | 'deactivatedByManager'

/**
 * The session's first step on a page that depends on it (specification, points 4 and 7): a token in the cookie is restored by
 * fetching the profile. A refusal clears it (point 8). Where the API cannot answer at all, the token stays:
 * an outage of a minute must not sign out a trader.
 */
export async function restoreSession(token: string | undefined, fetchProfile: (token: string) => Promise<unknown>): Promise<Restored> {
  if (!token) return { kind: 'none' }
  try {
    await fetchProfile(token)
    return { kind: 'restored' }
  } catch (error) {
    return isRefusal(error) ? { kind: 'refused', ended: sessionEnd((error as { code?: unknown }).code) } : { kind: 'unknown' }
  }
}

/** Why a page that was signed in has to be left; `over`: signed out elsewhere, or too old. */
export type SignedOut = SessionEnd | 'over'

/** Why a refused call means that the session has ended; null where it does not. */
export function endOfSession(code: unknown): SignedOut | null {
  return sessionEnd(code) ?? (code === 'unauthorized' ? 'over' : null)
}

export function sessionEnd(code: unknown): SessionEnd | null {
  if (code === 'account_deactivated') return 'deactivated'
  return code === 'account_deactivated_by_manager' ? 'deactivatedByManager' : null
}

function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status !== 429 && status !== 503
}
