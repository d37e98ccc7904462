import type { User } from '@/lib/contract/accounts'
import type { Queryable } from '@/lib/server/db/pool'
import { userColumns, userOf, userSource, type UserRow } from './users'

/** The accounts by id, for lists that the staff sees with names. */
export async function findUsers(db: Queryable, accountIds: readonly number[]): Promise<Map<number, User>> {
  const { rows } = await db.query<UserRow>(`select ${userColumns} from ${userSource} where account.account_id = any ($1)`, [accountIds])
  return new Map(rows.map((row) => [row.account_id, userOf(row)]))
}
