const groups = /\B(?=(\d{3})+(?!\d))/g

/** A wire decimal for people: thousands parted by a no-break space, the places kept as they are recorded. */
export function number(decimal: string): string {
  const [whole = '0', places] = decimal.split('.')
  const grouped = whole.replace(groups, '\u00a0')
  return places === undefined ? grouped : `${grouped}.${places}`
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

/** An instant in Kyiv to the millisecond, because a millisecond can decide who was first (R7.1): 24.11.2026 10:00:00.000. */
export function exactTime(instant: string): string {
  const parts = new Map(kyiv.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('day')}.${part('month')}.${part('year')} ${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`
}

/** The same to the second: 24.11.2026 10:00:00. */
export function time(instant: string): string {
  return exactTime(instant).slice(0, -4)
}
