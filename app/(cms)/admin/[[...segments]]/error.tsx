'use client'

import { Gutter } from '@payloadcms/ui'
import { useEffect } from 'react'
import { ActionLink, OfficeFrame } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'

/** Shown for a page that failed on the server or in the browser, in the office's style. */
export default function BackOfficeError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useOfficeText()
  useEffect(() => {
    reloadForChunk(error, thisPage())
  }, [error])
  return (
    <Gutter>
      <OfficeFrame role="alert">
        <h1 className="text-title">{t('pageFailed')}</h1>
        <p className="text-soft">{t('pageFailedHint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={reset}>
            {t('retry')}
          </Button>
          <ActionLink tone="outline" href="/admin">
            {t('toDashboard')}
          </ActionLink>
        </div>
      </OfficeFrame>
    </Gutter>
  )
}
