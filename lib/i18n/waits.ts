/** For messages that say how long to wait: `{unit, select, …}` with `{count}` in each. */
interface Wait {
  count: number
  unit: 'seconds' | 'minutes' | 'hours'
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A wait as people say it: in minutes from two on, in hours from two on. Rounded up, as whoever comes too early is refused again. */
export function waitOf(seconds: number): Wait {
  if (seconds < 2 * MINUTE) return { count: seconds, unit: 'seconds' }
  if (seconds < 2 * HOUR) return { count: Math.ceil(seconds / MINUTE), unit: 'minutes' }
  return { count: Math.ceil(seconds / HOUR), unit: 'hours' }
}
