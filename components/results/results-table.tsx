import { Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/app-link'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { FILES_PATH, type Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/content'
import { formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { MoreResults, type MoreResultsProps } from './more-results'

/** A product is told by its shape as well as by its colour: a circle for gas, a diamond for condensate. Drawn around 0, 0. */
export const MARKS: Record<CategoryKey, string> = {
  natural_gas: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z',
  gas_condensate: 'M0 -6.5L6.5 0L0 6.5L-6.5 0Z',
}

/** The fill alone would be too pale on white; the outline has the contrast. */
export const MARK_COLOURS: Record<CategoryKey, string> = {
  natural_gas: 'fill-gas stroke-plan-text',
  gas_condensate: 'fill-condensate stroke-wait-text',
}

/** The mark beside a product’s name. */
export function CategoryMark({ category, className }: { category: CategoryKey; className?: string }) {
  return (
    <svg aria-hidden viewBox="-7.5 -7.5 15 15" className={classNames('inline-block size-3 shrink-0', className)}>
      <path d={MARKS[category]} strokeWidth="1.5" className={MARK_COLOURS[category]} />
    </svg>
  )
}

/** The page of results of one product (or all) in one year (or all). */
export function resultsPath(locale: Locale, { auctionType, year }: { auctionType?: string; year?: number }): string {
  const path = pathFor('auctions-auctionType-results-past-auctions', locale, auctionType ? { auctionType } : {})
  return year === undefined ? path : `${path}/${year}`
}

/** The file with all results of the page, in its language. */
function resultsFilePath(locale: Locale, format: 'csv' | 'xlsx', { category, year }: { category?: CategoryKey; year?: number }): string {
  const query = new URLSearchParams({ lang: locale, ...(category && { category }), ...(year !== undefined && { year: String(year) }) })
  return `${FILES_PATH}/results.${format}?${query}`
}

/** The years that have results, the newest first. */
export function yearsOf(months: readonly { month: string }[]): number[] {
  return [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))].sort((a, b) => b - a)
}

/** A year as it may stand in an address; null for anything else. */
export function parseYear(text: string): number | null {
  return /^20\d\d$/.test(text) ? Number(text) : null
}

/** Words of a row, already in the page's language; `{…}` stands for what a row fills in. */
export interface ResultsRowWords {
  /** "No. {number}" */
  number: string
  /** "of {volume}" */
  ofVolume: string
}

interface ResultsRowsProps {
  auctions: readonly AuctionSummary[]
  locale: Locale
  words: ResultsRowWords
}

/** Rows of finished auctions; without hooks, so that the page and its "more" island share them. */
export function ResultsRows({ auctions, locale, words }: ResultsRowsProps) {
  return auctions.map((auction) => {
    const { result, category } = auction
    const units = { unit: category.unit, price: category.price_unit }
    return (
      <tr key={auction.id} className="align-baseline">
        <Cell className="min-w-44 py-4">
          <AppLink href={pathFor('auctions-auctionType-auctionSlug', locale, { auctionType: category.slug, auctionSlug: auction.slug })} className="font-semibold hover:text-link hover:underline">
            {auction.title}
          </AppLink>
          <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-fine text-soft">
            <CategoryMark category={category.key} />
            {words.number.replace('{number}', String(auction.number))}
            <time dateTime={auction.starts_at}>{formatDateNumeric(auction.starts_at, locale)}</time>
          </span>
        </Cell>
        <Cell numeric>
          {result ? formatQuantity(result.volume_sold, locale, units.unit) : '—'}
          <span className="block text-fine text-soft">{words.ofVolume.replace('{volume}', formatQuantity(auction.volume, locale))}</span>
        </Cell>
        <Cell numeric className="hidden text-soft lg:table-cell">
          {formatPrice(auction.starting_price, locale)}
        </Cell>
        <Cell numeric className="font-semibold">
          {result?.average_price ? formatPrice(result.average_price, locale) : '—'}
          <span className="block text-fine font-regular text-soft">{units.price}</span>
        </Cell>
        <Cell numeric className="hidden sm:table-cell">
          {result?.final_price ? formatPrice(result.final_price, locale) : '—'}
        </Cell>
        <Cell numeric className="hidden md:table-cell">
          {result ? `${result.winners} / ${result.participants}` : '—'}
        </Cell>
      </tr>
    )
  })
}

interface ResultsTableProps {
  auctions: AuctionSummary[]
  nextCursor: string | null
  filter: MoreResultsProps['filter']
}

export function ResultsTable({ auctions, nextCursor, filter }: ResultsTableProps) {
  const t = useTranslations('Results')
  const locale = useLocale()
  const words = {
    number: t.raw('table.number') as string,
    ofVolume: t.raw('table.ofVolume') as string,
    more: t('more'),
    loading: t('loading'),
    failed: t('loadFailed'),
  }
  return (
    <Card padding="none" as="div" className="px-2 py-2 sm:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 pb-1 pt-3">
        <h2 className="text-h3">
          {t('table.caption')}
        </h2>
        <ResultsFiles filter={filter} />
      </div>
      <Table caption={t('table.caption')}>
        <thead>
          <tr>
            <HeadCell>{t('table.auction')}</HeadCell>
            <HeadCell numeric>{t('table.volume')}</HeadCell>
            <HeadCell numeric className="hidden lg:table-cell">
              {t('table.starting')}
            </HeadCell>
            <HeadCell numeric>{t('table.average')}</HeadCell>
            <HeadCell numeric className="hidden sm:table-cell">
              {t('table.final')}
            </HeadCell>
            <HeadCell numeric className="hidden md:table-cell">
              {t('table.winners')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          <ResultsRows auctions={auctions} locale={locale} words={words} />
          {nextCursor && <MoreResults key={nextCursor} filter={filter} cursor={nextCursor} locale={locale} words={words} />}
        </tbody>
      </Table>
    </Card>
  )
}

const FORMATS = ['csv', 'xlsx'] as const

/** What is shown, as files: plain links, so that they work without a script. */
function ResultsFiles({ filter }: { filter: { category?: CategoryKey; year?: number } }) {
  const t = useTranslations('Results.files')
  const locale = useLocale()
  return (
    <div data-print="hide" role="group" aria-label={t('title')} className="flex flex-wrap items-center gap-2">
      {FORMATS.map((format) => (
        <LinkButton key={format} tone="outline" size="sm" rel="nofollow" download="" href={resultsFilePath(locale, format, filter)} aria-label={t(format)}>
          <Download aria-hidden className="size-4" />
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}
