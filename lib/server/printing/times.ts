import type { Language } from '@/lib/contract/primitives'

/** An instant in Kyiv to the millisecond, because a millisecond can decide who was first (R7.1): 24.11.2026 10:00:00.000. */
export function exactTime(instant: string, lang: Language): string {
  const parts = new Map(kyiv.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = [part('day'), part('month'), part('year')].join(lang === 'en' ? '/' : '.')
  return `${day} ${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`
}

/** An instant in Kyiv to the second: 24.11.2026 10:00:00. */
export function time(instant: string, lang: Language): string {
  return exactTime(instant, lang).slice(0, -4)
}

const kyiv = new Intl.DateTimeFormat('uk-UA', {
  timeZone: 'Europe/Kyiv',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
