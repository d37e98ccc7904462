'use client'

import { useEffect } from 'react'
import { leaveToLogin } from '@/components/session/leave-to-login'
import { onSessionEnd } from '@/components/session/session-channel'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'
import { renewPush, thisBrowser } from '@/lib/push/browser-push'
import { onRefusal } from '@/lib/api/problems'
import { endOfSession, type SignedOut } from '@/lib/http/session-restore'

/** Interval of session checks on a visible page. */
export const CHECK_INTERVAL_MS = 30_000
/** After this long without input the page no longer keeps its session alive. */
export const IDLE_AFTER_MS = 15 * 60_000

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const
const RETURN_EVENTS = ['focus', 'online'] as const
/** A focus within this time of a check does not check again. */
const RECHECK_AFTER_MS = 5_000

export interface GuardedPage {
  /** The person that the page was rendered for. */
  personId: number
  /** Refusals arrive through `onRefusal`. */
  readPerson(): Promise<number>
  leave(ended: SignedOut): void
  /** Renders the page for another person who has signed in. */
  reload(): void
}

/**
 * Keeps an open page from outliving its session (specification, point 8): the page is left when a call is refused because the
 * session has ended, and checked when another tab signs out or the page is shown again.
 */
export function guardSession({ personId, readPerson, leave, reload }: GuardedPage): () => void {
  let isOver = false
  let isChecking = false
  let activeAt = Date.now()
  let checkedAt = Date.now()

  async function check(): Promise<void> {
    if (isOver || isChecking) return
    isChecking = true
    try {
      const currentId = await readPerson()
      checkedAt = Date.now()
      if (currentId !== personId && !isOver) {
        isOver = true
        reload()
      }
    } catch {
      // Refusals arrive through `onRefusal`; without an answer the next check tries again.
    } finally {
      isChecking = false
    }
  }

  const stopListening = onRefusal(({ code }) => {
    const ended = endOfSession(code)
    if (ended === null || isOver) return
    isOver = true
    leave(ended)
  })
  const stopWatchingTabs = onSessionEnd(() => void check())
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - activeAt < IDLE_AFTER_MS) void check()
  }, CHECK_INTERVAL_MS)
  const noteActivity = () => {
    activeAt = Date.now()
  }
  const onReturn = () => {
    if (document.visibilityState !== 'visible') return
    noteActivity()
    if (Date.now() - checkedAt >= RECHECK_AFTER_MS) void check()
  }
  // A page restored from the back/forward cache may be older than the end of the session.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void check()
  }
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, noteActivity, { passive: true })
  for (const name of RETURN_EVENTS) window.addEventListener(name, onReturn)
  document.addEventListener('visibilitychange', onReturn)
  window.addEventListener('pageshow', onPageShow)

  return () => {
    isOver = true
    for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, noteActivity)
    for (const name of RETURN_EVENTS) window.removeEventListener(name, onReturn)
    document.removeEventListener('visibilitychange', onReturn)
    window.removeEventListener('pageshow', onPageShow)
    clearInterval(timer)
    stopListening()
    stopWatchingTabs()
  }
}

/** Keeps the browser's push subscription registered for the signed-in account; renders nothing. */
function PushRegistration({ companyId }: { companyId: number }) {
  useEffect(() => {
    let isUnmounted = false
    const calls = {
      publicKey: async () => (await import('@/lib/api/notifications')).pushCalls.publicKey(),
      add: async (id: string) => (await import('@/lib/api/notifications')).pushCalls.add(id),
      remove: async (id: string) => (await import('@/lib/api/notifications')).pushCalls.remove(id),
    }
    // If the push service does not answer, the next visit tries again.
    void renewPush(thisBrowser(), calls, companyId, () => isUnmounted).catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [companyId])
  return null
}

/** Leaves the page once its session has ended, and keeps push notifications on; renders nothing. */
export function CabinetSession() {
  const { id: companyId, person_id: personId } = useUser() ?? {}
  useEffect(() => {
    if (personId !== undefined) {
      return guardSession({
        personId,
        readPerson: async () => (await userStore.reload()).person_id,
        leave: leaveToLogin,
        reload: () => window.location.reload(),
      })
    }
    // After a navigation within the site the user is still being loaded; a refusal leads to the sign-in page too.
    return userStore.subscribe(() => {
      const ended = userStore.ended()
      if (ended !== null) leaveToLogin(ended)
    })
  }, [personId])
  return companyId !== undefined && <PushRegistration companyId={companyId} />
}
