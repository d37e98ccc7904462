import { SHORTEST_OUTAGE } from '@/lib/domain/start'
import { type Batch, decideBatch, type Waiting } from './decide-batch'
import { onBoundedClient } from './in-flight-bids'
import { readIdempotencyRecords } from './place-bid'
import { sqlState } from '@/lib/server/platform/db/transaction'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { instantOf } from '@/lib/server/events/auction-shapes'
import type { StreamCache } from '@/lib/server/events/snapshots'

/**
 * Whether this server may record what is due in the transaction of `db`. Its own sign of life has to be newer than the shortest outage, so
 * that one that has just been suspended beats, and finds out about an outage, before it starts or ends anything.
 *
 * @param epoch in which it decides bids, for recording an end: nobody can take that from it before the commit
 */
export async function mayRecord(
  db: Queryable,
  { epoch, now, serverId }: { epoch: number | null; now: number; serverId: string },
): Promise<boolean> {
  if (epoch !== null) {
    const { rowCount } = await db.query({
      name: 'decides-bids',
      text: 'select from portal.bid_lease where epoch = $1 and holder = $2 for key share',
      values: [epoch, serverId],
    })
    if (rowCount === 0) return false
  }
  const { rowCount } = await db.query({
    name: 'gives-signs-of-life',
    text: 'select from portal.servers where id = $1 and alive_at > $2 and stopped_at is null',
    values: [serverId, new Date(now - SHORTEST_OUTAGE)],
  })
  return rowCount === 1
}

interface BidWriter {
  /**
   * Writes batches in one commit, and returns the auctions written. Left out are those whose log has moved on, or is
   * held by somebody; all of them, where a key is on record already; null, where this server decides no longer.
   */
  write(decider: Decider, batches: readonly Batch[]): Promise<ReadonlySet<number> | null>
  /**
   * Decides one auction's bids on what the log really holds and with the first answers that are on record; null where
   * there is no such auction. Nothing is locked: the write is refused where the log has moved on meanwhile.
   */
  decideOnRecord(auctionId: number, waiting: readonly Waiting[]): Promise<Batch | null>
}

const UNIQUE_VIOLATION = '23505'

/** @param milliseconds that a write may take; then its connection is cut, and whether it took effect is unknown */
export function createBidWriter(
  { pool, streams }: { pool: Pool; streams: StreamCache },
  milliseconds: number,
): BidWriter {
  return {
    write: (decider, batches) =>
      onBoundedClient(pool, milliseconds, (client) =>
        recordBids(client, decider, batches).catch((error: unknown) => {
          // A key of these has been answered before: nothing of the statement was written.
          if (sqlState(error) === UNIQUE_VIOLATION) return new Set<number>()
          throw error
        }),
      ),

    decideOnRecord: (auctionId, waiting) =>
      onBoundedClient(pool, milliseconds, async (client) => {
        const stream = await streams.current(client, auctionId)
        if (stream === null) return null
        return decideBatch(
          stream,
          waiting,
          await readIdempotencyRecords(
            client,
            waiting.map(({ command }) => command),
          ),
        )
      }),
  }
}

/** Who writes: fences a server that decides no longer. */
interface Decider {
  readonly serverId: string
  readonly epoch: number
}

/**
 * Writes the batches in one statement, which outside of a transaction is also one commit, and returns the auctions that
 * were written. Left out whole are those whose log has moved on or whose head another writer holds; null, with nothing
 * written, where this server does not decide any more.
 *
 * @throws the database's unique_violation where a key is on record already: nothing of the statement is written then
 */
async function recordBids(
  db: Queryable,
  { serverId, epoch }: Decider,
  batches: readonly Batch[],
): Promise<ReadonlySet<number> | null> {
  const entries = batches.flatMap((batch) => batch.entries)
  const requests = batches.flatMap((batch) => batch.requests)
  const notices = batches.flatMap((batch) => batch.notices)
  const { rows } = await db.query<{ written: number[] | null }>({
    name: 'record-bids',
    text: `select portal.record_decided_bids($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as written`,
    values: [
      serverId,
      epoch,
      array(batches.map(({ before }) => before.auctionId)),
      array(batches.map(({ before }) => before.logSeq)),
      array(entries.map(({ auctionId }) => auctionId)),
      array(entries.map(({ seq }) => seq)),
      array(entries.map(({ kind }) => kind)),
      array(entries.map(({ at }) => instantOf(at))),
      lines(entries.map(({ body }) => body)),
      array(entries.map(({ hash }) => hash)),
      array(requests.map(({ command }) => command.auctionId)),
      array(requests.map(({ command }) => command.bidderId)),
      array(requests.map(({ command }) => command.idempotencyKey)),
      array(requests.map(({ fingerprint }) => fingerprint)),
      array(requests.map(({ command }) => instantOf(command.receivedAt))),
      array(requests.map(({ bidSeq }) => bidSeq ?? 'null')),
      lines(requests.map(({ outcome }) => JSON.stringify(outcome))),
      notices.length === 0 ? null : JSON.stringify(notices),
    ],
  })
  const written = rows[0]?.written ?? null
  return written === null ? null : new Set(written)
}

/** An array in PostgreSQL's own notation; its elements are numbers and words of [A-Za-z0-9_:.|-], which need no quotes. */
function array(elements: readonly (string | number)[]): string {
  return `{${elements.join(',')}}`
}

/** Texts without line breaks (JSON writes them as \n), to be parted again by the database. */
function lines(texts: readonly string[]): string {
  return texts.join('\n')
}
