import type { RankingRow } from '@/lib/contract/auctions'
import type { RankedShare } from '@/lib/domain/price-for-volume'
import { kopecksOf, thousandthsOf } from './units'

/** The rows of the page's ranking that take part in the allocation, best first, in whole numbers. */
export function sharesOf(ranking: readonly RankingRow[]): RankedShare[] {
  return ranking
    .filter((row) => row.outcome !== 'excluded')
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ participant, price, quantity, given }) => ({
      participant,
      price: kopecksOf(price),
      quantity: thousandthsOf(quantity),
      given: thousandthsOf(given),
    }))
}
