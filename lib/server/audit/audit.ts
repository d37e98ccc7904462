import type { Statements } from '@/lib/server/db/pool'

/**
 * Notes what one of the staff did, in the transaction that does it; the database lets nobody change a row.
 *
 * @param subject what it was done to, as `account:12`, or the kind alone where there is one of it: `settings`
 * @param details the reason and what else a reader needs; no values of personal data
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
