import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import { toPriceString } from '@/lib/domain/money'
import { countdownParts } from '@/lib/i18n/countdown'
import { formatPrice, formatShortDay, formatTime } from '@/lib/i18n/formats'
import type { ChartGeometry } from './chart-geometry'

interface PriceChartProps {
  drawing: ChartGeometry
  /** A summary for screen readers. */
  label: string
  start: string
  locale: Locale
  /** The end of the line moves. */
  isLive: boolean
  /** The text of the time that extensions added: "+2:00". */
  addedText: (time: string) => string
  /** The tooltip of the instant of an extension. */
  extensionText: (at: number) => string
  /** Sets the rows' heights: the plot and the times. */
  className: string
}

/** The highest price from the start to the effective end. The SVG is stretched to its place; the texts stand above it in HTML. */
export function PriceChart(props: PriceChartProps) {
  const { drawing, label, start, locale, isLive, addedText, extensionText, className } = props
  const priceText = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)
  const { added, head } = drawing
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames('numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-fine text-soft', className)}
    >
      <div className="relative">
        <span aria-hidden className="invisible block">
          {priceText(drawing.prices.at(-1)?.kopecks ?? 0)}
        </span>
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
              className={`absolute bottom-3.5 whitespace-nowrap font-semibold text-wait-text ${added.width < 30 ? 'right-full mr-2' : 'left-2'}`}
            >
              {addedText(countdownParts(added.milliseconds).clock)}
            </span>
          </div>
        )}
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {drawing.prices.map(({ y, kopecks }) => (
            <path key={kopecks} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={drawing.area} className="fill-bar opacity-10" />
          <path
            d={drawing.line}
            fill="none"
            strokeWidth="2.25"
            strokeLinejoin="round"
            className="stroke-bar"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {drawing.marks.map(({ x, at }) => (
          <span
            key={at}
            title={extensionText(at)}
            className="absolute bottom-0 h-2.5 w-0.5 -translate-x-1/2 translate-y-1/2 bg-wait-mark"
            style={{ left: `${x}%` }}
          />
        ))}
        {head && (
          <span
            className={`absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-bar ${isLive ? 'ring-4 ring-bar/20' : ''}`}
            style={{ left: `${head.x}%`, top: `${head.y}%` }}
          />
        )}
      </div>
      <span />
      <ChartTimes times={drawing.times} start={Date.parse(start)} locale={locale} />
    </div>
  )
}

interface ChartTimesProps {
  times: ChartGeometry['times']
  /** When bidding started: a day stands beneath a time where it is another than before. */
  start: number
  locale: Locale
}

/** Nearer to an edge (per cent) a time does not stand in the middle of its place, so that none reaches beyond the drawing. */
const EDGE = 16

/** The times below a chart. */
export function ChartTimes({ times, start, locale }: ChartTimesProps) {
  const days = times.map(({ at }) => formatShortDay(at, locale))
  const first = formatShortDay(start, locale)
  const changes = (index: number, before: number) => days[index] !== (days[index - before] ?? first)
  return (
    <div className={classNames('@container relative mt-2', days.some((day) => day !== first) ? 'h-10' : 'h-5')}>
      {times.map(({ x, at }, index) => (
        <span
          key={at}
          className={classNames('absolute whitespace-nowrap text-center', index % 2 === 1 && 'hidden @md:block')}
          style={{ left: `${x}%`, transform: `translateX(-${x > EDGE && x < 100 - EDGE ? 50 : x}%)` }}
        >
          {formatTime(at, locale)}
          {/* Where there is room for every second time only, what changed since the one before the last counts. */}
          {changes(index, 1) ? (
            <span className="block">{days[index]}</span>
          ) : (
            changes(index, 2) && <span className="block @md:hidden">{days[index]}</span>
          )}
        </span>
      ))}
    </div>
  )
}
