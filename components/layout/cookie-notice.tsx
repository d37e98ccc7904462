import { setCookie } from 'nookies'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { AppLink } from '@/components/ui/link'
import { Button } from '@/components/ui/button'
import { COOKIES } from '@/lib/config/constants'
import { COOKIES_ACCEPTED, noticeAccepted } from '@/lib/browser/cookies'

const YEAR_SECONDS = 365 * 24 * 3600

export interface CookieNoticeProps {
  words: { label: string; text: string; policy: string; accept: string; close: string }
  policyHref: string
  closeIcon: ReactNode
}

/** Shown until the cookie cookieApprove is true: accepting sets it, closing hides the notice for this view only (specification, point 4). */
export function CookieNotice({ words, policyHref, closeIcon }: CookieNoticeProps) {
  const [hidden, setHidden] = useState(noticeAccepted)
  /** Where the focus was before it came here. */
  const before = useRef<Element | null>(null)
  if (hidden) return null

  function come({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }

  /** The focus goes back, or to the content, as the notice would take it along. */
  function hide() {
    const back = before.current?.isConnected ? before.current : document.querySelector('main')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    setHidden(true)
  }

  function accept() {
    setCookie(null, COOKIES.noticeAccepted, 'true', {
      path: '/',
      maxAge: YEAR_SECONDS,
      sameSite: 'lax',
      secure: location.protocol === 'https:',
    })
    hide()
    window.dispatchEvent(new Event(COOKIES_ACCEPTED))
  }

  return (
    <aside
      aria-label={words.label}
      data-surface=""
      data-print="hide"
      onFocus={come}
      className="fixed bottom-4 left-4 z-40 [body:has([data-draft])_&]:bottom-24 w-(--width-cookie-notice) max-w-[calc(100vw-2rem)] animate-[rise_250ms_var(--ease-out)] rounded-lg border border-line bg-raised p-4 pr-12 text-small shadow-float"
    >
      <p>
        {words.text}{' '}
        <AppLink href={policyHref} className="font-medium text-link underline underline-offset-2">
          {words.policy}
        </AppLink>
      </p>
      <Button size="sm" className="mt-3" onClick={accept}>
        {words.accept}
      </Button>
      <button
        type="button"
        aria-label={words.close}
        onClick={hide}
        className="absolute right-2 top-2 grid size-9 place-items-center rounded-sm text-soft hover:bg-hover"
      >
        {closeIcon}
      </button>
    </aside>
  )
}
