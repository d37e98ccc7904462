import type { Locale } from '@/lib/config/constants'
import en from '@/messages/en.json' with { type: 'json' }
import ru from '@/messages/ru.json' with { type: 'json' }
import uk from '@/messages/uk.json' with { type: 'json' }
import { sharedTextsIn, type Messages } from './messages'

export type OfficeTextKey = keyof Messages['Office']

/** The office's messages as they are written, for tables that the server makes of its lists. */
export const OFFICE_TEXTS: Record<Locale, Readonly<Record<OfficeTextKey, string>>> = {
  uk: { ...uk.Office, ...sharedTextsIn('uk') },
  en: { ...en.Office, ...sharedTextsIn('en') },
  ru: { ...ru.Office, ...sharedTextsIn('ru') },
}
