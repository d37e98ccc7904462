'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { logOut } from '@/components/session/log-out'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'
import { Button, LinkButton } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/notice'
import { pathFor } from '@/lib/i18n/route-names'

interface ContinueAsProps {
  /** The address that the emailed link belongs to; null if it is unknown. */
  email: string | null
  href: string
  label: string
}

/** The way on from an emailed link. In a browser where somebody else is signed in, `href` would open that person's account. */
export function ContinueAs({ email, href, label }: ContinueAsProps) {
  const t = useTranslations('OtherSession')
  const locale = useLocale()
  const user = useUser()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const isSignedIn = user !== null
  useEffect(() => {
    // The link may have ended this very session, or changed its address.
    if (isSignedIn) userStore.reload().catch(() => undefined)
  }, [isSignedIn])

  async function signOut() {
    setState('pending')
    const outcome = await logOut()
    if (outcome === 'failed') return setState('failed')
    // Only a refused profile clears the cookies of a session that had ended before.
    if (outcome === 'over') await userStore.reload().catch(() => undefined)
    window.location.assign(pathFor('user-login', locale))
  }

  if (user === null || user.email === email)
    return (
      <LinkButton href={href} size="lg" wide>
        {label}
      </LinkButton>
    )
  return (
    <div className="grid gap-3">
      <p className="break-words text-soft">{t('signedInAs', { email: user.email })}</p>
      <FailureNotice>{state === 'failed' && t('failed')}</FailureNotice>
      <Button size="lg" wide pending={state === 'pending'} onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </div>
  )
}
