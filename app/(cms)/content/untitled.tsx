'use client'

import { useDocumentInfo, useDocumentTitle, useTranslation } from '@payloadcms/ui'
import { useEffect } from 'react'
import type { OfficeTextKey } from '@/lib/server/cms/translations'

/** Payload calls a document that nobody has named yet by its number, which says nothing to whoever writes it. */
export function UntitledUntilNamed() {
  const { id, data, docConfig } = useDocumentInfo()
  const { title, setDocumentTitle } = useDocumentTitle()
  const { t } = useTranslation<{ office: Record<OfficeTextKey, string> }, `office:${OfficeTextKey}`>()
  const named =
    docConfig && 'slug' in docConfig && 'useAsTitle' in docConfig.admin ? docConfig.admin.useAsTitle : undefined
  const isUnnamed = id !== undefined && title === String(id) && (named === undefined || !data?.[named])
  const untitled = t('office:untitled')

  useEffect(() => {
    if (!isUnnamed) return
    // Payload's own effect runs after this one and would put the number back.
    const later = setTimeout(() => setDocumentTitle(untitled))
    return () => clearTimeout(later)
  }, [isUnnamed, setDocumentTitle, untitled])

  return null
}
