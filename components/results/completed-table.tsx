import { useLocale, useTranslations } from 'next-intl'
import { ChartMark } from '@/components/results/chart-mark'
import { classNames } from '@/components/ui/class-names'
import { AppLink } from '@/components/ui/link'
import { type FilteredRows, RowsTable } from '@/components/results/filtered-rows'
import { HeadCell } from '@/components/ui/table'
import type { ResultRow } from '@/lib/contract/auctions'
import { kopecksOf } from '@/lib/domain/money'
import {
  formatChange,
  formatDateNumeric,
  formatMonth,
  formatPrice,
  formatQuantity,
  kyivDate,
  numberSign,
} from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'

const NOTHING = '—'

const CELL =
  'block min-w-0 tabular:table-cell tabular:h-12 tabular:border-t tabular:border-line tabular:px-3 tabular:py-1.5 print:px-1!'

interface CompletedTableProps {
  caption: string
  auctions: readonly ResultRow[]
  /** Lets visitors choose rows by the lot's resource and by month. */
  filter?: typeof FilteredRows
}

/** Completed auctions, a line of 48 px each; on phones a card each. The line shows the winning prices above the starting price. */
export function CompletedTable({ caption, auctions, filter: Filter }: CompletedTableProps) {
  const t = useTranslations('Results.table')
  const locale = useLocale()
  const highest = Math.max(0, ...auctions.map((auction) => spreadOf(auction)?.high ?? 0))
  const head = (
    <tr role="row">
      <HeadCell role="columnheader">{t('auction')}</HeadCell>
      {(['volume', 'starting', 'average'] as const).map((column) => (
        <HeadCell key={column} role="columnheader" numeric>
          {t(column)}
        </HeadCell>
      ))}
      <HeadCell role="columnheader" className="w-40">
        {t('line')}
      </HeadCell>
      {(['premium', 'winnersOnly'] as const).map((column) => (
        <HeadCell key={column} role="columnheader" numeric>
          {t(column)}
        </HeadCell>
      ))}
    </tr>
  )
  const rows = auctions.map((auction) => {
    const month = kyivDate(new Date(auction.completed_at)).slice(0, 7)
    return {
      key: auction.id,
      resource: auction.resource,
      month: { value: month, label: formatMonth(month, locale, 'month') },
      content: <CompletedRow key={auction.id} auction={auction} highest={highest} />,
    }
  })
  if (Filter) return <Filter caption={caption} head={head} rows={rows} />
  return (
    <RowsTable caption={caption} head={head}>
      {rows.map(({ content }) => content)}
    </RowsTable>
  )
}

function CompletedRow({ auction, highest }: { auction: ResultRow; highest: number }) {
  const t = useTranslations('Results.table')
  const locale = useLocale()
  const { category, result, premium } = auction
  const average = result?.average_price
  const spread = spreadOf(auction)
  const label = (text: string) => <span className="block text-fine font-regular text-soft tabular:hidden">{text}</span>
  return (
    <tr
      role="row"
      className="grid grid-cols-[1.6fr_1fr_1fr] gap-x-3 gap-y-1.5 border-t border-line px-1 py-3.5 max-sm:text-small hover:bg-hover large-text:grid-cols-1 tabular:table-row"
    >
      <td role="cell" className={classNames(CELL, 'col-span-full')}>
        <span className="flex flex-wrap items-baseline gap-x-2 tabular:flex-nowrap">
          <ChartMark category={category.key} />
          <span className="numbers whitespace-nowrap text-soft">{numberSign(auction.number, locale)}</span>
          <AppLink
            href={auctionPath(auction, locale)}
            lang={auction.title_language === locale ? undefined : auction.title_language}
            className="order-last min-w-0 basis-full font-semibold hover:text-link hover:underline tabular:order-none tabular:line-clamp-2 tabular:basis-auto tabular:text-small tabular:leading-tight"
          >
            {auction.title}
          </AppLink>
          <time dateTime={auction.completed_at} className="ml-auto whitespace-nowrap text-fine text-soft">
            {formatDateNumeric(auction.completed_at, locale)}
          </time>
        </span>
      </td>
      <td role="cell" className={classNames(CELL, 'whitespace-nowrap tabular:text-right')}>
        {label(t('volume'))}
        {result ? formatQuantity(result.volume_sold, locale, category.unit) : NOTHING}
      </td>
      <td role="cell" className={classNames(CELL, 'order-1 whitespace-nowrap tabular:text-right')}>
        {label(t('starting'))}
        {formatPrice(auction.starting_price, locale)}
      </td>
      <td role="cell" className={classNames(CELL, 'font-semibold whitespace-nowrap tabular:text-right')}>
        {label(t('average'))}
        {average ? formatPrice(average, locale) : NOTHING}
      </td>
      <td role="cell" className={classNames(CELL, 'order-3 max-lg:self-end max-lg:pb-1')}>
        {spread && <SpreadLine spread={spread} highest={highest} />}
      </td>
      <td role="cell" className={classNames(CELL, 'whitespace-nowrap tabular:text-right')}>
        {label(t('premium'))}
        {premium === null ? NOTHING : formatChange(premium, locale)}
      </td>
      <td role="cell" className={classNames(CELL, 'order-2 whitespace-nowrap tabular:text-right')}>
        {label(t('winnersOnly'))}
        {result?.winners ?? NOTHING}
      </td>
    </tr>
  )
}

interface Spread {
  low: number
  average: number
  high: number
}

/** The winning prices as shares above the starting price; null if nothing was sold. */
function spreadOf({ starting_price, lowest_price, result }: ResultRow): Spread | null {
  if (!lowest_price || !result?.average_price || !result.final_price) return null
  const start = kopecksOf(starting_price)
  const above = (price: string) => (kopecksOf(price) - start) / start
  return { low: above(lowest_price), average: above(result.average_price), high: above(result.final_price) }
}

/** From the starting price at the left to the highest premium of all rows at the right. The figures are in the other columns. */
function SpreadLine({ spread, highest }: { spread: Spread; highest: number }) {
  const at = (share: number) => (highest > 0 ? Math.round((share / highest) * 9_600) / 100 : 0)
  return (
    <svg aria-hidden viewBox="0 0 100 12" preserveAspectRatio="none" className="block h-3 w-full overflow-visible">
      <path d="M0 6H100" strokeWidth="1" className="stroke-line-strong" vectorEffect="non-scaling-stroke" />
      <path d="M0 2V10" strokeWidth="1.5" className="stroke-faint" vectorEffect="non-scaling-stroke" />
      <path
        d={`M${at(spread.low)} 6H${at(spread.high) + 0.5}`}
        strokeWidth="5"
        strokeLinecap="round"
        className="stroke-bar"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${at(spread.average)} 6h0.01`}
        strokeWidth="8"
        strokeLinecap="round"
        className="stroke-link"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
