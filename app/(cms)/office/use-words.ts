'use client'

import { localeOrDefault } from '@/lib/i18n/locales'
import type { Locale } from '@/lib/config/constants'
import { useTranslation } from '@payloadcms/ui'
import type { ConsoleTextKey, PortalTextKey } from '@/lib/server/cms/translations'

export type OfficeLocale = Locale

export type Details = Record<string, string | number>

export type Say = (key: ConsoleTextKey, details?: Details) => string

/** The words of signing in, in the language that the member of staff works in. */
export function useStaffWords() {
  const { t, i18n } = useTranslation<{ portal: Record<PortalTextKey, string> }, `portal:${PortalTextKey}`>()
  return {
    say: (key: PortalTextKey, details?: Details) => t(`portal:${key}`, details),
    locale: localeOrDefault(i18n.language),
  }
}

/** The words of the console in the language that the member of staff works in. */
export function useWords(): { say: Say; locale: OfficeLocale } {
  const { t, i18n } = useTranslation<
    { auctionConsole: Record<ConsoleTextKey, string> },
    `auctionConsole:${ConsoleTextKey}`
  >()
  return { say: (key, details) => t(`auctionConsole:${key}`, details), locale: localeOrDefault(i18n.language) }
}
