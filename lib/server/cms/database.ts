import type { PostgresAdapter } from '@payloadcms/db-postgres'
import type { Payload, PayloadRequest } from 'payload'
import { sql, type SQL } from '@payloadcms/db-postgres/drizzle'
import { liftTimeLimits, withoutQueryTimeout } from '@/lib/server/platform/db/long-work'
import { LOCK_PATIENCE } from '@/lib/server/platform/db/migration-locks'
import { CMS_LIMITS, limitedConnection, type Statements } from '@/lib/server/platform/db/pool'
import pg from 'pg'

/**
 * A connection that asks one thing after another. Payload reads the parts of a document side by side, within a transaction on its one
 * connection; the driver queues them today, warns of it, and stops doing so with its next major version.
 */
export class OrderedClient extends pg.Client {
  private before: Promise<unknown> = Promise.resolve()

  // One signature for the driver's many: what comes in is handed on as it is.
  override query(...asked: never[]): never {
    const ask = () => super.query(...(asked as unknown as [string]))
    // With a callback only the pool asks, for one query on a connection of its own.
    if (typeof asked.at(-1) === 'function') return ask() as never
    const answer = this.before.then(ask)
    this.before = answer.catch(() => undefined)
    return answer as never
  }
}

type Executor = { execute: (query: SQL) => Promise<{ rows: Record<string, unknown>[] }> }

export function adapterOf(payload: Payload): PostgresAdapter {
  return payload.db as unknown as PostgresAdapter
}

/**
 * Runs SQL in the transaction of the request that a hook serves, so that it is committed or
 * undone together with the document.
 */
export async function runSql(req: PayloadRequest, query: SQL): Promise<Record<string, unknown>[]> {
  const adapter = adapterOf(req.payload)
  const transaction = await req.transactionID
  const session = transaction === undefined || transaction === null ? undefined : adapter.sessions?.[transaction]?.db
  const executor: Executor = session ?? executorOf(req.payload)
  const result = await executor.execute(query)
  return result.rows
}

/** The transaction of the request that a hook serves, for the portal's own functions. */
export function statementsOf(req: PayloadRequest): Statements {
  return { query: (text, values) => runSql(req, withValues(text, values)) }
}

/** The same outside any transaction. */
export function looseStatements(payload: Payload): Statements {
  return { query: (text, values) => executorOf(payload).execute(withValues(text, values)) }
}

/** PostgreSQL's numbered parameters as drizzle takes them. */
function withValues(text: string, values: readonly unknown[] = []): SQL {
  return sql.join(
    text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
  )
}

/** SQL outside any transaction. */
export function executorOf(payload: Payload): Executor {
  return adapterOf(payload).drizzle
}

/** Payload's own pool; the process listens to its errors. */
export function poolOf(payload: Payload): PostgresAdapter['pool'] {
  return adapterOf(payload).pool
}

/**
 * How Payload's pool connects at first: a migration may take as long as it needs, each on a connection that is used once, but for locks
 * that others hold. `limitTime` ends that.
 */
export function unlimitedForMigrations(url: string | undefined) {
  return {
    ...limitedConnection(url === undefined ? undefined : withoutQueryTimeout(url), CMS_LIMITS),
    statement_timeout: undefined,
    query_timeout: undefined,
    lock_timeout: undefined,
    idle_in_transaction_session_timeout: undefined,
    maxUses: 1,
    onConnect: (client: Pick<pg.ClientBase, 'query'>) => liftTimeLimits(client, LOCK_PATIENCE.waitMs),
  }
}

/** From now on migrations may run on Payload's pool. It reads its options anew for each connection that it makes. */
export function unlimitTime(payload: Payload): void {
  Object.assign(poolOf(payload).options, unlimitedForMigrations(process.env.DATABASE_URL))
}

/** From now on nothing waits on Payload's connections without bound. */
export function limitTime(payload: Payload): void {
  Object.assign(poolOf(payload).options, limitedConnection(process.env.DATABASE_URL, CMS_LIMITS), {
    maxUses: Number.POSITIVE_INFINITY,
    onConnect: undefined,
  })
}

/** Runs a migration within its transaction so that it can be undone there, and tried again, where others hold what it needs. */
export async function inSavepoint(db: Executor, migrate: () => Promise<void>): Promise<void> {
  await db.execute(sql`savepoint migration`)
  try {
    await migrate()
  } catch (error) {
    await db.execute(sql`rollback to savepoint migration`).catch(() => undefined)
    throw error
  }
  await db.execute(sql`release savepoint migration`)
}
