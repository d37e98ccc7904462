'use client'

import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-entry-look'
import { logOut } from '@/components/layout/log-out'

export interface LogoutButtonProps {
  label: string
  failedLabel: string
  loginHref: string
}

/** Ends the session and goes to the login with a fresh page, so that nothing of the account stays in memory. */
export function LogoutButton({ label, failedLabel, loginHref }: LogoutButtonProps) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  async function leave() {
    if (state === 'pending') return
    setState('pending')
    if (await logOut()) window.location.assign(loginHref)
    else setState('failed')
  }

  return (
    <>
      <button type="button" onClick={leave} aria-busy={state === 'pending' || undefined} className={MENU_ENTRY_LOOK}>
        <LogOut aria-hidden className="size-4.5" />
        {label}
      </button>
      <p role="alert" className={state === 'failed' ? 'px-3 py-2 text-fine text-lose-text' : 'hidden'}>
        {state === 'failed' && failedLabel}
      </p>
    </>
  )
}
