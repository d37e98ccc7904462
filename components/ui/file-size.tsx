import { useLocale } from 'next-intl'
import { formatFileSize } from '@/lib/i18n/formats'

/** A file's size. Server and client components show it. */
export function FileSize({ bytes }: { bytes: number }) {
  return formatFileSize(bytes, useLocale())
}
