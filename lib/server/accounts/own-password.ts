import type { Queryable } from '@/lib/server/db/pool'
import { checkPassword } from './passwords'

/** Asked again before what a borrowed session must not do. */
export async function isOwnPassword(db: Queryable, accountId: number, password: string): Promise<boolean> {
  const { rows } = await db.query<{ password_hash: string }>(`select password_hash from portal.credentials where account_id = $1`, [accountId])
  return checkPassword(rows[0]?.password_hash ?? null, password)
}
