import { hasSession } from '@/lib/browser/cookies'
import { createStore } from '@/lib/browser/store'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { endOfSession, isAnswer, type SignedOut } from '@/lib/http/session-restore'

export interface UserSources {
  isSignedIn(): boolean
  readProfile(): Promise<User>
  /** Clears the session's cookies; false if they are of another session, which is valid. */
  forget(): Promise<boolean>
}

export interface UserStore {
  /** The signed-in account once it is loaded; kept across navigations. */
  get(): User | null
  /** How the session of this page ended; null if it has not. */
  ended(): SignedOut | null
  subscribe(listener: () => void): () => void
  /** Loads the account once a visit (specification, point 7). @throws what the call throws */
  load(): Promise<User>
  /** Reads the account again, after a change or to check the session. */
  reload(): Promise<User>
  /** Sets the account that came with the page or with signing in. */
  seed(user: User): void
}

/** The page's user. A refusal clears the session; without an answer it is kept (specification, point 8). */
export function createUserStore({ isSignedIn, readProfile, forget }: UserSources): UserStore {
  const store = createStore<{ user: User | null; ended: SignedOut | null }>({ user: null, ended: null })
  let pending: Promise<User> | null = null

  async function fetchProfile(isFirstTry = true): Promise<User> {
    try {
      const profile = await readProfile()
      store.set({ user: profile, ended: null })
      return profile
    } catch (error) {
      if (isAnswer(error)) {
        if (!(await forget()) && isFirstTry) return fetchProfile(false)
        store.set({ user: null, ended: endOfSession((error as { code?: unknown }).code) ?? 'over' })
      }
      throw error
    }
  }

  function reload(): Promise<User> {
    pending ??= fetchProfile().finally(() => {
      pending = null
    })
    return pending
  }

  return {
    get: () => store.get().user,
    ended: () => store.get().ended,
    subscribe: store.subscribe,
    // Another tab may have ended the session.
    load() {
      const { user } = store.get()
      return user !== null && isSignedIn() ? Promise.resolve(user) : reload()
    },
    reload,
    seed: (user) => store.set({ user, ended: null }),
  }
}

export const userStore = createUserStore({
  isSignedIn: hasSession,
  // Only a session needs the client of the API.
  readProfile: async () => (await import('@/lib/api/profile')).readProfile(),
  forget: async () => {
    // If this call fails, it is repeated on the next visit.
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch('/internal/session/forget', { method: 'POST', signal }).catch(() => null)
    return answer?.status !== 409
  },
})
