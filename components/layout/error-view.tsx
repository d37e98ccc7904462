'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { outageWatch } from '@/components/session/outage-notice'
import { Button } from '@/components/ui/button'
import { statusOfFailure, reportUnreachable } from '@/lib/api/problems'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'
import { StatusPage } from '@/components/layout/page-header'

interface ErrorWords {
  heading: string
  text: string
  /** One line more, of a failure, and of a service that does not answer. */
  failed: string
  silent: string
  home: string
  homeHref: string
  retry: string
}

const Context = createContext<ErrorWords>({
  heading: '',
  text: '',
  failed: '',
  silent: '',
  home: '',
  homeHref: '/',
  retry: '',
})

/** Error boundaries are client components and cannot load messages: their few words are handed down beforehand. */
export function ErrorWordsProvider({ words, children }: { words: ErrorWords; children: ReactNode }) {
  return <Context value={words}>{children}</Context>
}

function useErrorWords(): ErrorWords {
  return useContext(Context)
}

interface ErrorViewProps {
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
    reloadForChunk(error, thisPage())
  }, [error])
  useEffect(() => {
    if (status === 500) return
    const stop = outageWatch.onBack(retry)
    reportUnreachable({ retryAfter: null })
    return stop
  }, [error, status, retry])
  return (
    <StatusPage
      route="error"
      announced
      status={String(status)}
      heading={words.heading}
      text={words.text}
      further={status === 500 ? words.failed : words.silent}
      home={{ href: words.homeHref, label: words.home }}
      action={
        <Button tone="inverse" size="lg" onClick={retry}>
          {words.retry}
        </Button>
      }
    />
  )
}
