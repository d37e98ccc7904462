import 'server-only'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { aboveOf, headerToneOf, readAuctionType } from './type-content'
import { readAuctionPage, readBlockContext } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { Breadcrumbs } from '@/components/content/page-head'
import { FailedSection } from '@/components/content/failed-section'
import { LandingBlocks, landingOf, PageData } from '@/components/content/editorial-page'
import { ClientMessages } from '@/components/layout/client-messages'
import { PageHeader, HeaderOverlap, PageHeaderTitle } from '@/components/layout/page-header'
import { MarketFigure } from '@/components/results/market-figure'
import {
  parseYear,
  readYears,
  ResultsFilters,
  resultsPath,
  ResultsTable,
  ResultsTotals,
} from '@/components/results/results-table'
import { WinningPrice } from '@/components/results/winning-price'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

interface ResultsParams {
  locale: Locale
  auctionType?: string
  year?: string
}

const PAGE = 25

/** Results of one product or of all, in one year or in all: four routes, one page. */
export default async function ResultsPage({ params, preview }: { params: Promise<ResultsParams>; preview?: string }) {
  const { locale, auctionType, year: yearText } = await params
  setRequestLocale(locale)
  const year = readYear(yearText)
  const { categories, category } = await readAuctionType(locale, auctionType)
  const filter = { category: category?.key, year }
  const [t, error, results, points, allResults, page] = await Promise.all([
    getTranslations('Results'),
    getTranslations('ErrorPage'),
    orNullIfFailed('auctions/results', publicApi.auctions.results({ lang: locale, ...filter, limit: PAGE })),
    orNullIfFailed('auctions/result-points', publicApi.auctions.resultPoints(filter)),
    orNullIfFailed('auctions/results', publicApi.auctions.results({ lang: locale, limit: 1 })),
    orNullIfFailed('pages/auction-page', readAuctionPage(locale, 'results', category?.key, preview)),
  ])
  const landing = landingOf(page)
  const { years, unknown } = readYears(allResults?.data.months ?? [], filter)
  if (unknown && results?.data.list.length === 0) notFound()
  const products = categories.filter(({ key }) => category === null || key === category.key)
  const failed = <FailedSection text={error('sectionFailed')} />
  return (
    <>
      <PageData meta={year === undefined ? page?.meta : null} />
      <PageHeader
        tone={headerToneOf(category)}
        overlapped
        breadcrumbs={<ResultsBreadcrumbs locale={locale} category={category} year={year} />}
      >
        <PageHeaderTitle
          title={await titleOf(locale, category?.name, year)}
          lead={landing?.head?.text ? <span lang={landing.language}>{landing.head.text}</span> : t('description')}
        />
      </PageHeader>
      <HeaderOverlap className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {results !== null && <ResultsTotals totals={results.data.totals} categories={products} />}
        <ResultsFilters categories={categories} years={years} auctionType={auctionType} year={year} />
        {results === null ? (
          failed
        ) : results.data.list.length === 0 ? (
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <LinkButton tone="soft" href={resultsPath(locale, {})}>
                {t('empty.action')}
              </LinkButton>
            }
          />
        ) : (
          <>
            {points === null || products.length === 0 ? (
              failed
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(auto-fit,minmax(520px,1fr))]">
                {products.map((item) => (
                  <MarketFigure
                    key={item.key}
                    category={item}
                    auctions={points.data.list.filter((point) => point.category === item.key)}
                    months={results.data.months.filter((month) => month.category === item.key)}
                    more={points.data.more}
                  />
                ))}
              </div>
            )}
            <ClientMessages namespaces={['Results', 'Fields']}>
              {products.flatMap((item) => {
                const auctions = results.data.list.filter((auction) => auction.category.key === item.key)
                return auctions.length === 0 ? [] : <WinningPrice key={item.key} category={item} auctions={auctions} />
              })}
              <ResultsTable auctions={results.data.list} nextCursor={results.data.next_cursor} filter={filter} />
            </ClientMessages>
          </>
        )}
      </HeaderOverlap>
      {landing && (
        <LandingBlocks landing={landing} context={await readBlockContext(locale, landing.blocks, category)} />
      )}
    </>
  )
}

async function ResultsBreadcrumbs({
  locale,
  category,
  year,
}: {
  locale: Locale
  category: Category | null
  year: number | undefined
}) {
  const t = await getTranslations({ locale, namespace: 'Results' })
  const allYears = { name: t('crumb'), path: resultsPath(locale, { auctionType: category?.slug }) }
  const above = aboveOf(category, locale)
  if (year === undefined) return <Breadcrumbs above={above} page={allYears} />
  return (
    <Breadcrumbs
      above={[...above, allYears]}
      page={{ name: String(year), path: resultsPath(locale, { auctionType: category?.slug, year }) }}
    />
  )
}

export async function generateMetadata({ params }: { params: Promise<ResultsParams> }): Promise<Metadata> {
  const { locale, auctionType, year } = await params
  const t = await getTranslations({ locale, namespace: 'Results' })
  const { category } = await readAuctionType(locale, auctionType)
  const parsedYear = readYear(year)
  const editorsPage = await orNullIfFailed('pages/auction-page', readAuctionPage(locale, 'results', category?.key))
  const base = pathFor('auctions-auctionType-results-past-auctions', 'uk', { auctionType })
  return pageMetadata({
    locale,
    path: parsedYear === undefined ? base : `${base}/${parsedYear}`,
    title: await titleOf(locale, category?.name, parsedYear),
    description: t('description'),
    // An editor's title would be the same for every year.
    meta: parsedYear === undefined ? editorsPage?.meta : null,
  })
}

async function titleOf(locale: Locale, category: string | undefined, year: number | undefined): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'Results' })
  const title = category === undefined ? t('title') : t('titleOf', { category })
  return year === undefined ? title : t('titleYear', { title, year: String(year) })
}

function readYear(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseYear(text) ?? notFound())
}
