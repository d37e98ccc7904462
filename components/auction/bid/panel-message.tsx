import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import { currentStanding } from '@/components/auction/live/live-store'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/waiting'
import { thousandthsOf } from '@/lib/domain/money'
import { signInPath } from '@/lib/http/session-restore'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

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
            <LinkButton wide href={pathFor('cabinet-company', locale)}>
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
  const hasVolume = standing && thousandthsOf(standing.allocated) > 0
  const hasFullVolume = standing && thousandthsOf(standing.allocated) >= thousandthsOf(last.quantity)
  return (
    <p className="numbers -mt-2 flex flex-wrap items-baseline gap-x-2 text-small text-soft">
      {t('now')}:
      <span className="font-semibold text-text">
        {price(last.price)} × {amount(last.quantity)}
      </span>
      {standing && (
        <span className={hasFullVolume ? 'text-go-text' : hasVolume ? 'text-wait-text' : 'text-lose-text'}>
          {hasVolume
            ? t('preview.place', { rank: standing.rank, allocated: amount(standing.allocated) })
            : t('preview.placeOnly', { rank: standing.rank })}
        </span>
      )}
    </p>
  )
}

export function PanelSkeleton({ className }: { className?: string }) {
  return (
    <div aria-busy data-waiting="" className={classNames('grid gap-5', className)}>
      {['h-16', 'h-16', 'h-20', 'h-10', 'h-12'].map((height, index) => (
        <Skeleton key={index} className={`${height} w-full`} />
      ))}
    </div>
  )
}
