'use client'

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { userStore } from './user-store'
import { COOKIES_ACCEPTED, hasSession, noticeAccepted } from '@/lib/browser/cookies'
import { tabStore } from '@/lib/browser/storage'
import type { User } from '@/lib/contract/accounts'

interface IdentifyUserProps {
  id: number
  email: string
}

async function identify(user: IdentifyUserProps): Promise<void> {
  const { createMatomo, identifyOnce, sendQuietly } = await import('@/lib/tracking/tracker')
  await identifyOnce(user, { accepted: noticeAccepted, storage: tabStore }, async () => {
    const { readTracking } = await import('@/lib/api/notifications')
    const settings = await readTracking()
    return settings && createMatomo(settings, sendQuietly)
  })
}

/** Registers the known user with the tracking helper (specification, point 2) once cookies are accepted; shows nothing. */
function IdentifyUser({ id, email }: IdentifyUserProps) {
  useEffect(() => {
    // What is not counted is not missed.
    const begin = () => void identify({ id, email }).catch(() => undefined)
    begin()
    window.addEventListener(COOKIES_ACCEPTED, begin)
    return () => window.removeEventListener(COOKIES_ACCEPTED, begin)
  }, [id, email])
  return null
}

const Given = createContext<User | null>(null)

export interface SessionUserProps {
  /** Who the server has rendered the page for, so that nobody is asked again. */
  given?: User | null
  children?: ReactNode
}

/**
 * Loads who is signed in on entry to a page, once a visit (specification, points 4 and 7), and registers the user with the
 * tracking helper. Visitors cost no call.
 */
export function SessionUser({ given = null, children }: SessionUserProps) {
  useEffect(() => {
    if (given !== null) userStore.seed(given)
    // A refusal is shown by what depends on the user; without an answer the outage's own watch asks again.
    else if (hasSession()) userStore.load().catch(() => undefined)
  }, [given])
  return (
    <Given value={given}>
      {children}
      <Tracked />
    </Given>
  )
}

function Tracked() {
  const user = useUser()
  return user && <IdentifyUser id={user.id} email={user.email} />
}

/** The signed-in account; null for visitors, and until it is loaded. */
export function useUser(): User | null {
  const given = useContext(Given)
  return useSyncExternalStore(
    userStore.subscribe,
    () => userStore.get() ?? (userStore.ended() === null ? given : null),
    () => given,
  )
}
