/** Reads a decimal string with exactly `places` digits after the point into a whole number of the smallest unit. */
export function parseDecimal(text: string, places: 2 | 3): number | null {
  const pattern = places === 2 ? TWO_PLACES : THREE_PLACES
  if (!pattern.test(text)) return null
  return Number(text.replace('.', ''))
}

/** Writes a whole number of the smallest unit as a decimal string, with no floating point on the way (R0.3). */
export function formatDecimal(units: number | bigint, places: 2 | 3): string {
  const sign = units < 0 ? '-' : ''
  const digits = String(units).replace('-', '').padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

// Nine digits before the point keep every value, and every value plus a step, far inside the safe integers.
const TWO_PLACES = /^\d{1,9}\.\d{2}$/
const THREE_PLACES = /^\d{1,9}\.\d{3}$/
