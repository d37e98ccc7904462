import type { Queryable } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'

/** The two messages of a deactivated account (specification, point 8): plain, or 'by the auction manager' where one did it. */
export async function deactivationRefusal(db: Queryable, accountId: number) {
  const { rows } = await db.query<{ by_staff: boolean }>(
    `select staff.id is not null as by_staff from portal.account_decisions decision left join cms.staff staff on staff.id = decision.staff_id
     where account_id = $1 and kind = 'deactivated' order by decision.id desc limit 1`,
    [accountId],
  )
  // Whoever of the staff decides about accounts does so as the auction manager. The system has no number, and whoever is of the
  // staff no more is nobody who could be named.
  return refuse(rows[0]?.by_staff ? 'account_deactivated_by_manager' : 'account_deactivated')
}
