import type { Queryable } from '@/lib/server/db/pool'

/** What the letters of this capability say, by kind; `null` as the recipient is the auction managers. */
interface AccountLetters {
  email_confirmation: { token_id: string; email: string }
  email_change: { token_id: string; email: string }
  password_reset: { token_id: string; email: string }
  /** To the address that the account had before. */
  email_changed: { email: string; new_email: string }
  password_changed: { at: string }
  two_factor_enabled: { at: string }
  two_factor_disabled: { at: string; by: 'owner' | 'manager' }
  recovery_code_used: { at: string; left: number }
  account_waiting: { account_id: number }
  account_updated: { account_id: number; changes: { field: string; before: string; after: string }[] }
}

/** Queues a letter in the transaction that causes it. */
export async function queueLetter<Kind extends keyof AccountLetters>(
  db: Queryable,
  kind: Kind,
  accountId: number | null,
  payload: AccountLetters[Kind],
): Promise<void> {
  await db.query(`insert into portal.outbox (kind, account_id, payload) values ($1, $2, $3)`, [
    kind,
    accountId,
    payload,
  ])
}
