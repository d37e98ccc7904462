'use client'

import dynamic from 'next/dynamic'
import { noticeAccepted } from '@/lib/browser/cookies'
import { useBrowserValue } from '@/lib/browser/use-browser-value'

const CookieNotice = dynamic(() => import('./cookie-notice').then((module) => module.CookieNotice), { ssr: false })

/** Loads the notice only for visitors who have not accepted it. */
export function LateCookieNotice(props: React.ComponentProps<typeof CookieNotice>) {
  // The back office shows pages in a frame, to staff who prepare them.
  const isHidden = () => noticeAccepted() || window.self !== window.top
  return useBrowserValue(isHidden, true) ? null : <CookieNotice {...props} />
}
