'use client'

import { useTranslation } from '@payloadcms/ui'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'

type StaffWords = { portal: Record<PortalTextKey, string> }

/** The words of signing in, in the language that the member of staff works in. */
export function useStaffWords() {
  const { t, i18n } = useTranslation<StaffWords, `portal:${PortalTextKey}`>()
  const locale: 'uk' | 'en' | 'ru' = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'
  return { say: (key: PortalTextKey, details?: Record<string, string | number>) => t(`portal:${key}`, details), locale }
}
