'use client'

import { ChevronRight } from 'lucide'
import { type ReactNode, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { useBrowserValue } from '@/lib/browser/use-browser-value'

interface FoldingRowProps {
  id: string
  /** The name of the button that unfolds the details. */
  label: string
  /** Unfolded at first; a row that the address names is too. */
  isUnfolded: boolean
  columns: number
  className: string
  buttonCell: string
  cells: ReactNode
  /** The details, below the row. */
  children: ReactNode
}

export function FoldingRow({
  id,
  label,
  isUnfolded,
  columns,
  className,
  buttonCell,
  cells,
  children,
}: FoldingRowProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isNamed = useBrowserValue(() => window.location.hash === `#${id}`, false)
  const isOpen = chosen ?? (isUnfolded || isNamed)
  return (
    <>
      <tr id={id} role="row" className={className}>
        <td role="cell" className={buttonCell}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={label}
            onClick={() => setChosen(!isOpen)}
            className="grid size-8 place-items-center rounded-sm text-soft max-lg:size-11 hover:bg-hover hover:text-text"
          >
            <Icon
              of={ChevronRight}
              className={classNames('size-4.5 transition-transform duration-150', isOpen && 'rotate-90')}
            />
          </button>
        </td>
        {cells}
      </tr>
      {isOpen && (
        <tr role="row" className="block tabular:table-row">
          <td role="cell" colSpan={columns} className="block bg-sunken px-4 py-5 sm:px-6 tabular:table-cell">
            {children}
          </td>
        </tr>
      )}
    </>
  )
}
