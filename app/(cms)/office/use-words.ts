'use client'

import { useTranslation } from '@payloadcms/ui'
import type { Fault } from './resource'
import type { ConsoleTextKey, PortalTextKey } from '@/lib/server/cms/translations/say'

type StaffWords = { portal: Record<PortalTextKey, string> }

/** The words of signing in, in the language that the member of staff works in. */
export function useStaffWords() {
  const { t, i18n } = useTranslation<StaffWords, `portal:${PortalTextKey}`>()
  const locale: 'uk' | 'en' | 'ru' = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'
  return { say: (key: PortalTextKey, details?: Record<string, string | number>) => t(`portal:${key}`, details), locale }
}

type ConsoleWords = { auctionConsole: Record<ConsoleTextKey, string> }

export type Say = (key: ConsoleTextKey, details?: Record<string, string | number>) => string

export type OfficeLocale = 'uk' | 'en' | 'ru'

/** The words of the console in the language that the member of staff works in. */
export function useWords(): { say: Say; locale: OfficeLocale } {
  const { t, i18n } = useTranslation<ConsoleWords, `auctionConsole:${ConsoleTextKey}`>()
  const locale = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'
  return { say: (key, details) => t(`auctionConsole:${key}`, details), locale }
}

/** A refusal in words. */
export function faultWords(fault: Fault, say: Say): string {
  switch (fault) {
    case 'offline':
    case 'service_unavailable':
      return say('errorOffline')
    case 'unauthorized':
    case 'forbidden':
      return say('errorAccess')
    case 'too_many_requests':
      return say('errorBusy')
    case 'not_found':
    case 'application_not_found':
      return say('errorNotFound')
    case 'application_already_decided':
      return say('errorDecided')
    case 'auction_already_finished':
    case 'auction_cancelled':
      return say('errorFinished')
    case 'auction_not_in_selection':
      return say('errorNotSelection')
    case 'not_a_winner':
      return say('errorNotWinner')
    case 'winners_not_confirmed':
      return say('blockedWinners')
    case 'partial_pending':
      return say('blockedPartial')
    case 'documents_missing':
      return say('errorDocuments')
    case 'account_state_forbids':
    case 'account_not_confirmed':
      return say('errorAccount')
    case 'file_type_refused':
    case 'file_empty':
    case 'file_unreadable':
    case 'body_too_large':
      return say('errorFile')
    default:
      return say('errorOther', { code: fault })
  }
}
