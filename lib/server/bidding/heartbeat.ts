import type { Pool, Queryable } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { Clock } from '@/lib/server/kernel/clock'
import { LONGEST_SILENCE, decideOutage } from '@/lib/domain/outage'
import type { Arrivals } from './arrivals'
import type { BiddingBooks } from './books'
import { openAuction } from './change-auction'
import type { Journal } from './journal'

export interface HeartbeatDependencies {
  pool: Pool
  books: BiddingBooks
  arrivals: Arrivals
  clock: Clock
  serverId: string
  /** Told of every sign of life: null, or why it could not be written. */
  onBeat?: (error: unknown) => void
}

export interface Heartbeat {
  /**
   * Says that this server lives, and up to when its bids are written (R6.2). Records an outage that this beat ends. One at a time: who asks
   * during one shares it, so that a slow database is not asked ever more.
   */
  beat(): Promise<void>
  /** Nothing is received any more and everything is written: closing need not wait for this server. */
  stop(): Promise<void>
}

const OUTAGE_LOCK = 4_207_310_002
const DAY = 24 * 60 * 60_000

export function createHeartbeat(deps: HeartbeatDependencies): Heartbeat {
  const { pool, clock, arrivals, serverId } = deps
  let startedAt: number | null = null

  async function write(db: Queryable, stopped: boolean): Promise<void> {
    const now = clock.now()
    startedAt ??= now
    // Read in the same turn: what is stamped later is not before `now`.
    const drained = arrivals.oldest() ?? now
    await db.query({
      name: 'heartbeat',
      text: `insert into portal.servers (id, started_at, alive_at, drained_until, stopped_at) values ($1, $2, $3, $4, $5)
             on conflict (id) do update set alive_at = excluded.alive_at, stopped_at = excluded.stopped_at,
               drained_until = greatest(portal.servers.drained_until, excluded.drained_until)`,
      values: [serverId, new Date(startedAt), new Date(now), new Date(drained), stopped ? new Date(now) : null],
    })
  }

  let beating: Promise<void> | null = null

  async function beatOnce(): Promise<void> {
    try {
      const since = await lastSign(pool)
      if (since !== null && clock.now() - since > LONGEST_SILENCE) await endOutage(deps, (client) => write(client, false))
      else await write(pool, false)
      deps.onBeat?.(null)
    } catch (error) {
      deps.onBeat?.(error)
      throw error
    } finally {
      beating = null
    }
  }

  return {
    beat: () => (beating ??= beatOnce()),
    stop: () => write(pool, true),
  }
}

async function lastSign(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: Date | null }>({
    name: 'last-sign',
    text: 'select max(alive_at) as at from portal.servers',
  })
  return rows[0]?.at?.getTime() ?? null
}

/**
 * Records the outage and moves the ends of the auctions that it hit, once, whichever of several servers comes back
 * first (R3.2): all in the transaction of the beat that ends it.
 */
async function endOutage(
  { pool, books, clock, serverId }: HeartbeatDependencies,
  beat: (db: Queryable) => Promise<void>,
): Promise<void> {
  const moved: Journal[] = []
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [OUTAGE_LOCK])
    const since = await lastSign(client)
    const until = clock.now()
    if (since !== null && until - since > LONGEST_SILENCE) {
      await client.query('insert into portal.outages (since, until, noticed_by) values ($1, $2, $3)', [
        new Date(since),
        new Date(until),
        serverId,
      ])
      // In the order of their ids, like all who lock several heads.
      const { rows } = await client.query<{ auction_id: number }>(
        `select head.auction_id from portal.auction_heads head join cms.lots lot on lot.id = head.auction_id
         where head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null and lot.starts_at < $1
         order by head.auction_id`,
        [new Date(until)],
      )
      for (const { auction_id: auctionId } of rows) {
        const auction = await openAuction(client, books, auctionId)
        if (auction === null) continue
        await auction.append(decideOutage(auction.journal().state, { from: since, to: until }))
        moved.push(auction.journal())
      }
      await client.query('delete from portal.servers where alive_at < $1', [new Date(since - DAY)])
    }
    await beat(client)
  })
  for (const journal of moved) books.keep(journal)
}
