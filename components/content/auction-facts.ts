import type { AuctionCardWords } from '@/components/content/auction-card-words'
import type { SpecSheetRow } from '@/components/ui/spec-sheet'
import type { Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { formatDate, formatDayTime, formatPrice, formatQuantity } from '@/lib/i18n/formats'

/** The price that counts in the auction's state: where it starts, the best so far, what was got. */
export function cardFigure(auction: AuctionSummary, locale: Locale, words: AuctionCardWords): { label: string; value: string } {
  const unit = `${auction.category.price_unit} ${words.vat}`
  const averagePrice = auction.result?.average_price
  if (auction.state === 'completed' && averagePrice) return { label: `${words.averagePrice}, ${unit}`, value: formatPrice(averagePrice, locale) }
  if (auction.best_price && auction.state !== 'planned') return { label: `${words.bestPrice}, ${unit}`, value: formatPrice(auction.best_price, locale) }
  return { label: `${words.startingPrice}, ${unit}`, value: formatPrice(auction.starting_price, locale) }
}

export function cardFacts(auction: AuctionSummary, locale: Locale, words: AuctionCardWords): SpecSheetRow[] {
  const { state, result, category } = auction
  const volume = { key: 'volume', label: words.volume, value: formatQuantity(auction.volume, locale, category.unit) }
  switch (state) {
    case 'planned':
      return [volume, { key: 'start', label: words.start, value: formatDayTime(auction.starts_at, locale) }]
    case 'running':
      return [volume, { key: 'end', label: words.end, value: formatDayTime(auction.effective_end, locale) }]
    case 'closing':
    case 'selection':
      return [volume, { key: 'ended', label: words.ended, value: formatDayTime(auction.effective_end, locale) }]
    case 'completed':
      return [
        { key: 'sold', label: words.soldVolume, value: formatQuantity(result?.volume_sold ?? auction.volume, locale, category.unit) },
        { key: 'winners', label: words.winners, value: result?.winners ?? '–' },
        { key: 'ended', label: words.ended, value: formatDate(auction.effective_end, locale) },
      ]
    case 'cancelled':
    case 'unsuccessful':
      return [volume, { key: 'start', label: words.start, value: formatDate(auction.starts_at, locale) }]
    default:
      return state satisfies never
  }
}
