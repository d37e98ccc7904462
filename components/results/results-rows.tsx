import { AppLink } from '@/components/ui/link'
import { formatChange, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { auctionPath } from '@/lib/i18n/route-names'
import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import type { ResultRow } from '@/lib/contract/auctions'
import { ChartMark } from './chart-mark'

/** The columns of the table after the auction itself, in their order: the files have the same. */
export const FIGURES = ['volume', 'starting', 'lowest', 'average', 'highest', 'premium', 'winners'] as const
export type Figure = (typeof FIGURES)[number]

/** Words of a row, already in the page's language; `{…}` stands for what a row fills in. */
export interface ResultsRowWords {
  number: string
  completed: string
  ofVolume: string
  figures: Record<Figure, string>
}

/** Where the columns have no room, a row is a card: with the columns’ names in it, two or four figures side by side. */
export const ROW_LOOK =
  'grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-3 py-5 align-baseline sm:grid-cols-4 tabular:table-row'
export const CELL_LOOK =
  'block min-w-0 tabular:table-cell tabular:border-t tabular:border-line tabular:px-2 tabular:py-4 print:px-1! print:py-2!'

interface ResultsRowsProps {
  auctions: readonly ResultRow[]
  locale: Locale
  words: ResultsRowWords
}

/** Rows of finished auctions; without hooks, so that the page and its “more” button share them. */
export function ResultsRows({ auctions, locale, words }: ResultsRowsProps) {
  return auctions.map((auction) => {
    const { category } = auction
    return (
      <tr key={auction.id} role="row" className={ROW_LOOK}>
        <td role="cell" className={classNames(CELL_LOOK, 'col-span-full tabular:min-w-44 print:min-w-0!')}>
          <AppLink
            href={auctionPath(auction, locale)}
            lang={auction.title_language === locale ? undefined : auction.title_language}
            className="font-semibold hover:text-link hover:underline"
          >
            {auction.title}
          </AppLink>
          <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-fine text-soft">
            <ChartMark category={category.key} />
            <span className="whitespace-nowrap">{words.number.replace('{number}', String(auction.number))}</span>
            <time dateTime={auction.completed_at} className="whitespace-nowrap">
              {words.completed.replace('{date}', formatDateNumeric(auction.completed_at, locale))}
            </time>
          </span>
        </td>
        {FIGURES.map((figure) => {
          const { value, note } = figureOf(figure, auction, locale, words)
          return (
            <td
              key={figure}
              role="cell"
              className={classNames(CELL_LOOK, 'tabular:text-right', figure === 'average' && 'font-semibold')}
            >
              <span aria-hidden className="block text-fine font-regular text-soft tabular:hidden">
                {words.figures[figure]}
              </span>
              <span className="whitespace-nowrap">{value}</span>
              {note && <span className="block whitespace-nowrap text-fine font-regular text-soft">{note}</span>}
            </td>
          )
        })}
      </tr>
    )
  })
}

const NOTHING = '—'

function figureOf(
  figure: Figure,
  { category, result, ...auction }: ResultRow,
  locale: Locale,
  words: ResultsRowWords,
): { value: string; note?: string } {
  const price = (value: string | null | undefined) => (value ? formatPrice(value, locale) : NOTHING)
  switch (figure) {
    case 'volume':
      return {
        value: result ? formatQuantity(result.volume_sold, locale, category.unit) : NOTHING,
        note: words.ofVolume.replace('{volume}', formatQuantity(auction.volume, locale)),
      }
    case 'starting':
      return { value: price(auction.starting_price) }
    case 'lowest':
      return { value: price(auction.lowest_price) }
    case 'average':
      return { value: price(result?.average_price), note: category.price_unit }
    case 'highest':
      return { value: price(result?.final_price) }
    case 'premium':
      return { value: auction.premium === null ? NOTHING : formatChange(auction.premium, locale) }
    case 'winners':
      return { value: result ? `${result.winners} / ${result.participants}` : NOTHING }
    default:
      return figure satisfies never
  }
}
