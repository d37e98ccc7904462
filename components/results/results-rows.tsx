import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/link'
import { formatChange, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'
import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import type { ResultRow } from '@/lib/contract/auctions'
import { ChartMark } from './chart-mark'

/** The columns after the auction itself, in the order of the downloadable files. */
export const FIGURES = ['volume', 'starting', 'lowest', 'average', 'highest', 'premium', 'winners'] as const
type Figure = (typeof FIGURES)[number]

/** Where the columns do not fit, a row is a card with labelled figures, two or four side by side. */
const ROW_LOOK =
  'grid grid-cols-2 gap-x-3 large-text:grid-cols-1 gap-y-2 border-t border-line px-3 py-4 align-baseline sm:grid-cols-4 sm:gap-x-4 sm:gap-y-3 sm:py-5 tabular:table-row'
const CELL_LOOK =
  'block min-w-0 max-sm:text-small tabular:table-cell tabular:border-t tabular:border-line tabular:px-2 tabular:py-4 print:px-1! print:py-2!'

/** Rows of completed auctions, rendered by the page and by its “more” button. */
export function ResultsRows({ auctions }: { auctions: readonly ResultRow[] }) {
  const t = useTranslations('Results.table')
  const locale = useLocale()
  return auctions.map((auction) => (
    <tr key={auction.id} role="row" className={ROW_LOOK}>
      <td role="cell" className={classNames(CELL_LOOK, 'col-span-full tabular:min-w-44 print:min-w-0!')}>
        <AppLink
          href={auctionPath(auction, locale)}
          lang={auction.title_language === locale ? undefined : auction.title_language}
          className="font-semibold hover:text-link hover:underline"
        >
          {auction.title}
        </AppLink>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-fine text-soft print:text-[0.5625rem]">
          <ChartMark category={auction.category.key} />
          <span className="whitespace-nowrap">{t('number', { number: String(auction.number) })}</span>
          <time dateTime={auction.completed_at} className="whitespace-nowrap">
            {t('completed', { date: formatDateNumeric(auction.completed_at, locale) })}
          </time>
        </span>
      </td>
      {FIGURES.map((figure) => (
        <td
          key={figure}
          role="cell"
          className={classNames(
            CELL_LOOK,
            'tabular:text-right',
            figure === 'average' && 'font-semibold',
            figure === 'winners' && 'max-sm:col-span-full max-sm:flex max-sm:items-baseline max-sm:gap-x-2',
          )}
        >
          <span className="block text-fine font-regular text-soft tabular:hidden">{t(figure)}</span>
          <span className="whitespace-nowrap">{valueOf(figure, auction, locale)}</span>
          <Note>
            {figure === 'volume' &&
              auction.result?.volume_sold !== auction.volume &&
              t('ofVolume', { volume: formatQuantity(auction.volume, locale) })}
            {figure === 'average' && auction.category.price_unit}
          </Note>
        </td>
      ))}
    </tr>
  ))
}

function Note({ children }: { children: ReactNode }) {
  return (
    <span className="block whitespace-nowrap text-fine font-regular text-soft empty:hidden print:text-[0.5625rem]">
      {children}
    </span>
  )
}

const NOTHING = '—'

function valueOf(figure: Figure, { category, result, ...auction }: ResultRow, locale: Locale): string {
  const price = (value: string | null | undefined) => (value ? formatPrice(value, locale) : NOTHING)
  switch (figure) {
    case 'volume':
      return result ? formatQuantity(result.volume_sold, locale, category.unit) : NOTHING
    case 'starting':
      return price(auction.starting_price)
    case 'lowest':
      return price(auction.lowest_price)
    case 'average':
      return price(result?.average_price)
    case 'highest':
      return price(result?.final_price)
    case 'premium':
      return auction.premium === null ? NOTHING : formatChange(auction.premium, locale)
    case 'winners':
      return result ? `${result.winners} / ${result.participants}` : NOTHING
    default:
      return figure satisfies never
  }
}
