import { useLocale, useTranslations } from 'next-intl'
import { LiveCountdown } from '@/components/cabinet/live-countdown'
import { NextStepLink } from '@/components/cabinet/next-step-link'
import { OwnPart } from '@/components/cabinet/own-part'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { FigureValue } from '@/components/ui/figure-value'
import { StatePill } from '@/components/ui/state-pill'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { formatDayTime, formatPrice, formatQuantity, wholeUnit } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

export interface CabinetAuctionCardProps {
  entry: CabinetAuction
  renderedAt: number
}

/** One auction as the buyer sees it: the lot at the left, the buyer's own part at the right. */
export function CabinetAuctionCard({ entry, renderedAt }: CabinetAuctionCardProps) {
  const t = useTranslations('Cabinet.auctions')
  const tState = useTranslations('AuctionState')
  const tCard = useTranslations('AuctionCard')
  const locale = useLocale()
  const { auction } = entry
  const { category } = auction
  const href = pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: category.slug, auctionSlug: auction.slug })
  const priceUnit = `${wholeUnit(category.price_unit)} ${tCard('vat')}`
  const isLive = auction.state === 'running'
  return (
    <Card as="article" padding="none" aria-labelledby={`auction-${auction.id}`} className="grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid content-start gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
              <span className="inline-flex items-center gap-2 text-small text-soft">
                <span aria-hidden className={`size-2.5 rounded-[3px] ${category.key === 'natural_gas' ? 'bg-gas' : 'bg-condensate'}`} />
                {category.name} · {t('number', { number: auction.number })}
              </span>
            </div>
            <h2 id={`auction-${auction.id}`} className="text-h3">
              <AppLink href={href} className="hover:text-link hover:underline">
                {auction.title}
              </AppLink>
            </h2>
          </div>
          {isLive && <FigureValue label={t('toEnd')} value={<LiveCountdown until={auction.effective_end} renderedAt={renderedAt} />} />}
          {auction.state === 'planned' && <FigureValue label={t('toStart')} value={<LiveCountdown until={auction.starts_at} renderedAt={renderedAt} />} />}
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          <Fact label={t('volume')} value={formatQuantity(auction.volume, locale, category.unit)} />
          <Fact label={`${t('starting')}, ${priceUnit}`} value={formatPrice(auction.starting_price, locale)} />
          {auction.best_price && <Fact label={`${t('best')}, ${priceUnit}`} value={formatPrice(auction.best_price, locale)} />}
          {auction.state === 'planned' ? (
            <>
              <Fact label={t('deadline')} value={formatDayTime(auction.application_deadline, locale)} />
              <Fact label={t('starts')} value={formatDayTime(auction.starts_at, locale)} />
            </>
          ) : (
            <Fact label={isLive ? t('starts') : t('ended')} value={formatDayTime(isLive ? auction.starts_at : auction.effective_end, locale)} />
          )}
        </dl>
      </div>
      <div className="flex flex-col justify-between gap-5 border-t border-line bg-sunken p-5 sm:p-6 lg:border-l lg:border-t-0">
        <OwnPart entry={entry} />
        <NextStepLink entry={{ auction: { id: auction.id, state: auction.state }, own: entry.own }} href={href} />
      </div>
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="numbers font-semibold">{value}</dd>
    </div>
  )
}
