import { useLocale } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { countdownParts, formatFileSize } from '@/lib/i18n/formats'

export interface CountdownProps {
  /** Milliseconds, by the server's clock. */
  remaining: number
  /** 2 → "2 дні". */
  dayLabel: (days: number) => string
  /** `text`: as the text around it; `bar`: by the screen's width. */
  size?: 'text' | 'md' | 'lg' | 'xl' | 'bar'
}

const COUNTDOWN_SIZES = {
  text: '',
  md: 'text-number',
  lg: 'text-number-lg',
  xl: 'text-number-xl',
  bar: 'text-number sm:text-number-lg',
} as const

/** Time left as one number, driven by the page's clock and not announced to screen readers. */
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

/** Placeholder until the server's time is known. */
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

export function FileSize({ bytes }: { bytes: number }) {
  return formatFileSize(bytes, useLocale())
}
