import { Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { HeadCell, Table } from '@/components/ui/table'
import { FILES_PATH, type Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { pathFor } from '@/lib/i18n/route-names'
import { MoreResults, type MoreResultsProps } from './more-results'
import type { CategoryKey } from '@/lib/contract/primitives'
import { ResultsRows } from './results-rows'

/** The page of results of one product (or all) in one year (or all). */
export function resultsPath(locale: Locale, { auctionType, year }: { auctionType?: string; year?: number }): string {
  const path = pathFor('auctions-auctionType-results-past-auctions', locale, auctionType ? { auctionType } : {})
  return year === undefined ? path : `${path}/${year}`
}

/** The file with all results of the page, in its language. */
function resultsFilePath(
  locale: Locale,
  format: 'csv' | 'xlsx',
  { category, year }: { category?: CategoryKey; year?: number },
): string {
  const query = new URLSearchParams({
    lang: locale,
    ...(category && { category }),
    ...(year !== undefined && { year: String(year) }),
  })
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
        <h2 className="text-h3">{t('table.caption')}</h2>
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
          {nextCursor && (
            <MoreResults key={nextCursor} filter={filter} cursor={nextCursor} locale={locale} words={words} />
          )}
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
        <LinkButton
          key={format}
          tone="outline"
          size="sm"
          rel="nofollow"
          download=""
          href={resultsFilePath(locale, format, filter)}
          aria-label={t(format)}
        >
          <Download aria-hidden className="size-4" />
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}
