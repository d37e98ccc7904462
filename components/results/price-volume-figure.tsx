import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { type Locale, TIME_ZONE } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import type { ResultPoint } from '@/lib/contract/past-results'
import { formatCount, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { PricePoints } from './price-points'
import { type MonthFigure, priceVolumeChart } from './price-volume-chart'
import { CategoryMark } from './results-rows'

const LANGUAGE_TAGS: Record<Locale, string> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

/** "2026-11" → "листопад 2026 р." or "11.26" */
function monthName(month: string, locale: Locale, shape: 'long' | 'short'): string {
  const options: Intl.DateTimeFormatOptions =
    shape === 'long' ? { month: 'long', year: 'numeric' } : { month: 'numeric', year: '2-digit' }
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: TIME_ZONE }).format(
    new Date(`${month}-15T12:00:00Z`),
  )
}

/** The months of the drawing as figures, the newest first; single auctions have a table of their own below. */
function MonthsTable({
  category,
  months,
  caption,
}: {
  category: Category
  months: readonly MonthFigure[]
  caption: string
}) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  return (
    <details>
      <summary className="inline-flex min-h-9 items-center rounded-sm text-small font-semibold text-link hover:underline">
        {t('table')}
      </summary>
      <Table caption={caption}>
        <thead>
          <tr>
            <HeadCell>{t('month')}</HeadCell>
            <HeadCell numeric>{t('average', { unit: category.price_unit })}</HeadCell>
            <HeadCell numeric>{t('sales', { unit: category.unit })}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {months
            .toSorted((a, b) => b.month.localeCompare(a.month))
            .map((figure) => (
              <tr key={figure.month}>
                <Cell>{monthName(figure.month, locale, 'long')}</Cell>
                <Cell numeric>{formatPrice(figure.average_price, locale)}</Cell>
                <Cell numeric>{formatQuantity(figure.volume, locale)}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </details>
  )
}

interface PriceVolumeFigureProps {
  category: Category
  auctions: ResultPoint[]
  months: MonthFigure[]
  /** There are older auctions than the drawn ones. */
  more: boolean
}

/**
 * One product’s final prices over time, and what was sold by month, on one axis of time. Products never share a scale: their
 * prices are for different units. Words stand in HTML beside the drawing, so that they keep their size on a phone.
 */
export function PriceVolumeFigure({ category, auctions, months, more }: PriceVolumeFigureProps) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  const chart = priceVolumeChart(auctions, months)
  if (!chart) return null
  const gas = category.key === 'natural_gas'
  const title = t('titleOf', { category: category.name })
  return (
    <Card
      as="section"
      aria-label={title}
      className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <CardHeader title={category.name} />
      {chart.points.length > 0 && (
        <p className="text-small text-soft">
          {t('summary', {
            count: chart.points.length,
            lowest: formatPrice(chart.lowest, locale),
            highest: formatPrice(chart.highest, locale),
            unit: category.price_unit,
          })}
          {more && ` ${t('newest')}`}
        </p>
      )}
      <div className="numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-fine text-soft">
        <span className="col-span-2 flex items-center gap-2 pb-4">
          <CategoryMark category={category.key} />
          {t('price', { unit: category.price_unit })}
        </span>
        <Scale values={chart.prices} write={(value) => formatCount(value, locale)} />
        <div className="relative h-56">
          <Lines values={chart.prices} />
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className={classNames(
              'absolute inset-0 size-full overflow-visible opacity-45',
              gas ? 'text-gas' : 'text-condensate',
            )}
          >
            <polyline
              points={chart.points.map(({ x, y }) => `${percent(x)},${percent(1 - y)}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <PricePoints
            category={category.key}
            label={t('points', { category: category.name })}
            points={chart.points.map(({ auction, x, y }) => ({
              left: percent(x),
              top: percent(1 - y),
              href: pathFor('auctions-auctionType-auctionSlug', locale, {
                auctionType: auction.category_slug,
                auctionSlug: auction.slug,
              }),
              lines: [
                t('auction', { number: String(auction.number) }),
                `${formatPrice(auction.final_price, locale)} ${category.price_unit}`,
                t('sold', { volume: formatQuantity(auction.volume_sold, locale, category.unit) }),
                t('completed', { date: formatDateNumeric(auction.completed_at, locale) }),
              ],
            }))}
          />
        </div>
        <span className="col-span-2 flex items-center gap-2 pb-3 pt-6">
          <span aria-hidden className={classNames('size-3 rounded-t-[3px] border-t-2', COLUMN_LOOK[category.key])} />
          {t('volume', { unit: category.unit })}
        </span>
        <Scale values={chart.volumes} write={(value) => formatCount(value, locale)} />
        <div aria-hidden className="relative h-24">
          <Lines values={chart.volumes} />
          {chart.columns.map(({ figure, x, y, width }) => (
            <span
              key={figure.month}
              title={`${monthName(figure.month, locale, 'long')}: ${formatQuantity(figure.volume, locale, category.unit)}`}
              className={classNames(
                'absolute bottom-0 min-w-1 max-w-10 -translate-x-1/2 rounded-t-sm border-t-2',
                COLUMN_LOOK[category.key],
              )}
              style={{ left: `${percent(x)}%`, height: `${percent(y)}%`, width: `${percent(width)}%` }}
            />
          ))}
        </div>
        <span />
        <div aria-hidden className="relative h-6 pt-2">
          {chart.labels.map(({ month, x }, index) => (
            <span
              key={month}
              className={classNames(
                'absolute -translate-x-1/2 whitespace-nowrap leading-none',
                (chart.labels.length - index) % 2 === 0 && 'hidden @sm:inline',
              )}
              style={{ left: `${percent(x)}%` }}
            >
              {monthName(month, locale, 'short')}
            </span>
          ))}
        </div>
      </div>
      <MonthsTable category={category} months={months} caption={t('months', { category: category.name })} />
    </Card>
  )
}

const COLUMN_LOOK: Record<Category['key'], string> = {
  natural_gas: 'border-plan-text bg-gas/45',
  gas_condensate: 'border-wait-text bg-condensate/45',
}

interface Tick {
  value: number
  y: number
}

function Scale({ values, write }: { values: readonly Tick[]; write: (value: number) => string }) {
  return (
    <div aria-hidden className="relative min-w-12 text-right">
      {/* Gives the column the width of its longest label. */}
      <span className="invisible block h-0">{write(values.at(-1)?.value ?? 0)}</span>
      {values.map(({ value, y }) => (
        <span
          key={value}
          className="absolute right-0 translate-y-1/2 leading-none"
          style={{ bottom: `${percent(y)}%` }}
        >
          {write(value)}
        </span>
      ))}
    </div>
  )
}

function Lines({ values }: { values: readonly Tick[] }) {
  return values.map(({ value, y }) => (
    <span key={value} className="absolute inset-x-0 border-t border-line" style={{ bottom: `${percent(y)}%` }} />
  ))
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100
}
