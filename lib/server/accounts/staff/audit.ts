import type { Queryable } from '@/lib/server/db/pool'

/** What happens to the staff's own accounts joins the trail, in the transaction that does it. `staffId`: who does it, `about`: to whom. */
export async function auditStaff(db: Queryable, staffId: number, action: string, about: number, details: Record<string, unknown> = {}): Promise<void> {
  await db.query(`insert into portal.audit (staff_id, action, subject, details) values ($1, $2, $3, $4)`, [staffId, action, `staff:${about}`, details])
}
