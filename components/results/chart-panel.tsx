import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Tick } from './market-chart'

/** What a panel of a chart shows, with the key to its signs. */
export function PanelTitle({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 pb-4 pt-6 first:pt-0">
      <span className="font-semibold text-text">{text}</span>
      {children}
    </div>
  )
}

/** A sign and what it stands for; the sign is drawn in a square of 12. */
export function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 overflow-visible">
        {children}
      </svg>
      {name}
    </span>
  )
}

/** A drawing stretched to its place: 100 wide and 100 high, from the upper left corner. The figures stand in a table elsewhere. */
export function Drawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={classNames('size-full overflow-visible', className)}
    >
      {children}
    </svg>
  )
}

/** The values at the left of a drawing. */
export function Scale({ values, write }: { values: readonly Tick[]; write: (value: number) => string }) {
  return (
    <div aria-hidden className="relative min-w-12 text-right">
      {/* Gives the column the width of its longest label. */}
      <span className="invisible block h-0">{write(values.at(-1)?.value ?? 0)}</span>
      {values.map(({ value, y }) => (
        <span
          key={value}
          className="absolute right-0 translate-y-1/2 leading-none"
          style={{ bottom: `${percent(y)}%` }}
        >
          {write(value)}
        </span>
      ))}
    </div>
  )
}

/** Lines across a drawing at the values of its scale. */
export function Lines({ values }: { values: readonly Tick[] }) {
  return values.map(({ value, y }) => (
    <path
      key={value}
      d={`M0 ${percent(1 - y)}H100`}
      strokeWidth="1"
      className="stroke-line"
      vectorEffect="non-scaling-stroke"
    />
  ))
}

/** So many bars can be told apart on a phone at the full width. */
const MANY = 60

/** One value at each instant, from nought up or down. */
export function Bars({
  values,
  marks,
  look,
}: {
  values: readonly Tick[]
  marks: { x: number; y: number }[]
  look: string
}) {
  const nought = percent(1 - (values.find(({ value }) => value === 0)?.y ?? 0))
  return (
    <Drawing className="h-20">
      <Lines values={values} />
      {marks.map(({ x, y }, index) => (
        <path
          key={index}
          d={`M${percent(x)} ${nought}V${percent(1 - y)}`}
          strokeWidth={marks.length > MANY ? 2 : 4}
          className={look}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </Drawing>
  )
}

/** A share as per cent with two places. */
export function percent(share: number): number {
  return Math.round(share * 10_000) / 100
}
