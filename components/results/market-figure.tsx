import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import type { Category } from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { ResultMonth, ResultPoint } from '@/lib/contract/past-results'
import { formatChange, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { formatCount, formatNumber } from '@/lib/i18n/numbers'
import { pathFor } from '@/lib/i18n/route-names'
import { Bars, Drawing, Key, Lines, PanelTitle, percent, Scale } from './chart-panel'
import { PricePoints } from './price-points'
import { type ChartMark, type MarketChart, marketChart } from './market-chart'
import { MARK_COLOURS, MARKS } from './chart-mark'
import { monthName, MonthsTable } from './months-table'

interface MarketFigureProps {
  category: Category
  /** The drawn auctions, the newest first. */
  auctions: ResultPoint[]
  months: ResultMonth[]
  /** There are older auctions than these: then months are drawn in their place. */
  more: boolean
}

/**
 * One product’s winning prices, premiums and volumes over time, on one axis of time. Products never share a scale: their prices are for
 * different units. Words stand in HTML beside the drawings, so that they keep their size on a phone; the drawings are shapes, so that
 * they are printed.
 */
export function MarketFigure({ category, auctions, months, more }: MarketFigureProps) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  const chart = marketChart(more ? null : auctions, months)
  if (!chart) return null
  const look = LOOKS[category.key]
  return (
    <Card
      as="section"
      aria-label={t('titleOf', { category: category.name })}
      className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 break-inside-avoid"
    >
      <CardHeader title={category.name} />
      {chart.marks.length > 0 && (
        <p className="text-small text-soft">
          {t(more ? 'summaryMonths' : 'summary', {
            count: chart.marks.length,
            lowest: formatPrice(chart.lowest, locale),
            highest: formatPrice(chart.highest, locale),
            unit: category.price_unit,
          })}
        </p>
      )}
      <div className="numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-fine text-soft">
        <PanelTitle text={t('price', { unit: category.price_unit })}>
          <Key name={t('average')}>
            <path
              d={MARKS[category.key]}
              transform="translate(6 6)"
              strokeWidth="1.5"
              className={MARK_COLOURS[category.key]}
            />
          </Key>
          <Key name={t('spread')}>
            <path d="M6 1V11" strokeWidth="3" className={look.spread} />
          </Key>
          {!more && (
            <Key name={t('starting')}>
              <path d="M0 6H12" strokeWidth="1.5" strokeDasharray="3 3" className="stroke-faint" />
            </Key>
          )}
        </PanelTitle>
        <Scale values={chart.prices} write={(value) => formatNumber(value, locale)} />
        <div className="relative h-56">
          <PriceLines chart={chart} category={category.key} />
          {more ? (
            <MonthMarks marks={chart.marks} category={category.key} />
          ) : (
            <PricePoints
              category={category.key}
              label={t('points', { category: category.name })}
              points={chart.marks.flatMap(({ auction, x, average }) =>
                auction === null
                  ? []
                  : [
                      {
                        left: percent(x),
                        top: percent(1 - average),
                        href: pathFor('auctions-auctionType-auctionSlug', locale, {
                          auctionType: auction.category_slug,
                          auctionSlug: auction.slug,
                        }),
                        lines: [
                          t('auction', { number: String(auction.number) }),
                          t('averageOf', {
                            price: formatPrice(auction.average_price, locale),
                            unit: category.price_unit,
                          }),
                          t('spreadOf', {
                            lowest: formatPrice(auction.lowest_price, locale),
                            highest: formatPrice(auction.final_price, locale),
                          }),
                          t('premiumOf', { premium: formatChange(auction.premium, locale) }),
                          t('sold', { volume: formatQuantity(auction.volume_sold, locale, category.unit) }),
                          t('completed', { date: formatDateNumeric(auction.completed_at, locale) }),
                        ],
                      },
                    ],
              )}
            />
          )}
        </div>
        <PanelTitle text={t('premium')} />
        <Scale values={chart.premiums} write={(value) => formatNumber(value, locale, '0,0.[0]')} />
        <Bars
          values={chart.premiums}
          marks={chart.marks.map(({ x, premium }) => ({ x, y: premium }))}
          look={look.line}
        />
        <PanelTitle text={t('spreads', { unit: category.price_unit })} />
        <Scale values={chart.spreads} write={(value) => formatNumber(value, locale, '0,0.[0]')} />
        <Bars values={chart.spreads} marks={chart.marks.map(({ x, spread }) => ({ x, y: spread }))} look={look.line} />
        <PanelTitle text={t('volume', { unit: category.unit })} />
        <Scale values={chart.volumes} write={(value) => formatCount(value, locale)} />
        <Drawing className="h-24">
          <Lines values={chart.volumes} />
          {chart.columns.map(({ figure, x, y, width }) => (
            <rect
              key={figure.month}
              x={percent(x - width / 2)}
              y={percent(1 - y)}
              width={percent(width)}
              height={percent(y)}
              className={look.column}
              vectorEffect="non-scaling-stroke"
            >
              <title>{`${monthName(figure.month, locale, 'long')}: ${formatQuantity(figure.volume, locale, category.unit)}`}</title>
            </rect>
          ))}
        </Drawing>
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

/** The fills alone would be too pale on white; the outlines have the contrast. */
const LOOKS: Record<CategoryKey, { line: string; spread: string; column: string }> = {
  natural_gas: {
    line: 'fill-none stroke-plan-text',
    spread: 'fill-none stroke-gas/60',
    column: 'fill-gas/45 stroke-plan-text',
  },
  gas_condensate: {
    line: 'fill-none stroke-wait-text',
    spread: 'fill-none stroke-condensate/70',
    column: 'fill-condensate/45 stroke-wait-text',
  },
}

interface DrawnProps<Auction> {
  chart: Pick<MarketChart<Auction>, 'marks' | 'prices'>
  category: CategoryKey
}

/** The starting prices, the spread of each auction’s winners, and their averages as a line. */
function PriceLines<Auction>({ chart: { marks, prices }, category }: DrawnProps<Auction>) {
  const look = LOOKS[category]
  const along = (points: readonly [x: number, y: number][]) =>
    points.map(([x, y]) => `${percent(x)},${percent(1 - y)}`).join(' ')
  return (
    <Drawing className="absolute inset-0">
      <Lines values={prices} />
      <polyline
        points={along(marks.flatMap(({ x, starting }) => (starting === null ? [] : [[x, starting]])))}
        strokeWidth="1.5"
        strokeDasharray="3 3"
        className="fill-none stroke-faint"
        vectorEffect="non-scaling-stroke"
      />
      {marks.map(({ x, lowest, highest }, index) => (
        <path
          key={index}
          d={`M${percent(x)} ${percent(1 - lowest)}V${percent(1 - highest)}`}
          strokeWidth="3"
          className={look.spread}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <polyline
        points={along(marks.map(({ x, average }) => [x, average]))}
        strokeWidth="1.5"
        strokeLinejoin="round"
        className={look.line}
        vectorEffect="non-scaling-stroke"
      />
    </Drawing>
  )
}

/** Marks of months lead nowhere: the table below has their figures. */
function MonthMarks<Auction>({ marks, category }: { marks: readonly ChartMark<Auction>[]; category: CategoryKey }) {
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      {marks.map(({ x, average }, index) => (
        <svg key={index} x={`${percent(x)}%`} y={`${percent(1 - average)}%`} overflow="visible">
          <path d={MARKS[category]} strokeWidth="1.5" className={MARK_COLOURS[category]} />
        </svg>
      ))}
    </svg>
  )
}
