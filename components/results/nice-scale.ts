export interface Scale {
  from: number
  to: number
  ticks: number[]
}

/** Round steps around the values, about `steps` of them. */
export function niceScale(lowest: number, highest: number, steps = 4): Scale {
  const spread = Math.max(highest - lowest, highest * 0.02, 1)
  const rough = spread / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const from = Math.floor(lowest / step) * step
  const to = Math.max(Math.ceil(highest / step) * step, from + step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { from, to, ticks }
}

/** How high a value stands, from the scale's foot: 0…1. */
export function heightOn({ from, to }: Scale, value: number): number {
  return (value - from) / (to - from)
}
