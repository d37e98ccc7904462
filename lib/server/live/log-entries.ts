import type { Queryable } from '@/lib/server/db/pool'

/** An entry of an auction's log as the record has it (R8.4). */
export interface LogEntry {
  readonly seq: number
  readonly at: Date
  readonly kind: string
  readonly body: string
}

/** The entries after `after`, in order, `limit` at most. */
export async function readLog(db: Queryable, auctionId: number, after: number, limit: number): Promise<LogEntry[]> {
  const { rows } = await db.query<LogEntry>({
    name: 'live-log',
    text: `select seq, at, kind, body from portal.auction_log where auction_id = $1 and seq > $2 order by seq limit $3`,
    values: [auctionId, after, limit],
  })
  return rows
}

/** The newest entry's number; 0 where the log has not begun. */
export async function readHead(db: Queryable, auctionId: number): Promise<number> {
  const { rows } = await db.query<{ log_seq: number }>({
    name: 'live-head',
    text: `select log_seq from portal.auction_heads where auction_id = $1`,
    values: [auctionId],
  })
  return rows[0]?.log_seq ?? 0
}
