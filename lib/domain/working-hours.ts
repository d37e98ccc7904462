const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Opening and closing in minutes of the day, Sunday first (R9.1). */
const HOURS: readonly (readonly [opens: number, closes: number] | null)[] = [
  null,
  [9 * 60, 18 * 60],
  [9 * 60, 18 * 60],
  [9 * 60, 18 * 60],
  [9 * 60, 18 * 60],
  [9 * 60, 16 * 60 + 45],
  null,
]

/** Whether an instant lies within the company's working hours in Kyiv, opening and closing included (R9.1). */
export function isWithinWorkingHours(at: number): boolean {
  const wall = wallClock(at)
  const hours = hoursOn(wall)
  return hours !== null && wall.ofDay >= hours[0] * MINUTE && wall.ofDay <= hours[1] * MINUTE
}

/**
 * The same time of day, Kyiv time, `days` working days later. An instant outside working hours counts from the next
 * opening. Public holidays are working days: under martial law the articles of the labour code on them do not apply
 * (law 2136-IX, article 6), and neither the specification nor the rules (R7.3, R9.1) except them.
 */
export function addWorkingDays(at: number, days: number): number {
  let wall = withinHours(wallClock(at))
  for (let left = days; left > 0; left -= 1) wall = nextWorkingDay(wall)
  return instantOf(wall)
}

/** The same day in Kyiv at a time of day, in minutes since midnight. */
export function atKyivTime(at: number, minutesOfDay: number): number {
  return instantOf({ day: wallClock(at).day, ofDay: minutesOfDay * MINUTE })
}

/** The day in Kyiv: "2026-11-24". */
export function kyivDayOf(at: number): string {
  return new Date(wallClock(at).day).toISOString().slice(0, 10)
}

/** The time of day in Kyiv, in whole minutes since midnight. */
export function kyivMinutesOf(at: number): number {
  return Math.floor(wallClock(at).ofDay / MINUTE)
}

/** Local time in Kyiv: the day as its midnight in UTC milliseconds, and the milliseconds since midnight. */
interface WallClock {
  readonly day: number
  readonly ofDay: number
}

function hoursOn(wall: WallClock): readonly [number, number] | null {
  return HOURS[new Date(wall.day).getUTCDay()] ?? null
}

function withinHours(wall: WallClock): WallClock {
  const hours = hoursOn(wall)
  if (hours === null || wall.ofDay > hours[1] * MINUTE) return atOpening(nextWorkingDay(wall))
  return wall.ofDay < hours[0] * MINUTE ? atOpening(wall) : wall
}

function nextWorkingDay(wall: WallClock): WallClock {
  const next = { ...wall, day: wall.day + DAY }
  return hoursOn(next) === null ? nextWorkingDay(next) : next
}

function atOpening(wall: WallClock): WallClock {
  return { ...wall, ofDay: (hoursOn(wall)?.[0] ?? 0) * MINUTE }
}

const KYIV = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Kyiv',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function wallClock(at: number): WallClock {
  const local = at + kyivOffsetAt(at)
  const ofDay = ((local % DAY) + DAY) % DAY
  return { day: local - ofDay, ofDay }
}

/** Milliseconds by which Kyiv is ahead of UTC at an instant. */
export function kyivOffsetAt(at: number): number {
  const second = Math.floor(at / 1000) * 1000
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of KYIV.formatToParts(second)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second
}

function instantOf({ day, ofDay }: WallClock): number {
  return instantOfKyivTime(day + ofDay)
}

/**
 * The instant of a local time in Kyiv, given as if it were UTC. Of an hour that occurs twice, when daylight saving ends, the second one;
 * of one that is skipped, the next.
 */
export function instantOfKyivTime(local: number): number {
  // In the night of the change the offset at the local time, read as UTC, is already the new one.
  return local - kyivOffsetAt(local - kyivOffsetAt(local))
}
