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

/** Registers the user with the tracking helper (specification, point 2) once cookies are accepted; renders nothing. */
function IdentifyUser({ id, email }: IdentifyUserProps) {
  useEffect(() => {
    // Counting is optional.
    const begin = () => void identify({ id, email }).catch(() => undefined)
    begin()
    window.addEventListener(COOKIES_ACCEPTED, begin)
    return () => window.removeEventListener(COOKIES_ACCEPTED, begin)
  }, [id, email])
  return null
}

const InitialUser = createContext<User | null>(null)

export interface SessionUserProps {
  /** The user the server rendered the page for, which saves the call. */
  initialUser?: User | null
  children?: ReactNode
}

/**
 * Loads the signed-in user on entry to the site, once a visit (specification, points 4 and 7), and registers it with the tracking
 * helper. Without a session there is no call.
 */
export function SessionUser({ initialUser = null, children }: SessionUserProps) {
  useEffect(() => {
    if (initialUser !== null) userStore.seed(initialUser)
    // Components that depend on the user show a refusal; the outage watch retries without an answer.
    else if (hasSession()) userStore.load().catch(() => undefined)
  }, [initialUser])
  return (
    <InitialUser value={initialUser}>
      {children}
      <Tracked />
    </InitialUser>
  )
}

function Tracked() {
  const user = useUser()
  return user && <IdentifyUser id={user.id} email={user.email} />
}

/** The signed-in account; null for visitors and until it is loaded. */
export function useUser(): User | null {
  const initialUser = useContext(InitialUser)
  return useSyncExternalStore(
    userStore.subscribe,
    () => userStore.get() ?? (userStore.ended() === null ? initialUser : null),
    () => initialUser,
  )
}
