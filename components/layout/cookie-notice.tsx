import { setCookie } from 'nookies'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { AppLink } from '@/components/ui/link'
import { Button } from '@/components/ui/button'
import { COOKIES } from '@/lib/config/constants'
import { COOKIES_ACCEPTED, noticeAccepted } from '@/lib/browser/cookies'

const YEAR_SECONDS = 365 * 24 * 3600

export interface CookieNoticeProps {
  texts: { label: string; text: ReactNode; policy: string; accept: string; close: string }
  policyHref: string
  closeIcon: ReactNode
}

/**
 * Shown until the cookie cookieApprove is true: accepting sets it, closing hides the notice for this view only (specification,
 * point 4). On a phone it is low and at the bottom.
 */
export function CookieNotice({ texts, policyHref, closeIcon }: CookieNoticeProps) {
  const [hidden, setHidden] = useState(noticeAccepted)
  /** The element that had the focus before the notice. */
  const before = useRef<Element | null>(null)
  if (hidden) return null

  function rememberFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }

  /** Returns the focus, which would be lost with the notice, to the previous element or to the content. */
  function hide() {
    const returnTo = before.current?.isConnected ? before.current : document.querySelector('main')
    if (returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true })
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
      aria-label={texts.label}
      data-surface=""
      data-print="hide"
      data-cookie-notice=""
      data-bottom-bar=""
      onFocus={rememberFocus}
      className="fixed z-40 animate-[rise_250ms_var(--ease-out)] border-line bg-raised text-small shadow-float max-sm:inset-x-0 max-sm:mx-auto max-sm:max-w-full max-sm:bottom-0 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2 max-sm:rounded-t-lg max-sm:border max-sm:border-b-0 max-sm:py-2 max-sm:pl-4 max-sm:pr-1 max-sm:text-fine sm:bottom-4 sm:left-4 w-(--width-cookie-notice) sm:rounded-lg sm:border sm:p-4 sm:pr-12 [body:has([data-draft])_&]:bottom-24"
    >
      <p className="max-sm:min-w-[130px] max-sm:flex-1">
        {texts.text}{' '}
        <AppLink href={policyHref} className="font-medium text-link underline underline-offset-2">
          {texts.policy}
        </AppLink>
      </p>
      <Button size="sm" className="shrink-0 sm:mt-3" onClick={accept}>
        {texts.accept}
      </Button>
      <button
        type="button"
        aria-label={texts.close}
        onClick={hide}
        className="grid size-9 shrink-0 place-items-center rounded-sm text-soft hover:bg-hover sm:absolute sm:right-2 sm:top-2"
      >
        {closeIcon}
      </button>
    </aside>
  )
}
