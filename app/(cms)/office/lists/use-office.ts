'use client'

import { useTranslation } from '@payloadcms/ui'
import type { OfficeTextKey } from '@/lib/server/cms/translations/say'
import type { Fault } from '@/app/(cms)/office/resource'
import { faultWords, useWords, type OfficeLocale } from '@/app/(cms)/office/use-words'

type OfficeWords = { office: Record<OfficeTextKey, string> }

export type Word = (key: OfficeTextKey, details?: Record<string, string | number>) => string

export interface Office {
  word: Word
  /** What a value of the record is called; the value itself where it has no name yet. */
  nameOf(prefix: 'action' | 'object' | 'letterkind', value: string): string
  faultText(fault: Fault): string
  locale: OfficeLocale
}

/** The words of the staff's lists, in the language that the member of staff works in. */
export function useOffice(): Office {
  const { t, i18n } = useTranslation<OfficeWords, `office:${OfficeTextKey}`>()
  const { say, locale } = useWords()
  const word: Word = (key, details) => t(`office:${key}`, details)
  const known: unknown = i18n.translations && 'office' in i18n.translations ? i18n.translations.office : {}
  return {
    word,
    locale,
    nameOf(prefix, value) {
      const key = `${prefix}_${value.replace('.', '_')}`
      return typeof known === 'object' && known !== null && key in known ? word(key as OfficeTextKey) : value
    },
    faultText(fault) {
      const key = listFaultKey(fault)
      return key === null ? faultWords(fault, say) : word(key)
    },
  }
}

/** Refusals that only these lists meet. */
function listFaultKey(fault: Fault): OfficeTextKey | null {
  switch (fault) {
    case 'account_already_confirmed':
      return 'errorAlreadyConfirmed'
    case 'account_already_deactivated':
      return 'errorAlreadyDeactivated'
    case 'account_not_deactivated':
      return 'errorNotDeactivated'
    case 'account_state_forbids':
      return 'errorStateForbids'
    case 'account_email_not_confirmed':
      return 'errorEmailNotConfirmed'
    case 'second_factor_not_enabled':
      return 'errorNoSecondFactor'
    case 'letter_not_failed':
      return 'errorLetterNotFailed'
    case 'auction_not_in_selection':
      return 'errorNotSelection'
    case 'deletion_already_decided':
      return 'errorDeletionDecided'
    case 'deletion_auctions_running':
      return 'errorDeletionAuctions'
    case 'deletion_agreements_current':
      return 'errorDeletionAgreements'
    case 'invalid_input':
      return 'errorInput'
    default:
      return null
  }
}
