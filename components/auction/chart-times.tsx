import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import { formatShortDay, formatTime } from '@/lib/i18n/formats'
import type { ChartGeometry } from './chart-geometry'

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
