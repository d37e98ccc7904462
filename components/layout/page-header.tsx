import type { ReactNode } from 'react'
import { SetRouteName } from '@/components/layout/route-name'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'

export type HeaderTone = 'ink' | 'flame'

export interface PageHeaderProps {
  /** Natural gas has the flame-blue header, everything else the ink one. */
  tone?: HeaderTone
  /** Leaves room at the bottom for a `HeaderOverlap`. */
  overlapped?: boolean
  /** Reaches down to the footer. */
  fullHeight?: boolean
  /** One line, without room below it. */
  line?: boolean
  breadcrumbs?: ReactNode
  children: ReactNode
}

/** Browsers that know `rel="expect"` paint first when it is parsed, so that the site's header is never alone on the screen. */
export const PAGE_HEADER_ID = 'page-header'

/** The dark top of every public page, under the header. */
export function PageHeader({
  tone = 'ink',
  overlapped = false,
  fullHeight = false,
  line = false,
  breadcrumbs,
  children,
}: PageHeaderProps) {
  return (
    <div
      id={PAGE_HEADER_ID}
      data-header={tone}
      data-fills={fullHeight || undefined}
      // The page's width depends on it: browsers paint first when the header is parsed.
      data-desk={line || undefined}
      className={classNames(
        'page-header pt-(--header-height)',
        fullHeight && 'flex-1',
        overlapped ? 'pb-24 sm:pb-28' : line ? null : 'pb-10 sm:pb-12',
      )}
    >
      {/* Not centred: the footer, which is parsed after the first paint, would move it. */}
      <div className={classNames('page-width', fullHeight && 'py-[12svh]')}>
        {breadcrumbs}
        {children}
      </div>
    </div>
  )
}

interface HeaderOverlapProps {
  children: ReactNode
  className?: string
  /** Below a header of one line. */
  flush?: boolean
}

/** Content over the lower edge of the header. */
export function HeaderOverlap({ children, className, flush = false }: HeaderOverlapProps) {
  return (
    <div
      className={classNames('page-width relative z-10 print:mt-0', flush ? 'sm:pt-4' : '-mt-16 sm:-mt-18', className)}
    >
      {children}
    </div>
  )
}

export interface PageHeaderTitleProps {
  title: ReactNode
  lead?: ReactNode
  above?: ReactNode
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

export interface StatusPageProps {
  /** The specification's two not-found pages (point 2). */
  route: 'Page404' | 'error'
  status: string
  heading: string
  text: string
  /** One more line than the 404 page has: what failed and what happens next. */
  further?: string
  home: { href: string; label: string }
  action?: ReactNode
  /** Announces itself to screen readers, because it replaces an open page. */
  announced?: boolean
}

/** A missing or failed page: its status, what it means and a link home. */
export function StatusPage({ route, status, heading, text, further, home, action, announced }: StatusPageProps) {
  return (
    <PageHeader fullHeight>
      <SetRouteName name={route} />
      <div className="grid min-h-[min(60vh,520px)] content-center gap-5 py-12">
        <p className="numbers text-[clamp(5rem,3rem+12vw,11rem)] font-display leading-none tracking-[-0.05em] text-transparent [-webkit-text-stroke:1.5px_var(--isoline)]">
          {status}
        </p>
        <div role={announced ? 'alert' : undefined} className="grid gap-5">
          <h1 className="text-title font-display">{heading}</h1>
          <p className="max-w-[44ch] text-lead text-header-soft">{text}</p>
          {further && <p className="max-w-[60ch] text-header-soft">{further}</p>}
        </div>
        <div className="flex flex-wrap gap-3 pt-2">
          <LinkButton href={home.href} size="lg">
            {home.label}
          </LinkButton>
          {action}
        </div>
      </div>
    </PageHeader>
  )
}
