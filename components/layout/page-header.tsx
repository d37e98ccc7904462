import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export type HeaderTone = 'ink' | 'flame'

export interface PageHeaderProps {
  /** Natural gas has the flame-blue header, everything else the ink one. */
  tone?: HeaderTone
  /** Leaves room at the bottom for cards that the page pulls up over the edge (`HeaderOverlap`). */
  overlapped?: boolean
  /** The header is the whole page: it reaches down to the footer. */
  fills?: boolean
  /** Where the page stands, above everything else on the header. */
  breadcrumbs?: ReactNode
  children: ReactNode
}

/** The dark top of a page; the header lies on it. Every public page begins with one. */
export function PageHeader({
  tone = 'ink',
  overlapped = false,
  fills = false,
  breadcrumbs,
  children,
}: PageHeaderProps) {
  return (
    <div
      data-header={tone}
      data-fills={fills || undefined}
      className={classNames(
        'page-header pt-(--header-height)',
        fills && 'flex flex-1 flex-col justify-center',
        overlapped ? 'pb-24 sm:pb-28' : 'pb-10 sm:pb-12',
      )}
    >
      <div className="page-width">
        {breadcrumbs}
        {children}
      </div>
    </div>
  )
}

/** What lies over the lower edge of the header. */
export function HeaderOverlap({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('page-width relative z-10 -mt-16 sm:-mt-18 print:mt-0', className)}>{children}</div>
}

export interface PageHeaderTitleProps {
  title: ReactNode
  lead?: ReactNode
  /** Pills and the like over the title. */
  above?: ReactNode
  /** At the right of the title where there is room. */
  aside?: ReactNode
}

/** The title of an inner page on its header. */
export function PageHeaderTitle({ title, lead, above, aside }: PageHeaderTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 pt-6 sm:pt-10">
      <div className="grid max-w-[46rem] gap-3">
        {above && <div className="flex flex-wrap gap-2">{above}</div>}
        <h1 className="text-title font-display">{title}</h1>
        {lead && <p className="text-lead text-header-soft">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}
