'use client'

import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import type { Fault } from '@/app/(cms)/office/resource'
import { Button, buttonLook, type ButtonTone } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { Pill, type PillTone } from '@/components/ui/pill'

/** The frame of every view of our own: the site's components count only within it, and its mark hides the switch of the content's language. */
export function Office({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className="office" data-office-view="" {...rest}>
      <div className={classNames('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 pb-16 pt-5', className)}>{children}</div>
    </div>
  )
}

interface OfficePageProps {
  title: ReactNode
  hint?: ReactNode
  /** Beside the title: the state of what the page is about. */
  pill?: ReactNode
  actions?: ReactNode
  /** The list that the page belongs to. */
  back?: string
  children: ReactNode
}

/** A page of the back office: its title, what can be done with all of it, and its content. */
export function OfficePage({ title, hint, pill, actions, back, children }: OfficePageProps) {
  const { word } = useOffice()
  return (
    <Office>
      {back && (
        <p>
          <TextLink href={back}>{word('back')}</TextLink>
        </p>
      )}
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <h1 className="min-w-0 break-words text-title">{title}</h1>
        {pill}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </header>
      {hint && <p className="max-w-[80ch] text-small text-soft">{hint}</p>}
      {children}
    </Office>
  )
}

/** A link of the back office within text and tables. Nothing is fetched before somebody clicks. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...rest}
      className={classNames('text-link underline decoration-1 underline-offset-3 hover:decoration-2', className)}
    />
  )
}

/** A link of the back office that looks like a button. */
export function ActionLink({ tone = 'primary', ...rest }: ComponentProps<typeof Link> & { tone?: ButtonTone }) {
  return <Link prefetch={false} {...rest} className={buttonLook({ tone, size: 'sm' })} />
}

interface PanelProps extends Omit<ComponentProps<'section'>, 'title' | 'ref'> {
  title: ReactNode
  /** How many wait for somebody. */
  badge?: number
  fault?: Fault | null
  actions?: ReactNode
}

/** A titled part of a page, with its own word when it could not be read. */
export function Panel({ title, badge = 0, fault = null, actions, className, children, ...rest }: PanelProps) {
  return (
    <Card {...rest} padding="sm" className={classNames('flex min-w-0 flex-col gap-3', className)}>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="flex items-center gap-2 text-h3">
          {title}
          {badge > 0 && <Badge count={badge} />}
        </h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {fault && <FaultNotice fault={fault} />}
      {children}
    </Card>
  )
}

export function Badge({ count }: { count: number }) {
  return (
    <span className="min-w-6 rounded-full bg-wait px-2 py-px text-center text-fine font-semibold text-wait-text">
      {count}
    </span>
  )
}

/** What went wrong in words, with the way to try again where there is one. */
export function FaultNotice({ fault, onRetry }: { fault: Fault; onRetry?: () => void }) {
  const { faultText, word } = useOffice()
  return (
    <Notice tone="lose" role="alert">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {faultText(fault)}
        {onRetry && (
          <Button tone="outline" size="sm" onClick={onRetry}>
            {word('retry')}
          </Button>
        )}
      </span>
    </Notice>
  )
}

/** Nothing to show, or not yet. */
export function Quiet({ children, role }: { children: ReactNode; role?: 'status' }) {
  return (
    <p role={role} className="text-small text-soft">
      {children}
    </p>
  )
}

/** Name over value; in columns where there is room. */
export function Sheet({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-5 gap-y-4">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-fine text-soft">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const STATUS_TONES = {
  account_awaiting_confirmation: 'wait',
  account_active: 'go',
  account_rejected: 'lose',
  account_deactivated: 'lose',
  application_submitted: 'wait',
  application_awaiting_confirmation: 'wait',
  application_confirmed: 'go',
  application_rejected: 'lose',
  application_withdrawn: 'done',
  agreement_current: 'go',
  agreement_archived: 'done',
  letter_waiting: 'wait',
  letter_sent: 'go',
  letter_failed: 'lose',
  letter_not_needed: 'done',
  deletion_waiting: 'wait',
  deletion_approved: 'done',
  deletion_refused: 'lose',
  deletion_withdrawn: 'done',
  winner_winner: 'go',
  winner_partial_pending: 'wait',
  winner_partial_accepted: 'go',
  winner_partial_refused: 'lose',
  winner_no_volume: 'done',
  winner_disqualified: 'lose',
  winner_deactivated: 'lose',
} as const satisfies Record<string, PillTone>

export type StatusKey = keyof typeof STATUS_TONES

/** The status of a record in a word; `status` is its kind and its value. */
export function StatusPill({ status, children }: { status: StatusKey; children: ReactNode }) {
  return <Pill tone={STATUS_TONES[status]}>{children}</Pill>
}

/** "3 of 5 documents": how far a company's accreditation has come. */
export function DocumentsCount({ missing, required }: { missing: number; required: number }) {
  const { word } = useOffice()
  return (
    <span
      className={classNames('whitespace-nowrap text-small', missing > 0 ? 'font-semibold text-wait-text' : 'text-soft')}
    >
      {word('documentsCount', { count: required - missing, of: required })}
    </span>
  )
}
