import { useLocale, useTranslations } from 'next-intl'
import { AuctionCard, AuctionGrid, CategoryMark, LotNumber } from '@/components/content/auction-card'
import { FailedSection } from '@/components/content/failed-section'
import { runningAuctionOf } from '@/components/content/live-card-state'
import { LiveFigures } from '@/components/content/live-figures'
import { HeroLinks, SectionHeading } from '@/components/content/page-head'
import { PageHeader } from '@/components/layout/page-header'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FiguresStrip, type StripFigure } from '@/components/ui/figures'
import { EmptyState } from '@/components/ui/notice'
import type { AuctionDetail, auctionsEndpoints, AuctionSummary } from '@/lib/contract/auctions'
import type { BlockOf, Category } from '@/lib/contract/content'
import type { Answer } from '@/lib/contract/endpoint'
import { formatChange, formatQuantity } from '@/lib/i18n/formats'
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
        heading={
          <h2 lang={auction.title_language === locale ? undefined : auction.title_language} className="text-h3">
            <LotNumber number={auction.number} locale={locale} /> {auction.title}
          </h2>
        }
      />
      <LinkButton size="lg" wide href={auctionPath(auction, locale)}>
        {t('watch')}
      </LinkButton>
    </Card>
  )
}

interface HomeAuctionsProps {
  next: AuctionSummary[]
  /** The notice if some could not be read, else null. */
  failed: string | null
  recent: AuctionSummary[]
  categories: Category[]
}

export function HomeAuctions({ next, failed, recent, categories }: HomeAuctionsProps) {
  const t = useTranslations('Home')
  const locale = useLocale()
  const cards = (auctions: AuctionSummary[]) => (
    <AuctionGrid>
      {auctions.map((auction) => (
        <li key={auction.id}>
          <AuctionCard auction={auction} />
        </li>
      ))}
    </AuctionGrid>
  )
  return (
    <>
      <section className="page-width grid gap-8 pt-16 sm:pt-20">
        <SectionHeading
          title={t('next')}
          action={categories.map((category) => (
            <LinkButton
              key={category.key}
              tone="soft"
              href={pathFor('auctions-auctionType', locale, { auctionType: category.slug })}
            >
              {category.name}
            </LinkButton>
          ))}
        />
        {failed !== null && <FailedSection text={failed} />}
        {next.length > 0 && cards(next)}
        {next.length === 0 && failed === null && <EmptyState level={3} title={t('empty')} text={t('emptyText')} />}
      </section>
      {recent.length > 0 && (
        <section className="page-width grid gap-8 pt-16 sm:pt-20">
          <SectionHeading
            title={t('recent')}
            action={
              <LinkButton tone="soft" href={pathFor('auctions-auctionType-results-past-auctions', locale)}>
                {t('allResults')}
              </LinkButton>
            }
          />
          {cards(recent)}
        </section>
      )}
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
  const figures: StripFigure[] = [
    { key: 'held', value: formatCount(totals.auctions, locale), label: t('held', { count: totals.auctions }) },
    ...sold,
    ...(totals.price_rise
      ? [{ key: 'rise', value: formatChange(totals.price_rise, locale), label: t('priceRise') }]
      : []),
    { key: 'companies', value: formatCount(totals.companies, locale), label: t('companies') },
  ]
  return <FiguresStrip figures={figures} label={t('figures')} />
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
    { name: t('participate'), url: pathFor('user-login', locale) },
    { name: t('howItWorks'), url: pathFor('auctions-auctionType-how-does-work', locale) },
  ]
  const editorLinks = hero && hero.links.length > 0 ? hero.links : null
  const links = editorLinks ?? ownLinks
  return (
    <PageHeader overlapped>
      <div className="grid items-center gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,32.5rem)]">
        <div className="grid gap-6">
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
              <AuctionCard auction={next} level={2} />
            </div>
          )
        )}
      </div>
    </PageHeader>
  )
}
