'use client'

import { useTranslations } from 'next-intl'
import { checkDocument } from '@/components/cabinet/document-check'

/** Why a file would be refused, in words, before it is sent; null where nothing is wrong with it. */
export function useFileRefusal(): (file: File) => string | null {
  const t = useTranslations('Cabinet.documents')
  return (file) => {
    const code = checkDocument(file)
    return code && t(`refused.${code}`, { name: file.name })
  }
}
