import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

interface TableProps {
  caption: string
  children: ReactNode
  className?: string
  /** Rows are cards on narrow screens; explicit roles replace those that `display` removes. */
  stacked?: boolean
}

/** A table that scrolls if it does not fit, also by keyboard. */
export function Table({ caption, children, className, stacked = false }: TableProps) {
  return (
    <div
      className={classNames('scroll-hint relative overflow-x-auto', className)}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table
        role={stacked ? 'table' : undefined}
        className={classNames(
          'numbers w-full border-collapse text-left text-small sm:text-body',
          stacked && 'block tabular:table print:text-[0.625rem]!',
        )}
      >
        <caption className={stacked ? 'block tabular:table-caption' : undefined}>
          <span className="sr-only">{caption}</span>
        </caption>
        {children}
      </table>
    </div>
  )
}

interface CellProps {
  numeric?: boolean
}

/** The head of a column; a plain cell above a column without a name. */
export function HeadCell({ numeric, className, ...rest }: ComponentProps<'th'> & CellProps) {
  const Tag = rest.children === undefined ? 'td' : 'th'
  return (
    <Tag
      scope={Tag === 'th' ? 'col' : undefined}
      {...rest}
      className={classNames(
        'px-1.5 py-2.5 align-bottom text-fine font-medium text-soft sm:whitespace-nowrap sm:px-3',
        numeric && 'text-right',
        className,
      )}
    />
  )
}

export function Cell({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'border-t border-line px-1.5 py-3 sm:px-3',
        numeric && 'whitespace-nowrap text-right',
        className,
      )}
    />
  )
}
