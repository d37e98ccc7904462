import { AppLink } from '@/components/ui/app-link'
import { formatChange, formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import type { ResultRow } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'

/** The columns of the table after the auction itself, in their order: the files have the same. */
export const FIGURES = ['volume', 'starting', 'lowest', 'average', 'highest', 'premium', 'winners'] as const
export type Figure = (typeof FIGURES)[number]

/** Words of a row, already in the page's language; `{…}` stands for what a row fills in. */
export interface ResultsRowWords {
  /** "No. {number}" */
  number: string
  /** "completed {date}" */
  completed: string
  /** "of {volume}" */
  ofVolume: string
  figures: Record<Figure, string>
}

/** Where the columns have no room, a row is a card: with the columns’ names in it, two or four figures side by side. */
export const ROW_LOOK =
  'grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-3 py-5 align-baseline sm:grid-cols-4 tabular:table-row'
export const CELL_LOOK =
  'block min-w-0 tabular:table-cell tabular:border-t tabular:border-line tabular:px-2 tabular:py-4 print:px-1! print:py-2!'

/** Rows of finished auctions; without hooks, so that the page and its "more" island share them. */
export function ResultsRows({ auctions, locale, words }: ResultsRowsProps) {
  return auctions.map((auction) => {
    const { category } = auction
    return (
      <tr key={auction.id} role="row" className={ROW_LOOK}>
        <td role="cell" className={classNames(CELL_LOOK, 'col-span-full tabular:min-w-44 print:min-w-0!')}>
          <AppLink
            href={pathFor('auctions-auctionType-auctionSlug', locale, {
              auctionType: category.slug,
              auctionSlug: auction.slug,
            })}
            className="font-semibold hover:text-link hover:underline"
          >
            {auction.title}
          </AppLink>
          <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-fine text-soft">
            <CategoryMark category={category.key} />
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

/** The mark beside a product’s name. */
export function CategoryMark({ category, className }: { category: CategoryKey; className?: string }) {
  return (
    <svg aria-hidden viewBox="-7.5 -7.5 15 15" className={classNames('inline-block size-3 shrink-0', className)}>
      <path d={MARKS[category]} strokeWidth="1.5" className={MARK_COLOURS[category]} />
    </svg>
  )
}

export interface ResultsRowsProps {
  auctions: readonly ResultRow[]
  locale: Locale
  words: ResultsRowWords
}

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
