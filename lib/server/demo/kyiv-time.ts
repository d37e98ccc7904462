import { isWithinWorkingHours } from '@/lib/domain/working-hours'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const HOUR_IN_KYIV = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: 'numeric', hourCycle: 'h23' })

/** A full hour of a day in Kyiv, which is two hours ahead of UTC, in summer three. `day` is any instant of that day in UTC. */
export function kyivHour(day: number, hour: number): number {
  const midnight = Math.floor(day / DAY) * DAY
  const winter = midnight + (hour - 2) * HOUR
  return Number(HOUR_IN_KYIV.format(winter)) === hour ? winter : winter - HOUR
}

/** The same hour on this day, or on the first day before it on which the company works for the next two hours. */
export function workingHourBefore(day: number, hour: number): number {
  let at = kyivHour(day, hour)
  while (!isWithinWorkingHours(at) || !isWithinWorkingHours(at + 2 * HOUR)) at = kyivHour(at - DAY, hour)
  return at
}
