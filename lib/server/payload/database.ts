import type { PostgresAdapter } from '@payloadcms/db-postgres'
import type { Payload, PayloadRequest } from 'payload'
import { sql, type SQL } from '@payloadcms/db-postgres/drizzle'
import { drizzle } from '@payloadcms/db-postgres/drizzle/node-postgres'
import { liftTimeLimits, withoutQueryTimeout } from '@/lib/server/platform/db/long-work'
import { LOCK_PATIENCE } from '@/lib/server/platform/db/migration-locks'
import { CMS_LIMITS, limitedConnection, type PoolClient, type Statements } from '@/lib/server/platform/db/pool'
import pg from 'pg'

/**
 * Sends one query after another. Within a transaction Payload queries one connection concurrently, which the driver deprecates and its
 * next major version will refuse.
 */
export class OrderedClient extends pg.Client {
  private previous: Promise<unknown> = Promise.resolve()

  // The driver's overloads as one signature: the arguments are passed on unchanged.
  override query(...args: never[]): never {
    const send = () => super.query(...(args as unknown as [string]))
    // Only the pool passes a callback, for single queries on their own connections.
    if (typeof args.at(-1) === 'function') return send() as never
    const answer = this.previous.then(send)
    this.previous = answer.catch(() => undefined)
    return answer as never
  }
}

type Executor = { execute: (query: SQL) => Promise<{ rows: Record<string, unknown>[] }> }

function adapterOf(payload: Payload): PostgresAdapter {
  return payload.db as unknown as PostgresAdapter
}

/** Runs SQL in the transaction of a hook's request. */
export async function runSql(req: PayloadRequest, query: SQL): Promise<Record<string, unknown>[]> {
  const adapter = adapterOf(req.payload)
  const transaction = await req.transactionID
  const session = transaction === undefined || transaction === null ? undefined : adapter.sessions?.[transaction]?.db
  const executor: Executor = session ?? executorOf(req.payload)
  const result = await executor.execute(query)
  return result.rows
}

/** The same for functions of the portal. */
export function statementsOf(req: PayloadRequest): Statements {
  return { query: (text, values) => runSql(req, withValues(text, values)) }
}

/** Converts PostgreSQL's numbered parameters for drizzle. */
function withValues(text: string, values: readonly unknown[] = []): SQL {
  return sql.join(
    text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
  )
}

export function executorOf(payload: Payload): Executor {
  return adapterOf(payload).drizzle
}

export function poolOf(payload: Payload): PostgresAdapter['pool'] {
  return adapterOf(payload).pool
}

/** The client as `OrderedClient` is: one query after another. */
export function inOrder(client: PoolClient): PoolClient {
  let previous: Promise<unknown> = Promise.resolve()
  const query = (...args: [string]) => {
    const answer = previous.then(() => client.query(...args))
    previous = answer.catch(() => undefined)
    return answer
  }
  return new Proxy(client, { get: (target, name): unknown => (name === 'query' ? query : Reflect.get(target, name)) })
}

/** Makes Payload write in the transaction of `client`, as a session of its adapter that the caller begins and ends. */
export async function inTransaction<T>(
  payload: Payload,
  client: PoolClient,
  work: (req: Partial<PayloadRequest>) => Promise<T>,
): Promise<T> {
  const adapter = adapterOf(payload)
  const id = crypto.randomUUID()
  const noop = async () => undefined
  const db = drizzle({
    client: inOrder(client),
    schema: adapter.schema,
  }) as unknown as (typeof adapter.sessions)[string]['db']
  adapter.sessions[id] = { db, resolve: noop, reject: noop }
  try {
    return await work({ transactionID: id })
  } finally {
    delete adapter.sessions[id]
  }
}

/** Options of Payload's pool for migrations: only locks have a time limit, and each connection is used once. `limitTime` undoes that. */
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

/** Payload's pool reads its options for each new connection. */
export function unlimitTime(payload: Payload): void {
  Object.assign(poolOf(payload).options, unlimitedForMigrations(process.env.DATABASE_URL))
}

export function limitTime(payload: Payload): void {
  Object.assign(poolOf(payload).options, limitedConnection(process.env.DATABASE_URL, CMS_LIMITS), {
    maxUses: Number.POSITIVE_INFINITY,
    onConnect: undefined,
  })
}

/** Runs a migration in a savepoint, so that it can be retried if other sessions hold locks. */
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
