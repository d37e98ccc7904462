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

export type SpecSheetRow = readonly [label: ReactNode, value: ReactNode]

const LINE = {
  row: 'flex flex-wrap items-baseline justify-between gap-x-2 gap-y-0.5 border-t border-line py-3',
  label: 'max-w-full text-small text-soft',
  value: 'ml-auto min-w-0 text-right font-semibold sm:grow sm:basis-28',
}

/** `lines`, `compact`: values at the right, a long one below its label; `columns`: two of lines if the nearest `@container` has room. */
const SHEETS = {
  lines: { list: 'grid text-small sm:text-body', ...LINE },
  columns: { list: 'grid text-small sm:text-body @xl:grid-cols-2 @xl:gap-x-10', ...LINE },
  compact: {
    list: 'grid gap-1.5 text-small',
    row: 'flex flex-wrap items-baseline justify-between gap-x-4',
    label: 'text-soft',
    value: 'numbers ml-auto text-right font-semibold',
  },
  /** Labels over values, in columns where there is room. */
  blocks: {
    list: 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-5 gap-y-4',
    row: 'min-w-0',
    label: 'text-fine text-soft',
    value: 'break-words',
  },
  /** The same for short figures. */
  figures: {
    // Where they are in one line, a time with its seconds has the room that a number leaves.
    list: 'grid grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] content-start gap-x-5 gap-y-2 lg:flex lg:flex-wrap',
    row: 'min-w-0 lg:min-w-24 lg:grow',
    label: 'text-fine text-soft',
    value: 'numbers whitespace-nowrap font-semibold',
  },
  /** The same for sums of money, which are longer. */
  sums: {
    list: 'grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] content-start gap-x-5 gap-y-2',
    row: 'min-w-0',
    label: 'text-fine text-soft',
    value: 'numbers whitespace-nowrap font-semibold',
  },
} as const

interface SpecSheetProps {
  /** False ones are left out. */
  rows: readonly (SpecSheetRow | false)[]
  look?: keyof typeof SHEETS
}

/** Values with their labels. */
export function SpecSheet({ rows, look = 'lines' }: SpecSheetProps) {
  const { list, row, label, value } = SHEETS[look]
  return (
    <dl className={list}>
      {rows
        .filter((shown) => shown !== false)
        .map(([name, text], index) => (
          <div key={index} className={row}>
            <dt className={label}>{name}</dt>
            <dd className={value}>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

const LARGE = 'whitespace-nowrap font-display large-text:whitespace-normal'
/** `md` and `lg` have proportional figures: one that changes live needs `numbers` around it. */
const SIZES = {
  text: 'numbers font-semibold',
  sm: 'numbers whitespace-nowrap text-h3 font-display sm:text-number',
  md: `${LARGE} text-number`,
  lg: `${LARGE} text-number-lg`,
} as const

interface LabelledValueProps {
  label: ReactNode
  value: ReactNode
  size?: keyof typeof SIZES
  className?: string
}

/** A label above its value, in a `dl`. */
export function LabelledValue({ label, value, size = 'text', className }: LabelledValueProps) {
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">{label}</dt>
      <dd className={classNames(SIZES[size], className)}>{value}</dd>
    </div>
  )
}
