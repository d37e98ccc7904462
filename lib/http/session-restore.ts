/** What the API said about a token: the profile came, it was refused, or nobody could be asked. */
export type Restored = 'none' | 'restored' | 'refused' | 'unknown'

/**
 * The session's first step on a page that depends on it (specification, points 4 and 7): a token in the cookie is restored by
 * fetching the profile. A refusal clears it (point 8). Where the API cannot answer at all, the token stays:
 * an outage of a minute must not sign out a trader.
 */
export async function restoreSession(token: string | undefined, fetchProfile: (token: string) => Promise<unknown>): Promise<Restored> {
  if (!token) return 'none'
  try {
    await fetchProfile(token)
    return 'restored'
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'unknown'
  }
}

function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status !== 429 && status !== 503
}
