import { useLocale } from 'next-intl'
import { Card } from '@/components/ui/card'
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
        'numbers inline-flex items-baseline gap-[0.28em] whitespace-nowrap font-display large-text:flex-wrap',
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

export interface StripFigure {
  key: string
  value: string
  /** Wraps to a second line if both do not fit. */
  unit?: string
  label: string
}

/** The seller's key figures. In a narrow row they wrap in pairs, five as three and two. */
export function FiguresStrip({ figures, label }: { figures: StripFigure[]; label: string }) {
  const isFive = figures.length === 5
  return (
    <Card padding="none" aria-label={label} className="overflow-hidden">
      <dl
        className={classNames(
          '-mb-px -mr-px grid grid-cols-2 large-text:grid-cols-1 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
          isFive && 'sm:max-lg:grid-cols-6',
        )}
      >
        {figures.map((figure) => (
          <div
            key={figure.key}
            className={classNames(
              isFive
                ? 'last:max-sm:col-span-full sm:max-lg:col-span-2 sm:max-lg:nth-[n+4]:col-span-3'
                : 'last:odd:max-lg:col-span-full',
              'flex min-w-0 flex-col-reverse justify-end border-b border-r border-line px-4 py-5 sm:px-7 sm:py-6',
            )}
          >
            <dt className="text-small text-soft">{figure.label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-1.5 text-number font-display">
              <span className="whitespace-nowrap">{figure.value}</span>
              {figure.unit && <span className="whitespace-nowrap text-body font-semibold">{figure.unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
