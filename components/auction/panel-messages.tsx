'use client'

import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { OwnStanding } from '@/components/auction/own-standing'
import { PanelMessage } from '@/components/auction/panel-message'
import type { PanelMode } from '@/components/auction/panel-mode'
import { PanelSkeleton } from '@/components/auction/panel-skeleton'
import { useFormats } from '@/components/auction/use-formats'
import { VisitorMessage } from '@/components/auction/visitor-message'
import { LinkButton } from '@/components/ui/button'
import { pathFor } from '@/lib/i18n/route-names'

type Quiet = Exclude<PanelMode, { kind: 'bid' | 'apply' | 'applied' | 'partial' }>

/** Every state of the panel in which there is nothing to fill in: what it means and what to do next. */
export function PanelMessages({ mode }: { mode: Quiet }) {
  const t = useTranslations('BidPanel')
  const tApply = useTranslations('Apply')
  const { auction } = useLiveState()
  const { locale, amount, moment } = useFormats(auction)
  const others = (label: string) => <LinkButton wide tone="outline" href={pathFor('auctions-auctionType', locale, { auctionType: auction.category.slug })}>{label}</LinkButton>
  const deadline = { time: moment(auction.application_deadline) }
  switch (mode.kind) {
    case 'loading':
      return <PanelSkeleton />
    case 'visitor':
      return <div className={mode.sure ? undefined : 'appear-late'}><VisitorMessage planned={mode.planned} /></div>
    case 'account_waiting':
      return <PanelMessage tone="wait" title={t('accountWaiting.title')} actions={<LinkButton wide href={pathFor('cabinet-documents', locale)}>{t('accountWaiting.action')}</LinkButton>}>{t('accountWaiting.text')}</PanelMessage>
    case 'account_deactivated':
      return <PanelMessage tone="lose" title={t('accountDeactivated.title')}>{t('accountDeactivated.text')}</PanelMessage>
    case 'other_product':
      return <PanelMessage tone="wait" title={tApply('otherProduct.title')} actions={<LinkButton wide href={pathFor('cabinet-info', locale)}>{tApply('otherProduct.action')}</LinkButton>}>{tApply('otherProduct.text')}</PanelMessage>
    case 'deadline_passed':
      return <PanelMessage title={tApply('deadlinePassed.title')} actions={others(tApply('deadlinePassed.action'))}>{tApply('deadlinePassed.text', deadline)}</PanelMessage>
    case 'not_participant':
      return <PanelMessage title={t('notParticipant.title')} actions={others(t('notParticipant.action'))}>{t('notParticipant.text', deadline)}</PanelMessage>
    case 'starting':
      return <PanelMessage tone="wait" title={t('starting.title')}>{t('starting.text')}</PanelMessage>
    case 'closing':
      return <PanelMessage tone="wait" title={t('closing.title')}>{t('closing.text')}</PanelMessage>
    case 'final':
      return <PanelMessage tone="go" title={t('finalPlaced.title')}><p className="pb-3">{t('finalPlaced.text')}</p><OwnStanding /></PanelMessage>
    case 'selecting':
      return <PanelMessage tone="wait" title={t('selecting.title')}><p className="pb-3">{t(mode.participating ? 'selecting.participating' : 'selecting.watching')}</p><OwnStanding /></PanelMessage>
    case 'won':
      return <PanelMessage tone="go" title={t('won.title', { given: amount(mode.given) })} actions={<LinkButton wide href={pathFor('cabinet-agreements', locale)}>{t('won.action')}</LinkButton>}>{t('won.text')}</PanelMessage>
    case 'lost':
      return <PanelMessage title={t('lost.title')} actions={others(t('lost.action'))}>{t('lost.text')}</PanelMessage>
    case 'finished':
    case 'cancelled':
    case 'unsuccessful':
      return <PanelMessage title={t(`${mode.kind}.title`)} actions={others(t(`${mode.kind}.action`))}>{t(`${mode.kind}.text`)}</PanelMessage>
    default:
      return mode satisfies never
  }
}
