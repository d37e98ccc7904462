import { AppLink } from '@/components/ui/app-link'
import { Cell } from '@/components/ui/table'
import { formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import type { CategoryKey } from '@/lib/contract/primitives'

/** Words of a row, already in the page's language; `{…}` stands for what a row fills in. */
export interface ResultsRowWords {
  /** "No. {number}" */
  number: string
  /** "of {volume}" */
  ofVolume: string
}

/** Rows of finished auctions; without hooks, so that the page and its "more" island share them. */
export function ResultsRows({ auctions, locale, words }: ResultsRowsProps) {
  return auctions.map((auction) => {
    const { result, category } = auction
    const units = { unit: category.unit, price: category.price_unit }
    return (
      <tr key={auction.id} className="align-baseline">
        <Cell className="min-w-44 py-4">
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
            {words.number.replace('{number}', String(auction.number))}
            <time dateTime={auction.starts_at}>{formatDateNumeric(auction.starts_at, locale)}</time>
          </span>
        </Cell>
        <Cell numeric>
          {result ? formatQuantity(result.volume_sold, locale, units.unit) : '—'}
          <span className="block text-fine text-soft">
            {words.ofVolume.replace('{volume}', formatQuantity(auction.volume, locale))}
          </span>
        </Cell>
        <Cell numeric className="hidden text-soft lg:table-cell">
          {formatPrice(auction.starting_price, locale)}
        </Cell>
        <Cell numeric className="font-semibold">
          {result?.average_price ? formatPrice(result.average_price, locale) : '—'}
          <span className="block text-fine font-regular text-soft">{units.price}</span>
        </Cell>
        <Cell numeric className="hidden sm:table-cell">
          {result?.final_price ? formatPrice(result.final_price, locale) : '—'}
        </Cell>
        <Cell numeric className="hidden md:table-cell">
          {result ? `${result.winners} / ${result.participants}` : '—'}
        </Cell>
      </tr>
    )
  })
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
  auctions: readonly AuctionSummary[]
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
