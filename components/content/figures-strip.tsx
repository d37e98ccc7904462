import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'

export interface StripFigure {
  key: string
  value: string
  /** Goes to a line of its own where both do not fit. */
  unit?: string
  label: string
}

/** Few numbers that say who sells here. They wrap in pairs where the row is too narrow, five as three and two. */
export function FiguresStrip({ figures, label }: { figures: StripFigure[]; label: string }) {
  const isFive = figures.length === 5
  return (
    <Card padding="none" aria-label={label} className="overflow-hidden">
      <dl className={classNames('-mb-px -mr-px grid grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none', isFive && 'sm:max-lg:grid-cols-6')}>
        {figures.map((figure) => (
          <div key={figure.key} className={classNames(isFive ? 'last:max-sm:col-span-2 sm:max-lg:col-span-2 sm:max-lg:nth-[n+4]:col-span-3' : 'last:odd:max-lg:col-span-2', 'flex flex-col-reverse justify-end border-b border-r border-line px-4 py-5 sm:px-7 sm:py-6')}>
            <dt className="text-small text-soft">{figure.label}</dt>
            <dd className="numbers flex flex-wrap items-baseline gap-x-1.5 text-number font-display">
              <span className="whitespace-nowrap">{figure.value}</span>
              {figure.unit && <span className="whitespace-nowrap text-body font-semibold">{figure.unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
