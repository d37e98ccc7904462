import { useLocale, useTranslations } from 'next-intl'

/** A file's size: kilobytes below one megabyte, then megabytes with one place. Server and client components show it. */
export function FileSize({ bytes }: { bytes: number }) {
  const t = useTranslations('Cabinet.documents')
  const locale = useLocale()
  const write = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
  if (bytes < 1024 * 1024) return t('sizeKb', { size: write(Math.ceil(bytes / 1024), 0) })
  return t('size', { size: write(bytes / 1024 / 1024, 1) })
}
