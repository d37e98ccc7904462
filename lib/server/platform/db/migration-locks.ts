import { setTimeout as delay } from 'node:timers/promises'
import { connectForLongWork } from './long-work'
import { sqlState } from './transaction'

/** A migration that cannot run; the message is a sentence for the person who starts the portal. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

export interface LockPatience {
  /** Milliseconds that a statement of a migration waits for a lock. */
  waitMs: number
  attempts: number
  /** Milliseconds between two attempts. */
  pauseMs: number
}

/**
 * Other sessions queue behind a migration that waits for a table lock. So it waits no longer than bids can (BIDDING_LIMITS
 * in pool.ts), and pauses between attempts so that they can catch up.
 */
export const LOCK_PATIENCE: LockPatience = { waitMs: 2_000, attempts: 10, pauseMs: 3_000 }

/** lock_not_available and deadlock_detected: the migration was rolled back, and may succeed later. */
const LOCKED = new Set(['55P03', '40P01'])

/**
 * Runs a migration that rolls back on failure, and repeats it while other sessions hold its locks.
 *
 * @throws {MigrationError} naming who holds locks on the portal's tables, when the attempts are used up.
 */
export async function withRetriedLocks<T>(
  databaseUrl: string,
  name: string,
  run: () => Promise<T>,
  { attempts, pauseMs, waitMs }: LockPatience = LOCK_PATIENCE,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (!LOCKED.has(sqlState(error) ?? '')) throw error
      if (attempt >= attempts) {
        const holders = await readHolders(databaseUrl, waitMs)
        throw new MigrationError(
          `The migration ${name} failed ${attempts} times: other sessions lock the tables that it changes. ${holders} Migrate again when they have ended.`,
          { cause: error },
        )
      }
    }
    await delay(pauseMs)
  }
}

interface Holder {
  name: string
  pid: number
  seconds: number
}

/** Possible blockers: transactions older than the wait, with locks on the portal's tables, the oldest first. */
async function readHolders(databaseUrl: string, waitMs: number): Promise<string> {
  const client = await connectForLongWork(databaseUrl, 'migrate')
  try {
    const { rows } = await client.query<Holder>(
      `select coalesce(nullif(session.application_name, ''), session.backend_type) as name, session.pid,
              round(extract(epoch from clock_timestamp() - session.xact_start))::integer as seconds
       from pg_stat_activity session
       where session.datname = current_database() and session.xact_start < clock_timestamp() - $1 * interval '1 ms'
         and session.pid in (
           select lock.pid from pg_locks lock
             join pg_class class on class.oid = lock.relation
             join pg_namespace space on space.oid = class.relnamespace
           where lock.granted and space.nspname in ('cms', 'portal', 'graphile_worker'))
       order by session.xact_start limit 5`,
      [waitMs],
    )
    if (rows.length === 0) return 'They have ended by now.'
    const holders = rows.map(({ name, pid, seconds }) => `${name} (process ${pid}, for ${seconds} s)`)
    return `They are: ${holders.join(', ')}.`
  } finally {
    await client.end()
  }
}
