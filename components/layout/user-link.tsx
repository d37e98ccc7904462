'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { userStore } from '@/components/session/user-store'
import { COOKIES } from '@/lib/config/constants'
import { readCookie } from './cookies'
import { PageLink } from '@/components/ui/app-link'

/** Whether someone is signed in, by the readable companion cookie; it changes with a page load, a focus of the window, and where the API refuses the session. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => userStore.ended() === null && readCookie(document.cookie, COOKIES.signedIn) === '1',
    () => false,
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('focus', onChange)
  const unsubscribe = userStore.subscribe(onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    unsubscribe()
  }
}

interface UserLinkProps {
  cabinet: { href: string; label: string }
  login: { href: string; label: string }
  icon: ReactNode
  /** Shows the words beside the icon (in the slide-in menu). */
  withText?: boolean
  className?: string
}

/** To the cabinet where somebody is signed in, else to the login. Read in the browser, so that public pages stay static. */
export function UserLink({ cabinet, login, icon, withText = false, className }: UserLinkProps) {
  const { href, label } = useSignedIn() ? cabinet : login
  return (
    <PageLink
      href={href}
      aria-label={withText ? undefined : label}
      title={withText ? undefined : label}
      className={className}
    >
      {icon}
      {withText && label}
    </PageLink>
  )
}
