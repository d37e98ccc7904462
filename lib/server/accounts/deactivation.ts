import type { Queryable } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'

/** The two messages of a deactivated account (specification, point 8): plain, or 'by the auction manager' where one did it. */
export async function deactivationRefusal(db: Queryable, accountId: number) {
  const { rows } = await db.query<{ staff_id: number | null }>(
    `select staff_id from portal.account_decisions where account_id = $1 and kind = 'deactivated' order by id desc limit 1`,
    [accountId],
  )
  // Whoever of the staff decides about accounts does so as the auction manager; the system has no number.
  return refuse((rows[0]?.staff_id ?? null) === null ? 'account_deactivated' : 'account_deactivated_by_manager')
}
