'use client'

import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { REFUSED_FILE_PARAM } from '@/lib/http/session-restore'

/** Explains to a person who opened the link of a file why this page came instead. */
export function RefusedFileNotice() {
  const t = useTranslations('Cabinet.refusedFile')
  if (!useSearchParams().has(REFUSED_FILE_PARAM)) return null
  return (
    <Notice tone="wait" role="status" title={t('title')}>
      {t('text')}
    </Notice>
  )
}
