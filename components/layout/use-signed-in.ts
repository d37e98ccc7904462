'use client'

import { useSyncExternalStore } from 'react'
import { COOKIES } from '@/lib/config/constants'
import { readCookie } from '@/components/layout/cookies'

/** Whether somebody is signed in, by the readable companion cookie; it changes only with a page load or a focus of the window. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => readCookie(document.cookie, COOKIES.signedIn) === '1', () => false)
}

function subscribe(onChange: () => void) {
  window.addEventListener('focus', onChange)
  return () => window.removeEventListener('focus', onChange)
}
