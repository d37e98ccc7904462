'use client'

import { useSyncExternalStore } from 'react'
import { COOKIES } from '@/lib/config/constants'
import { userStore } from '@/components/session/user-store'
import { readCookie } from '@/components/layout/cookies'

/** Whether somebody is signed in, by the readable companion cookie; it changes with a page load, a focus of the window, and where the API refuses the session. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => userStore.ended() === null && readCookie(document.cookie, COOKIES.signedIn) === '1', () => false)
}

function subscribe(onChange: () => void) {
  window.addEventListener('focus', onChange)
  const unsubscribe = userStore.subscribe(onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    unsubscribe()
  }
}
