'use client'

import { useEffect } from 'react'
import { ActionLink, OfficeFrame } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { OFFICE } from '@/components/office/rooms'
import { Button } from '@/components/ui/button'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'

/** Shown for a room that failed on the server or in the browser. */
export default function RoomError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useOfficeText()
  useEffect(() => {
    reloadForChunk(error, thisPage())
  }, [error])
  return (
    <OfficeFrame role="alert">
      <h1 className="text-title">{t('pageFailed')}</h1>
      <p className="text-soft">{t('pageFailedHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={reset}>
          {t('retry')}
        </Button>
        <ActionLink tone="outline" href={OFFICE}>
          {t('toDashboard')}
        </ActionLink>
      </div>
    </OfficeFrame>
  )
}
