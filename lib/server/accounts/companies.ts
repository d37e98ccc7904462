import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import type { Language } from '@/lib/contract/primitives'
import type { PoolClient } from '@/lib/server/db/pool'

export type CompanyEntry = CompanyData & { email: string; language: Language }

export type CompanyWriting =
  | { ok: true; id: number }
  | { ok: false; code: 'email_already_used' }
  | { ok: false; code: 'invalid_input'; errors: FieldError[] }

/**
 * The companies as edited content. Both writes go into the transaction of the client that they are given, so that a
 * company and what happens to its account stand or fall together; after a refusal the transaction is rolled back.
 */
export interface Companies {
  create(client: PoolClient, company: CompanyEntry): Promise<CompanyWriting>
  update(client: PoolClient, id: number, change: Partial<CompanyEntry>): Promise<CompanyWriting>
}
