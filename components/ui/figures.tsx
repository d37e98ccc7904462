import { classNames } from '@/components/ui/class-names'
import { countdownParts } from '@/lib/i18n/formats'

export interface CountdownProps {
  /** Time to go in milliseconds, by the server's clock. */
  remaining: number
  /** Writes the days: 2 → «2 дні». */
  dayLabel: (days: number) => string
  /** `text`: as the text around it; `bar`: as large as a bar of the width at hand has room for. */
  size?: 'text' | 'md' | 'lg' | 'xl' | 'bar'
}

const COUNTDOWN_SIZES = {
  text: '',
  md: 'text-number',
  lg: 'text-number-lg',
  xl: 'text-number-xl',
  bar: 'text-number sm:text-number-lg',
} as const

/** Time to go as one big number. It does not tick by itself: the page's one clock gives it the time. Screen readers hear it only when they ask. */
export function Countdown({ remaining, dayLabel, size = 'lg' }: CountdownProps) {
  const { days, clock } = countdownParts(remaining)
  return (
    <span
      role="timer"
      aria-live="off"
      className={classNames(
        'numbers inline-flex items-baseline gap-[0.28em] whitespace-nowrap font-display',
        COUNTDOWN_SIZES[size],
      )}
    >
      {days > 0 && <span className={days < 3 ? 'text-[0.72em]' : undefined}>{dayLabel(days)}</span>}
      {days < 3 && <span>{clock}</span>}
    </span>
  )
}

/** Placeholder of a countdown until the server's time is known. */
export function PendingTime({ size = 'lg' }: Pick<CountdownProps, 'size'>) {
  return (
    <span
      aria-hidden
      className={classNames('numbers whitespace-nowrap font-display opacity-40 noscript:hidden', COUNTDOWN_SIZES[size])}
    >
      ––:––
    </span>
  )
}
