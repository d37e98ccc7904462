import { TIME_ZONE, type Locale } from '@/lib/config/constants'

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

const SHAPES = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  timeWithSeconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'long' },
  dayOfYear: { day: 'numeric', month: 'long', year: 'numeric' },
  number: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

function write(instant: string | number | Date, locale: Locale, shape: keyof typeof SHAPES): string {
  const key = `${locale} ${shape}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...SHAPES[shape], timeZone: TIME_ZONE })
    formatters.set(key, formatter)
  }
  const text = formatter.format(new Date(instant))
  // At the end of a line the day keeps to its month, and the sign for “year” to its number.
  return shape === 'day' || shape === 'dayOfYear' ? text.replace(/^(\d+) | (?=[рг]\.$)/g, (_, day?: string) => `${day ?? ''}\u00A0`) : text
}

/** "10:45", in Kyiv. */
export function formatTime(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'time')
}

/** "10:45:07", in Kyiv: for bids, where the order within a minute matters. */
export function formatTimeWithSeconds(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'timeWithSeconds')
}

/** "24 листопада 2026 р." */
export function formatDate(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'dayOfYear')
}

/** "24.11.2026", for tables. */
export function formatDateNumeric(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'number')
}

/** "24 листопада, 10:00": what happens soon needs no year. */
export function formatDayTime(instant: string | number | Date, locale: Locale): string {
  return `${write(instant, locale, 'day')}, ${write(instant, locale, 'time')}`
}

/** "24.11.2026, 10:00", for records and protocols. */
export function formatDateTime(instant: string | number | Date, locale: Locale): string {
  return `${write(instant, locale, 'number')}, ${write(instant, locale, 'time')}`
}

const kyivDay = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** "2026-11-24": the day in Kyiv, to be compared with dates of the wire. */
export function kyivDate(instant: Date): string {
  return kyivDay.format(instant)
}
