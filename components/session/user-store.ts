import { hasSession } from '@/lib/browser/cookies'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { endOfSession, isAnswer, type SignedOut } from '@/lib/http/session-restore'

export interface UserSources {
  /** Whether the browser holds a session, by the readable companion cookie. */
  isSignedIn(): boolean
  readProfile(): Promise<User>
  /** Clears the session's cookies; the token can be cleared by the server alone. */
  forget(): Promise<void>
}

export interface UserStore {
  /** The signed-in account, once it is loaded; kept for the visit, over every navigation in it. */
  get(): User | null
  /** How the session ended under this page; null while it stands, or where there was none. */
  ended(): SignedOut | null
  subscribe(changed: () => void): () => void
  /** The account; asked for once a visit, however many want it (specification, point 7). @throws what the call throws */
  load(): Promise<User>
  /** The account as it is now: after a change, or to see that the session still stands. */
  reload(): Promise<User>
  /** What the server has loaded with the page, or what signing in answered. */
  seed(user: User): void
}

/** Who is signed in, for all of the page. A refusal clears the session; without an answer it stays (specification, point 8). */
export function createUserStore({ isSignedIn, readProfile, forget }: UserSources): UserStore {
  let user: User | null = null
  let ended: SignedOut | null = null
  let asking: Promise<User> | null = null
  const listeners = new Set<() => void>()

  function set(next: User | null, why: SignedOut | null): void {
    user = next
    ended = why
    for (const changed of listeners) changed()
  }

  async function ask(): Promise<User> {
    try {
      const found = await readProfile()
      set(found, null)
      return found
    } catch (error) {
      if (isAnswer(error)) {
        await forget()
        set(null, endOfSession((error as { code?: unknown }).code) ?? 'over')
      }
      throw error
    }
  }

  function reload(): Promise<User> {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    get: () => user,
    ended: () => ended,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    // A session that ended in another tab is not the one that is remembered here.
    load: () => (user !== null && isSignedIn() ? Promise.resolve(user) : reload()),
    reload,
    seed: (found) => set(found, null),
  }
}

/** The page's own. */
export const userStore = createUserStore({
  isSignedIn: hasSession,
  // The client of the API comes for those who are signed in only.
  readProfile: async () => (await import('@/lib/api/profile')).readProfile(),
  forget: async () => {
    // What the server does not hear now it is told on the next entry.
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    await fetch('/internal/session/forget', { method: 'POST', signal }).catch(() => undefined)
  },
})
