import { decideOutage, SHORTEST_OUTAGE } from '@/lib/domain/start'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { newerThan, offsetsOf, type Machine } from '@/lib/server/platform/agree-on-time'
import type { Clock, ComparedClocks } from '@/lib/server/platform/clock'
import { readSigns, type Sign, type Silence, silenceOf } from '@/lib/server/platform/signs-of-life'
import { openAuction } from './change-auction'
import type { InFlightBids } from './bid/in-flight-bids'

export interface HeartbeatDependencies {
  pool: Pool
  streams: StreamCache
  inFlightBids: InFlightBids
  clock: Clock
  machine: Machine
  serverId: string
  /** Told of every sign of life: null, or why it could not be written. */
  onBeat?: (error: unknown) => void
  /** Told at every sign of life what the clocks of this server and of the other living ones say beyond the database's. */
  onClocks?: (compared: ComparedClocks) => void
  /** Told of an outage that this server has recorded, and of a silence of which clocks say more than is proven. */
  onSilence?: (silence: Silence & { recorded: boolean; moved: number }) => void
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
/** Clocks and timers differ by so much without anybody having set one. */
const TOLERANCE = 2_000

export function createHeartbeat(deps: HeartbeatDependencies): Heartbeat {
  const { pool, clock, machine, inFlightBids, serverId } = deps
  let startedAt: number | null = null
  let beating: Promise<void> | null = null
  let stopped = false
  let known: readonly Sign[] = []

  async function write(db: Queryable, leaves: boolean): Promise<void> {
    const now = clock.now()
    startedAt ??= now
    // Read in the same turn: what is stamped later is not before `now`.
    const drained = inFlightBids.oldest() ?? now
    const stoppedAt = leaves ? new Date(now) : null
    await db.query({
      name: 'heartbeat',
      text: `insert into portal.servers as server
               (id, started_at, alive_at, drained_until, stopped_at, boot, running_ms, machine_at, beat, database_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, nextval('portal.signs_of_life'), clock_timestamp())
             on conflict (id) do update set alive_at = excluded.alive_at, stopped_at = excluded.stopped_at,
               drained_until = greatest(server.drained_until, excluded.drained_until), boot = excluded.boot,
               running_ms = excluded.running_ms, machine_at = excluded.machine_at, beat = excluded.beat, database_at = excluded.database_at`,
      values: [
        serverId,
        new Date(startedAt),
        new Date(now),
        new Date(drained),
        stoppedAt,
        machine.boot,
        machine.elapsed(),
        new Date(machine.clock()),
      ],
    })
  }

  function compare(signs: readonly Sign[]): void {
    const isOwn = (sign: Sign) => sign.serverId === serverId
    const [own] = offsetsOf(signs.filter(isOwn))
    if (own !== undefined)
      deps.onClocks?.({
        own,
        peers: offsetsOf(
          newerThan(
            known,
            signs.filter((sign) => !isOwn(sign)),
          ),
        ),
      })
    known = signs
  }

  function silence(signs: readonly Sign[]): Silence | null {
    return silenceOf(signs, {
      boot: machine.boot,
      elapsed: machine.elapsed(),
      clock: machine.clock(),
      now: clock.now(),
    })
  }

  async function beatOnce(): Promise<void> {
    try {
      const signs = await readSigns(pool)
      const found = silence(signs)
      if (found !== null && found.proven > SHORTEST_OUTAGE) await endOutage()
      else {
        await write(pool, false)
        if (found !== null && found.byClock > SHORTEST_OUTAGE + TOLERANCE)
          deps.onSilence?.({ ...found, recorded: false, moved: 0 })
      }
      deps.onBeat?.(null)
      compare(signs)
    } catch (error) {
      deps.onBeat?.(error)
      throw error
    } finally {
      beating = null
    }
  }

  /**
   * Records the outage and moves the ends of the auctions that it hit, once, whichever of several servers comes back
   * first (R3.2, R3.2a): all in the transaction of the beat that ends it.
   */
  async function endOutage(): Promise<void> {
    const moved: LoadedStream[] = []
    let recorded: Silence | null = null
    await withTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [OUTAGE_LOCK])
      const found = silence(await readSigns(client))
      if (found !== null && found.proven > SHORTEST_OUTAGE) {
        const to = clock.now()
        const outage = { from: Math.round(to - found.proven), to }
        // In the order of their ids, like all who lock several heads.
        const { rows } = await client.query<{ auction_id: number }>(
          `select head.auction_id from portal.auction_heads head join cms.lots lot on lot.id = head.auction_id
           where head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null and lot.starts_at < $1
           order by head.auction_id`,
          [new Date(outage.to)],
        )
        for (const { auction_id: auctionId } of rows) {
          const auction = await openAuction(client, deps.streams, auctionId)
          if (auction === null) continue
          const events = decideOutage(auction.stream().state, outage)
          if (events.length === 0) continue
          await auction.append(events)
          moved.push(auction.stream())
        }
        await client.query(
          'insert into portal.outages (since, until, noticed_by, auctions) values ($1, $2, $3, $4) on conflict (since) do nothing',
          [new Date(outage.from), new Date(outage.to), serverId, moved.map(({ auctionId }) => auctionId)],
        )
        await client.query('delete from portal.servers where alive_at < $1', [new Date(outage.from - DAY)])
        recorded = found
      }
      await write(client, false)
    })
    for (const stream of moved) deps.streams.keep(stream)
    if (recorded !== null) deps.onSilence?.({ ...(recorded as Silence), recorded: true, moved: moved.length })
  }

  return {
    beat: () => (stopped ? Promise.resolve() : (beating ??= beatOnce())),
    async stop() {
      stopped = true
      // One that is under way would say afterwards that this server lives.
      await beating?.catch(() => undefined)
      await write(pool, true)
    },
  }
}
