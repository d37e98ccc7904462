export interface Distribution {
  count: number
  p50: number
  p99: number
  maximum: number
}

/** Rounded to two places; zeros if there are no values. */
export function distribution(values: number[]): Distribution {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), maximum: round(sorted.at(-1) ?? 0) }
}

export function round(value: number, places = 2): number {
  const factor = 10 ** places
  return Math.round(value * factor) / factor
}
