import { type Locale, TIME_ZONE } from '@/lib/config/constants'

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

const SHAPES = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  timeWithSeconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'numeric', year: '2-digit' },
  dayOfYear: { day: 'numeric', month: 'long', year: 'numeric' },
  number: { day: '2-digit', month: '2-digit', year: 'numeric' },
  weekday: { weekday: 'short', day: '2-digit', month: '2-digit' },
  shortNumber: { day: '2-digit', month: '2-digit' },
  timeWithMilliseconds: {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Created on first use: the first one on a page costs a phone about fifty milliseconds. */
function formatterOf(tag: string, shape: keyof typeof SHAPES): Intl.DateTimeFormat {
  const key = `${tag} ${shape}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(tag, { ...SHAPES[shape], timeZone: TIME_ZONE })
    formatters.set(key, formatter)
  }
  return formatter
}

function write(instant: string | number | Date, locale: Locale, shape: keyof typeof SHAPES): string {
  const text = formatterOf(LANGUAGE_TAGS[locale], shape).format(new Date(instant))
  // No line break between day and month, or before the sign for “year”.
  return shape === 'day' || shape === 'shortDay' || shape === 'dayOfYear'
    ? text.replace(/^(\d+) | (?=[рг]\.$)/g, (_, day?: string) => `${day ?? ''}\u00A0`)
    : text
}

/** "10:45", in Kyiv. */
export function formatTime(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'time')
}

/** "10:45:07", in Kyiv. */
export function formatTimeWithSeconds(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'timeWithSeconds')
}

/** In groups of four, as banks print IBANs. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** "+380 44 123 45 67", on one line; numbers of other countries as they are stored. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+380)(\d{2})(\d{3})(\d{2})(\d{2})(?!\d)/, '$1 $2 $3 $4 $5').replaceAll(' ', '\u00A0')
}

/** "24 листопада 2026 р." */
export function formatDate(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'dayOfYear')
}

/** "2026-11" → "листопад 2026 р." or "11.26" */
export function formatMonth(month: string, locale: Locale, shape: 'month' | 'shortMonth'): string {
  return write(`${month}-15T12:00:00Z`, locale, shape)
}

/** "24.11.2026", for tables. */
export function formatDateNumeric(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'number')
}

/** A planned end to the minute, an extended one to the second, a bid to the millisecond. */
export type TimeShape = 'time' | 'timeWithSeconds' | 'timeWithMilliseconds'

/** Whether to write the current end (R5.2) with seconds: without them an extended one would look too early. */
export function shapeOfEnd(auction: { ends_at: string; effective_end: string }): TimeShape {
  return Date.parse(auction.effective_end) === Date.parse(auction.ends_at) ? 'time' : 'timeWithSeconds'
}

/** "24 листопада, 10:00" */
export function formatDayTime(instant: string | number | Date, locale: Locale, time: TimeShape = 'time'): string {
  return `${write(instant, locale, 'day')}, ${write(instant, locale, time)}`
}

/** Each day and time of a lot's page: "24 листопада, 10:00", and once bidding is over, "24 листопада 2026 р., 10:00". */
export function formatLotMoment(
  instant: string | number | Date,
  { state }: { state: string },
  locale: Locale,
  time: TimeShape = 'time',
): string {
  const isOpen = state === 'planned' || state === 'running' || state === 'closing'
  return `${write(instant, locale, isOpen ? 'day' : 'dayOfYear')}, ${write(instant, locale, time)}`
}

/** "10:45:07", or "24 листопада, 10:45:07" if `beside` is on another day in Kyiv. */
export function formatSecondBeside(
  instant: string | number | Date,
  beside: string | number | Date,
  locale: Locale,
): string {
  const time = write(instant, locale, 'timeWithSeconds')
  return sameKyivDay(instant, beside) ? time : `${write(instant, locale, 'day')}, ${time}`
}

/** "24 лист.", for the axis of a chart. */
export function formatShortDay(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'shortDay')
}

/** "24.11.2026, 10:00", for records and protocols. */
export function formatDateTime(instant: string | number | Date, locale: Locale, time: TimeShape = 'time'): string {
  return `${write(instant, locale, 'number')}, ${write(instant, locale, time)}`
}

/** "24.11, 10:00", for the back office. */
export function formatShortDateTime(instant: string | number | Date, locale: Locale, time: TimeShape = 'time'): string {
  return `${write(instant, locale, 'shortNumber')}, ${write(instant, locale, time)}`
}

/** "вт, 24.11, 10:00" */
export function formatWeekdayTime(instant: string | number | Date, locale: Locale): string {
  return `${write(instant, locale, 'weekday')}, ${write(instant, locale, 'time')}`
}

/** "10:45:07.123", for the order of bids. */
export function formatTimeWithMilliseconds(instant: string | number | Date, locale: Locale): string {
  return write(instant, locale, 'timeWithMilliseconds')
}

/** "2026-11-24": the day in Kyiv, comparable with the API's dates. */
export function kyivDate(instant: Date): string {
  return formatterOf('en-CA', 'number').format(instant)
}

export function sameKyivDay(a: string | number | Date, b: string | number | Date): boolean {
  return kyivDate(new Date(a)) === kyivDate(new Date(b))
}

/** No-break space: a number never wraps inside itself. */
export const THOUSANDS = '\u00A0'

export const DECIMAL_SIGN: Record<Locale, string> = { uk: ',', ru: ',', en: '.' }

/**
 * Formats a decimal string of the API ("15200.00") digit by digit: it never becomes a floating-point number, so sums of any size stay
 * exact. Anything else is returned unchanged.
 */
export function formatDecimal(value: string, locale: Locale): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) return value
  const [, sign = '', whole = '', fraction] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THOUSANDS)
  return `${sign === '-' ? '−' : ''}${grouped}${fraction ? DECIMAL_SIGN[locale] + fraction : ''}`
}

/** A price or a sum in the mask '0,0.00': "15200.00" → "15 200,00". */
export function formatPrice(value: string, locale: Locale): string {
  return formatDecimal(
    value.replace(/^(-?\d+)(?:\.(\d))?$/, (_, whole: string, tenth = '0') => `${whole}.${tenth}0`),
    locale,
  )
}

/** Keeps a unit of several words on one line: "тис. м³". */
export function wholeUnit(unit: string): string {
  return unit.replaceAll(' ', THOUSANDS)
}

/** A quantity without trailing zeros, with its unit if given: "300.000" → "300 т", "500.250" → "500,25 т". */
export function formatQuantity(value: string, locale: Locale, unit?: string): string {
  const text = formatDecimal(value.includes('.') ? value.replace(/\.?0+$/, '') : value, locale)
  return unit ? `${text}${THOUSANDS}${wholeUnit(unit)}` : text
}

/** "2.50" → "2,5 %", in English "2.5%". */
export function formatPercent(value: string, locale: Locale): string {
  return formatQuantity(value, locale) + percentSign(locale)
}

function percentSign(locale: Locale): string {
  return locale === 'en' ? '%' : `${THOUSANDS}%`
}

/** A price or a quantity as forms show it: "15090.00" → "15 090,00", "950.000" → "950"; anything else unchanged. */
export function writeDecimal(stored: unknown, locale: Locale): string {
  if (typeof stored !== 'string') return ''
  if (!/^\d+\.\d+$/.test(stored)) return stored
  return stored.at(-3) === '.' ? formatPrice(stored, locale) : formatQuantity(stored, locale)
}

const withoutSpaces = (typed: string) => typed.replace(/[\s']/g, '')

/**
 * A typed number without the signs between its thousands. Where both signs are written, the last one is decimal in
 * every language: "1,234.50", "1.234,50".
 */
export function withoutGroups(typed: string): string {
  const number = withoutSpaces(typed)
  const sign = /^[1-9]\d{0,2}([.,])(?:\d{3}\1)*\d{3}(?!\1)[.,]\d*$/.exec(number)?.[1]
  return sign === undefined ? number : number.replaceAll(sign, '')
}

/**
 * Whether the separator in a typed number may mean thousands or decimals: "1,500" in English, "1.500" in Ukrainian. Such a number is
 * never guessed, because the readings differ by a factor of a thousand.
 */
export function isUnclearDecimal(typed: string, locale: Locale): boolean {
  const sign = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(withoutSpaces(typed))?.[1]
  return sign !== undefined && sign !== DECIMAL_SIGN[locale]
}

/** Parses a typed number ("15 200,5", "15200.50") into a decimal of the API; null if invalid or unclear. `places`: 2 for prices, 3 for quantities. */
export function readTypedDecimal(typed: string, places: number, locale: Locale): string | null {
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(withoutGroups(typed))
  if (!match || isUnclearDecimal(typed, locale)) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > places) return null
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(places, '0')}`
}

/** A change in per cent, from "4.7": "+4,7 %", in English "+4.7%". */
export function formatChange(percent: string, locale: Locale): string {
  const text = formatDecimal(percent.replace(/^-?\d+$/, '$&.0'), locale)
  return `${Number(percent) > 0 ? '+' : ''}${text}${percentSign(locale)}`
}

/** Before a number, and over a column of numbers. */
export const NUMBER_SIGN: Record<Locale, string> = { uk: '№', en: 'No.', ru: '№' }

/** “№ 12”, “No. 12”, without a line break. */
export function numberSign(value: number | string, language: Locale): string {
  return `${NUMBER_SIGN[language]}\u00A0${value}`
}

const SIZE_UNITS: Record<Locale, readonly [string, string]> = { uk: ['КБ', 'МБ'], en: ['KB', 'MB'], ru: ['КБ', 'МБ'] }

/** A file's size: whole kilobytes below one megabyte, "19 KB", then megabytes with one place, "1,5 МБ". */
export function formatFileSize(bytes: number, locale: Locale): string {
  const [kilobytes, megabytes] = SIZE_UNITS[locale]
  if (bytes < 1024 * 1024) return `${formatDecimal(String(Math.ceil(bytes / 1024)), locale)}${THOUSANDS}${kilobytes}`
  const tenths = String(Math.round((bytes / 1024 / 1024) * 10) / 10)
  return `${formatDecimal(tenths, locale)}${THOUSANDS}${megabytes}`
}

interface CountdownParts {
  days: number
  /** "12:48", from an hour on "1:12:48". */
  clock: string
}

/** Splits milliseconds into whole days and a clock. Seconds are rounded up, so that 00:00 means over. */
export function countdownParts(milliseconds: number): CountdownParts {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  return { days, clock: hours > 0 || days > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds }
}

/** For messages with `{unit, select, …}` and `{count}`. */
interface Wait {
  count: number
  unit: 'seconds' | 'minutes' | 'hours'
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** A wait in minutes from two minutes on, in hours from two hours on; rounded up, because an early retry is refused again. */
export function waitOf(seconds: number): Wait {
  if (seconds < 2 * MINUTE_S) return { count: seconds, unit: 'seconds' }
  if (seconds < 2 * HOUR_S) return { count: Math.ceil(seconds / MINUTE_S), unit: 'minutes' }
  return { count: Math.ceil(seconds / HOUR_S), unit: 'hours' }
}
