'use client'

import { useEffect } from 'react'
import { createOutageWatch } from '@/components/session/outage-watch'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'

/** Opens the address again as soon as it answers; without a script the browser asks by itself. */
export function ReloadWhenBack() {
  useEffect(() => {
    const watch = createOutageWatch({
      onSilence(hear) {
        hear({ retryAfter: null })
        return () => undefined
      },
      async probe() {
        const { status, headers } = await fetch(window.location.href, {
          method: 'HEAD',
          cache: 'no-store',
          redirect: 'manual',
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        })
        return status < 500 ? null : { retryAfter: Number(headers.get('retry-after')) || null }
      },
    })
    const stopHearing = watch.onBack(() => window.location.reload())
    const stop = watch.subscribe(() => undefined)
    return () => {
      stopHearing()
      stop()
    }
  }, [])
  return (
    <noscript>
      <meta httpEquiv="refresh" content="10" />
    </noscript>
  )
}
