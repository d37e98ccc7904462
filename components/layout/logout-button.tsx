'use client'

import { LogOut } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-entry-look'
import { logOut } from '@/components/layout/log-out'
import type { Locale } from '@/lib/config/constants'

export interface LogoutButtonProps {
  label: string
  failedLabel: string
  loginHref: string
  locale: Locale
}

/** Ends the session and goes to the login with a fresh page, so that nothing of the account stays in memory. A form, so that it works without JavaScript. */
export function LogoutButton({ label, failedLabel, loginHref, locale }: LogoutButtonProps) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  async function leave(event: SyntheticEvent) {
    event.preventDefault()
    if (state === 'pending') return
    setState('pending')
    if (await logOut()) window.location.assign(loginHref)
    else setState('failed')
  }

  return (
    <form method="post" action="/internal/session/end" onSubmit={leave}>
      <input type="hidden" name="locale" value={locale} />
      <button type="submit" aria-busy={state === 'pending' || undefined} className={MENU_ENTRY_LOOK}>
        <LogOut aria-hidden className="size-4.5" />
        {label}
      </button>
      <p role="alert" className={state === 'failed' ? 'px-3 py-2 text-fine text-lose-text' : 'hidden'}>
        {state === 'failed' && failedLabel}
      </p>
    </form>
  )
}
