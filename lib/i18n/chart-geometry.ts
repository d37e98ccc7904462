import type { AuctionDetail, RecordedBid } from '@/lib/contract/auctions'
import { kopecksOf } from '@/lib/domain/money'
import { formatTime, kyivDate } from './formats'

/** In per cent of the plot, from its top left corner. */
export interface ChartGeometry {
  line: string
  area: string
  head: { x: number; y: number } | null
  prices: { y: number; kopecks: number }[]
  times: { x: number; at: number }[]
  /** The time that extensions have added to the scheduled end. */
  added: { x: number; width: number; milliseconds: number } | null
  marks: { x: number; at: number; isHalt: boolean }[]
  /** The halt that is in force. */
  halt: { x: number; width: number } | null
  steps: { at: number; kopecks: number; automatic: boolean }[]
  /** Steps by automatic bids. */
  automatic: { x: number; y: number }[]
  /** The viewer's own bids. */
  own: { line: string; dots: { x: number; y: number; automatic: boolean }[] }
  /** Everything that can be read off, by time. */
  readings: Reading[]
}

export interface Reading {
  x: number
  y: number
  at: number
  kopecks: number
  automatic: boolean
  /** The number of an own bid. */
  bid: number | null
}

export type OwnBid = Pick<RecordedBid, 'seq' | 'price' | 'automatic' | 'received_at'>

export type ChartAuction = Pick<
  AuctionDetail,
  'history' | 'extensions' | 'halt' | 'starts_at' | 'ends_at' | 'effective_end' | 'starting_price' | 'minimum_step'
>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY),
]
const MAX_TIMES = 6
const MAX_PRICES = 4

/** Where a lot's prices stand in its chart, on pages and in print. */
export function drawChart(auction: ChartAuction, now: number, ownBids: readonly OwnBid[] = []): ChartGeometry {
  const start = Date.parse(auction.starts_at)
  const end = Math.max(Date.parse(auction.effective_end), start + MINUTE)
  const steps = stepsOf(auction, start)
  const own = ownBids
    .map(({ seq, price, automatic, received_at: at }) => ({
      ...{ at: Math.max(start, Date.parse(at)), kopecks: kopecksOf(price), automatic, bid: seq },
    }))
    .sort((a, b) => a.bid - b.bid)
  const scale = priceScale(
    [kopecksOf(auction.starting_price), ...[...steps, ...own].map((step) => step.kopecks)],
    kopecksOf(auction.minimum_step),
  )
  const x = (at: number) => round(((clamp(at, start, end) - start) / (end - start)) * 100)
  const y = (kopecks: number) => round(((scale.top - kopecks) / (scale.top - scale.bottom)) * 100)
  const points = steps.map((step) => ({ x: x(step.at), y: y(step.kopecks) }))
  const last = points.at(-1)
  const head = last ? { x: Math.max(last.x, x(now)), y: last.y } : null
  const line = head ? stepPath(points, head.x) : ''
  const scheduled = Date.parse(auction.ends_at)
  const dots = own.map(({ at, kopecks, automatic }) => ({ x: x(at), y: y(kopecks), automatic }))
  const halted = auction.halt && x(Date.parse(auction.halt.since))
  return {
    line,
    area: head ? `${line}V100H${points[0]?.x ?? 0}Z` : '',
    head,
    prices: scale.values.map((kopecks) => ({ kopecks, y: y(kopecks) })),
    times: timeTicks(start, end).map((at) => ({ at, x: x(at) })),
    added:
      end > scheduled && auction.extensions.length > 0
        ? { x: x(scheduled), width: round(100 - x(scheduled)), milliseconds: end - scheduled }
        : null,
    marks: auction.extensions.map((mark) => {
      const at = Date.parse(mark.at)
      return { at, x: x(at), isHalt: mark.cause !== 'bid' }
    }),
    halt: halted === null ? null : { x: halted, width: round(Math.max(x(now) - halted, 0)) },
    steps,
    automatic: points.filter((_, index) => steps[index]?.automatic),
    own: { line: stepPath(dots, Math.max(dots.at(-1)?.x ?? 0, head?.x ?? 0)), dots },
    readings: [...steps.map((step) => ({ ...step, bid: null })), ...own]
      .sort((a, b) => a.at - b.at)
      .map((step) => ({ ...step, x: x(step.at), y: y(step.kopecks) })),
  }
}

/** Nothing is drawn before the history starts: there was no price. */
function stepsOf(auction: ChartAuction, start: number): ChartGeometry['steps'] {
  return auction.history.map((point) => ({
    at: Math.max(start, Date.parse(point.at)),
    kopecks: kopecksOf(point.price),
    automatic: point.automatic === true,
  }))
}

function stepPath(points: readonly { x: number; y: number }[], until: number): string {
  const [first, ...rest] = points
  if (!first) return ''
  return [`M${first.x} ${first.y}`, ...rest.map((point) => `H${point.x}V${point.y}`), `H${until}`].join('')
}

/** A few round prices on the auction’s grid, with the whole line between the lowest and the highest. */
function priceScale(prices: readonly number[], minimumStep: number): { bottom: number; top: number; values: number[] } {
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  let step = minimumStep
  for (const factor of niceFactors()) {
    step = minimumStep * factor
    if (Math.floor(high / step) + 1 - Math.floor(low / step) < MAX_PRICES) break
  }
  const bottom = Math.floor(low / step) * step
  const top = Math.max(bottom + step, Math.ceil((high + step * 0.12) / step) * step)
  const values: number[] = []
  for (let value = bottom; value <= top; value += step) values.push(value)
  return { bottom, top, values }
}

function* niceFactors(): Generator<number> {
  for (let power = 1; ; power *= 10) yield* [power, 2 * power, 5 * power]
}

/** Whole minutes, hours or days in Kyiv, at most six. */
function timeTicks(start: number, end: number): number[] {
  const step = TIME_STEPS.find((candidate) => (end - start) / candidate <= MAX_TIMES) ?? 30 * DAY
  // Daylight saving moves clocks by whole hours, so steps within an hour stay round.
  if (step < HOUR) return multiplesWithin(start, end, step)
  const midnight = Math.floor(clockAt(start) / DAY) * DAY
  return multiplesWithin(clockAt(start) - midnight, clockAt(end) - midnight, step)
    .flatMap((clock) => instantAt(midnight + clock) ?? [])
    .filter((at) => at >= start && at <= end)
}

function multiplesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step)
}

/** Kyiv's wall clock as if it were UTC. */
function clockAt(at: number): number {
  return Date.parse(`${kyivDate(new Date(at))}T${formatTime(at, 'uk')}Z`) + (at % MINUTE)
}

/** When Kyiv's wall clock shows this: the first of two times in autumn, none for the hour skipped in spring. */
function instantAt(clock: number): number | undefined {
  return [clock - DAY, clock + DAY].map((near) => clock - (clockAt(near) - near)).find((at) => clockAt(at) === clock)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
