import { resultPoint, type ResultPoint } from '@/lib/contract/past-results'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { readable } from '@/lib/server/kernel/record-faults'
import { inYear, type ResultsFilter } from './results'
import type { ShowingDependencies } from './summaries'

interface PointRow extends Pick<ResultPoint, 'id' | 'number' | 'slug' | 'category' | 'category_slug'> {
  completed_at: Date
  volume_sold: number
  final_price: number
}

/** Completed auctions that sold something, the newest first. */
export async function readResultPoints({ pool: db, faults }: Pick<ShowingDependencies, 'pool' | 'faults'>, { category, year }: ResultsFilter, limit: number): Promise<ResultPoint[]> {
  const { rows } = await db.query<PointRow>({
    name: 'showing-result-points',
    text: `select lot.id, lot.number, lot.slug, lot.category, category.slug as category_slug, head.completed_at, result.volume_sold, result.final_price
      from portal.auction_heads head
      join portal.auction_results result using (auction_id)
      join cms.lots lot on lot.id = head.auction_id
      join cms.categories category on category.id = lot.category_id
      where head.completed_at is not null and result.final_price is not null and ($1::text is null or lot.category = $1) and ${inYear}
      order by head.completed_at desc, head.auction_id desc limit $3`,
    values: [category ?? null, year ?? null, limit],
  })
  const shape = ({ completed_at, volume_sold, final_price, ...lot }: PointRow): ResultPoint => ({
    ...lot,
    completed_at: completed_at.toISOString(),
    volume_sold: toQuantityString(volume_sold),
    final_price: toPriceString(final_price),
  })
  return readable(faults, { collection: 'auctions', part: 'result', schema: resultPoint, idOf: ({ id }) => id, shape }, rows)
}
