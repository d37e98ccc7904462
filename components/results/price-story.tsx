import { useLocale, useTranslations } from 'next-intl'
import { ChartMark } from '@/components/results/chart-mark'
import { marketChart, MonthLabels, MonthMarks, PriceLines, Scale } from '@/components/results/market-figure'
import type { ResultMonth } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import { kopecksOf, premiumOver } from '@/lib/domain/money'
import { formatChange, formatMonth, formatPrice } from '@/lib/i18n/formats'
import { formatNumber } from '@/lib/i18n/numbers'

const MONTHS = 24

/** The last months up to the newest of any product, so that products share their time axis. */
export function lastMonths(months: readonly ResultMonth[], count = MONTHS): ResultMonth[] {
  const newest = months.reduce((latest, { month }) => (month > latest ? month : latest), '')
  const [year = 0, number = 1] = newest.split('-').map(Number)
  const first = year * 12 + number - count
  const from = `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}`
  return months.filter(({ month }) => month >= from)
}

interface PriceStoryProps {
  categories: readonly Category[]
  months: readonly ResultMonth[]
}

/** Where each product's prices went in two years: the newest average, what changed, and the months as a line. */
export function PriceStory({ categories, months }: PriceStoryProps) {
  const recent = lastMonths(months)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]">
      {categories.map((category) => (
        <ProductStory
          key={category.key}
          category={category}
          months={recent.filter((month) => month.category === category.key)}
        />
      ))}
    </div>
  )
}

function ProductStory({ category, months }: { category: Category; months: readonly ResultMonth[] }) {
  const t = useTranslations('Home.story')
  const locale = useLocale()
  const chart = marketChart(null, months)
  const newest = months.at(-1)
  const oldest = months[0]
  if (chart === null || newest === undefined || oldest === undefined) return null
  const change = premiumOver(kopecksOf(oldest.average_price), kopecksOf(newest.average_price))
  return (
    <section aria-labelledby={`story-${category.key}`} className="@container grid content-start gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-t border-line-strong pt-4">
        <div className="grid gap-1">
          <h3 id={`story-${category.key}`} className="flex items-center gap-2.5 text-h3">
            <ChartMark category={category.key} />
            {category.name}
          </h3>
          <p className="text-small text-soft">
            {t('change', {
              change: formatChange(change, locale),
              from: formatMonth(oldest.month, locale, 'month'),
              to: formatMonth(newest.month, locale, 'month'),
            })}
          </p>
        </div>
        <p className="grid sm:text-right">
          <span className="text-number font-display">{formatPrice(newest.average_price, locale)}</span>
          <span className="text-fine text-soft">
            {t('average', { unit: category.price_unit, month: formatMonth(newest.month, locale, 'month') })}
          </span>
        </p>
      </div>
      <div className="numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-fine text-soft">
        <Scale values={chart.prices} write={(value) => formatNumber(value, locale, '0,0.[00]')} />
        <div className="relative h-36 sm:h-44 print:h-24">
          <PriceLines chart={chart} category={category.key} />
          <MonthMarks marks={chart.marks} category={category.key} />
        </div>
        <span />
        <MonthLabels labels={chart.labels} />
      </div>
    </section>
  )
}
