'use client'

import { useLocale, useTranslations } from 'next-intl'
import { errorWords, type Refusal } from '@/lib/i18n/error-messages'

/** Words a refusal in the page’s language, with its exact numbers; `unit` goes after quantities. */
export function useRefusalWords(unit?: string): (refusal: Refusal) => string {
  const t = useTranslations('Errors')
  const locale = useLocale()
  return (refusal) => {
    const { key, values } = errorWords(refusal, locale, unit)
    return t(key, values)
  }
}
