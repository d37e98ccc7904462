import type { Account, User } from '@/lib/contract/accounts'
import { AGREEMENT_DETAILS, type AgreementDetail } from '@/lib/contract/agreement-details'
import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import type { Language } from '@/lib/contract/primitives'
import { type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'

type CompanyEntry = CompanyData & { email: string; language: Language }
/** What its owners and managers may change. */
type CompanyChange = Partial<CompanyEntry & Record<AgreementDetail, string>>

export type CompanyWriteResult =
  | { ok: true; id: number }
  | { ok: false; code: 'email_already_used' }
  | { ok: false; code: 'invalid_input'; errors: FieldError[] }

/** Writes companies, whose table Payload owns, within the transaction of `client`. */
export interface Companies {
  create(client: PoolClient, company: CompanyEntry): Promise<CompanyWriteResult>
  update(client: PoolClient, id: number, change: CompanyChange): Promise<CompanyWriteResult>
}

const CHECKS = { edrpou: isEdrpou, eic: isEic, iban: isIban }

/** Codes with wrong check digits; missing codes are not checked. */
export function companyFaults(data: Partial<CompanyData>): FieldError[] {
  return (Object.keys(CHECKS) as (keyof typeof CHECKS)[])
    .filter((name) => data[name] !== undefined && !CHECKS[name](data[name]))
    .map((name) => ({ path: name, code: `${name}_invalid` }))
}

/** From `portal.people person`. */
const PENDING_EMAIL = `(select token.email from portal.one_time_tokens token where token.person_id = person.id and token.kind = 'email_change'
     and token.used_at is null and token.voided_at is null and token.expires_at > now() order by token.issued_at desc limit 1) as pending_email`

const COMPANY_COLUMNS = `account.company_id as id, company.company_name, company.company_short_name, company.edrpou, company.iban, company.eic,
  company.auction_kind, account.status, account.status = 'deactivated' as is_banned, case when account.rejected then account.reason end as rejection_reason`

/** The columns of an account with its contact, as the contract names them, from `portal.accounts account join cms.companies company`. */
export const accountColumns = `${COMPANY_COLUMNS}, company.email, company.name, company.surname, coalesce(company.patronymic, '') as patronymic, company.phone,
  account.email_confirmed, portal.refuses_since(company.email) as email_refused_since, company.language::text as language, null as pending_email`

export const accountSource = `portal.accounts account join cms.companies company on company.id = account.company_id`

/** Accounts by their ids, for lists of the staff. */
export async function findAccounts(db: Queryable, companyIds: readonly number[]): Promise<Map<number, Account>> {
  const rows = await readRows<Account>(
    db,
    `select ${accountColumns} from ${accountSource} where account.company_id = any ($1)`,
    [companyIds],
  )
  return new Map(rows.map((account) => [account.id, account]))
}

/** A person with the company's data. */
export async function findUser(db: Queryable, personId: number): Promise<User | null> {
  const rows = await readRows<User>(
    db,
    `select ${COMPANY_COLUMNS}, person.id as person_id, person.role, person.email, person.name, person.surname, person.patronymic, person.phone,
       ${AGREEMENT_DETAILS.map((name) => `coalesce(company.${name}, '') as ${name}`).join(', ')},
       exists (select from portal.email_confirmations confirmation
         where confirmation.person_id = person.id and confirmation.email = person.email) as email_confirmed, portal.refuses_since(person.email) as email_refused_since, person.language, ${PENDING_EMAIL}
     from portal.people person join portal.accounts account using (company_id) join cms.companies company on company.id = company_id
     where person.id = $1 and person.removed_at is null`,
    [personId],
  )
  return rows[0] ?? null
}

/** Whether another person has this address, given in lower case: an email belongs to one person (R14). */
export async function isUsed(db: Queryable, email: string, exceptPerson: number | null = null): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from portal.people where email = $1 and removed_at is null and id is distinct from $2`,
    [email, exceptPerson],
  )
  return rowCount !== 0
}
