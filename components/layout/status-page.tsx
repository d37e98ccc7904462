import type { ReactNode } from 'react'
import { PageHeader } from './page-header'
import { RouteClaim } from '@/components/layout/route-name'
import { LinkButton } from '@/components/ui/button'

export interface StatusPageProps {
  /** The specification's two not-found pages (point 2). */
  route: 'Page404' | 'error'
  status: string
  heading: string
  text: string
  /** One line more than the 404 page has: what failed, and what becomes of it. */
  further?: string
  home: { href: string; label: string }
  /** Beside the way home: trying again. */
  action?: ReactNode
  /** It has taken the place of a page that stood open: a screen reader says so by itself. */
  sudden?: boolean
}

/** A page that is not there, or failed: the status as the one big number, what it means, the way home. */
export function StatusPage({ route, status, heading, text, further, home, action, sudden }: StatusPageProps) {
  return (
    <PageHeader fills>
      <RouteClaim name={route} />
      <div className="grid min-h-[min(60vh,520px)] content-center gap-5 py-12">
        <p className="numbers text-[clamp(5rem,3rem+12vw,11rem)] font-display leading-none tracking-[-0.05em] text-transparent [-webkit-text-stroke:1.5px_var(--isoline)]">
          {status}
        </p>
        <div role={sudden ? 'alert' : undefined} className="grid gap-5">
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
