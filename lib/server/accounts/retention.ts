import type { Logger } from 'pino'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'

export interface AccountRetention {
  /** Removes what is over; answers how many rows went. */
  run(): Promise<number>
  start(): void
  stop(): void
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const every = hour
/** Rows of a table in one statement, so that none holds others up. */
const atOnce = 5_000

/** What is kept no longer than it is good for: the table, when one of its rows is over, and how long after that it stays. */
const kept: { table: string; key: string; over: string; for: number }[] = [
  {
    table: 'sessions',
    key: 'token_hash',
    over: "coalesce(ended_at, least(expires_at, last_seen_at + interval '1 day'))",
    for: 30 * day,
  },
  { table: 'staff_sessions', key: 'token_hash', over: 'coalesce(ended_at, expires_at)', for: 90 * day },
  { table: 'account_tokens', key: 'id', over: 'coalesce(used_at, voided_at, expires_at)', for: 30 * day },
  { table: 'staff_password_links', key: 'id', over: 'coalesce(used_at, expires_at)', for: 30 * day },
  { table: 'sign_in_tickets', key: 'token_hash', over: 'expires_at', for: day },
  { table: 'staff_sign_in_tickets', key: 'token_hash', over: 'expires_at', for: day },
  { table: 'sign_in_limits', key: 'key', over: 'to_timestamp(expire / 1000.0)', for: hour },
]
/** Letters that carried a link: their copies without it, for questions about who was written to. */
const lettersWithLinks = `kind in ('email_confirmation', 'email_change', 'password_reset', 'staff_letter')`
const lettersKept = 90 * day

/** Forgets ended sessions, used links and the letters that carried them; every server does, as nothing is done twice. */
export function createAccountRetention({
  pool,
  clock,
  log,
}: {
  pool: Pool
  clock: Clock
  log: Pick<Logger, 'warn'>
}): AccountRetention {
  let timer: NodeJS.Timeout | undefined

  async function remove(sql: string, before: number): Promise<number> {
    for (let gone = 0; ;) {
      const { rowCount } = await pool.query(sql, [new Date(before), atOnce])
      gone += rowCount ?? 0
      if ((rowCount ?? 0) < atOnce) return gone
    }
  }

  async function run(): Promise<number> {
    const now = clock.now()
    let gone = 0
    for (const { table, key, over, for: after } of kept) {
      gone += await remove(
        `delete from portal.${table} where ${key} in (select ${key} from portal.${table} where ${over} < $1 limit $2)`,
        now - after,
      )
    }
    const done = `${lettersWithLinks} and coalesce(sent_at, failed_at) < $1`
    gone += await remove(
      `delete from portal.letters where outbox_id in (select queued.id from portal.outbox queued join portal.letters letter on letter.outbox_id = queued.id
      where queued.${lettersWithLinks} and coalesce(queued.sent_at, queued.failed_at) < $1 limit $2)`,
      now - lettersKept,
    )
    return (
      gone +
      (await remove(
        `delete from portal.outbox where id in (select id from portal.outbox where ${done} limit $2)`,
        now - lettersKept,
      ))
    )
  }

  return {
    run,
    start() {
      timer = setInterval(() => {
        run().catch((error: unknown) => log.warn({ err: error }, 'retention failed'))
      }, every).unref()
    },
    stop: () => clearInterval(timer),
  }
}
