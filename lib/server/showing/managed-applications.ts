import type { User } from '@/lib/contract/accounts'
import type { CompanyDocument } from '@/lib/contract/documents'
import type { ManagedApplication } from '@/lib/contract/manager'
import { arePreliminaryBidsVisible } from '@/lib/domain/application'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { missingDocuments } from '@/lib/domain/required-documents'
import type { Queryable } from '@/lib/server/db/pool'
import type { Book } from '@/lib/server/kernel/books'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'
import type { Paging } from './bids'

/** What other capabilities know of companies, for the staff's eyes. */
export interface Directory {
  companies(accountIds: readonly number[]): Promise<Map<number, User>>
  documents(accountIds: readonly number[]): Promise<Map<number, CompanyDocument[]>>
}

interface ApplicationRow {
  id: number
  auction_id: number
  account_id: number
  number: number
  received_at: Date
  reason: string | null
}

const select = `select application.id, application.auction_id, application.account_id, application.number,
  application.received_at, rejected.reason
  from portal.applications application
  left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'`

export async function findAuctionOfApplication(db: Queryable, applicationId: number): Promise<number | null> {
  const { rows } = await db.query<{ auction_id: number }>(`select auction_id from portal.applications where id = $1`, [applicationId])
  return rows[0]?.auction_id ?? null
}

/** The auction's applications in the order received. */
export async function listApplications(
  db: Queryable,
  directory: Directory,
  book: Book,
  { cursor, limit = defaultLimit }: Paging,
): Promise<Page<ManagedApplication>> {
  const after = decodeCursor(cursor, ['id'])?.[0] ?? 0
  const { rows } = await db.query<ApplicationRow>({
    name: 'showing-applications',
    text: `${select} where application.auction_id = $1 and application.number > $2::bigint order by application.number limit $3`,
    values: [book.auctionId, after, limit + 1],
  })
  const shapes = await shapesOf(directory, book, rows)
  const page = pageOf(rows, limit, ({ number }) => [number], ({ id }) => id)
  return { ...page, list: page.list.flatMap((id) => shapes.get(id) ?? []) }
}

export async function findApplication(db: Queryable, directory: Directory, book: Book, id: number): Promise<ManagedApplication | null> {
  const { rows } = await db.query<ApplicationRow>(`${select} where application.id = $1`, [id])
  return (await shapesOf(directory, book, rows)).get(id) ?? null
}

async function shapesOf(directory: Directory, { state }: Book, rows: readonly ApplicationRow[]): Promise<Map<number, ManagedApplication>> {
  const accountIds = rows.map(({ account_id }) => account_id)
  const [companies, documents] = await Promise.all([directory.companies(accountIds), directory.documents(accountIds)])
  const visible = arePreliminaryBidsVisible(state)
  const shapes = new Map<number, ManagedApplication>()
  for (const row of rows) {
    const company = companies.get(row.account_id)
    const application = state.applications.get(row.account_id)
    if (company === undefined || application === undefined) continue
    shapes.set(row.id, {
      id: row.id,
      auction_id: row.auction_id,
      company,
      status: application.status,
      participant: application.participant,
      price: visible ? toPriceString(application.price) : null,
      quantity: visible ? toQuantityString(application.quantity) : null,
      received_at: row.received_at.toISOString(),
      reason: row.reason,
      documents: documents.get(row.account_id) ?? [],
      missing_documents: missingDocuments(documents.get(row.account_id) ?? []),
    })
  }
  return shapes
}
