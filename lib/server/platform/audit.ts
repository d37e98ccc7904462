import type { Statements } from '@/lib/server/platform/db/pool'

/**
 * Records an action of the staff in the transaction that performs it. Rows can never be changed.
 *
 * @param subject `account:12` or, of a kind with one object, the kind: `settings`
 * @param details the reason and other facts, but no personal data
 */
export async function audit(
  db: Statements,
  staffId: number,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await db.query('insert into portal.audit (staff_id, action, subject, details) values ($1, $2, $3, $4::jsonb)', [
    staffId,
    action,
    subject,
    JSON.stringify(details),
  ])
}
