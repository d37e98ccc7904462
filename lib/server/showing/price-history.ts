import type { AuctionDetail } from '@/lib/contract/auctions'
import { toPriceString } from '@/lib/domain/money'
import type { Pool } from '@/lib/server/db/pool'
import { instantOf } from '@/lib/server/kernel/auction-shapes'
import type { Book } from '@/lib/server/kernel/books'

type PricePoint = AuctionDetail['history'][number]

interface Known {
  readonly seq: number
  readonly highest: number
  readonly points: readonly PricePoint[]
}

/** Auctions whose history is remembered; the least recently asked for is forgotten first. */
const capacity = 200

/**
 * The steps of the price chart: the highest price from an instant on. Bids never change, so that of an auction that was
 * asked for before only the new ones are read.
 */
export function createPriceHistory(pool: Pool): (book: Book) => Promise<readonly PricePoint[]> {
  const known = new Map<number, Known>()

  return async function historyOf({ auctionId, state }) {
    const before = known.get(auctionId) ?? { seq: 0, highest: 0, points: [] }
    if (before.seq >= state.seq) return before.points
    const { rows } = await pool.query<{ price: number; at: Date }>({
      name: 'showing-history',
      text: `select price, received_at as at from (
          select seq, price, received_at, max(price) over (order by seq rows between unbounded preceding and 1 preceding) as highest
          from portal.bids where auction_id = $1 and seq > $2 and seq <= $3
        ) bid
        where price > greatest(coalesce(highest, 0), $4::bigint)
        order by seq`,
      values: [auctionId, before.seq, state.seq, before.highest],
    })
    // Preliminary bids count from the start (R3.1), whenever they were received.
    const fresh = rows.map(({ price, at }) => ({ at: instantOf(Math.max(at.getTime(), state.lot.startsAt)), price: toPriceString(price) }))
    const points = [...before.points, ...fresh]
    known.delete(auctionId)
    known.set(auctionId, { seq: state.seq, highest: rows.at(-1)?.price ?? before.highest, points })
    for (const oldest of known.keys()) {
      if (known.size <= capacity) break
      known.delete(oldest)
    }
    return points
  }
}
