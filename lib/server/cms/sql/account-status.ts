import { REQUIRED_DOCUMENTS, type RequiredDocument } from '@/lib/domain/application'
import type { Queryable } from '@/lib/server/platform/db/pool'

export type AccountStatus = 'awaiting_confirmation' | 'active' | 'deactivated'

/** What a company (cms.companies company) is found by; an index is made of the same. */
export const wordsOfCompany =
  'portal.words_of_company(company.company_name, company.company_short_name, company.edrpou, company.email, company.phone, company.surname)'

/** The accreditation documents that an account has not uploaded, as a column (text[], in the order in which they are asked for). */
export function missingDocumentsOf(account: 'application.account_id' | 'account.account_id' | '$1::integer'): string {
  return `(select coalesce(array_agg(required.kind order by required.place), '{}')
    from unnest(array[${REQUIRED_DOCUMENTS.map((kind) => `'${kind}'`).join(', ')}]) with ordinality required (kind, place)
    where not exists (select from portal.files file where file.account_id = ${account} and file.kind = required.kind and file.deleted_at is null))`
}

export async function readMissingDocuments(db: Queryable, accountId: number): Promise<RequiredDocument[]> {
  const { rows } = await db.query<{ missing: RequiredDocument[] }>({
    name: 'missing-documents',
    text: `select ${missingDocumentsOf('$1::integer')} as missing`,
    values: [accountId],
  })
  return rows[0]?.missing ?? []
}
