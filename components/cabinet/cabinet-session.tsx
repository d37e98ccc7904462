'use client'

import { useEffect } from 'react'
import { leaveToLogin, onSessionEnd } from '@/components/session/log-out'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'
import { keepPushOn, thisBrowser } from '@/lib/push/browser-push'
import { onRefusal } from '@/lib/api/problems'
import { endOfSession, type SignedOut } from '@/lib/http/session-restore'

/** How often a visible page checks its session. */
export const CHECK_EVERY_MS = 30_000
/** Without input for this long nobody is there: an unattended screen must not keep its session alive. */
export const AWAY_AFTER_MS = 15 * 60_000

const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const
const LOOKS = ['focus', 'online'] as const
/** A focus right after a check does not check again. */
const FRESH_MS = 5_000

export interface GuardedPage {
  /** For whom the page was made. */
  accountId: number
  /** Refusals arrive through `onRefusal`. */
  readAccount(): Promise<number>
  leave(ended: SignedOut): void
  /** Another account has signed in: the page is rendered for it. */
  reload(): void
}

/**
 * Keeps an open page from outliving its session (specification, point 8): it is left as soon as any call is refused for the
 * session's sake, another tab signs out, or the session turns out to have ended when the page is looked at.
 */
export function guardSession({ accountId, readAccount, leave, reload }: GuardedPage): () => void {
  let over = false
  let asking = false
  let touchedAt = Date.now()
  let knownAt = Date.now()

  async function check(): Promise<void> {
    if (over || asking) return
    asking = true
    try {
      const found = await readAccount()
      knownAt = Date.now()
      if (found !== accountId && !over) {
        over = true
        reload()
      }
    } catch {
      // Refusals arrive through `onRefusal`; without an answer the next check asks again.
    } finally {
      asking = false
    }
  }

  const stopHearing = onRefusal(({ code }) => {
    const ended = endOfSession(code)
    if (ended === null || over) return
    over = true
    leave(ended)
  })
  const stopChannel = onSessionEnd(() => void check())
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - touchedAt < AWAY_AFTER_MS) void check()
  }, CHECK_EVERY_MS)
  const touch = () => {
    touchedAt = Date.now()
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    touch()
    if (Date.now() - knownAt >= FRESH_MS) void check()
  }
  // A page that the browser had put aside may be from before the session ended; one that has just been opened is not.
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void check()
  }
  for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true })
  for (const name of LOOKS) window.addEventListener(name, look)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pageshow', show)

  return () => {
    over = true
    for (const name of TOUCHES) window.removeEventListener(name, touch)
    for (const name of LOOKS) window.removeEventListener(name, look)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pageshow', show)
    clearInterval(timer)
    stopHearing()
    stopChannel()
  }
}

/** Keeps the browser's push notices registered for the account that is signed in; shows nothing. */
function PushRegistration({ accountId }: { accountId: number }) {
  useEffect(() => {
    let gone = false
    const calls = {
      publicKey: async () => (await import('@/lib/api/notifications')).pushCalls.publicKey(),
      add: async (id: string) => (await import('@/lib/api/notifications')).pushCalls.add(id),
      remove: async (id: string) => (await import('@/lib/api/notifications')).pushCalls.remove(id),
    }
    // A push service that does not answer is asked again on the next visit.
    void keepPushOn(thisBrowser(), calls, accountId, () => gone).catch(() => undefined)
    return () => {
      gone = true
    }
  }, [accountId])
  return null
}

/** Leaves an open page of the cabinet once its session has ended, and keeps the browser's push notices on; shows nothing. */
export function CabinetSession() {
  const accountId = useUser()?.id
  useEffect(() => {
    if (accountId !== undefined) {
      return guardSession({
        accountId,
        readAccount: async () => (await userStore.reload()).id,
        leave: leaveToLogin,
        reload: () => window.location.reload(),
      })
    }
    // In a navigation to the cabinet the user is still being loaded; a refusal leads to the login too.
    return userStore.subscribe(() => {
      const ended = userStore.ended()
      if (ended !== null) leaveToLogin(ended)
    })
  }, [accountId])
  return accountId !== undefined && <PushRegistration accountId={accountId} />
}
