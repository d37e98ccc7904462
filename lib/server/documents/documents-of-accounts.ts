import { documentKind, type CompanyDocument } from '@/lib/contract/documents'
import type { Queryable } from '@/lib/server/db/pool'
import { documentColumns, documentOf, type DocumentRow } from './endpoints'

/** The companies' accreditation documents by account, the newest first, for whoever decides on their applications (R2.4). */
export async function documentsOfAccounts(db: Queryable, accountIds: readonly number[]): Promise<Map<number, CompanyDocument[]>> {
  const { rows } = await db.query<DocumentRow & { account_id: number }>(
    `select ${documentColumns} from portal.files file
     where account_id = any ($1) and kind = any ($2) and deleted_at is null order by id desc`,
    [accountIds, documentKind.options],
  )
  const documents = new Map<number, CompanyDocument[]>()
  for (const row of rows) documents.set(row.account_id, [...(documents.get(row.account_id) ?? []), documentOf(row)])
  return documents
}
