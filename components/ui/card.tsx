import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

interface CardProps extends Omit<ComponentProps<'section'>, 'ref'> {
  as?: 'section' | 'article' | 'div'
  padding?: 'none' | 'sm' | 'md' | 'lg'
}

const PADDINGS = {
  none: '',
  sm: 'p-4 large-text:p-3',
  md: 'p-5 large-text:p-3 sm:p-6',
  lg: 'p-5 large-text:p-3 sm:p-8',
} as const

export function Card({ as: Element = 'section', padding = 'md', className, ...rest }: CardProps) {
  return (
    <Element
      data-surface=""
      {...rest}
      className={classNames(
        'rounded-lg border border-line bg-surface text-text shadow-card print:border-line-strong print:shadow-none',
        PADDINGS[padding],
        className,
      )}
    />
  )
}

interface CardHeaderProps {
  title: ReactNode
  /** A short detail at the right: "7 participants · 41 bids". */
  aside?: ReactNode
  id?: string
}

export function CardHeader({ title, aside, id }: CardHeaderProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {aside && <div className="numbers text-small text-soft">{aside}</div>}
    </div>
  )
}

export interface SpecSheetRow {
  key: string
  label: ReactNode
  value: ReactNode
}

/** Names at the left, values at the right; `columns` are two if the nearest `@container` has room. A long value wraps below its name. */
export function SpecSheet({ rows, columns = 1 }: { rows: SpecSheetRow[]; columns?: 1 | 2 }) {
  return (
    <dl className={classNames('grid text-small sm:text-body', columns === 2 && '@xl:grid-cols-2 @xl:gap-x-10')}>
      {rows.map(({ key, label, value }) => (
        <div
          key={key}
          className="flex flex-wrap items-baseline justify-between gap-x-2 gap-y-0.5 border-t border-line py-3"
        >
          <dt className="max-w-full text-small text-soft">{label}</dt>
          <dd className="ml-auto min-w-0 text-right font-semibold sm:grow sm:basis-28">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A label above its value, in a `dl`. */
export function LabelledValue({ label, value, className }: { label: ReactNode; value: ReactNode; className?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">{label}</dt>
      <dd className={classNames('numbers font-semibold', className)}>{value}</dd>
    </div>
  )
}

const SIZES = { md: 'text-number', lg: 'text-number-lg' } as const

interface FigureValueProps {
  label: ReactNode
  value: ReactNode
  size?: keyof typeof SIZES
}

/** A large number with its label above. Proportional figures: one that changes live needs `numbers` around it. */
export function FigureValue({ label, value, size = 'md' }: FigureValueProps) {
  return (
    <div className="min-w-0">
      <div className="text-fine text-soft">{label}</div>
      <div className={classNames('whitespace-nowrap font-display large-text:whitespace-normal', SIZES[size])}>
        {value}
      </div>
    </div>
  )
}
