'use client'

import { useEffect } from 'react'
import { guardSession } from './session-guard'
import { PushRegistration } from '@/components/cabinet/push-registration'
import { leaveToLogin } from '@/components/layout/log-out'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'

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
