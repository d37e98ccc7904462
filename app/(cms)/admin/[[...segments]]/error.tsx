'use client'

import { Button, Gutter } from '@payloadcms/ui'
import { useEffect } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'

/** Shown for a page that failed on the server or in the browser. */
export default function CmsPageError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useCmsText()
  useEffect(() => {
    reloadForChunk(error, thisPage())
  }, [error])
  return (
    <Gutter>
      <div role="alert">
        <h1>{t('pageFailed')}</h1>
        <p>{t('pageFailedHint')}</p>
        <Button onClick={reset}>{t('retry')}</Button>
        <Button buttonStyle="secondary" el="link" to="/admin" url="/admin">
          {t('toDashboard')}
        </Button>
      </div>
    </Gutter>
  )
}
