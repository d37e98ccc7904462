import type { AuctionFact } from '@/lib/domain/facts'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import { refuse, type Outcome } from '@/lib/server/kernel/handler'
import { readAnnouncement } from './announcement'
import type { Applicant } from './applicant'
import type { BiddingBooks } from './books'
import { type DecidedBy, recordDecisions } from './decision-rows'
import { type Journal, type LogEntry, write } from './journal'
import { noticesOf } from './notices'
import type { OutboxNotice } from './outbid'

export interface ChangeDependencies {
  pool: Pool
  books: BiddingBooks
}

/** An auction whose head this transaction holds: nobody else writes to its log meanwhile. */
export interface OpenAuction {
  readonly client: PoolClient
  journal(): Journal
  /** Appends facts to the log, with the decisions beside it and the notices that they cause. */
  append(facts: readonly AuctionFact[], by?: DecidedBy): Promise<void>
  /** Makes an application just inserted known, so that facts may name it. */
  admit(accountId: number, applicant: Applicant): void
}

/**
 * Everything that happens in an auction beside bids goes through here: one transaction under the lock of the auction's
 * head, on the log as it really is. A refusal leaves nothing behind.
 *
 * @param before runs first, for locks that come before the head's in order (a company's)
 */
export async function changeAuction<T>(
  { pool, books }: ChangeDependencies,
  auctionId: number,
  work: (auction: OpenAuction) => Promise<Outcome<T>>,
  before: (client: PoolClient) => Promise<void> = () => Promise.resolve(),
): Promise<Outcome<T>> {
  let written: Journal | null = null
  try {
    const outcome = await withTransaction(
      pool,
      async (client) => {
        await before(client)
        const auction = await openAuction(client, books, auctionId)
        const result = auction === null ? refuse('not_found') : await work(auction)
        if (!result.ok) throw new Refused(result)
        written = auction?.journal() ?? null
        return result
      },
      { retries: 3 },
    )
    if (written !== null) books.keep(written)
    return outcome
  } catch (error) {
    if (error instanceof Refused) return error.outcome
    throw error
  }
}

/** Locks the auction's head, making it where the record begins now; null where no such auction is published. */
export async function openAuction(client: PoolClient, books: BiddingBooks, auctionId: number): Promise<OpenAuction | null> {
  if (!(await lockHead(client, auctionId)) && !(await beginRecord(client, auctionId))) return null
  return holding(client, books, auctionId)
}

export async function holding(client: PoolClient, books: BiddingBooks, auctionId: number): Promise<OpenAuction | null> {
  const read = await books.current(client, auctionId)
  if (read === null) return null
  let journal: Journal = read
  return {
    client,
    journal: () => journal,
    async append(facts, by = {}) {
      if (facts.length === 0) return
      await recordDecisions(client, journal, facts, by)
      const before = journal
      const written = write(before, facts, await readAnnouncement(client, before.auctionId))
      await appendEntries(client, before, written.entries)
      journal = written.journal
      await queueNotices(client, noticesOf(facts, before, journal))
    },
    admit(accountId, applicant) {
      journal = { ...journal, applicants: new Map(journal.applicants).set(accountId, applicant) }
    },
  }
}

async function lockHead(client: PoolClient, auctionId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
  return rowCount === 1
}

/** Freezes the lot (R1.2): an edit under way is waited for, a later one finds the head and is refused. */
async function beginRecord(client: PoolClient, auctionId: number): Promise<boolean> {
  const { rowCount } = await client.query(`select from cms.auctions where id = $1 and _status = 'published' for share`, [auctionId])
  if (rowCount === 0) return false
  await client.query(
    `insert into portal.auction_heads (auction_id, effective_end, hard_end)
     select id, ends_at, hard_end_at from cms.lots where id = $1 and ends_at is not null and hard_end_at is not null on conflict (auction_id) do nothing`,
    [auctionId],
  )
  return lockHead(client, auctionId)
}

async function appendEntries(client: PoolClient, { lastHash }: Journal, entries: readonly LogEntry[]): Promise<void> {
  const rows = entries.map((entry, index) => ({
    auction_id: entry.auctionId,
    seq: entry.seq,
    at: new Date(entry.at),
    kind: entry.kind,
    body: entry.body,
    previous_hash: entries[index - 1]?.hash ?? lastHash,
    hash: entry.hash,
  }))
  await client.query(
    `insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
     select * from json_to_recordset($1) r (auction_id integer, seq bigint, at timestamptz, kind text, body text, previous_hash text, hash text)`,
    [JSON.stringify(rows)],
  )
}

async function queueNotices(client: PoolClient, notices: readonly OutboxNotice[]): Promise<void> {
  if (notices.length === 0) return
  await client.query(
    `insert into portal.outbox (kind, account_id, payload, dedupe_key)
     select * from json_to_recordset($1) r (kind text, account_id integer, payload jsonb, dedupe_key text)
     on conflict (dedupe_key) do nothing`,
    [JSON.stringify(notices)],
  )
}

/** Takes a refusal out of the transaction, which is rolled back on its way. */
class Refused extends Error {
  constructor(readonly outcome: { ok: false; refusal: Extract<Outcome<never>, { ok: false }>['refusal'] }) {
    super('refused')
  }
}
