import { useLocale } from 'next-intl'
import { formatFileSize } from '@/lib/i18n/formats'

export function FileSize({ bytes }: { bytes: number }) {
  return formatFileSize(bytes, useLocale())
}
