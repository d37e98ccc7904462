'use client'

import { useTranslation } from '@payloadcms/ui'
import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { portalTranslations } from '@/lib/server/cms/translations'

export type CmsTextKey = keyof (typeof portalTranslations)['uk']['portal']
export type TranslateCms = (key: CmsTextKey, values?: Record<string, string | number>) => string

/** The portal's texts on Payload's pages, in the language of the editor. */
export function useCmsText(): { t: TranslateCms; locale: Locale } {
  const { t, i18n } = useTranslation<Record<string, Record<string, string>>, string>()
  return { t: (key, values) => t(`portal:${key}`, values), locale: localeOrDefault(i18n.language) }
}
