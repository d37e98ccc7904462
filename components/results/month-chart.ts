import type { CategoryKey } from '@/lib/contract/content'

export interface MonthFigure {
  /** "2026-11" */
  month: string
  category: CategoryKey
  volume: string
  average_price: string
}

export interface ChartPoint {
  month: string
  price: string
  volume: string
  /** Shares of the chart's width and height, 0…1, from the left and from the bottom. */
  x: number
  priceY: number
  volumeHeight: number
}

export interface MonthChart {
  points: ChartPoint[]
  /** Whole hryvnias with their height. */
  priceTicks: { value: number; y: number }[]
  /** Months that get a label, few enough to be read on a phone. */
  labelled: { month: string; x: number }[]
  lowest: string
  highest: string
}

/**
 * Places one category's months for the chart: a dot for the average price, a column for the volume. Shown figures stay the
 * wire's strings; floating point serves only where a thing stands on the screen.
 */
export function monthChart(figures: readonly MonthFigure[], labels = 6): MonthChart | null {
  const months = figures.toSorted((a, b) => a.month.localeCompare(b.month))
  const first = months[0]
  const last = months.at(-1)
  if (!first || !last || first === last) return null
  const prices = months.map((figure) => Number(figure.average_price))
  const volumes = months.map((figure) => Number(figure.volume))
  const scale = niceScale(Math.min(...prices), Math.max(...prices))
  const span = monthIndex(last.month) - monthIndex(first.month)
  // Half a column's room at both sides.
  const place = (month: string) => (monthIndex(month) - monthIndex(first.month) + 0.5) / (span + 1)
  const points = months.map((figure, index) => ({
    month: figure.month,
    price: figure.average_price,
    volume: figure.volume,
    x: place(figure.month),
    priceY: heightOn(scale, prices[index] ?? 0),
    volumeHeight: (volumes[index] ?? 0) / Math.max(...volumes, 1),
  }))
  const byPrice = points.toSorted((a, b) => Number(a.price) - Number(b.price))
  const every = Math.ceil(points.length / labels)
  return {
    points,
    priceTicks: scale.ticks.map((value) => ({ value, y: heightOn(scale, value) })),
    labelled: points.filter((_, index) => index % every === 0).map(({ month, x }) => ({ month, x })),
    lowest: byPrice[0]?.price ?? first.average_price,
    highest: byPrice.at(-1)?.price ?? last.average_price,
  }
}

interface Scale {
  from: number
  to: number
  ticks: number[]
}

/** Three to six round steps around the values. */
export function niceScale(lowest: number, highest: number): Scale {
  const spread = Math.max(highest - lowest, highest * 0.02, 1)
  const rough = spread / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const from = Math.floor(lowest / step) * step
  const to = Math.max(Math.ceil(highest / step) * step, from + step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { from, to, ticks }
}

function heightOn(scale: Scale, value: number): number {
  return (value - scale.from) / (scale.to - scale.from)
}

function monthIndex(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return year * 12 + number - 1
}
