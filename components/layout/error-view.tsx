'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { outageWatch } from '@/components/session/outage-notice'
import { Button } from '@/components/ui/button'
import { isSilence, readFailure, reportUnreachable } from '@/lib/api/problems'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'
import { StatusPage } from '@/components/layout/page-header'

interface ErrorTexts {
  heading: string
  text: string
  /** Another line, for a failure, for an outage and for a rate limit. */
  failed: string
  silent: string
  busy: string
  home: string
  homeHref: string
  retry: string
}

const Context = createContext<ErrorTexts>({
  heading: '',
  text: '',
  failed: '',
  silent: '',
  busy: '',
  home: '',
  homeHref: '/',
  retry: '',
})

/** Provides texts to error boundaries, which cannot load messages. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>
}

interface ErrorViewProps {
  error: unknown
  retry: () => void
}

/**
 * The content of an error boundary: the status with the texts of the 404 page (specification, point 2). After an outage it retries by
 * itself; a script that a deployment removed reloads the page once.
 */
export function ErrorView({ error, retry }: ErrorViewProps) {
  const texts = useContext(Context)
  const { status } = readFailure((error as { digest?: unknown } | null)?.digest)
  useEffect(() => {
    reloadForChunk(error, thisPage())
  }, [error])
  useEffect(() => {
    if (!isSilence(status)) return
    const stop = outageWatch.onBack(retry)
    reportUnreachable({ retryAfter: null })
    return stop
  }, [error, status, retry])
  return (
    <StatusPage
      route="error"
      announced
      status={String(status)}
      heading={texts.heading}
      text={texts.text}
      further={status === 429 ? texts.busy : isSilence(status) ? texts.silent : texts.failed}
      home={{ href: texts.homeHref, label: texts.home }}
      action={
        <Button tone="inverse" size="lg" onClick={retry}>
          {texts.retry}
        </Button>
      }
    />
  )
}
