'use client'

import { LogOut } from 'lucide'
import { type SyntheticEvent, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu'
import { tabStore } from '@/lib/browser/storage'
import { DEFAULT_LOCALE, type Locale } from '@/lib/config/constants'
import { ENDED_PARAM, endOfSession, RETURN_PARAM, type SignedOut } from '@/lib/http/session-restore'
import { isLocale } from '@/lib/i18n/locales'
import { pathFor } from '@/lib/i18n/route-names'
import { forgetUser } from '@/lib/tracking/tracker'

/** To the login, which says why, and back here afterwards; by a fresh page, so that nothing of the account stays in memory. */
export function leaveToLogin(ended: SignedOut): void {
  const { pathname, search } = window.location
  window.location.assign(
    `${pathFor('user-login', pageLanguage())}?${new URLSearchParams({ [RETURN_PARAM]: pathname + search, [ENDED_PARAM]: ended })}`,
  )
}

export function pageLanguage(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}

const NAME = 'session'

/** Tells the browser's other tabs that the session has ended. */
function tellSessionEnd(): void {
  const channel = open()
  channel?.postMessage('ended')
  channel?.close()
}

/** Hears of it from another tab; answers how to stop. */
export function onSessionEnd(hear: () => void): () => void {
  const channel = open()
  channel?.addEventListener('message', hear)
  return () => channel?.close()
}

/** Where a browser has no channel between tabs, each finds out by itself when it is looked at. */
function open(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
}

/**
 * Logs out (specification, points 4 and 7). `over`: the session had ended before (401, or 403 for a deactivated account),
 * so that the answer has not cleared the cookies.
 */
export async function logOut(send: typeof fetch = fetch): Promise<'done' | 'over' | 'failed'> {
  try {
    const response = await send('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const isOver = !response.ok && (response.status === 401 || endOfSession(await codeOf(response)) !== null)
    if (!response.ok && !isOver) return 'failed'
    forgetUser(tabStore)
    tellSessionEnd()
    return isOver ? 'over' : 'done'
  } catch {
    return 'failed'
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const problem = (await response.json().catch(() => null)) as { code?: unknown } | null
  return problem?.code
}

interface LogoutButtonProps {
  label: string
  failedLabel: string
  loginHref: string
  locale: Locale
}

/** Ends the session and goes to the login with a fresh page, so that nothing of the account stays in memory. A form, so that it works without JavaScript. */
export function LogoutButton({ label, failedLabel, loginHref, locale }: LogoutButtonProps) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  async function leave(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (state === 'pending') return
    setState('pending')
    const outcome = await logOut()
    if (outcome === 'done') window.location.assign(loginHref)
    // The form's own address clears every cookie, and leads to the login without "your session has ended".
    else if (outcome === 'over') form.submit()
    else setState('failed')
  }

  return (
    <form method="post" action="/internal/session/end" onSubmit={leave}>
      <input type="hidden" name="locale" value={locale} />
      <button type="submit" aria-busy={state === 'pending' || undefined} className={MENU_ENTRY_LOOK}>
        <Icon of={LogOut} className="size-4.5" />
        {label}
      </button>
      <p role="alert" className={state === 'failed' ? 'px-3 py-2 text-fine text-lose-text' : 'hidden'}>
        {state === 'failed' && failedLabel}
      </p>
    </form>
  )
}
