'use client'

import { useTranslation } from '@payloadcms/ui'
import type { OfficeTextKey } from '@/lib/server/cms/translations'
import { type Fault, faultOf } from '@/app/(cms)/office/resource'
import type { OfficeLocale } from '@/app/(cms)/office/use-words'
import { localeOrDefault } from '@/lib/i18n/locales'
import { useMutation } from '@/components/forms/use-mutation'

type OfficeWords = { office: Record<OfficeTextKey, string> }

export type Word = (key: OfficeTextKey, details?: Record<string, string | number>) => string

export interface Office {
  word: Word
  /** What a value of the record is called; the value itself where it has no name yet. */
  nameOf(prefix: 'action' | 'object' | 'letterkind' | 'systemReason', value: string): string
  faultText(fault: Fault): string
  locale: OfficeLocale
}

/** The words of the staff's lists, in the language that the member of staff works in. */
export function useOffice(): Office {
  const { t, i18n } = useTranslation<OfficeWords, `office:${OfficeTextKey}`>()
  const word: Word = (key, details) => t(`office:${key}`, details)
  const known: unknown = i18n.translations && 'office' in i18n.translations ? i18n.translations.office : {}
  const keyOf = (text: string) =>
    typeof known === 'object' && known !== null && text in known ? (text as OfficeTextKey) : null
  return {
    word,
    locale: localeOrDefault(i18n.language),
    nameOf(prefix, value) {
      const key = keyOf(`${prefix}_${value.replace('.', '_')}`)
      return key ? word(key) : value
    },
    faultText(fault) {
      const key = keyOf(`error_${SAID_AS[fault] ?? fault}`)
      return key ? word(key) : word('error_other', { code: fault })
    },
  }
}

/** Refusals that are said in the words of another. */
const SAID_AS: Partial<Record<Fault, Fault>> = {
  service_unavailable: 'offline',
  forbidden: 'unauthorized',
  application_not_found: 'not_found',
  auction_cancelled: 'auction_already_finished',
  file_empty: 'file_type_refused',
  file_unreadable: 'file_type_refused',
  body_too_large: 'file_type_refused',
}

/** A call of the back office that a person makes; `tell` says what went wrong where the view has no place for it. */
export function useOfficeCall<Input = void>(call: (input: Input) => Promise<void>, tell?: (words: string) => void) {
  const { faultText } = useOffice()
  return useMutation(call, (error) => {
    const words = faultText(faultOf(error))
    tell?.(words)
    return words
  })
}
