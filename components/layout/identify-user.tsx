'use client'

import { useEffect } from 'react'
import { COOKIES_ACCEPTED, readCookie } from './cookie-notice'
import { COOKIES } from '@/lib/config/constants'
import { identifyOnce } from '@/lib/tracking/tracker'

export interface IdentifyUserProps {
  id: number
  email: string
}

/** Registers the known user with the tracking helper (specification, point 2) once cookies are accepted; shows nothing. */
export function IdentifyUser({ id, email }: IdentifyUserProps) {
  useEffect(() => {
    const browser = {
      accepted: () => readCookie(document.cookie, COOKIES.noticeAccepted) === 'true',
      storage: window.sessionStorage,
    }
    // What is not counted is not missed.
    const identify = () => void identifyOnce({ id, email }, browser, load).catch(() => undefined)
    identify()
    window.addEventListener(COOKIES_ACCEPTED, identify)
    return () => window.removeEventListener(COOKIES_ACCEPTED, identify)
  }, [id, email])
  return null
}

async function load() {
  const { readTracking } = await import('@/lib/api/tracking')
  const settings = await readTracking()
  if (settings === null) return null
  const { createMatomo, sendQuietly } = await import('@/lib/tracking/tracker')
  return createMatomo(settings, sendQuietly)
}
