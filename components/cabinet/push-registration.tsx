'use client'

import { useEffect } from 'react'
import { keepPushOn, thisBrowser } from '@/lib/push/browser-push'

/** Keeps the browser's push notices registered for the account that is signed in; shows nothing. */
export function PushRegistration({ accountId }: { accountId: number }) {
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
