import { decideOutage, SHORTEST_OUTAGE_MS } from '@/lib/domain/lifecycle'
import { lockLeadership, type Recovery } from '@/lib/server/auctions/bid/leadership'
import { openAuction } from '@/lib/server/auctions/change-auction'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'

interface OutageDependencies {
  pool: Pool
  streams: StreamCache
  clock: Clock
  serverId: string
  log: { warn(details: object, message: string): void }
}

/**
 * Must run before a new leader, or one whose beats paused, decides anything. Records an outage (R3.2), and returns the
 * instant of the newest entry, which the leader's clock must have passed (R0.4).
 */
export async function recoverAuctions(deps: OutageDependencies, recovery: Recovery): Promise<number> {
  if (recovery.silentMs >= SHORTEST_OUTAGE_MS) await recordOutage(deps, recovery)
  return newestRecordAt(deps.pool)
}

/**
 * Records the outage in every auction that it hit, in one transaction. A bid on record proves that the portal worked, so the
 * outage begins after the last bid.
 */
async function recordOutage(deps: OutageDependencies, { epoch, silentMs }: Recovery): Promise<void> {
  const { pool, streams, clock, serverId, log } = deps
  const moved: LoadedStream[] = []
  const to = clock.now()
  let from = Math.round(to - silentMs)
  await withTransaction(pool, async (client) => {
    if (!(await lockLeadership(client, serverId, epoch))) throw new Error('another server leads')
    from = Math.max(from, await lastBidAt(client))
    if (to - from < SHORTEST_OUTAGE_MS) return
    // Ordered by id, like every transaction that locks several heads.
    const { rows } = await client.query<{ auction_id: number }>(
      `select head.auction_id from portal.auction_heads head join cms.lots lot on lot.id = head.auction_id
       where head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null and lot.starts_at < $1
       order by head.auction_id`,
      [new Date(to)],
    )
    for (const { auction_id: auctionId } of rows) {
      const auction = await openAuction(client, streams, auctionId)
      if (auction === null) continue
      const events = decideOutage(auction.stream().state, { from, to })
      if (events.length === 0) continue
      await auction.append(events)
      moved.push(auction.stream())
    }
    if (moved.length === 0) return
    await client.query('insert into portal.outages (since, until, noticed_by, auctions) values ($1, $2, $3, $4)', [
      new Date(from),
      new Date(to),
      serverId,
      moved.map(({ auctionId }) => auctionId),
    ])
  })
  for (const stream of moved) streams.put(stream)
  const details = { from: new Date(from), until: new Date(to), auctions: moved.map(({ auctionId }) => auctionId) }
  if (moved.length > 0) log.warn(details, 'outage recorded')
}

/** The last bid of all open auctions; -Infinity if there is none. */
async function lastBidAt(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select max(bid.received_at) as at
     from portal.auction_heads head join portal.bids bid on bid.auction_id = head.auction_id and bid.seq = head.bid_seq
     where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null`,
  )
  return rows[0]?.at?.getTime() ?? -Infinity
}

async function newestRecordAt(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ at: Date | null }>({
    name: 'newest-record',
    text: `select max(entry.at) as at
      from portal.auction_heads head
      join portal.auction_log entry on entry.auction_id = head.auction_id and entry.seq = head.log_seq
      where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null`,
  })
  return rows[0]?.at?.getTime() ?? -Infinity
}
