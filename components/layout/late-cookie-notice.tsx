'use client'

import dynamic from 'next/dynamic'
import { useSyncExternalStore } from 'react'
import { noticeAccepted } from './cookies'

const CookieNotice = dynamic(() => import('./cookie-notice').then((module) => module.CookieNotice), { ssr: false })
const subscribeToNothing = () => () => undefined

/** Visitors who have accepted the notice do not load its code. */
export function LateCookieNotice(props: React.ComponentProps<typeof CookieNotice>) {
  const isAccepted = useSyncExternalStore(subscribeToNothing, noticeAccepted, () => true)
  return isAccepted ? null : <CookieNotice {...props} />
}
