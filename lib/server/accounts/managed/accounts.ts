import type { Input } from '@/lib/contract/endpoint'
import type { ManagedAccount, managerAccountsEndpoints } from '@/lib/contract/manager-accounts'
import { userColumns, userOf, userSource, type UserRow } from '@/lib/server/accounts/users'
import type { Queryable } from '@/lib/server/db/pool'
import { containing } from '@/lib/server/kernel/containing'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'

export type AccountQuery = Input<typeof managerAccountsEndpoints.accounts>

/** All but the status, so that the counts by status are of what was looked for. */
const matches = `($1::boolean is null or account.email_confirmed = $1)
  and ($2::text is null or company.auction_kind::text = $2)
  and ($3::text is null or concat_ws(' ', company.company_name, company.company_short_name, company.edrpou, company.email, company.phone, company.surname) ilike $3)
  and ($4::date is null or company.created_at >= $4::date::timestamp at time zone 'Europe/Kyiv')
  and ($5::date is null or company.created_at < ($5::date + 1)::timestamp at time zone 'Europe/Kyiv')`

function valuesOf(query: AccountQuery): unknown[] {
  return [query.email_confirmed ?? null, query.auction_kind ?? null, containing(query.search), query.from ?? null, query.to ?? null]
}

/** The accounts, the newest first. */
export async function listAccounts(db: Queryable, query: AccountQuery): Promise<Page<ManagedAccount>> {
  const { limit = defaultLimit } = query
  const position = decodeCursor(query.cursor, ['id'])
  const { rows } = await db.query<UserRow & { created_at: Date; reason: string | null }>(
    `select ${userColumns}, company.created_at, account.reason from ${userSource}
     where ${matches} and ($6::text is null or account.status = $6) and ($7::bigint is null or account.account_id < $7)
     order by account.account_id desc limit $8`,
    [...valuesOf(query), query.status ?? null, position?.[0] ?? null, limit + 1],
  )
  return pageOf(rows, limit, (row) => [row.account_id], managedAccountOf)
}

export function managedAccountOf(row: UserRow & { created_at: Date; reason: string | null }): ManagedAccount {
  return { ...userOf(row), created_at: row.created_at.toISOString(), reason: row.reason }
}

const none = { awaiting_confirmation: 0, active: 0, deactivated: 0 }

export async function countAccounts(db: Queryable, query: AccountQuery): Promise<typeof none> {
  const { rows } = await db.query<{ status: keyof typeof none; accounts: number }>(
    `select account.status, count(*)::integer as accounts from ${userSource} where ${matches} group by account.status`,
    valuesOf(query),
  )
  return { ...none, ...Object.fromEntries(rows.map(({ status, accounts }) => [status, accounts])) }
}
