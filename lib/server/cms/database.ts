import type { PostgresAdapter } from '@payloadcms/db-postgres'
import type { Payload, PayloadRequest } from 'payload'
import { sql, type SQL } from 'drizzle-orm'
import { CMS_LIMITS, limitedConnection, type Statements } from '@/lib/server/db/pool'

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
 * How Payload's pool connects at first: a migration may take as long as it needs, each on a connection that is used once.
 * `limitTime` ends that.
 */
export function unlimitedForMigrations(url: string | undefined) {
  const { connectionString, connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis } = limitedConnection(
    url,
    CMS_LIMITS,
  )
  return { connectionString, connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis, maxUses: 1 }
}

/** From now on nothing waits on Payload's connections without bound. */
export function limitTime(payload: Payload): void {
  // The pool reads its options anew for each connection that it makes.
  Object.assign(poolOf(payload).options, limitedConnection(process.env.DATABASE_URL, CMS_LIMITS), {
    maxUses: Number.POSITIVE_INFINITY,
  })
}
