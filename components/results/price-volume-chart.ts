import { kyivDate } from '@/lib/i18n/formats'

export interface MonthFigure {
  /** "2026-11" */
  month: string
  volume: string
  average_price: string
}

export interface PricedAuction {
  completed_at: string
  final_price: string
}

/** Shares of the plot’s width and height, 0…1, from its lower left corner. */
interface Place {
  x: number
  y: number
}

export interface PriceVolumeChart<Auction extends PricedAuction> {
  /** In the order of time. */
  points: (Place & { auction: Auction })[]
  columns: (Place & { figure: MonthFigure; width: number })[]
  /** Hryvnias, and units of volume, with their height. */
  prices: { value: number; y: number }[]
  volumes: { value: number; y: number }[]
  /** Months that get a label, few enough to be read on a phone. */
  labels: { month: string; x: number }[]
  lowest: string
  highest: string
}

const MAX_LABELS = 6
/** One auction alone stands in a course of months too, not on a line of its own. */
const FEWEST_MONTHS = 3
const WIDEST_COLUMN = 0.62

/**
 * Places one product’s auctions by the day on which they were completed, and its months under them, on one axis of time.
 * Shown figures stay the wire’s strings; floating point serves only where a thing stands on the screen. Null where
 * nothing was sold.
 */
export function priceVolumeChart<Auction extends PricedAuction>(
  auctions: readonly Auction[],
  months: readonly MonthFigure[],
): PriceVolumeChart<Auction> | null {
  const placed = auctions
    .map((auction) => ({ auction, at: monthsSince(auction.completed_at) }))
    .toSorted((a, b) => a.at - b.at)
  const marks = [...months.map(({ month }) => indexOf(month)), ...placed.map(({ at }) => Math.floor(at))]
  if (marks.length === 0) return null
  const last = Math.max(...marks)
  const first = Math.min(...marks, last - FEWEST_MONTHS + 1)
  const count = last - first + 1
  const across = (at: number) => (at - first) / count
  const byPrice = placed.map(({ auction }) => auction.final_price).toSorted((a, b) => Number(a) - Number(b))
  const price = niceScale(Number(byPrice[0] ?? 0), Number(byPrice.at(-1) ?? 0))
  const volume = niceScale(0, Math.max(...months.map((figure) => Number(figure.volume)), 0), 2)
  const every = Math.ceil(count / MAX_LABELS)
  return {
    points: placed.map(({ auction, at }) => ({
      auction,
      x: across(at),
      y: heightOn(price, Number(auction.final_price)),
    })),
    columns: months.map((figure) => ({
      figure,
      x: across(indexOf(figure.month) + 0.5),
      y: heightOn(volume, Number(figure.volume)),
      width: WIDEST_COLUMN / count,
    })),
    prices: placed.length === 0 ? [] : price.ticks.map((value) => ({ value, y: heightOn(price, value) })),
    volumes: volume.ticks.map((value) => ({ value, y: heightOn(volume, value) })),
    labels: Array.from({ length: count }, (_, index) => first + index)
      .filter((index) => (last - index) % every === 0)
      .map((index) => ({ month: monthAt(index), x: across(index + 0.5) })),
    lowest: byPrice[0] ?? '',
    highest: byPrice.at(-1) ?? '',
  }
}

/** "2026-11" as a count of months; the whole number is the month’s first instant. */
function indexOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return year * 12 + number - 1
}

function monthAt(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The middle of an instant’s day in Kyiv, as a count of months with its part of the month. */
function monthsSince(instant: string): number {
  const day = kyivDate(new Date(instant))
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return indexOf(day.slice(0, 7)) + (date - 0.5) / length
}

/** Round steps around the values, about `steps` of them. */
export function niceScale(lowest: number, highest: number, steps = 4): NiceScale {
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
export function heightOn({ from, to }: NiceScale, value: number): number {
  return (value - from) / (to - from)
}

export interface NiceScale {
  from: number
  to: number
  ticks: number[]
}
