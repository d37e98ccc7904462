import type { User } from '@/lib/contract/accounts'
import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import type { Language } from '@/lib/contract/primitives'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'
import type { AccountStatus } from '@/lib/server/cms/sql'

type CompanyEntry = CompanyData & { email: string; language: Language }

export type CompanyWriteResult =
  | { ok: true; id: number }
  | { ok: false; code: 'email_already_used' }
  | { ok: false; code: 'invalid_input'; errors: FieldError[] }

/** The companies as edited content, written within the transaction of the given client. */
export interface Companies {
  create(client: PoolClient, company: CompanyEntry): Promise<CompanyWriteResult>
  update(client: PoolClient, id: number, change: Partial<CompanyEntry>): Promise<CompanyWriteResult>
}

const CHECKS = {
  edrpou: isEdrpou,
  eic: isEic,
  iban: (text: string) => isIban(text),
}

/** Codes whose check digits are wrong; absent ones are not checked. */
export function companyFaults(data: Partial<CompanyData>): FieldError[] {
  return (Object.keys(CHECKS) as (keyof typeof CHECKS)[])
    .filter((name) => data[name] !== undefined && !CHECKS[name](data[name]))
    .map((name) => ({ path: name, code: `${name}_invalid` }))
}

export interface UserRow {
  account_id: number
  email: string
  company_name: string | null
  company_short_name: string | null
  name: string | null
  surname: string | null
  patronymic: string | null
  phone: string | null
  edrpou: string | null
  iban: string | null
  eic: string | null
  auction_kind: User['auction_kind'] | null
  status: AccountStatus
  rejection_reason: string | null
  email_confirmed: boolean
  language: Language
  pending_email: string | null
}

/** The columns of a user, from `portal.accounts account join cms.companies company`. */
export const userColumns = `account.account_id, company.email, company.company_name, company.company_short_name, company.name,
  company.surname, company.patronymic, company.phone, company.edrpou, company.iban, company.eic, company.auction_kind,
  account.status, case when account.rejected then account.reason end as rejection_reason, account.email_confirmed, company.language::text as language,
  (select token.email from portal.one_time_tokens token where token.account_id = account.account_id and token.kind = 'email_change'
     and token.used_at is null and token.voided_at is null and token.expires_at > now() order by token.issued_at desc limit 1) as pending_email`

export const userSource = `portal.accounts account join cms.companies company on company.id = account.account_id`

/** The accounts by id, for lists that the staff sees with names. */
export async function findUsers(db: Queryable, accountIds: readonly number[]): Promise<Map<number, User>> {
  const { rows } = await db.query<UserRow>(
    `select ${userColumns} from ${userSource} where account.account_id = any ($1)`,
    [accountIds],
  )
  return new Map(rows.map((row) => [row.account_id, userOf(row)]))
}

export async function findUser(db: Queryable, accountId: number): Promise<User | null> {
  return (await findUsers(db, [accountId])).get(accountId) ?? null
}

export function userOf(row: UserRow): User {
  return {
    id: row.account_id,
    email: row.email,
    company_name: row.company_name ?? '',
    company_short_name: row.company_short_name ?? '',
    name: row.name ?? '',
    surname: row.surname ?? '',
    patronymic: row.patronymic ?? '',
    phone: row.phone ?? '',
    edrpou: row.edrpou ?? '',
    iban: row.iban ?? '',
    eic: row.eic ?? '',
    is_banned: row.status === 'deactivated',
    status: row.status,
    rejection_reason: row.rejection_reason,
    auction_kind: row.auction_kind ?? 'all',
    email_confirmed: row.email_confirmed,
    language: row.language,
    pending_email: row.pending_email,
  }
}

/** Whether another account has this address, whatever its case. */
export async function isUsed(db: Queryable, email: string, exceptAccount: number | null = null): Promise<boolean> {
  const { rowCount } = await db.query(`select from cms.companies where lower(email) = $1 and id is distinct from $2`, [
    email,
    exceptAccount,
  ])
  return rowCount !== 0
}
