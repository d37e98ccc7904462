import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import {
  AuctionGrid,
  AuctionListItem,
  AuctionRow,
  AuctionRows,
  CategoryMark,
  LotNumber,
} from '@/components/content/auction-card'
import { FailedSection } from '@/components/content/failed-section'
import { runningAuctionOf } from '@/components/content/live-card-state'
import { CardTimeLeft, LiveFigures } from '@/components/content/live-figures'
import { HeroLinks, SectionHeading } from '@/components/content/page-head'
import { PageHeader } from '@/components/layout/page-header'
import { CompletedTable } from '@/components/results/completed-table'
import { PriceStory } from '@/components/results/price-story'
import { LinkButton } from '@/components/ui/button'
import { Card, SpecSheet } from '@/components/ui/card'
import { LeadFigures, type StripFigure } from '@/components/ui/figures'
import { EmptyState } from '@/components/ui/notice'
import { StatePill } from '@/components/ui/pill'
import type { AuctionDetail, auctionsEndpoints, AuctionSummary, ResultMonth, ResultRow } from '@/lib/contract/auctions'
import type { BlockOf, Category } from '@/lib/contract/content'
import type { Answer } from '@/lib/contract/endpoint'
import { formatChange, formatDayTime, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { formatCount } from '@/lib/i18n/numbers'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

export function RunningCard({ auction }: { auction: AuctionDetail }) {
  const t = useTranslations('AuctionCard')
  const locale = useLocale()
  return (
    <Card as="article" padding="lg" className="grid gap-5 shadow-float">
      <LiveFigures
        key={auction.id}
        auction={runningAuctionOf(auction)}
        mark={<CategoryMark category={auction.category} />}
        heading={<HeroTitle auction={auction} />}
      />
      <LinkButton size="lg" wide href={auctionPath(auction, locale)}>
        {t('watch')}
      </LinkButton>
    </Card>
  )
}

function HeroTitle({ auction }: { auction: AuctionSummary }) {
  const locale = useLocale()
  return (
    <h2
      lang={auction.title_language === locale ? undefined : auction.title_language}
      className="line-clamp-3 text-h3 wrap-anywhere"
    >
      <LotNumber number={auction.number} locale={locale} /> {auction.title}
    </h2>
  )
}

/** In the hero while nothing runs: the next lot, and the time until it starts. */
function NextCard({ auction }: { auction: AuctionSummary }) {
  const t = useTranslations('AuctionCard')
  const tState = useTranslations('AuctionState')
  const locale = useLocale()
  return (
    <Card as="article" padding="lg" className="grid gap-5 shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
        <CategoryMark category={auction.category} />
      </div>
      <HeroTitle auction={auction} />
      <div translate="no">
        <p className="text-fine text-soft">{t('untilStart')}</p>
        <CardTimeLeft until={auction.starts_at} days={t('days')} />
      </div>
      <SpecSheet
        rows={[
          [
            `${t('startingPrice')}, ${auction.category.price_unit} ${t('vat')}`,
            formatPrice(auction.starting_price, locale),
          ],
          [t('volume'), formatQuantity(auction.volume, locale, auction.category.unit)],
          [t('start'), formatDayTime(auction.starts_at, locale)],
          [t('applyUntil'), formatDayTime(auction.application_deadline, locale)],
        ]}
      />
      <LinkButton size="lg" wide href={auctionPath(auction, locale)}>
        {t('open')}
      </LinkButton>
    </Card>
  )
}

/** A part of the home page. */
export function HomeSection({
  title,
  action,
  id,
  children,
}: {
  title: string
  action?: ReactNode
  id?: string
  children: ReactNode
}) {
  return (
    <section id={id} className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 pt-14 sm:gap-8 sm:pt-18">
      <SectionHeading title={title} action={action} />
      {children}
    </section>
  )
}

/** An anchor of the hero's second link. */
const UPCOMING = 'upcoming'

/** At most six, and never a number that leaves one card alone in a row. */
function withoutLonely<Auction>(auctions: readonly Auction[]): readonly Auction[] {
  return auctions.slice(0, auctions.length === 5 ? 4 : 6)
}

interface HomeAuctionsProps {
  /** Running ones besides the hero's. */
  running: AuctionSummary[]
  planned: AuctionSummary[]
  /** The notice if some could not be read, else null. */
  failed: string | null
  categories: Category[]
}

export function HomeAuctions({ running, planned, failed, categories }: HomeAuctionsProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  const products = categories.map((category) => (
    <LinkButton
      key={category.key}
      tone="soft"
      href={pathFor('auctions-auctionType', locale, { auctionType: category.slug })}
    >
      {category.name}
    </LinkButton>
  ))
  return (
    <HomeSection id={UPCOMING} title={t('next')} action={products}>
      {failed !== null && <FailedSection text={failed} />}
      {running.length > 0 && (
        <AuctionRows>
          {running.map((auction) => (
            <AuctionRow key={auction.id} auction={auction} />
          ))}
        </AuctionRows>
      )}
      {planned.length > 0 && (
        <AuctionGrid>
          {withoutLonely(planned).map((auction) => (
            <AuctionListItem key={auction.id} auction={auction} />
          ))}
        </AuctionGrid>
      )}
      {planned.length === 0 && failed === null && <EmptyState level={3} title={t('empty')} text={t('emptyText')} />}
    </HomeSection>
  )
}

interface HomeMarketProps {
  categories: Category[]
  months: ResultMonth[]
  recent: ResultRow[]
}

/** Prices of two years, and the newest results. */
export function HomeMarket({ categories, months, recent }: HomeMarketProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  if (recent.length === 0) return null
  const results = (
    <LinkButton tone="soft" href={pathFor('auctions-auctionType-results-past-auctions', locale)}>
      {t('allResults')}
    </LinkButton>
  )
  return (
    <>
      <HomeSection title={t('story.title')}>
        <PriceStory categories={categories} months={months} />
      </HomeSection>
      <HomeSection title={t('recent')} action={results}>
        <div className="border-b border-line lg:border-t-0">
          <CompletedTable caption={t('recent')} auctions={recent} />
        </div>
      </HomeSection>
    </>
  )
}

interface HomeFiguresProps {
  totals: Answer<(typeof auctionsEndpoints)['results']>['data']['totals']
  categories: Category[]
}

export function HomeFigures({ totals, categories }: HomeFiguresProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  if (totals.auctions === 0) return null
  const sold = categories.flatMap((category): StripFigure[] => {
    const volume = totals.volume_sold[category.key]
    if (!volume || Number(volume) === 0) return []
    return [
      {
        key: category.key,
        value: formatQuantity(volume, locale),
        unit: category.unit,
        label: t('sold', { product: category.name.toLocaleLowerCase(locale) }),
      },
    ]
  })
  const held = {
    key: 'held',
    value: formatCount(totals.auctions, locale),
    label: t('held', { count: totals.auctions }),
  }
  const [lead = held, ...others] = sold
  const figures: StripFigure[] = [
    ...others,
    ...(lead === held ? [] : [held]),
    ...(totals.price_rise
      ? [{ key: 'rise', value: formatChange(totals.price_rise, locale), label: t('priceRise') }]
      : []),
    { key: 'companies', value: formatCount(totals.companies, locale), label: t('companies') },
  ]
  return <LeadFigures lead={lead} figures={figures} label={t('figures')} />
}

interface HomeHeroProps {
  running: AuctionDetail | null
  next: AuctionSummary | null
  /** An editor's text instead of the portal's, and its language. */
  hero?: BlockOf<'hero'> | null
  lang?: string
}

export function HomeHero({ running, next, hero, lang }: HomeHeroProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  const ownLinks = [
    { name: t('participate'), url: pathFor('auctions-auctionType-how-does-work', locale) },
    { name: t('next'), url: `#${UPCOMING}` },
  ]
  const editorLinks = hero && hero.links.length > 0 ? hero.links : null
  const links = editorLinks ?? ownLinks
  return (
    <PageHeader overlapped>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,32.5rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <h1 lang={hero?.title ? lang : undefined} className="max-w-[16ch] text-h1 font-display">
            {hero?.title || t('heading')}
          </h1>
          <p lang={hero?.text ? lang : undefined} className="max-w-[34rem] text-lead text-header-soft">
            {hero?.text || t('lead')}
          </p>
          <div lang={editorLinks ? lang : undefined} className="flex flex-wrap gap-3 pt-2">
            <HeroLinks links={links} size="lg" />
          </div>
        </div>
        {running ? (
          <RunningCard auction={running} />
        ) : (
          next && (
            <div className="grid gap-3">
              <p className="text-small font-semibold text-header-soft">{t('nextStart')}</p>
              <NextCard auction={next} />
            </div>
          )
        )}
      </div>
    </PageHeader>
  )
}
