import type { Protocol } from '@/lib/contract/auctions'
import type { Queryable } from '@/lib/server/db/pool'

type Record = Pick<Protocol, 'entries' | 'head_hash'>

/** The chain of an auction's log as it stands on record (R8.4); bodies are not touched, because they are what was hashed. */
export async function readRecord(db: Queryable, auctionId: number): Promise<Record> {
  const { rows } = await db.query<Omit<Record['entries'][number], 'at'> & { at: Date }>({
    name: 'protocol-record',
    text: `select seq, at, kind, body, previous_hash, hash from portal.auction_log where auction_id = $1 order by seq`,
    values: [auctionId],
  })
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { entries, head_hash: entries.at(-1)?.hash ?? '0'.repeat(64) }
}

export async function findIdByNumber(db: Queryable, auctionNumber: number): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'protocol-number',
    text: `select id from cms.auctions where number = $1 and _status = 'published'`,
    values: [auctionNumber],
  })
  return rows[0]?.id ?? null
}
