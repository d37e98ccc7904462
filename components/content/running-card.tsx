import { useLocale, useTranslations } from 'next-intl'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { StatePill } from '@/components/ui/pill'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatDayTime, shapeOfEnd } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { CategoryMark } from './auction-card'
import { LiveFigures } from './live-figures'
import { cardStateOf } from './live-card-state'

/** More shares than this are said by the number that holds for them all. */
const MAX_SHARES = 24
/** Stands where the browser puts the instant, which an extension moves. */
const MOMENT = '{moment}'

/** The running auction on the home page: server-rendered as it stands, moving by itself from there. */
export function RunningCard({ auction }: { auction: AuctionDetail }) {
  const t = useTranslations('AuctionCard')
  const state = useTranslations('AuctionState')
  const locale = useLocale()
  const unit = `${auction.category.price_unit} ${t('vat')}`
  const figures = { locale, volume: auction.volume, startingPrice: auction.starting_price }
  const source = {
    auctionId: auction.id,
    after: auction.event_id,
    endsAt: auction.ends_at,
    snapshot: cardStateOf(auction),
  }
  const untilOfSnapshot = t('until', { moment: formatDayTime(auction.effective_end, locale, shapeOfEnd(auction)) })
  const words = {
    bestPrice: `${t('bestPrice')}, ${unit}`,
    startingPrice: `${t('startingPrice')}, ${unit}`,
    untilEnd: t('untilEnd'),
    participants: t('participants'),
    distributed: [
      t('shareNone'),
      ...Array.from({ length: MAX_SHARES }, (_, index) => t('distributed', { count: index + 1 })),
    ],
  }
  return (
    <Card as="article" padding="lg" className="grid gap-5 shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <StatePill state={auction.state}>{state(auction.state)}</StatePill>
        <CategoryMark category={auction.category} />
      </div>
      <h2 lang={auction.title_language === locale ? undefined : auction.title_language} className="text-h3">
        {auction.title}
      </h2>
      <LiveFigures
        {...figures}
        source={source}
        words={{ ...words, until: t('until', { moment: MOMENT }), untilOfSnapshot, days: t('days') }}
      />
      <LinkButton
        size="lg"
        wide
        href={pathFor('auctions-auctionType-auctionSlug', locale, {
          auctionType: auction.category.slug,
          auctionSlug: auction.slug,
        })}
      >
        {t('watch')}
      </LinkButton>
    </Card>
  )
}
