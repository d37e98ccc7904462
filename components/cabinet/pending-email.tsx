'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ResendLink } from '@/components/cabinet/resend-link'
import { useDeed } from '@/components/cabinet/use-deed'
import { userStore } from '@/components/session/user-store'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'

export interface PendingEmailProps {
  /** The address that waits for its link; null where none does. */
  email: string | null
  current: string
}

/** A change of address that waits for its link: the letter once more, or all of it taken back. */
export function PendingEmail({ email, current }: PendingEmailProps) {
  const t = useTranslations('Profile')
  const [cancelled, setCancelled] = useState(false)
  const cancel = useDeed(async () => {
    await api.profile.cancelEmailChange({})
    setCancelled(true)
    await userStore.reload()
  })
  return (
    <>
      <p role="status" className="pt-4 text-small font-medium text-go-text empty:hidden">{cancelled && email === null && t('emailCancelled')}</p>
      {email !== null && (
        <section aria-labelledby="pending-email" className="mt-4 grid gap-3 rounded-md bg-wait px-4 py-3 text-small text-wait-text">
          <div className="grid gap-0.5">
            <h3 id="pending-email" className="break-words font-semibold">{t('emailPending', { email })}</h3>
            <p className="break-words">{t('emailPendingText', { email: current })}</p>
          </div>
          <ResendLink link="email_change">
            <Button size="sm" tone="outline" pending={cancel.pending} onClick={() => void cancel.run(undefined)}>{t('emailCancel')}</Button>
          </ResendLink>
          {cancel.failure && <p role="alert" className="font-medium text-lose-text">{cancel.failure}</p>}
        </section>
      )}
    </>
  )
}
