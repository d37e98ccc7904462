import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface SpecSheetRow {
  key: string
  label: ReactNode
  value: ReactNode
}

/** Facts as a specification sheet: name at the left, value at the right, hairlines between; two columns where there is room. On a phone a long value takes a line of its own, elsewhere one that large letters leave no room for. */
export function SpecSheet({ rows, columns = 1 }: { rows: SpecSheetRow[]; columns?: 1 | 2 }) {
  return (
    <dl className={classNames('grid text-small sm:text-body', columns === 2 && 'md:grid-cols-2 md:gap-x-10')}>
      {rows.map(({ key, label, value }) => (
        <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5 border-t border-line py-3">
          <dt className="max-w-full text-small text-soft">{label}</dt>
          <dd className="numbers ml-auto min-w-0 text-right font-semibold sm:grow sm:basis-28">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
