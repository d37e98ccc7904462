import type { CabinetAuction } from '@/lib/contract/cabinet'
import type { OwnPosition } from '@/lib/contract/auctions'
import { toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/db/pool'
import type { Book } from '@/lib/server/kernel/books'
import { missingDocumentsOf } from '@/lib/server/kernel/missing-documents'
import { type ApplicationNote, ownPositionOf, ranksOf } from '@/lib/server/kernel/own-position'

/** What the record keeps of the account's applications beside the state, by auction. */
export async function readNotes(db: Queryable, accountId: number, auctionIds: readonly number[]): Promise<Map<number, ApplicationNote>> {
  const { rows } = await db.query<ApplicationNote & { auction_id: number }>({
    name: 'showing-notes',
    text: `select application.auction_id, application.id, rejected.reason, ${missingDocumentsOf('application.account_id')} as missing
      from portal.applications application
      left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'
      where application.account_id = $1 and application.auction_id = any ($2)`,
    values: [accountId, auctionIds],
  })
  return new Map(rows.map(({ auction_id, ...note }) => [auction_id, note]))
}

export async function ownPosition(db: Queryable, book: Book, accountId: number, now: number): Promise<OwnPosition> {
  const notes = await readNotes(db, accountId, [book.auctionId])
  return ownPositionOf(book, accountId, notes.get(book.auctionId) ?? null, now)
}

/** The volume that the account has won for good; null where it has not, or not yet. */
export function wonBy({ state }: Book, accountId: number): CabinetAuction['won'] {
  const participant = state.applications.get(accountId)?.participant ?? null
  if (state.completedAt === null || participant === null) return null
  const given = ranksOf(state).get(participant)?.given ?? 0
  return given > 0 ? toQuantityString(given) : null
}
