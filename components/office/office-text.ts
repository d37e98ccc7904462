'use client'

import { useTranslation } from '@payloadcms/ui'
import { type Fault, textCodeOf } from '@/components/office/faults'
import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { OfficeTextKey, PortalTextKey } from '@/lib/server/cms/translations'

interface TextKeys {
  /** Lists, the console, the search and the preparation of lots. */
  office: OfficeTextKey
  /** Signing in, and texts that the server needs too. */
  portal: PortalTextKey
}

export type Translate<Key extends string = OfficeTextKey> = (
  key: Key,
  values?: Record<string, string | number>,
) => string

export interface OfficeText<Key extends string = OfficeTextKey> {
  t: Translate<Key>
  locale: Locale
  /** The suffix of the plural form for a number. */
  pluralOf(count: number): 'one' | 'few' | 'many'
  /** The name of a recorded value; the value itself where it has no name yet. */
  nameOf(prefix: 'action' | 'object' | 'letterkind' | 'letterReason' | 'systemReason', value: string): string
  faultText(fault: Fault): string
}

/** The texts of the back office in the language of the member of staff. */
export function useOfficeText<Namespace extends keyof TextKeys = 'office'>(
  namespace: Namespace = 'office' as Namespace,
): OfficeText<TextKeys[Namespace]> {
  const { t, i18n } = useTranslation<Record<string, Record<string, string>>, string>()
  const messages: unknown = i18n.translations && 'office' in i18n.translations ? i18n.translations.office : null
  const has = (key: string) => typeof messages === 'object' && messages !== null && key in messages
  const locale = localeOrDefault(i18n.language)
  return {
    t: (key, values) => t(`${namespace}:${key}`, values),
    locale,
    pluralOf(count) {
      const form = new Intl.PluralRules(locale).select(count)
      return form === 'one' || form === 'few' ? form : 'many'
    },
    nameOf(prefix, value) {
      const key = `${prefix}_${value.replace('.', '_')}`
      return has(key) ? t(`office:${key}`) : value
    },
    faultText(fault) {
      const key = `error_${textCodeOf(fault)}`
      return has(key) ? t(`office:${key}`) : t('office:error_other', { code: fault })
    },
  }
}
