import { decideOutage, SHORTEST_OUTAGE_MS } from '@/lib/domain/lifecycle'
import type { Silence } from '@/lib/server/auctions/bid/heartbeat'
import { openAuction } from '@/lib/server/auctions/change-auction'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { Clock } from '@/lib/server/platform/clock'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'

interface OutageDependencies {
  streams: StreamCache
  clock: Clock
  serverId: string
  log: { warn(details: object, message: string): void }
}

/**
 * Records an outage (R3.2) in every auction that it hit, in the transaction of the beat that ends it. A bid on record proves that the
 * portal worked, so the outage begins after the last bid. Call the returned function after the commit.
 */
export async function recordOutage(
  { streams, clock, serverId, log }: OutageDependencies,
  client: PoolClient,
  { silentMs }: Silence,
): Promise<() => void> {
  const to = clock.now()
  const from = Math.max(Math.round(to - silentMs), await lastBidAt(client))
  if (to - from < SHORTEST_OUTAGE_MS) return () => undefined
  // Ordered by id, like every transaction that locks several heads.
  const { rows } = await client.query<{ auction_id: number }>(
    `select head.auction_id from portal.auction_heads head join cms.lots lot on lot.id = head.auction_id
     where head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null and lot.starts_at < $1
     order by head.auction_id`,
    [new Date(to)],
  )
  const moved: LoadedStream[] = []
  for (const { auction_id: auctionId } of rows) {
    const auction = await openAuction(client, streams, auctionId)
    if (auction === null) continue
    const events = decideOutage(auction.stream().state, { from, to })
    if (events.length === 0) continue
    await auction.append(events)
    moved.push(auction.stream())
  }
  if (moved.length === 0) return () => undefined
  const auctions = moved.map(({ auctionId }) => auctionId)
  await client.query('insert into portal.outages (since, until, noticed_by, auctions) values ($1, $2, $3, $4)', [
    new Date(from),
    new Date(to),
    serverId,
    auctions,
  ])
  return () => {
    for (const stream of moved) streams.put(stream)
    log.warn({ from: new Date(from), until: new Date(to), auctions }, 'outage recorded')
  }
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
