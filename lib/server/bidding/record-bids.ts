import type { Queryable } from '@/lib/server/db/pool'
import { instantOf } from '@/lib/server/kernel/auction-shapes'
import type { Batch } from './batch'

/** Who writes: fences a server that decides no longer. */
export interface Decider {
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
export async function recordBids(db: Queryable, { serverId, epoch }: Decider, batches: readonly Batch[]): Promise<ReadonlySet<number> | null> {
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
