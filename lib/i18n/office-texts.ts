import type { Locale } from '@/lib/config/constants'
import en from '@/messages/en.json' with { type: 'json' }
import ru from '@/messages/ru.json' with { type: 'json' }
import uk from '@/messages/uk.json' with { type: 'json' }
import { lotTextsIn, type Messages } from './messages'

export type OfficeTextKey = keyof Messages['Office']

/** The office's messages as they are written, for tables that the server makes of its lists. */
export const OFFICE_TEXTS: Record<Locale, Readonly<Record<OfficeTextKey, string>>> = {
  uk: { ...uk.Office, ...lotTextsIn('uk') },
  en: { ...en.Office, ...lotTextsIn('en') },
  ru: { ...ru.Office, ...lotTextsIn('ru') },
}
