import { instantOf } from '@/lib/server/events/auction-shapes'
import type { BidVault } from '@/lib/server/events/sealed-bids'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { rowsOf } from '@/lib/server/jobs/emails'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { sqlState } from '@/lib/server/platform/db/transaction'
import {
  type Batch,
  decideBatch,
  type IdempotencyRecord,
  keyOf,
  type QueuedCommand,
  type QueuedOutcome,
} from './decide-batch'

const UNIQUE_VIOLATION = '23505'

interface BidWriterDependencies {
  pool: Pool
  streams: StreamCache
  /** Whether R4.11 applies. */
  limitsBids: boolean
}

/** @param milliseconds a write may take before its connection is cut; whether it took effect is then unknown */
export function createBidWriter({ pool, streams, limitsBids }: BidWriterDependencies, milliseconds: number) {
  async function decide(db: Queryable, auctionId: number, commands: readonly QueuedCommand[]): Promise<Batch | null> {
    const stream = await streams.current(db, auctionId)
    return stream && decideBatch(stream, commands, await readIdempotencyRecords(db, commands), { limitsBids })
  }

  return {
    /**
     * Writes batches in one commit, and returns the auctions that were written: not those whose log has moved on or is locked
     * by another writer, and none if a key is already on record.
     */
    write: (batches: readonly Batch[]) =>
      onBoundedClient(pool, milliseconds, (client) =>
        recordBids(client, streams.vault, batches).catch((error: unknown) => {
          // One of the keys has been answered before: the statement wrote nothing.
          if (sqlState(error) === UNIQUE_VIOLATION) return new Set<number>()
          throw error
        }),
      ),

    /**
     * Decides one auction's bids on the log and the first answers in the database; null if there is no such auction. It locks
     * nothing: the write is refused if the log has moved on meanwhile.
     */
    decideOnRecord: (auctionId: number, commands: readonly QueuedCommand[]) =>
      onBoundedClient(pool, milliseconds, (client) => decide(client, auctionId, commands)),

    /**
     * Decides and writes one auction's bids under the lock of its head, for which other writers wait; null if there is no such
     * auction.
     *
     * @param prepare changes the batch before it is written
     * @param idleMs after which PostgreSQL takes the lock from a server that was frozen meanwhile
     */
    decideLocked: (
      auctionId: number,
      commands: readonly QueuedCommand[],
      prepare: (batch: Batch) => Batch,
      idleMs: number,
    ) =>
      onBoundedClient(pool, milliseconds, async (client) => {
        await client.query(`begin; set local idle_in_transaction_session_timeout = ${Math.round(idleMs)}`)
        await client.query({
          name: 'lock-head',
          text: 'select from portal.auction_heads where auction_id = $1 for update',
          values: [auctionId],
        })
        const decided = await decide(client, auctionId, commands)
        const batch = decided && prepare(decided)
        if (batch !== null && needsWrite(batch)) await recordBids(client, streams.vault, [batch])
        await client.query('commit')
        return batch
      }),
  }
}

/** Refusals are not recorded in an auction without a record. */
export function needsWrite({ requests, before }: Batch): boolean {
  return requests.length > 0 && before.logSeq > 0
}

/**
 * Runs `work` on one connection, which is cut after `milliseconds`, so that a silent database does not hold up the callers.
 * Whether the statements took effect is then unknown.
 */
async function onBoundedClient<T>(
  pool: Pool,
  milliseconds: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let released = false
  const release = (broken?: Error) => {
    if (!released) client.release(broken)
    released = true
  }
  // Releasing as broken destroys the socket, which rejects the query that waits on it.
  const timer = setTimeout(() => release(new Error('the database did not answer in time')), milliseconds)
  try {
    const result = await work(client)
    release()
    return result
  } catch (error) {
    release(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Writes the batches in one statement, which outside of a transaction is also one commit.
 *
 * @throws unique_violation if a key is already on record; nothing is written then
 */
async function recordBids(db: Queryable, vault: BidVault, batches: readonly Batch[]): Promise<ReadonlySet<number>> {
  const entries = batches.flatMap((batch) => batch.entries)
  const requests = batches.flatMap((batch) => batch.requests)
  const notices = batches.flatMap((batch) => batch.notices)
  const orders = batches.flatMap((batch) => sealedOrders(vault, batch))
  const { rows } = await db.query<{ written: number[] }>({
    name: 'record-bids',
    text: `select portal.record_bids($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as written`,
    values: [
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
      array(requests.map(({ command }) => command.personId)),
      array(requests.map(({ command }) => command.idempotencyKey)),
      array(requests.map(({ fingerprint }) => fingerprint)),
      array(requests.map(({ receivedAt }) => instantOf(receivedAt))),
      array(requests.map(({ bidSeq }) => bidSeq ?? 'null')),
      lines(requests.map(({ outcome }) => JSON.stringify(outcome))),
      notices.length === 0 ? null : rowsOf(notices),
      orders.length === 0 ? null : JSON.stringify(orders),
    ],
  })
  return new Set(rows[0]?.written)
}

/** Changed automatic orders as rows, those that are over without numbers. */
function sealedOrders(vault: BidVault, { before: { auctionId }, orders }: Batch): object[] {
  return orders.map(({ companyId, personId, order, orderEntry }) => {
    const row = { auction_id: auctionId, company_id: companyId, person_id: personId }
    if (order === null) return row
    const { ceiling, quantity, minimumQuantity, salt } = order
    const secret = { price: ceiling, quantity, minimum_quantity: minimumQuantity, nonce: salt }
    const sealed = vault.seal(secret, { auctionId, companyId, orderEntry }).toString('base64')
    return { ...row, log_seq: orderEntry, sealed }
  })
}

/** An array as PostgreSQL writes it, of elements of [A-Za-z0-9_:.|-], which need no quotes. */
function array(elements: readonly (string | number)[]): string {
  return `{${elements.join(',')}}`
}

/** Texts without line breaks (JSON escapes them), which the database splits again. */
function lines(texts: readonly string[]): string {
  return texts.join('\n')
}

/** The recorded first answers to these commands' keys, by `keyOf` (R4.8). */
async function readIdempotencyRecords(
  db: Queryable,
  commands: readonly QueuedCommand[],
): Promise<Map<string, IdempotencyRecord>> {
  const { rows } = await db.query<{ index: number; fingerprint: string; answer: string }>({
    name: 'idempotency-records',
    text: `select command.index::integer as index, request.fingerprint, request.answer
           from unnest($1::integer[], $2::integer[], $3::text[]) with ordinality command (auction_id, company_id, key, index)
           join portal.bid_requests request
             on request.auction_id = command.auction_id and request.company_id = command.company_id
             and request.idempotency_key = command.key`,
    values: [
      commands.map(({ auctionId }) => auctionId),
      commands.map(({ bidderId }) => bidderId),
      commands.map(({ idempotencyKey }) => idempotencyKey),
    ],
  })
  const recorded = new Map<string, IdempotencyRecord>()
  for (const { index, fingerprint, answer } of rows) {
    const command = commands[index - 1]
    // Written by this portal, in the form of QueuedOutcome.
    if (command !== undefined)
      recorded.set(keyOf(command), { fingerprint, outcome: JSON.parse(answer) as QueuedOutcome })
  }
  return recorded
}
