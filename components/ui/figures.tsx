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
          <StripCell
            key={figure.key}
            figure={figure}
            size="text-number"
            className={classNames(
              isFive
                ? 'last:max-sm:col-span-full sm:max-lg:col-span-2 sm:max-lg:nth-[n+4]:col-span-3'
                : 'last:odd:max-lg:col-span-full',
              'px-4 py-5 sm:px-7 sm:py-6',
            )}
          />
        ))}
      </dl>
    </Card>
  )
}

/** One key figure and the smaller ones beside it, two in a row. */
export function LeadFigures({ lead, figures, label }: { lead: StripFigure; figures: StripFigure[]; label: string }) {
  return (
    <Card padding="none" aria-label={label} className="overflow-hidden">
      <dl className="-mb-px -mr-px grid grid-cols-2 large-text:grid-cols-1 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <StripCell
          figure={lead}
          size="text-number-xl"
          className="col-span-full gap-1 px-4 py-6 sm:px-7 lg:col-span-1 lg:row-span-2 lg:justify-center"
        />
        {figures.map((figure) => (
          <StripCell
            key={figure.key}
            figure={figure}
            size="text-h3 sm:text-number"
            className="px-4 py-4 last:even:col-span-full sm:px-7 lg:last:even:col-span-2"
          />
        ))}
      </dl>
    </Card>
  )
}

function StripCell({ figure, size, className }: { figure: StripFigure; size: string; className: string }) {
  return (
    <div className={classNames('flex min-w-0 flex-col-reverse justify-end border-b border-r border-line', className)}>
      <dt className="text-small text-soft">{figure.label}</dt>
      <dd className={classNames('flex flex-wrap items-baseline gap-x-1.5 font-display', size)}>
        <span className="whitespace-nowrap">{figure.value}</span>
        {figure.unit && <span className="whitespace-nowrap text-body font-semibold">{figure.unit}</span>}
      </dd>
    </div>
  )
}
