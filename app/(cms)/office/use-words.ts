'use client'

import { useTranslation } from '@payloadcms/ui'
import type { ConsoleTextKey, PortalTextKey } from '@/lib/server/cms/translations/say'

export type OfficeLocale = 'uk' | 'en' | 'ru'

export type Details = Record<string, string | number>

export type Say = (key: ConsoleTextKey, details?: Details) => string

/** Ukrainian where the back office is set to a language that it has no words in. */
export function localeOf(language: string): OfficeLocale {
  return language === 'en' || language === 'ru' ? language : 'uk'
}

/** The words of signing in, in the language that the member of staff works in. */
export function useStaffWords() {
  const { t, i18n } = useTranslation<{ portal: Record<PortalTextKey, string> }, `portal:${PortalTextKey}`>()
  return {
    say: (key: PortalTextKey, details?: Details) => t(`portal:${key}`, details),
    locale: localeOf(i18n.language),
  }
}

/** The words of the console in the language that the member of staff works in. */
export function useWords(): { say: Say; locale: OfficeLocale } {
  const { t, i18n } = useTranslation<
    { auctionConsole: Record<ConsoleTextKey, string> },
    `auctionConsole:${ConsoleTextKey}`
  >()
  return { say: (key, details) => t(`auctionConsole:${key}`, details), locale: localeOf(i18n.language) }
}
