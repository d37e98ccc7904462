import type { ProtocolEntry } from '@/lib/contract/protocol'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'

/** Small enough not to block the event loop noticeably. */
const PAGE_SIZE = 500

/** An auction's entries in order, read page by page. Bodies are unchanged, because their exact text was hashed. */
export async function* entryPages(
  db: Queryable,
  auctionId: number,
  which: 'all' | 'bids' | 'others' = 'all',
): AsyncGenerator<ProtocolEntry[]> {
  let after = 0
  for (;;) {
    const rows = await readRows<ProtocolEntry>(db, {
      name: `protocol-entries-${which}`,
      text: `select seq, at, kind, body, previous_hash, hash from portal.auction_log
        where auction_id = $1 and seq > $2 ${{ all: '', bids: "and kind = 'bid'", others: "and kind <> 'bid'" }[which]} order by seq limit ${PAGE_SIZE}`,
      values: [auctionId, after],
    })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = last.seq
  }
}

/** The chain's length and last hash. */
export async function readHead(db: Queryable, auctionId: number): Promise<{ entry_count: number; head_hash: string }> {
  const { rows } = await db.query<{ entry_count: number; head_hash: string }>({
    name: 'protocol-head',
    text: `select log_seq as entry_count, last_hash as head_hash from portal.auction_heads where auction_id = $1`,
    values: [auctionId],
  })
  const head = rows[0]
  if (head === undefined) throw new Error(`Auction ${auctionId} has no record`)
  return head
}

export async function findIdByNumber(db: Queryable, auctionNumber: number): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'protocol-number',
    text: `select id from cms.auctions where number = $1 and _status = 'published'`,
    values: [auctionNumber],
  })
  return rows[0]?.id ?? null
}
