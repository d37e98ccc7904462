import type { Session } from '@/lib/contract/accounts'
import type { Queryable } from '@/lib/server/db/pool'
import { idleLifetime } from './sessions'

/** The channel on which servers tell each other that an account’s sessions or status changed. */
export const accountChannel = 'portal_account'

/** Ends sessions of an account (all, one, or all but one) in the caller’s transaction; answers how many ended. */
export async function endSessions(db: Queryable, accountId: number, which: { id?: string; except?: string } = {}): Promise<number> {
  const { rowCount } = await db.query(
    `update portal.sessions set ended_at = now()
     where account_id = $1 and ended_at is null and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    [accountId, which.id ?? null, which.except ?? null],
  )
  await announceAccount(db, accountId)
  return rowCount ?? 0
}

/** Told at the transaction’s commit: every server forgets what it remembers of the account and closes its streams. */
export async function announceAccount(db: Queryable, accountId: number): Promise<void> {
  await db.query(`select pg_notify($1, $2)`, [accountChannel, JSON.stringify({ account_id: accountId })])
}

interface SessionRow {
  id: string
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

export async function listSessions(db: Queryable, accountId: number, currentId: string, now: number): Promise<Session[]> {
  const { rows } = await db.query<SessionRow>(
    `select id, user_agent, address, created_at, last_seen_at from portal.sessions
     where account_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3
     order by last_seen_at desc limit 100`,
    [accountId, new Date(now), new Date(now - idleLifetime)],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.user_agent,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === currentId,
  }))
}
