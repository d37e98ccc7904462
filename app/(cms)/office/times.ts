import type { OfficeLocale } from './use-words'

const shapes = {
  moment: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
  date: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  precise: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** An instant of the wire in Kyiv time: "24.11, 10:00", with its year as a date, or with milliseconds for the order of bids. */
export function kyivTime(instant: string, locale: OfficeLocale, shape: keyof typeof shapes = 'moment'): string {
  const language = locale === 'en' ? 'en-GB' : locale
  return new Intl.DateTimeFormat(language, { timeZone: 'Europe/Kyiv', hourCycle: 'h23', ...shapes[shape] }).format(
    new Date(instant),
  )
}

/** Milliseconds as "1:04:09" or "04:09", never below zero. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
