import { documentKind, type CompanyDocument } from '@/lib/contract/documents'
import type { Queryable } from '@/lib/server/db/pool'
import { documentOf } from './endpoints'
import type { StoredFile } from './files'

/** The companies' accreditation documents by account, the newest first, for whoever decides on their applications (R2.4). */
export async function documentsOfAccounts(db: Queryable, accountIds: readonly number[]): Promise<Map<number, CompanyDocument[]>> {
  const { rows } = await db.query<StoredFile & { account_id: number }>(
    `select id, account_id, kind, name, media_type, bytes, uploaded_at from portal.files
     where account_id = any ($1) and kind = any ($2) and deleted_at is null order by id desc`,
    [accountIds, documentKind.options],
  )
  const documents = new Map<number, CompanyDocument[]>()
  for (const row of rows) documents.set(row.account_id, [...(documents.get(row.account_id) ?? []), documentOf(row)])
  return documents
}
