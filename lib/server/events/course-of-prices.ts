import { LRUCache } from 'lru-cache'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { thinPoints } from '@/lib/domain/chart-points'
import { toPriceString } from '@/lib/domain/money'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { instantOf } from './auction-shapes'
import type { AuctionSnapshot } from './stream'

type PricePoint = AuctionDetail['history'][number]

interface History {
  readonly seq: number
  readonly highest: number
  readonly points: readonly PricePoint[]
}

/** Number of auctions whose history is kept in memory. */
const MAX_HISTORIES = 200

/**
 * The steps of the price chart: the highest price from an instant on. Bids never change, so only new ones are read for an
 * auction in memory.
 */
export function createPriceHistory(pool: Pool): (snapshot: AuctionSnapshot) => Promise<readonly PricePoint[]> {
  const histories = new LRUCache<number, History>({ max: MAX_HISTORIES })

  return async function historyOf({ auctionId, state }) {
    const before = histories.get(auctionId) ?? { seq: 0, highest: 0, points: [] }
    if (before.seq >= state.seq) return before.points
    const { rows } = await pool.query<{ price: number; automatic: boolean; at: Date }>({
      name: 'auctions-history',
      text: `select price, automatic, received_at as at from (
          select seq, price, automatic, received_at, max(price) over (order by seq rows between unbounded preceding and 1 preceding) as highest
          from portal.bids where auction_id = $1 and seq > $2 and seq <= $3
        ) bid
        where price > greatest(coalesce(highest, 0), $4::bigint)
        order by seq`,
      values: [auctionId, before.seq, state.seq, before.highest],
    })
    // Preliminary bids count from the start (R3.1).
    const fresh = rows.map(({ price, automatic, at }) => ({
      at: instantOf(Math.max(at.getTime(), state.lot.startsAt)),
      price: toPriceString(price),
      ...(automatic && { automatic: true as const }),
    }))
    const points = thinPoints([...before.points, ...fresh])
    histories.set(auctionId, { seq: state.seq, highest: rows.at(-1)?.price ?? before.highest, points })
    return points
  }
}

/**
 * Entries of the log that move an auction's end, as the index `auction_log_moves` has it: under any other condition PostgreSQL reads
 * the auction's whole log.
 */
export const MOVES_END = `kind in ('extended', 'outage', 'resumed')`

const CAUSES = { extended: 'bid', outage: 'outage', resumed: 'halt' } as const

export async function readExtensions(
  db: Queryable,
  { auctionId, logSeq }: AuctionSnapshot,
): Promise<AuctionDetail['extensions']> {
  const { rows } = await db.query<{ at: Date; kind: 'extended' | 'outage' | 'resumed'; effective_end: string }>({
    name: 'auctions-extensions',
    text: `select at, kind, body::json ->> 'effective_end' as effective_end from portal.auction_log
      where auction_id = $1 and seq <= $2 and ${MOVES_END} order by seq`,
    values: [auctionId, logSeq],
  })
  const marks = rows.map(({ at, kind, effective_end }) => ({
    at: at.toISOString(),
    effective_end,
    cause: CAUSES[kind],
  }))
  return thinPoints(marks)
}
