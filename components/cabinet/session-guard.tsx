'use client'

import { useEffect } from 'react'
import { guardSession } from '@/components/cabinet/guard-session'
import { leaveToLogin } from '@/components/layout/leave-to-login'

/** Leaves an open page of the cabinet once its session has ended; shows nothing. */
export function SessionGuard({ accountId }: { accountId: number }) {
  useEffect(
    () =>
      guardSession({
        accountId,
        readAccount: async () => (await (await import('@/lib/api/browser')).api.auth.userProfile({})).data.id,
        leave: leaveToLogin,
        reload: () => window.location.reload(),
      }),
    [accountId],
  )
  return null
}
