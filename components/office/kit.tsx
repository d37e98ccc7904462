'use client'

import Link from 'next/link'
import { type ComponentProps, type ReactNode } from 'react'
import { type Fault, signInPath } from '@/components/office/faults'
import { type Translate, useOfficeText } from '@/components/office/office-text'
import { useRecentPage } from '@/components/office/recent'
import { Button, buttonLook, type ButtonTone } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { useSecondsLeft } from '@/lib/api/use-server-time'
import { type Agreement, standingOf } from '@/lib/contract/cabinet'
import { type StatusKey, toneOf } from '@/lib/contract/tones'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { countdownParts } from '@/lib/i18n/formats'

export function OfficeFrame({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5', className)}
    />
  )
}

interface OfficePageProps {
  title: ReactNode
  hint?: ReactNode
  /** A state shown beside the title. */
  pill?: ReactNode
  actions?: ReactNode
  /** The list that the page belongs to, for the back link. */
  back?: string
  children: ReactNode
}

export function OfficePage({ title, hint, pill, actions, back, children }: OfficePageProps) {
  useRecentPage(back !== undefined && typeof title === 'string' ? title : undefined)
  return (
    <OfficeFrame>
      {back && <BackLink href={back} />}
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <h1 className="min-w-0 break-words text-title">{title}</h1>
        {pill}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </header>
      {hint && <p className="max-w-[80ch] text-small text-soft">{hint}</p>}
      {children}
    </OfficeFrame>
  )
}

function BackLink({ href }: { href: string }) {
  const { t } = useOfficeText()
  return (
    <p>
      <TextLink href={href}>{t('back')}</TextLink>
    </p>
  )
}

/** A link of the back office within text and tables, without prefetching. */
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
  /** The number of open tasks. */
  badge?: number
  fault?: Fault | null
  actions?: ReactNode
}

export function Panel({ title, badge = 0, fault = null, actions, className, children, ...rest }: PanelProps) {
  return (
    <Card {...rest} padding="sm" className={classNames('flex min-w-0 flex-col gap-3', className)}>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="flex min-w-0 items-center gap-2 text-h3">
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

/** A panel whose list scrolls by itself. */
export function ListPanel({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <Panel title={title}>
      {children.length === 0 ? (
        <MutedText>{none}</MutedText>
      ) : (
        <ul role="list" tabIndex={0} aria-label={title} className="max-h-[520px] divide-y divide-line overflow-y-auto">
          {children}
        </ul>
      )}
    </Panel>
  )
}

export function Badge({ count }: { count: number }) {
  return (
    <span className="h-fit min-w-6 rounded-full bg-wait px-2 py-px text-center text-fine font-semibold text-wait-text">
      {count}
    </span>
  )
}

export function FaultNotice({ fault, onRetry }: { fault: Fault; onRetry?: () => void }) {
  const { faultText, t } = useOfficeText()
  return (
    <Notice tone="lose" role="alert">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {faultText(fault)}
        {fault === 'unauthorized' ? (
          <a
            href={signInPath(window.location.pathname + window.location.search)}
            className={buttonLook({ tone: 'outline', size: 'sm' })}
          >
            {t('signInButton')}
          </a>
        ) : (
          onRetry && (
            <Button tone="outline" size="sm" onClick={onRetry}>
              {t('retry')}
            </Button>
          )
        )}
      </span>
    </Notice>
  )
}

export function MutedText({ children, role }: { children: ReactNode; role?: 'status' }) {
  return (
    <p role={role} className="text-small text-soft">
      {children}
    </p>
  )
}

/** `status`: the kind of the record and its value. */
export function StatusPill({ status, children }: { status: StatusKey; children: ReactNode }) {
  return <Pill tone={toneOf(status)}>{children}</Pill>
}

interface DocumentsCountProps {
  missing: number
  /** A heading says that the count is of documents. */
  isHeaded?: boolean
}

export function DocumentsCount({ missing, isHeaded = false }: DocumentsCountProps) {
  const { t } = useOfficeText()
  const required = REQUIRED_DOCUMENTS.length
  return (
    <span
      className={classNames('whitespace-nowrap text-small', missing > 0 ? 'font-semibold text-wait-text' : 'text-soft')}
    >
      {t(isHeaded ? 'countOf' : 'documentsCount', { count: required - missing, of: required })}
    </span>
  )
}

interface LoadingPageProps {
  query: { fault: Fault | null; refetch: () => void }
  back?: string
}

export function LoadingPage({ query: { fault, refetch }, back }: LoadingPageProps) {
  const { t } = useOfficeText()
  return (
    <OfficeFrame aria-busy={fault === null}>
      {back && <BackLink href={back} />}
      {fault ? (
        <FaultNotice fault={fault} onRetry={fault === 'not_found' ? undefined : refetch} />
      ) : (
        <MutedText role="status">{t('loading')}</MutedText>
      )}
    </OfficeFrame>
  )
}

const URGENT_MS = 60_000

/** Counts down on the server's clock. */
export function TimeLeft({ until, urgent = false }: { until: string; urgent?: boolean }) {
  const { t } = useOfficeText()
  const seconds = useSecondsLeft(until)
  if (seconds === null) return null
  const left = seconds * 1_000
  return (
    <span
      role="timer"
      aria-live="off"
      className={classNames('numbers whitespace-nowrap font-semibold', urgent && left < URGENT_MS && 'text-lose-text')}
    >
      {durationText(left, t)}
    </span>
  )
}

/** "4:09", "1:04:09", "2 d 1:04:09" */
export function durationText(milliseconds: number, t: Translate): string {
  const { days, clock } = countdownParts(milliseconds)
  return days > 0 ? `${t('daysShort', { count: days })} ${clock}` : clock
}

/** The status of an agreement, never more than was verified. */
export function AgreementStatus({ agreement }: { agreement: Pick<Agreement, 'status' | 'signatures'> }) {
  const { t } = useOfficeText()
  const status = `agreement_${standingOf(agreement)}` as const
  return <StatusPill status={status}>{t(status)}</StatusPill>
}
