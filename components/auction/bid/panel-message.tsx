import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import { currentStanding, type LiveState } from '@/components/auction/live/live-store'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/waiting'
import type { Application, BidLimits } from '@/lib/contract/stream'
import { thousandthsOf } from '@/lib/domain/money'
import { signInPath } from '@/lib/http/session-restore'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

export type PanelMode =
  | { kind: 'loading' }
  /** Not `sure` before hydration; it is also shown without scripts. */
  | { kind: 'visitor'; planned: boolean; sure: boolean }
  | { kind: 'accountWaiting' }
  | { kind: 'accountDeactivated' }
  | { kind: 'other_product' }
  | { kind: 'apply' }
  | { kind: 'deadline_passed' }
  | { kind: 'applied'; application: Application; withdrawable: boolean }
  | { kind: 'starting' }
  | { kind: 'notParticipant' }
  /** `closing`: bidding has ended, but the form stays in case the auction is extended; `halted`: until bidding resumes. */
  | { kind: 'bid'; application: Application; participant: number; limits: BidLimits; closing: boolean; halted: boolean }
  | { kind: 'final' }
  | { kind: 'closing' }
  | { kind: 'selecting'; participating: boolean }
  | { kind: 'partial'; until: string; given: string; kept: string | null }
  | { kind: 'won'; given: string; price: string }
  | { kind: 'lost' }
  | { kind: 'finished' }
  | { kind: 'cancelled' }
  | { kind: 'unsuccessful' }

/** Instants that the server's clock has passed; the stream's events follow a moment later. */
interface Passed {
  deadline: boolean
  start: boolean
  end: boolean
}

export function panelMode(state: LiveState, passed: Passed, halted = false): PanelMode {
  const { auction } = state
  switch (auction.state) {
    case 'planned':
      return plannedMode(state, passed)
    case 'running':
      return runningMode(state, passed.end, halted)
    case 'closing':
      return runningMode(state, true, false)
    case 'selection':
      return selectionMode(state)
    case 'completed':
      return completedMode(state)
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'unsuccessful':
      return { kind: 'unsuccessful' }
    default:
      return auction.state satisfies never
  }
}

function plannedMode(state: LiveState, passed: Passed): PanelMode {
  const { viewer, own } = state
  if (passed.start) return { kind: 'starting' }
  const blocked = viewerMode(state, true)
  if (blocked) return blocked
  const application = own?.application
  if (application) {
    const open = application.status !== 'withdrawn' && application.status !== 'rejected'
    return { kind: 'applied', application, withdrawable: open && !passed.deadline }
  }
  if (passed.deadline) return { kind: 'deadline_passed' }
  if (viewer.kind === 'account' && viewer.status === 'awaiting_confirmation') return { kind: 'accountWaiting' }
  if (viewer.kind === 'account' && viewer.trades !== 'all' && viewer.trades !== state.auction.category.key)
    return { kind: 'other_product' }
  return { kind: 'apply' }
}

/** A bid received in time may still extend the auction (R6.2), and so may an outage (R3.2): a bidder keeps the form. */
function runningMode(state: LiveState, closing: boolean, halted: boolean): PanelMode {
  const mode = biddingMode(state)
  if (halted) return mode.kind === 'bid' ? { ...mode, halted } : mode
  if (!closing) return mode
  return mode.kind === 'bid' ? { ...mode, closing } : { kind: 'closing' }
}

function biddingMode(state: LiveState): PanelMode {
  const { own } = state
  const blocked = viewerMode(state, false)
  if (blocked) return blocked
  const application = own?.application
  if (!application || application.status === 'withdrawn') return { kind: 'notParticipant' }
  if (application.status !== 'confirmed' || application.participant === null)
    return { kind: 'applied', application, withdrawable: false }
  if (!own.limits) return { kind: 'loading' }
  if (own.limits.closed_by_final) return { kind: 'final' }
  return {
    kind: 'bid',
    application,
    participant: application.participant,
    limits: own.limits,
    closing: false,
    halted: false,
  }
}

/** Null if this viewer may take part. */
function viewerMode({ viewer, own }: LiveState, planned: boolean): PanelMode | null {
  switch (viewer.kind) {
    case 'unknown':
      return { kind: 'visitor', planned, sure: false }
    case 'visitor':
      return { kind: 'visitor', planned, sure: true }
    case 'recognized':
      return { kind: 'loading' }
    case 'account':
      if (viewer.status === 'deactivated') return { kind: 'accountDeactivated' }
      return own === null ? { kind: 'loading' } : null
    default:
      return viewer satisfies never
  }
}

function selectionMode(state: LiveState): PanelMode {
  const { partial_until: until = null, provisional_quantity: given = null } = state.own ?? {}
  // Both from the same answer: the ranking's volume may belong to another offer than this deadline.
  if (until !== null && given !== null) return { kind: 'partial', until, given, kept: state.own?.kept_part ?? null }
  return { kind: 'selecting', participating: currentStanding(state) !== null }
}

function completedMode(state: LiveState): PanelMode {
  const standing = currentStanding(state)
  if (!standing) return { kind: 'finished' }
  const price = state.own?.last_bid?.price
  return price && thousandthsOf(standing.given) > 0 ? { kind: 'won', given: standing.given, price } : { kind: 'lost' }
}

function VisitorMessage({ planned }: { planned: boolean }) {
  const t = useTranslations('BidPanel.visitor')
  const auction = useLiveAuction()
  const { locale, moment } = useFormats(auction)
  return (
    <PanelMessage
      title={t(planned ? 'plannedTitle' : 'title')}
      actions={
        <>
          <LinkButton wide href={signInPath(locale, auctionPath(auction, locale))}>
            {t('login')}
          </LinkButton>
          <LinkButton wide tone="outline" href={pathFor('register', locale)}>
            {t('register')}
          </LinkButton>
          <LinkButton
            wide
            tone="quiet"
            href={pathFor('auctions-auctionType-how-does-work', locale, { auctionType: auction.category.slug })}
          >
            {t('how')}
          </LinkButton>
        </>
      }
    >
      {planned ? t('planned', { time: moment(auction.application_deadline) }) : t('running')}
    </PanelMessage>
  )
}

interface PanelMessageProps {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  tone?: keyof typeof TONES
}

const TONES = {
  plain: 'bg-sunken',
  go: 'bg-go text-go-text',
  wait: 'bg-wait text-wait-text',
  lose: 'bg-lose text-lose-text',
} as const

function PanelMessage({ title, children, actions, tone = 'plain' }: PanelMessageProps) {
  return (
    <div className="grid gap-4">
      <div className={classNames('grid gap-1.5 rounded-md px-4 py-4', TONES[tone])}>
        <h3 className="text-body font-semibold">{title}</h3>
        {children && <div className="text-small">{children}</div>}
      </div>
      {actions && <div className="grid gap-2">{actions}</div>}
    </div>
  )
}

type MessageMode = Exclude<PanelMode, { kind: 'bid' | 'apply' | 'applied' | 'partial' | 'won' | 'lost' }>

/** Modes whose message is a title and a text without values. */
type PlainKind = 'accountWaiting' | 'accountDeactivated' | 'starting' | 'closing' | 'finished' | 'unsuccessful'

export function PanelMessages({ mode }: { mode: MessageMode }) {
  const t = useTranslations('BidPanel')
  const tApply = useTranslations('Apply')
  const auction = useLiveAuction()
  const { locale, moment } = useFormats(auction)
  const otherAuctions = (label: string) => (
    <LinkButton
      wide
      tone="outline"
      href={pathFor('auctions-auctionType', locale, { auctionType: auction.category.slug })}
    >
      {label}
    </LinkButton>
  )
  const deadline = { time: moment(auction.application_deadline) }
  const plain = (tone: keyof typeof TONES, actions?: ReactNode) => (
    <PanelMessage tone={tone} title={t(`${mode.kind as PlainKind}.title`)} actions={actions}>
      {t(`${mode.kind as PlainKind}.text`)}
    </PanelMessage>
  )
  const withBids = auction.bids > 0
  switch (mode.kind) {
    case 'loading':
      return <PanelSkeleton />
    case 'visitor':
      return (
        <div className={mode.sure ? undefined : 'appear-late'}>
          <VisitorMessage planned={mode.planned} />
        </div>
      )
    case 'accountWaiting':
      return plain(
        'wait',
        <LinkButton wide href={pathFor('cabinet-documents', locale)}>
          {t('accountWaiting.action')}
        </LinkButton>,
      )
    case 'accountDeactivated':
      return plain('lose')
    case 'starting':
    case 'closing':
      return plain('wait')
    case 'finished':
    case 'unsuccessful':
      return plain('plain', otherAuctions(t(`${mode.kind}.action`)))
    case 'other_product':
      return (
        <PanelMessage
          tone="wait"
          title={tApply('otherProduct.title')}
          actions={
            <LinkButton wide href={pathFor('cabinet-info', locale)}>
              {tApply('otherProduct.action')}
            </LinkButton>
          }
        >
          {tApply('otherProduct.text')}
        </PanelMessage>
      )
    case 'deadline_passed':
      return (
        <PanelMessage title={tApply('deadlinePassed.title')} actions={otherAuctions(tApply('deadlinePassed.action'))}>
          {tApply('deadlinePassed.text', deadline)}
        </PanelMessage>
      )
    case 'notParticipant':
      return (
        <PanelMessage title={t('notParticipant.title')} actions={otherAuctions(t('notParticipant.action'))}>
          {t('notParticipant.text', deadline)}
        </PanelMessage>
      )
    case 'final':
      return (
        <PanelMessage tone="go" title={t('finalPlaced.title')}>
          <p className="pb-3">{t('finalPlaced.text')}</p>
          <OwnStanding />
        </PanelMessage>
      )
    case 'selecting':
      return <PanelMessage title={t('selecting.title')}>{t('selecting.watching')}</PanelMessage>
    case 'cancelled':
      return (
        <PanelMessage
          title={t(withBids ? 'cancelled.bidsTitle' : 'cancelled.title')}
          actions={otherAuctions(t('cancelled.action'))}
        >
          {t(withBids ? 'cancelled.bidsText' : 'cancelled.text')}
        </PanelMessage>
      )
    default:
      return mode satisfies never
  }
}

/** R14.2: a viewer sees the same figures as a trader, without the actions. */
export function ReadOnlyMessage() {
  const t = useTranslations('BidPanel')
  return (
    <PanelMessage title={t('viewerRole.title')}>
      <p className="pb-3">{t('viewerRole.text')}</p>
      <OwnStanding />
    </PanelMessage>
  )
}

export function OwnStanding() {
  const t = useTranslations('BidPanel')
  const state = useLiveState()
  const { price, amount } = useFormats(state.auction)
  const last = state.own?.last_bid
  const standing = currentStanding(state)
  if (!last) return null
  const hasVolume = standing && thousandthsOf(standing.given) > 0
  const hasFullVolume = standing && thousandthsOf(standing.given) >= thousandthsOf(last.quantity)
  return (
    <p className="numbers -mt-2 flex flex-wrap items-baseline gap-x-2 text-small text-soft">
      {t('now')}:
      <span className="font-semibold text-text">
        {price(last.price)} × {amount(last.quantity)}
      </span>
      {standing && (
        <span className={hasFullVolume ? 'text-go-text' : hasVolume ? 'text-wait-text' : 'text-lose-text'}>
          {hasVolume
            ? t('preview.place', { rank: standing.rank, given: amount(standing.given) })
            : t('preview.placeOnly', { rank: standing.rank })}
        </span>
      )}
    </p>
  )
}

export function PanelSkeleton() {
  return (
    <div aria-busy className="grid gap-5">
      {['h-16', 'h-16', 'h-20', 'h-10', 'h-12'].map((height, index) => (
        <Skeleton key={index} className={`${height} w-full`} />
      ))}
    </div>
  )
}
