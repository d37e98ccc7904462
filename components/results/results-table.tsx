import { Download } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { FilterSelects, MoreResults, type MoreResultsProps } from '@/components/results/results-controls'
import { FIGURES, ResultsRows } from '@/components/results/results-rows'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FiguresStrip, type StripFigure } from '@/components/ui/figures'
import { Icon } from '@/components/ui/icon'
import { LinkTabs } from '@/components/ui/link'
import { HeadCell, Table } from '@/components/ui/table'
import { FILES_PATH, type Locale } from '@/lib/config/constants'
import type { auctionsEndpoints, ResultRow } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import type { Answer } from '@/lib/contract/endpoint'
import type { CategoryKey } from '@/lib/contract/primitives'
import { formatChange, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { formatCount } from '@/lib/i18n/numbers'
import { pathFor } from '@/lib/i18n/route-names'

type ResultsTotalsData = Answer<(typeof auctionsEndpoints)['results']>['data']['totals']

interface ResultsTotalsProps {
  totals: ResultsTotalsData
  /** Volumes in different units are never added up. */
  categories: Category[]
}

export function ResultsTotals({ totals, categories }: ResultsTotalsProps) {
  const t = useTranslations('Results.totals')
  const locale = useLocale()
  const sold = categories.filter(({ key }) => Number(totals.volume_sold[key] ?? 0) > 0)
  const [only, ...others] = sold
  const figures: StripFigure[] = [
    { key: 'held', value: formatCount(totals.auctions, locale), label: t('auctions', { count: totals.auctions }) },
    ...sold.map(({ key, unit, name }) => ({
      key,
      value: formatQuantity(totals.volume_sold[key] ?? '0.000', locale),
      unit,
      label: t('sold', { category: name.toLowerCase() }),
    })),
  ]
  // Two products have prices for different units, so no common average.
  if (only && others.length === 0)
    figures.push({
      key: 'average',
      value: formatPrice(totals.average_price[only.key] ?? '0.00', locale),
      label: t('average', { unit: only.price_unit }),
    })
  if (totals.price_rise) figures.push({ key: 'rise', value: formatChange(totals.price_rise, locale), label: t('rise') })
  figures.push({
    key: 'companies',
    value: formatCount(totals.companies, locale),
    label: t('companies', { count: totals.companies }),
  })
  return <FiguresStrip figures={figures} label={t('title')} />
}

export function resultsPath(locale: Locale, { auctionType, year }: { auctionType?: string; year?: number }): string {
  const path = pathFor('auctions-auctionType-results-past-auctions', locale, { auctionType })
  return year === undefined ? path : `${path}/${year}`
}

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

type Months = readonly { month: string; category: CategoryKey }[]

function yearsOf(months: Months): number[] {
  return [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))].sort((a, b) => b - a)
}

/**
 * The years to choose from, by the months of all products. `unknown`: no product was sold in the year of the address. If only another
 * one was, the page is empty and the filters lead there.
 */
export function readYears(
  months: Months,
  { category, year }: { category?: CategoryKey; year?: number },
): { years: number[]; unknown: boolean } {
  return {
    years: yearsOf(months.filter((month) => category === undefined || month.category === category)),
    unknown: year !== undefined && months.length > 0 && !yearsOf(months).includes(year),
  }
}

export function parseYear(text: string): number | null {
  return /^20\d\d$/.test(text) ? Number(text) : null
}

const HEAD_LOOK = 'tabular:max-w-28 tabular:whitespace-normal tabular:px-2 print:px-1! print:text-[0.625rem]!'

interface ResultsTableProps {
  auctions: ResultRow[]
  nextCursor: string | null
  filter: MoreResultsProps['filter']
}

export function ResultsTable({ auctions, nextCursor, filter }: ResultsTableProps) {
  const t = useTranslations('Results.table')
  return (
    <Card padding="none" as="div" className="px-2 py-2 sm:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 pb-1 pt-3">
        <h2 className="text-h3">{t('caption')}</h2>
        <ResultsFiles filter={filter} />
      </div>
      <Table caption={t('caption')} stacked>
        <thead role="rowgroup" className="hidden tabular:table-header-group">
          <tr role="row">
            <HeadCell role="columnheader" className={HEAD_LOOK}>
              {t('auction')}
            </HeadCell>
            {FIGURES.map((figure) => (
              <HeadCell key={figure} role="columnheader" numeric className={HEAD_LOOK}>
                {t(figure)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block tabular:table-row-group">
          <ResultsRows auctions={auctions} />
          {nextCursor && <MoreResults key={nextCursor} filter={filter} cursor={nextCursor} />}
        </tbody>
      </Table>
    </Card>
  )
}

const FORMATS = ['csv', 'xlsx'] as const

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
          <Icon of={Download} className="size-4" />
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}

interface ResultsFiltersProps {
  categories: Category[]
  years: number[]
  auctionType?: string
  year?: number
}

export function ResultsFilters({ categories, years, auctionType, year }: ResultsFiltersProps) {
  const t = useTranslations('Results.filters')
  const locale = useLocale()
  const types = [{ slug: undefined, name: t('allTypes') }, ...categories].map(({ slug, name }) => ({
    value: resultsPath(locale, { auctionType: slug, year }),
    label: name,
  }))
  // The year of the address is a choice even without results, so that one is selected.
  const choices = [undefined, ...new Set([...(year === undefined ? [] : [year]), ...years])].map((choice) => ({
    value: resultsPath(locale, { auctionType, year: choice }),
    label: String(choice ?? t('allYears')),
  }))
  const value = resultsPath(locale, { auctionType, year })
  const filters = [
    { key: 'type', label: t('type'), value, options: types },
    { key: 'year', label: t('year'), value, options: choices },
  ]
  return (
    <div data-print="hide">
      <FilterSelects filters={filters} />
      <noscript>
        <div className="grid gap-3">
          {filters.map(({ key, label, options }) => (
            <LinkTabs
              key={key}
              label={label}
              tabs={options.map((option) => ({
                key: option.value,
                label: option.label,
                href: option.value,
                current: option.value === value,
              }))}
            />
          ))}
        </div>
      </noscript>
    </div>
  )
}
