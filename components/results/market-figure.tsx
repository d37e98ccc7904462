import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { MARK_COLOURS, MARKS } from '@/components/results/chart-mark'
import { PricePoints } from '@/components/results/price-points'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { Category } from '@/lib/contract/content'
import type { ResultMonth, ResultPoint } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'
import { formatChange, formatDateNumeric, formatMonth, formatPrice, formatQuantity, kyivDate } from '@/lib/i18n/formats'
import { formatCount, formatNumber } from '@/lib/i18n/numbers'
import { pathFor } from '@/lib/i18n/route-names'

type MonthFigure = Pick<
  ResultMonth,
  'month' | 'volume' | 'lowest_price' | 'average_price' | 'highest_price' | 'premium'
>
type PricedAuction = Pick<
  ResultPoint,
  'completed_at' | 'starting_price' | 'lowest_price' | 'average_price' | 'final_price' | 'premium'
>

/** One auction, or one month if there are too many auctions. Heights are shares of their panel. */
export interface ChartMark<Auction> {
  x: number
  lowest: number
  average: number
  highest: number
  /** Null for a month, whose auctions started at different prices. */
  starting: number | null
  premium: number
  /** How far the highest winning price is above the lowest. */
  spread: number
  auction: Auction | null
}

interface Tick {
  value: number
  y: number
}

/** All positions are shares of the plot's width and height, 0…1, from its lower left corner. */
interface MarketChart<Auction> {
  marks: ChartMark<Auction>[]
  columns: { x: number; y: number; width: number; figure: MonthFigure }[]
  /** In hryvnias, per cent, hryvnias, and units of volume. */
  prices: Tick[]
  premiums: Tick[]
  spreads: Tick[]
  volumes: Tick[]
  labels: { month: string; x: number }[]
  lowest: string
  highest: string
}

const MAX_LABELS = 6
const MIN_MONTHS = 3
const WIDEST_COLUMN = 0.62

interface Plotted<Auction> extends Omit<PricedAuction, 'completed_at' | 'starting_price'> {
  at: number
  starting_price: string | null
  auction: Auction | null
}

function ofAuction<Auction extends PricedAuction>(auction: Auction): Plotted<Auction> {
  return { ...auction, at: monthsSince(auction.completed_at), auction }
}

function ofMonth(month: MonthFigure): Plotted<never> {
  return {
    ...month,
    at: indexOf(month.month) + 0.5,
    starting_price: null,
    final_price: month.highest_price,
    auction: null,
  }
}

/**
 * Places one product's winning prices and premiums by the day of completion, and its volumes by month, on one time axis. Without auctions
 * the prices are those of the months. Floating point is used for positions only. Null if nothing was sold.
 */
export function marketChart<Auction extends PricedAuction>(
  auctions: readonly Auction[] | null,
  months: readonly MonthFigure[],
): MarketChart<Auction> | null {
  const values: Plotted<Auction>[] =
    auctions === null ? months.map(ofMonth) : auctions.map((auction) => ofAuction(auction))
  values.sort((a, b) => a.at - b.at)
  const indexes = [...months.map(({ month }) => indexOf(month)), ...values.map(({ at }) => Math.floor(at))]
  if (indexes.length === 0) return null
  const last = Math.max(...indexes)
  const first = Math.min(...indexes, last - MIN_MONTHS + 1)
  const count = last - first + 1
  const across = (at: number) => (at - first) / count
  const lows = values.map(({ lowest_price }) => lowest_price).sort(byNumber)
  const highs = values.map(({ final_price }) => final_price).sort(byNumber)
  const starts = values.flatMap(({ starting_price }) => starting_price ?? [])
  const price = niceScale(Math.min(...[...lows, ...starts].map(Number)), Number(highs.at(-1) ?? 0))
  const percents = values.map(({ premium }) => Number(premium))
  const premium = niceScale(Math.min(0, ...percents), Math.max(0, ...percents), 2)
  const spread = niceScale(0, Math.max(0, ...values.map(spreadOf)), 2)
  const volume = niceScale(0, Math.max(...months.map((figure) => Number(figure.volume)), 0), 2)
  const every = Math.ceil(count / MAX_LABELS)
  return {
    marks: values.map((value) => ({
      auction: value.auction,
      x: across(value.at),
      lowest: heightOn(price, Number(value.lowest_price)),
      average: heightOn(price, Number(value.average_price)),
      highest: heightOn(price, Number(value.final_price)),
      starting: value.starting_price === null ? null : heightOn(price, Number(value.starting_price)),
      premium: heightOn(premium, Number(value.premium)),
      spread: heightOn(spread, spreadOf(value)),
    })),
    columns: months.map((figure) => ({
      figure,
      x: across(indexOf(figure.month) + 0.5),
      y: heightOn(volume, Number(figure.volume)),
      width: WIDEST_COLUMN / count,
    })),
    prices: values.length === 0 ? [] : ticksOf(price),
    premiums: values.length === 0 ? [] : ticksOf(premium),
    spreads: values.length === 0 ? [] : ticksOf(spread),
    volumes: ticksOf(volume),
    labels: Array.from({ length: count }, (_, index) => first + index)
      .filter((index) => (last - index) % every === 0)
      .map((index) => ({ month: monthAt(index), x: across(index + 0.5) })),
    lowest: lows[0] ?? '',
    highest: highs.at(-1) ?? '',
  }
}

function spreadOf({ lowest_price, final_price }: Pick<PricedAuction, 'lowest_price' | 'final_price'>): number {
  return Number(final_price) - Number(lowest_price)
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b)
}

/** "2026-11" as a count of months; the integer is the month's first instant. */
function indexOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return year * 12 + number - 1
}

function monthAt(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The middle of an instant's day in Kyiv, as a fractional count of months. */
function monthsSince(instant: string): number {
  const day = kyivDate(new Date(instant))
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return indexOf(day.slice(0, 7)) + (date - 0.5) / length
}

export function niceScale(lowest: number, highest: number, steps = 4): NiceScale {
  const spread = Math.max(highest - lowest, highest * 0.02, 1)
  const idealStep = spread / steps
  const power = 10 ** Math.floor(Math.log10(idealStep))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= idealStep) ?? 10) * power
  const from = Math.floor(lowest / step) * step
  const to = Math.max(Math.ceil(highest / step) * step, from + step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { from, to, ticks }
}

function ticksOf(scale: NiceScale): Tick[] {
  return scale.ticks.map((value) => ({ value, y: heightOn(scale, value) }))
}

function heightOn({ from, to }: NiceScale, value: number): number {
  return (value - from) / (to - from)
}

interface NiceScale {
  from: number
  to: number
  ticks: number[]
}

function PanelTitle({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 pb-4 pt-6 first:pt-0 print:pb-2 print:pt-3">
      <span className="font-semibold text-text">{text}</span>
      {children}
    </div>
  )
}

/** A legend entry; its sign is drawn in a 12 × 12 box. */
function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap large-text:whitespace-normal">
      <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 overflow-visible">
        {children}
      </svg>
      {name}
    </span>
  )
}

/** An SVG of 100 × 100 units, stretched to its place. The figures are also in a table. */
function Drawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={classNames('size-full overflow-visible', className)}
    >
      {children}
    </svg>
  )
}

export function Scale({ values, write }: { values: readonly Tick[]; write: (value: number) => string }) {
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
    <path
      key={value}
      d={`M0 ${percent(1 - y)}H100`}
      strokeWidth="1"
      className="stroke-line"
      vectorEffect="non-scaling-stroke"
    />
  ))
}

/** More bars than this are drawn thinner. */
const MANY = 60

function Bars({ values, marks, look }: { values: readonly Tick[]; marks: { x: number; y: number }[]; look: string }) {
  const baseline = percent(1 - (values.find(({ value }) => value === 0)?.y ?? 0))
  return (
    <Drawing className="h-20 print:h-10">
      <Lines values={values} />
      {marks.map(({ x, y }, index) => (
        <path
          key={index}
          d={`M${percent(x)} ${baseline}V${percent(1 - y)}`}
          strokeWidth={marks.length > MANY ? 2 : 4}
          className={look}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </Drawing>
  )
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100
}

function MonthsTable({
  category,
  months,
  caption,
}: {
  category: Category
  months: readonly ResultMonth[]
  caption: string
}) {
  const t = useTranslations('Results.chart')
  const locale = useLocale()
  return (
    <details data-print="hide">
      <summary className="inline-flex min-h-9 items-center max-sm:min-h-11 rounded-sm text-small font-semibold text-link hover:underline">
        {t('table')}
      </summary>
      <p className="pt-1 text-fine text-soft">
        {t('tableUnits', { price: category.price_unit, volume: category.unit })}
      </p>
      <Table caption={caption}>
        <thead>
          <tr>
            <HeadCell>{t('month')}</HeadCell>
            {(['auctions', 'lowest', 'average', 'highest', 'premiumShort', 'sales'] as const).map((column) => (
              <HeadCell key={column} numeric>
                {t(column)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...months]
            .sort((a, b) => b.month.localeCompare(a.month))
            .map((figure) => (
              <tr key={figure.month}>
                <Cell className="whitespace-nowrap">{formatMonth(figure.month, locale, 'month')}</Cell>
                <Cell numeric>{formatCount(figure.auctions, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.lowest_price, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.average_price, locale)}</Cell>
                <Cell numeric>{formatPrice(figure.highest_price, locale)}</Cell>
                <Cell numeric>{formatChange(figure.premium, locale)}</Cell>
                <Cell numeric>{formatQuantity(figure.volume, locale)}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </details>
  )
}

interface MarketFigureProps {
  category: Category
  auctions: ResultPoint[]
  months: ResultMonth[]
  /** There are more auctions than these: then months are drawn instead. */
  more: boolean
}

/**
 * One product's winning prices, premiums and volumes over time. Products never share a scale: their units differ. Labels are HTML, so
 * that they keep their size on a phone; drawings are SVG shapes, so that they are printed; on paper they are lower, so that
 * the first product fits below the totals on the first page.
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
      className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 break-inside-avoid print:gap-2"
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
        <div className="relative h-56 print:h-24">
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
        <Drawing className="h-24 print:h-12">
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
              <title>{`${formatMonth(figure.month, locale, 'month')}: ${formatQuantity(figure.volume, locale, category.unit)}`}</title>
            </rect>
          ))}
        </Drawing>
        <span />
        <MonthLabels labels={chart.labels} />
      </div>
      <MonthsTable category={category} months={months} caption={t('months', { category: category.name })} />
    </Card>
  )
}

/** Below a drawing, in a `@container`. */
export function MonthLabels({ labels }: Pick<MarketChart<unknown>, 'labels'>) {
  const locale = useLocale()
  return (
    <div aria-hidden className="relative h-6 pt-2">
      {labels.map(({ month, x }, index) => (
        <span
          key={month}
          className={classNames(
            'absolute -translate-x-1/2 whitespace-nowrap leading-none',
            index === labels.length - 1 ? 'large-text:-translate-x-full' : 'large-text:-translate-x-2/3',
            (labels.length - index) % 2 === 0 && 'hidden @sm:inline',
          )}
          style={{ left: `${percent(x)}%` }}
        >
          {formatMonth(month, locale, 'shortMonth')}
        </span>
      ))}
    </div>
  )
}

/** The fills are pale; the outlines have the contrast. */
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

/** The starting prices, the spread of each auction's winning prices, and their averages as a line. */
export function PriceLines<Auction>({ chart: { marks, prices }, category }: DrawnProps<Auction>) {
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

export function MonthMarks<Auction>({
  marks,
  category,
}: {
  marks: readonly ChartMark<Auction>[]
  category: CategoryKey
}) {
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
