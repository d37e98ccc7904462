'use client'

import { useWhenIdle } from '@/lib/browser/use-when-idle'
import type { CookieNoticeProps } from './cookie-notice'
import { noticeAccepted } from './cookies'

const load = () => (noticeAccepted() ? null : import('./cookie-notice'))

/** The notice on cookies, which nobody waits for: its code comes after the page, and only to those who have not accepted yet. */
export function LateCookieNotice(props: CookieNoticeProps) {
  const code = useWhenIdle(load)
  return code && <code.CookieNotice {...props} />
}
