import type { PoolClient } from '@/lib/server/db/pool'
import type { StaffCaller } from '@/lib/server/kernel/handler'

/** Notes what one of the staff did, in the transaction that does it. */
export async function audit(
  client: PoolClient,
  staff: StaffCaller,
  action: string,
  subject: `auction:${number}` | `application:${number}`,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await client.query('insert into portal.audit (staff_id, action, subject, details) values ($1, $2, $3, $4)', [
    staff.staffId,
    action,
    subject,
    JSON.stringify(details),
  ])
}
