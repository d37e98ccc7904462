import type { RecordedBid } from '@/lib/contract/bids'
import { phaseOf } from '@/lib/domain/auction-state'
import { toPriceString, formatSum, sumOf, toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/db/pool'
import type { Book } from '@/lib/server/kernel/books'
import type { Caller } from '@/lib/server/kernel/handler'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'
import { isHiddenFrom } from './summary'

export interface BidRow {
  seq: number
  account_id: number
  participant: number
  price: number
  quantity: number
  final: boolean
  received_at: Date
}

export interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

/** The bids of an auction, the newest first: one's own while it runs, all of them after its end. */
export async function listBids(db: Queryable, book: Book, caller: Caller, paging: Paging, now: number): Promise<Page<RecordedBid>> {
  const accountId = caller.kind === 'account' ? caller.accountId : null
  const phase = phaseOf(book.state, now)
  const over = phase !== 'planned' && phase !== 'running' && phase !== 'closing'
  const all = caller.kind === 'staff' || (over && !isHiddenFrom(caller, book.state, now))
  if (!all && accountId === null) return { list: [], next_cursor: null }
  return pageOfBids(db, book.auctionId, all ? null : accountId, paging, (row) => ({
    ...bidShape(row),
    own: row.account_id === accountId,
  }))
}

export async function pageOfBids<Item>(
  db: Queryable,
  auctionId: number,
  /** null: everybody's. */
  accountId: number | null,
  { cursor, limit = defaultLimit }: Paging,
  item: (row: BidRow) => Item,
): Promise<Page<Item>> {
  const before = decodeCursor(cursor, ['id'])?.[0] ?? null
  const { rows } = await db.query<BidRow>({
    name: `showing-bids-${accountId === null ? 'all' : 'own'}`,
    text: `select seq, account_id, participant, price, quantity, final, received_at from portal.bids
      where auction_id = $1 and ($2::bigint is null or seq < $2) ${accountId === null ? '' : 'and account_id = $4'}
      order by seq desc limit $3`,
    values: [auctionId, before, limit + 1, ...(accountId === null ? [] : [accountId])],
  })
  return pageOf(rows, limit, ({ seq }) => [seq], item)
}

export function bidShape(row: BidRow): Omit<RecordedBid, 'own'> {
  return {
    seq: row.seq,
    participant: row.participant,
    price: toPriceString(row.price),
    quantity: toQuantityString(row.quantity),
    sum: formatSum(sumOf(row.price, row.quantity)),
    final: row.final,
    received_at: row.received_at.toISOString(),
  }
}
