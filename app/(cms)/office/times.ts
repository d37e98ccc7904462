import { formatDateTime } from '@/lib/i18n/formats'
import type { OfficeLocale } from './use-words'

const shapes = {
  moment: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
  second: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  precise: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** An instant of the wire in Kyiv time: "24.11, 10:00", with its year as a date, its weekday as a day, with seconds, or with milliseconds for the order of bids. */
export function kyivTime(
  instant: string,
  locale: OfficeLocale,
  shape: keyof typeof shapes | 'date' = 'moment',
): string {
  if (shape === 'date') return formatDateTime(instant, locale)
  const language = locale === 'en' ? 'en-GB' : locale
  return new Intl.DateTimeFormat(language, { timeZone: 'Europe/Kyiv', hourCycle: 'h23', ...shapes[shape] }).format(
    new Date(instant),
  )
}
