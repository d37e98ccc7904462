import { Card } from '@/components/ui/card'

export interface StripFigure {
  key: string
  value: string
  /** Goes to a line of its own where both do not fit. */
  unit?: string
  label: string
}

/** Few numbers that say who sells here. They wrap in pairs where the row is too narrow. */
export function FiguresStrip({ figures, label }: { figures: StripFigure[]; label: string }) {
  return (
    <Card padding="none" aria-label={label} className="overflow-hidden">
      <dl className="-mb-px -mr-px grid grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {figures.map((figure) => (
          <div key={figure.key} className="last:odd:max-lg:col-span-2 flex flex-col-reverse justify-end border-b border-r border-line px-4 py-5 sm:px-7 sm:py-6">
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
