'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { hasSession } from '@/lib/browser/cookies'
import { createOutageWatch } from '@/components/session/outage-watch'
import { userStore } from '@/components/session/user-store'
import { onUnreachable } from '@/lib/api/problems'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { isAnswer } from '@/lib/http/session-restore'

/** Loads the profile if the page still needs it; otherwise asks whether the API is ready. */
async function probe(): Promise<{ retryAfter: number | null } | null> {
  if (userStore.get() === null && hasSession()) {
    return userStore.load().then(
      () => null,
      (error: unknown) =>
        isAnswer(error) ? null : { retryAfter: (error as { retryAfter?: number | null }).retryAfter ?? null },
    )
  }
  return outageOf('/api/health/ready', {})
}

/** Null if the address answers; otherwise the seconds of its Retry-After. */
async function outageOf(address: string, request: RequestInit): Promise<{ retryAfter: number | null } | null> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const { status, headers } = await fetch(address, { ...request, cache: 'no-store', signal })
  return status < 500 ? null : { retryAfter: Number(headers.get('retry-after')) || null }
}

export const outageWatch = createOutageWatch({ onUnreachable, probe })

export function OutageNotice({ text }: { text: string }) {
  const silent = useSyncExternalStore(outageWatch.subscribe, outageWatch.get, () => false)
  return (
    <p
      role="status"
      data-surface=""
      data-print="hide"
      className={
        silent
          ? 'fixed inset-x-0 top-0 z-60 bg-wait px-4 py-2 text-center text-small font-medium text-wait-text shadow-float'
          : 'sr-only'
      }
    >
      {silent && text}
    </p>
  )
}

/** Reloads the page as soon as the service answers; without a script the browser refreshes it. */
export function ReloadWhenBack() {
  useEffect(() => {
    const watch = createOutageWatch({
      onUnreachable(report) {
        report({ retryAfter: null })
        return () => undefined
      },
      probe: () => outageOf(window.location.href, { method: 'HEAD', redirect: 'manual' }),
    })
    return watch.onBack(() => window.location.reload())
  }, [])
  return (
    <noscript>
      <meta httpEquiv="refresh" content="10" />
    </noscript>
  )
}
