'use client'

import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { PanelMessage } from '@/components/auction/panel-message'
import { useFormats } from '@/components/auction/use-formats'
import { LinkButton } from '@/components/ui/button'
import { pathFor } from '@/lib/i18n/route-names'

/** How one who is not signed in takes part; the sign-in comes back to this page. */
export function VisitorMessage({ planned }: { planned: boolean }) {
  const t = useTranslations('BidPanel.visitor')
  const { auction } = useLiveState()
  const { locale, moment } = useFormats(auction)
  const here = pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: auction.category.slug, auctionSlug: auction.slug })
  const login = `${pathFor('user-login', locale)}?${new URLSearchParams({ return: here })}`
  return (
    <PanelMessage
      title={t(planned ? 'plannedTitle' : 'title')}
      actions={
        <>
          <LinkButton wide href={login}>{t('login')}</LinkButton>
          <LinkButton wide tone="outline" href={pathFor('register', locale)}>{t('register')}</LinkButton>
          <LinkButton wide tone="quiet" href={pathFor('auctions-auctionType-how-does-work', locale, { auctionType: auction.category.slug })}>{t('how')}</LinkButton>
        </>
      }
    >
      {planned ? t('planned', { time: moment(auction.application_deadline) }) : t('running')}
    </PanelMessage>
  )
}
