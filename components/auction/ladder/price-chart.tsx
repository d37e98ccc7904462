import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { toPriceString } from '@/lib/domain/money'
import { type ChartGeometry, drawChart, type OwnBid, type Reading } from '@/lib/i18n/chart-geometry'
import { countdownParts, formatDecimal, formatShortDay, formatTime } from '@/lib/i18n/formats'

const REDRAW_INTERVAL_MS = 2_000

/** A running auction's chart is drawn up to now, and moves every two seconds. */
export function useDrawing(auction: AuctionDetail, ownBids: readonly OwnBid[] = []): ChartGeometry {
  const now = useServerTime((time) => Math.floor(time / REDRAW_INTERVAL_MS) * REDRAW_INTERVAL_MS)
  if (auction.state !== 'running')
    return drawChart(auction, Date.parse(auction.cancelled_at ?? auction.effective_end), ownBids)
  const lastKnown = Date.parse(auction.history.at(-1)?.at ?? auction.starts_at)
  return drawChart(auction, Math.max(now ?? 0, lastKnown), ownBids)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

interface PriceChartProps {
  drawing: ChartGeometry
  label: string
  auction: AuctionDetail
  locale: Locale
  addedText: (time: string) => string
  extensionText: (at: number) => string
  haltText?: (at: number) => string
  /** What a reading says, and the name of the pointer that reads it; without them nothing can be read off. */
  explore?: { label: string; textOf: (reading: Reading) => string }
  className: string
}

/** The highest price from the start to the effective end. The SVG stretches; its labels are HTML, which does not. */
export function PriceChart(props: PriceChartProps) {
  const { drawing, label, auction, locale, addedText, extensionText, haltText, explore, className } = props
  const isWhole = drawing.prices.every(({ kopecks }) => kopecks % 100 === 0)
  const priceText = (kopecks: number) => {
    const price = toPriceString(kopecks)
    return formatDecimal(isWhole ? price.replace(/\.\d+$/, '') : price, locale)
  }
  const { added, head } = drawing
  return (
    <div className={classNames('numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-fine text-soft', className)}>
      <div aria-hidden className="relative">
        <span className="invisible block">{priceText(drawing.prices.at(-1)?.kopecks ?? 0)}</span>
        {drawing.prices.map(({ y, kopecks }) => (
          <span key={kopecks} className="absolute right-0 -translate-y-1/2 whitespace-nowrap" style={{ top: `${y}%` }}>
            {priceText(kopecks)}
          </span>
        ))}
      </div>
      <div className="relative">
        {added && (
          <div
            className="absolute inset-y-0 border-l-2 border-dashed border-wait-mark bg-wait/70"
            style={{ left: `${added.x}%`, width: `${added.width}%` }}
          >
            {/* At the bottom: the line runs at the top by the end. */}
            <span
              className={`absolute bottom-3.5 whitespace-nowrap font-semibold text-wait-text ${added.width < 30 ? 'right-full mr-2' : 'left-2 large-text:right-0 large-text:left-auto'}`}
            >
              {addedText(countdownParts(added.milliseconds).clock)}
            </span>
          </div>
        )}
        {drawing.halt && (
          <div
            aria-hidden
            className="absolute inset-y-0 min-w-1 border-l-2 border-control bg-[repeating-linear-gradient(135deg,var(--color-control)_0_2px,transparent_2px_8px)] opacity-60"
            style={{ left: `${drawing.halt.x}%`, width: `${drawing.halt.width}%` }}
          />
        )}
        <svg
          role="img"
          aria-label={label}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {drawing.prices.map(({ y, kopecks }) => (
            <path key={kopecks} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={drawing.area} className="fill-bar opacity-20" />
          <path
            d={drawing.line}
            fill="none"
            strokeWidth="2.25"
            strokeLinejoin="round"
            className="stroke-bar"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={drawing.own.line}
            fill="none"
            strokeWidth="2"
            strokeDasharray="5 4"
            className="stroke-go-mark"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {drawing.marks.map(({ x, at, isHalt }) => (
          <span
            key={at}
            title={isHalt && haltText ? haltText(at) : extensionText(at)}
            className={classNames(
              'absolute bottom-0 -translate-x-1/2 translate-y-1/2',
              isHalt ? 'h-3 w-1.5 border-x-2 border-soft' : 'h-2.5 w-0.5 bg-wait-mark',
            )}
            style={{ left: `${x}%` }}
          />
        ))}
        {drawing.automatic.map((point) => (
          <span
            key={`${point.x} ${point.y}`}
            data-automatic=""
            className="absolute size-2 -translate-1/2 rounded-full border-2 border-bar bg-surface"
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
          />
        ))}
        {drawing.own.dots.map(({ x, y, automatic }) => (
          <span
            key={`${x} ${y}`}
            data-own-bid={automatic ? 'automatic' : 'self'}
            className={classNames(
              'absolute size-2.5 -translate-1/2 rounded-full border-2',
              automatic ? 'border-go-mark bg-surface' : 'border-surface bg-go-mark',
            )}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
        {head && (
          <span
            className={`absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-bar ${auction.state === 'running' ? 'ring-4 ring-bar/20' : ''}`}
            style={{ left: `${head.x}%`, top: `${head.y}%` }}
          />
        )}
        {explore && drawing.readings.length > 0 && <Explorer readings={drawing.readings} {...explore} />}
      </div>
      <span />
      <ChartTimes times={drawing.times} start={Date.parse(auction.starts_at)} locale={locale} />
    </div>
  )
}

const KEYS: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

interface ExplorerProps {
  readings: readonly Reading[]
  label: string
  textOf: (reading: Reading) => string
}

/** Reads the chart off at the pointer, the finger or, by arrow keys, one price after the other. */
function Explorer({ readings, label, textOf }: ExplorerProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = readings.length - 1
  const index = chosen === null ? null : clamp(chosen, 0, last)
  const reading = readings[index ?? last]
  if (reading === undefined) return null

  function follow({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    const box = currentTarget.getBoundingClientRect()
    const distance = ({ x, y }: Reading) =>
      Math.abs((x / 100) * box.width - (clientX - box.left)) +
      Math.abs((y / 100) * box.height - (clientY - box.top)) / 4
    setChosen(readings.reduce((best, each, at) => (distance(each) < distance(readings[best] ?? each) ? at : best), 0))
  }

  function press(event: KeyboardEvent) {
    const move = KEYS[event.key]
    if (move) {
      event.preventDefault()
      setChosen(clamp(move(index ?? last, last), 0, last))
    } else if (event.key === 'Escape') setChosen(null)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index ?? last}
      aria-valuetext={textOf(reading)}
      className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm print:hidden"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setChosen(null)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setChosen(last)}
      onBlur={() => setChosen(null)}
      onKeyDown={press}
    >
      {index !== null && (
        <>
          <span className="absolute inset-y-0 w-px bg-control" style={{ left: `${reading.x}%` }} />
          <span
            className="absolute size-3 -translate-1/2 rounded-full border-2 border-text bg-surface"
            style={{ left: `${reading.x}%`, top: `${reading.y}%` }}
          />
          <span
            className={classNames(
              'absolute top-0 z-10 w-max max-w-[min(16rem,80%)] rounded-sm border border-line bg-surface px-2 py-1 text-text shadow-card',
              reading.x < 50 ? 'ml-2' : '-ml-2 -translate-x-full',
            )}
            style={{ left: `${reading.x}%` }}
          >
            {textOf(reading)}
          </span>
        </>
      )}
    </div>
  )
}

interface ChartTimesProps {
  times: ChartGeometry['times']
  /** When bidding started: a label shows the day where it differs from the previous one. */
  start: number
  locale: Locale
}

export function ChartTimes({ times, start, locale }: ChartTimesProps) {
  const days = times.map(({ at }) => formatShortDay(at, locale))
  const first = formatShortDay(start, locale)
  const changes = (index: number, before: number) => days[index] !== (days[index - before] ?? first)
  const hasDays = days.some((day) => day !== first)
  // At the edges a label moves inwards by half its width, so that none extends beyond the drawing.
  const position = hasDays
    ? 'left-[clamp(1.75rem,var(--x),100%-1.75rem)]'
    : 'left-[clamp(1.25rem,var(--x),100%-1.25rem)]'
  return (
    <div className={classNames('@container relative mt-2', hasDays ? 'h-10' : 'h-5')}>
      {times.map(({ x, at }, index) => (
        <span
          key={at}
          className={classNames(
            'absolute -translate-x-1/2 whitespace-nowrap text-center',
            position,
            index % 2 === 1 && 'hidden @xl:block',
          )}
          style={{ '--x': `${x}%` } as CSSProperties}
        >
          {formatTime(at, locale)}
          {/* A narrow chart shows every second time, and compares with the one before the last. */}
          {changes(index, 1) ? (
            <span className="block">{days[index]}</span>
          ) : (
            changes(index, 2) && <span className="block @xl:hidden">{days[index]}</span>
          )}
        </span>
      ))}
    </div>
  )
}
