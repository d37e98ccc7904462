'use client'

import { useTranslations } from 'next-intl'
import type { ErrorCode } from '@/lib/contract/errors'

/** What the server takes; its own check looks at the content and decides. */
export const ACCEPTED_TYPES = '.pdf,.jpg,.jpeg,.png,.docx,.xlsx'
const LARGEST_DOCUMENT = 25 * 1024 * 1024

/** What would be refused is said before megabytes are sent. */
export function checkDocument(
  file: Pick<File, 'name' | 'size'>,
): Extract<ErrorCode, 'file_empty' | 'body_too_large' | 'file_type_refused'> | null {
  const ending = file.name.slice(file.name.lastIndexOf('.')).toLowerCase()
  if (!ACCEPTED_TYPES.split(',').includes(ending)) return 'file_type_refused'
  if (file.size === 0) return 'file_empty'
  return file.size > LARGEST_DOCUMENT ? 'body_too_large' : null
}

/** Why a file would be refused, in words, before it is sent; null where nothing is wrong with it. */
export function useFileRefusal(): (file: File) => string | null {
  const t = useTranslations('Cabinet.documents')
  return (file) => {
    const code = checkDocument(file)
    return code && t(`refused.${code}`, { name: file.name })
  }
}
