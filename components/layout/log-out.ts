import { tellSessionEnd } from '@/components/layout/session-channel'
import { forgetUser } from '@/lib/tracking/tracker'

/**
 * Logs out (specification, points 4 and 7). True where the browser should go to the login: the session ended, or the
 * server no longer knows it (401). The server clears the cookies in its answer.
 */
export async function logOut(send: typeof fetch = fetch): Promise<boolean> {
  try {
    const response = await send('/api/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    const left = response.ok || response.status === 401
    if (left) {
      forgetUser(window.sessionStorage)
      tellSessionEnd()
    }
    return left
  } catch {
    return false
  }
}
