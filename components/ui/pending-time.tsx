import { classNames } from './class-names'
import { COUNTDOWN_SIZES, type CountdownProps } from './countdown'

export interface PendingTimeProps extends Omit<CountdownProps, 'remaining'> {
  /** The instant that is counted down to. */
  until: string
  /** So many milliseconds before it the page itself has to show the time. */
  urgentMs?: number
}

/** Of one day, of few and of many (CLDR's forms in the site's languages). */
const SAMPLES = [1, 2, 5]

/**
 * Stands for the time to go until the page's own clock is there. On a page whose scripts have not begun lib/browser/page-start.ts
 * writes the time into it, so that React must not expect to find what the server wrote.
 */
export function PendingTime({ until, dayLabel, urgentMs = 0, size = 'lg' }: PendingTimeProps) {
  return (
    <span
      aria-hidden
      suppressHydrationWarning
      data-until={until}
      data-urgent={urgentMs}
      data-days={SAMPLES.map(dayLabel).join('|')}
      className={classNames(
        'numbers whitespace-nowrap font-display not-data-ticks:opacity-40 noscript:hidden',
        COUNTDOWN_SIZES[size],
      )}
    >
      ––:––
    </span>
  )
}
