import { type AuctionSummary, auctionSummary } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import type { Book, Books } from '@/lib/server/kernel/books'
import type { Clock } from '@/lib/server/kernel/clock'
import type { Caller } from '@/lib/server/kernel/handler'
import { readable, type RecordFaults } from '@/lib/server/kernel/record-faults'
import { type AuctionRow, readAuctions } from './auction-rows'
import { isToldByRow, summaryOf, summaryOfRow } from './summary'

export interface ShowingDependencies {
  pool: Pool
  books: Books
  clock: Clock
  faults: RecordFaults
}

/** The summaries of auctions by id; one that is no longer published, or cannot be read, is left out. */
export async function summariesOf(
  deps: ShowingDependencies,
  ids: readonly number[],
  lang: Language,
  caller: Caller,
): Promise<Map<number, AuctionSummary>> {
  const { books, clock, faults } = deps
  const rows = [...(await readAuctions(deps, lang, ids)).values()]
  const found = await booksOf(books, rows.filter((row) => !isToldByRow(row)).map(({ id }) => id))
  const shape = (row: AuctionRow) => {
    const book = found.get(row.id)
    return book === undefined ? summaryOfRow(row, clock.now()) : summaryOf(row, book.state, caller, clock.now())
  }
  const kept = readable(faults, { collection: 'auctions', part: 'result', schema: auctionSummary, idOf: ({ id }) => id, shape }, rows)
  return new Map(kept.map((summary) => [summary.id, summary]))
}

/** The books of several auctions by id. */
export async function booksOf(books: Books, ids: readonly number[]): Promise<Map<number, Book>> {
  const found = await Promise.all(ids.map((id) => books.bookOf(id)))
  return new Map(found.flatMap((book) => (book === null ? [] : [[book.auctionId, book] as const])))
}
