'use client'

import { useEffect } from 'react'
import { reloadForChunk } from '@/components/layout/chunk-reload'
import { useErrorWords } from '@/components/layout/error-words'
import { StatusPage } from '@/components/layout/status-page'
import { outageWatch } from '@/components/session/outage-notice'
import { Button } from '@/components/ui/button'
import { statusOfFailure, tellSilence } from '@/lib/api/problems'

export interface ErrorViewProps {
  error: unknown
  retry: () => void
}

/**
 * What an error boundary shows in an open page: the status with the texts of the 404 page (specification, point 2). Where nobody
 * answered it tries again by itself; a script that is gone after a deployment reloads the page once instead.
 */
export function ErrorView({ error, retry }: ErrorViewProps) {
  const words = useErrorWords()
  const status = statusOfFailure((error as { digest?: unknown } | null)?.digest)
  useEffect(() => {
    reloadForChunk(error, { storage: sessionStorage, now: Date.now, reload: () => location.reload() })
  }, [error])
  useEffect(() => {
    if (status === 500) return
    const stop = outageWatch.onBack(retry)
    tellSilence({ retryAfter: null })
    return stop
  }, [error, status, retry])
  return (
    <StatusPage
      route="error"
      status={String(status)}
      heading={words.heading}
      text={words.text}
      further={status === 500 ? words.failed : words.silent}
      home={{ href: words.homeHref, label: words.home }}
      action={
        <Button tone="band" size="lg" onClick={retry}>
          {words.retry}
        </Button>
      }
    />
  )
}
