'use client'

import { LogOut } from 'lucide'
import { type SyntheticEvent, useState } from 'react'
import { announceSessionEnd } from '@/components/session/session-channel'
import { Icon } from '@/components/ui/icon'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu'
import { tabStore } from '@/lib/browser/storage'
import { ANSWER_WITHIN_MS, type Locale } from '@/lib/config/constants'
import { endOfSession } from '@/lib/http/session-restore'
import { pathFor } from '@/lib/i18n/route-names'

/**
 * Signs out (specification, points 4 and 7). `over`: the session had ended before (401, or 403 for a deactivated account),
 * so the answer did not clear the cookies.
 */
export async function logOut(send: typeof fetch = fetch): Promise<'done' | 'over' | 'failed'> {
  try {
    const response = await send('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const isOver = !response.ok && (response.status === 401 || endOfSession(await codeOf(response)) !== null)
    if (!response.ok && !isOver) return 'failed'
    // Drafts, receipts and what was counted are the person's.
    tabStore.clear()
    announceSessionEnd()
    return isOver ? 'over' : 'done'
  } catch {
    return 'failed'
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const problem = (await response.json().catch(() => null)) as { code?: unknown } | null
  return problem?.code
}

const END = '/internal/session/end'

/** Signs out and loads the sign-in page. Returns whether that failed. */
export async function leaveAccount(locale: Locale): Promise<boolean> {
  const outcome = await logOut()
  if (outcome === 'done') window.location.assign(pathFor('user-login', locale))
  else if (outcome === 'over') {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = END
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'locale', value: locale }))
    document.body.append(form)
    form.submit()
  }
  return outcome === 'failed'
}

interface LogoutButtonProps {
  label: string
  failedLabel: string
  loginHref: string
  locale: Locale
}

/** Ends the session and loads the sign-in page. A form, so that it works without JavaScript. */
export function LogoutButton({ label, failedLabel, loginHref, locale }: LogoutButtonProps) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (state === 'pending') return
    setState('pending')
    const outcome = await logOut()
    if (outcome === 'done') window.location.assign(loginHref)
    // The form's action clears every cookie and redirects to the sign-in page without "your session has ended".
    else if (outcome === 'over') form.submit()
    else setState('failed')
  }

  return (
    <form method="post" action={END} onSubmit={submit}>
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
