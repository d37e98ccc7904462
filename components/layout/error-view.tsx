'use client'

import { useEffect } from 'react'
import { reloadForChunk } from '@/components/layout/chunk-reload'
import { useErrorWords } from '@/components/layout/error-words'
import { StatusPage } from '@/components/layout/status-page'
import { Button } from '@/components/ui/button'

export interface ErrorViewProps {
  error: unknown
  retry: () => void
}

/** What an error boundary shows; a script that is gone after a deployment reloads the page once instead. */
export function ErrorView({ error, retry }: ErrorViewProps) {
  const words = useErrorWords()
  useEffect(() => {
    reloadForChunk(error, { storage: sessionStorage, now: Date.now, reload: () => location.reload() })
  }, [error])
  return (
    <StatusPage
      route="error"
      status="500"
      heading={words.heading}
      text={words.body}
      home={{ href: words.homeHref, label: words.home }}
      action={
        <Button tone="band" size="lg" onClick={retry}>
          {words.retry}
        </Button>
      }
    />
  )
}
