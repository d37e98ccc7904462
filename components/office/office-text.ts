'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type Fault, textCodeOf } from '@/components/office/faults'
import type { Locale } from '@/lib/config/constants'
import type { Messages } from '@/lib/i18n/messages'

export type OfficeTextKey = keyof Messages['Office']

export type Translate<Key extends string = OfficeTextKey> = (
  key: Key,
  values?: Record<string, string | number>,
) => string

export interface OfficeText {
  t: Translate
  locale: Locale
  /** The name of a recorded value; the value itself where it has no name yet. */
  nameOf(prefix: 'action' | 'object' | 'emailkind' | 'emailReason' | 'systemReason', value: string): string
  faultText(fault: Fault): string
}

/** The office's texts; a key like `auction_draft` names a value of a record. */
export function useOfficeText(): OfficeText {
  const t: Translate & { has(key: string): boolean } = useTranslations('Office')
  return {
    t,
    locale: useLocale(),
    nameOf(prefix, value) {
      const key = `${prefix}_${value.replace('.', '_')}`
      return t.has(key) ? t(key as OfficeTextKey) : value
    },
    faultText(fault) {
      const key = `error_${textCodeOf(fault)}`
      return t.has(key) ? t(key as OfficeTextKey) : t('error_other', { code: fault })
    },
  }
}
