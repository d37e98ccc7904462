import type { AuctionSummary } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/db/pool'
import type { Book, Books } from '@/lib/server/kernel/books'
import type { Clock } from '@/lib/server/kernel/clock'
import type { Caller } from '@/lib/server/kernel/handler'
import { readAuctions } from './auction-rows'
import { isToldByRow, summaryOf, summaryOfRow } from './summary'

export interface ShowingDependencies {
  pool: Pool
  books: Books
  clock: Clock
}

/** The summaries of auctions by id; one that is no longer published is left out. */
export async function summariesOf(
  { pool, books, clock }: ShowingDependencies,
  ids: readonly number[],
  lang: Language,
  caller: Caller,
): Promise<Map<number, AuctionSummary>> {
  const rows = await readAuctions(pool, lang, ids)
  const summaries = await Promise.all(
    [...rows.values()].map(async (row) => {
      if (isToldByRow(row)) return summaryOfRow(row, clock.now())
      const book = await books.bookOf(row.id)
      return book === null ? summaryOfRow(row, clock.now()) : summaryOf(row, book.state, caller, clock.now())
    }),
  )
  return new Map(summaries.map((summary) => [summary.id, summary]))
}

/** The books of several auctions by id. */
export async function booksOf(books: Books, ids: readonly number[]): Promise<Map<number, Book>> {
  const found = await Promise.all(ids.map((id) => books.bookOf(id)))
  return new Map(found.flatMap((book) => (book === null ? [] : [[book.auctionId, book] as const])))
}
