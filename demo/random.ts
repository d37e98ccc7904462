import { isWithinWorkingHours } from '@/lib/domain/working-hours'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const HOUR_IN_KYIV = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: 'numeric', hourCycle: 'h23' })

/** A full hour of a day in Kyiv, two hours ahead of UTC and three in summer. `day` is any instant of the day in UTC. */
function kyivHour(day: number, hour: number): number {
  const midnight = Math.floor(day / DAY) * DAY
  const winter = midnight + (hour - 2) * HOUR
  return Number(HOUR_IN_KYIV.format(winter)) === hour ? winter : winter - HOUR
}

/** The hour on this day, or on the latest earlier day with at least two working hours after it. */
export function workingHourBefore(day: number, hour: number): number {
  let at = kyivHour(day, hour)
  while (!isWithinWorkingHours(at) || !isWithinWorkingHours(at + 2 * HOUR)) at = kyivHour(at - DAY, hour)
  return at
}

export type Random = ReturnType<typeof createRandom>

/** A mulberry32 generator: the same seed always produces the same demo. */
export function createRandom(seed: number) {
  let state = seed >>> 0

  /** A number from 0 up to, but not including, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `from` to `to`, both included. */
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[whole(0, choices.length - 1)] ?? choices[0],
    chance: (probability: number) => next() < probability,
    shuffle<T>(items: readonly T[]): T[] {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = whole(0, last)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
  }
}
