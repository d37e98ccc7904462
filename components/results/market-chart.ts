import type { ResultMonth, ResultPoint } from '@/lib/contract/past-results'
import { kyivDate } from '@/lib/i18n/formats'

type MonthFigure = Pick<
  ResultMonth,
  'month' | 'volume' | 'lowest_price' | 'average_price' | 'highest_price' | 'premium'
>
type PricedAuction = Pick<
  ResultPoint,
  'completed_at' | 'starting_price' | 'lowest_price' | 'average_price' | 'final_price' | 'premium'
>

/** One auction, or one month where single auctions are too many: heights are shares of the plot of prices or of premiums. */
export interface ChartMark<Auction> {
  x: number
  lowest: number
  average: number
  highest: number
  /** Null for a month, whose auctions started at different prices. */
  starting: number | null
  premium: number
  /** How far the highest winning price is above the lowest. */
  spread: number
  auction: Auction | null
}

export interface Tick {
  value: number
  y: number
}

/** All places are shares of the plot’s width and height, 0…1, from its lower left corner. */
export interface MarketChart<Auction> {
  /** In the order of time. */
  marks: ChartMark<Auction>[]
  columns: { x: number; y: number; width: number; figure: MonthFigure }[]
  /** Hryvnias, per cent, hryvnias again, and units of volume, with their height. */
  prices: Tick[]
  premiums: Tick[]
  spreads: Tick[]
  volumes: Tick[]
  /** Months that get a label, few enough to be read on a phone. */
  labels: { month: string; x: number }[]
  lowest: string
  highest: string
}

const MAX_LABELS = 6
/** One auction alone stands in a course of months too, not on a line of its own. */
const FEWEST_MONTHS = 3
const WIDEST_COLUMN = 0.62

interface Value extends Omit<PricedAuction, 'completed_at' | 'starting_price'> {
  at: number
  starting_price: string | null
}

/**
 * Places one product’s winning prices and premiums by the day on which an auction was completed, and its volumes by month under them,
 * on one axis of time. Without auctions the prices are those of the months. Shown figures stay the wire’s strings; floating point serves only where
 * a thing stands on the screen. Null where nothing was sold.
 */
export function marketChart<Auction extends PricedAuction>(
  auctions: readonly Auction[] | null,
  months: readonly MonthFigure[],
): MarketChart<Auction> | null {
  const values = (auctions ?? months)
    .map((value): Value & { auction: Auction | null } => ('month' in value ? ofMonth(value) : ofAuction(value)))
    .toSorted((a, b) => a.at - b.at)
  const indexes = [...months.map(({ month }) => indexOf(month)), ...values.map(({ at }) => Math.floor(at))]
  if (indexes.length === 0) return null
  const last = Math.max(...indexes)
  const first = Math.min(...indexes, last - FEWEST_MONTHS + 1)
  const count = last - first + 1
  const across = (at: number) => (at - first) / count
  const lows = values.map(({ lowest_price }) => lowest_price).toSorted(byNumber)
  const highs = values.map(({ final_price }) => final_price).toSorted(byNumber)
  const starts = values.flatMap(({ starting_price }) => starting_price ?? [])
  const price = niceScale(Math.min(...[...lows, ...starts].map(Number)), Number(highs.at(-1) ?? 0))
  const percents = values.map(({ premium }) => Number(premium))
  const premium = niceScale(Math.min(0, ...percents), Math.max(0, ...percents), 2)
  const spread = niceScale(0, Math.max(0, ...values.map(spreadOf)), 2)
  const volume = niceScale(0, Math.max(...months.map((figure) => Number(figure.volume)), 0), 2)
  const every = Math.ceil(count / MAX_LABELS)
  return {
    marks: values.map((value) => ({
      auction: value.auction,
      x: across(value.at),
      lowest: heightOn(price, Number(value.lowest_price)),
      average: heightOn(price, Number(value.average_price)),
      highest: heightOn(price, Number(value.final_price)),
      starting: value.starting_price === null ? null : heightOn(price, Number(value.starting_price)),
      premium: heightOn(premium, Number(value.premium)),
      spread: heightOn(spread, spreadOf(value)),
    })),
    columns: months.map((figure) => ({
      figure,
      x: across(indexOf(figure.month) + 0.5),
      y: heightOn(volume, Number(figure.volume)),
      width: WIDEST_COLUMN / count,
    })),
    prices: values.length === 0 ? [] : ticksOf(price),
    premiums: values.length === 0 ? [] : ticksOf(premium),
    spreads: values.length === 0 ? [] : ticksOf(spread),
    volumes: ticksOf(volume),
    labels: Array.from({ length: count }, (_, index) => first + index)
      .filter((index) => (last - index) % every === 0)
      .map((index) => ({ month: monthAt(index), x: across(index + 0.5) })),
    lowest: lows[0] ?? '',
    highest: highs.at(-1) ?? '',
  }
}

function ofMonth(figure: MonthFigure) {
  const { lowest_price, average_price, highest_price: final_price, premium } = figure
  const at = indexOf(figure.month) + 0.5
  return { at, starting_price: null, lowest_price, average_price, final_price, premium, auction: null }
}

function ofAuction<Auction extends PricedAuction>(auction: Auction) {
  const { starting_price, lowest_price, average_price, final_price, premium } = auction
  const at = monthsSince(auction.completed_at)
  return { at, starting_price, lowest_price, average_price, final_price, premium, auction }
}

function spreadOf({ lowest_price, final_price }: Pick<Value, 'lowest_price' | 'final_price'>): number {
  return Number(final_price) - Number(lowest_price)
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b)
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

function ticksOf(scale: NiceScale): Tick[] {
  return scale.ticks.map((value) => ({ value, y: heightOn(scale, value) }))
}

/** How high a value stands, from the scale's foot: 0…1. */
function heightOn({ from, to }: NiceScale, value: number): number {
  return (value - from) / (to - from)
}

interface NiceScale {
  from: number
  to: number
  ticks: number[]
}
