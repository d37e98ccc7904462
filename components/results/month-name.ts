import { TIME_ZONE, type Locale } from '@/lib/config/constants'

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

/** "2026-11" → "листопад 2026 р." or "11.26" */
export function monthName(month: string, locale: Locale, shape: 'long' | 'short'): string {
  const options: Intl.DateTimeFormatOptions = shape === 'long' ? { month: 'long', year: 'numeric' } : { month: 'numeric', year: '2-digit' }
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: TIME_ZONE }).format(new Date(`${month}-15T12:00:00Z`))
}
