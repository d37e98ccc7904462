import type { AuctionDetail } from '@/lib/contract/auctions'
import { kopecksOf } from '@/lib/domain/money'
import { formatTime, kyivDate } from '@/lib/i18n/formats'

/** Everything is in per cent of the plot, from its top left corner, so that the drawing stretches and its words do not. */
export interface ChartGeometry {
  /** The step line in SVG path commands. */
  line: string
  /** The same, closed down to the ground. */
  area: string
  /** The line’s living end. */
  head: { x: number; y: number } | null
  prices: { y: number; kopecks: number }[]
  times: { x: number; at: number }[]
  /** The time that extensions have added to the scheduled end. */
  added: { x: number; width: number; milliseconds: number } | null
  /** When each extension was caused. */
  marks: { x: number; at: number }[]
  steps: { at: number; kopecks: number }[]
}

type Drawn = Pick<
  AuctionDetail,
  'history' | 'extensions' | 'starts_at' | 'ends_at' | 'effective_end' | 'starting_price' | 'minimum_step'
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

/** Draws the highest price from the start to the effective end, up to `now` (both on the server’s clock, milliseconds). */
export function drawChart(auction: Drawn, now: number): ChartGeometry {
  const start = Date.parse(auction.starts_at)
  const end = Math.max(Date.parse(auction.effective_end), start + MINUTE)
  const steps = stepsOf(auction, start)
  const scale = priceScale(
    [kopecksOf(auction.starting_price), ...steps.map((step) => step.kopecks)],
    kopecksOf(auction.minimum_step),
  )
  const x = (at: number) => round(((clamp(at, start, end) - start) / (end - start)) * 100)
  const y = (kopecks: number) => round(((scale.top - kopecks) / (scale.top - scale.bottom)) * 100)
  const points = steps.map((step) => ({ x: x(step.at), y: y(step.kopecks) }))
  const last = points.at(-1)
  const head = last ? { x: Math.max(last.x, x(now)), y: last.y } : null
  const line = head ? stepPath(points, head.x) : ''
  const scheduled = Date.parse(auction.ends_at)
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
    marks: auction.extensions.map((mark) => Date.parse(mark.at)).map((at) => ({ at, x: x(at) })),
    steps,
  }
}

/** Where the history starts later than the auction, nothing is drawn before it: there was no price. */
function stepsOf(auction: Drawn, start: number): ChartGeometry['steps'] {
  return auction.history.map((point) => ({
    at: Math.max(start, Date.parse(point.at)),
    kopecks: kopecksOf(point.price),
  }))
}

function stepPath(points: readonly { x: number; y: number }[], until: number): string {
  const [first, ...rest] = points
  if (!first) return ''
  return [`M${first.x} ${first.y}`, ...rest.map((point) => `H${point.x}V${point.y}`), `H${until}`].join('')
}

/** Round prices on the auction’s grid, a few, with all of the line between the lowest and the highest. */
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

/** Whole minutes, hours or days of Kyiv, a handful at most within a hundred and eighty days. */
function timeTicks(start: number, end: number): number[] {
  const step = TIME_STEPS.find((candidate) => (end - start) / candidate <= MAX_TIMES) ?? 30 * DAY
  // The clock is put on and back by whole hours: what divides an hour stays round through it.
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

/** What the clocks of Kyiv show, as the instant at which those of Greenwich do. */
function clockAt(at: number): number {
  return Date.parse(`${kyivDate(new Date(at))}T${formatTime(at, 'uk')}Z`) + (at % MINUTE)
}

/** When the clocks of Kyiv show this: the first time of two where they are put back, never where they are put on past it. */
function instantAt(clock: number): number | undefined {
  return [clock - DAY, clock + DAY].map((near) => clock - (clockAt(near) - near)).find((at) => clockAt(at) === clock)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
