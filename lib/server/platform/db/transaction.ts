import type { Pool, PoolClient } from './pool'

/** An error and its causes, outermost first: ORMs wrap the driver's error, which carries the SQLSTATE. */
function* chainOf(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    yield at
    if (at instanceof AggregateError) for (const inner of at.errors) if (inner instanceof Error) yield inner
  }
}

/** The SQLSTATE or the system's error code of a database error, or undefined if the error is another one. */
export function sqlState(error: unknown): string | undefined {
  for (const at of chainOf(error)) {
    if ('code' in at && typeof at.code === 'string' && /^(?:[0-9A-Z]{5}|E[A-Z]+)$/.test(at.code)) return at.code
  }
  return undefined
}

/** Starting, stopping, or lost on the way: SQLSTATE class 08 and 57P0x. */
const AWAY_STATES = /^(?:08...|57P0.)$/
/** The system's codes of a connection that could not be made or was lost. */
const NETWORK_CODES = /^(?:E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN).*|ENOTFOUND)$/
/**
 * The database answered but cannot serve now: out of resources, cancelled by a time limit, locked, a read-only standby,
 * retries used up.
 */
const BUSY_STATES = /^(?:53...|57...|58...|25P03|25006|55P03|40001|40P01)$/
const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|cannot use a pool after|did not answer in time|client has encountered a connection error/i

/** The database cannot be reached: nothing but waiting helps. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY_STATES.test(sqlState(error) ?? '')) return true
  for (const at of chainOf(error)) {
    if (AWAY_MESSAGES.test(at.message)) return true
    // A request that its sender aborted has the code of a lost connection too, but no system call.
    if (!('code' in at) || typeof at.code !== 'string' || !('syscall' in at)) continue
    // ENOENT: the socket of an embedded database that is not running.
    if (NETWORK_CODES.test(at.code) || (at.code === 'ENOENT' && at.syscall === 'connect')) return true
  }
  return false
}

/** The same request may succeed later: the database is away, or busy. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return BUSY_STATES.test(sqlState(error) ?? '') || isDatabaseAway(error)
}

/** PostgreSQL reports 53100 for tables; a full write-ahead log is recognizable by its message only. */
export function isDiskFull(error: unknown): boolean {
  if (sqlState(error) === '53100') return true
  for (const at of chainOf(error)) if (/no space left on device|disk full/i.test(at.message)) return true
  return false
}

/** PostgreSQL's serialization_failure and deadlock_detected: rolled back, a retry may succeed. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, which is rolled back if it throws.
 *
 * @param options.retries how often all of `work` runs again after a serialization failure or a deadlock: it must have no effect outside
 *   of the database
 */
export async function withTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { retries = 0 }: { retries?: number } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (attempt >= retries || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}

async function runOnce<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // No ROLLBACK on an unresponsive connection: it would double the wait.
    if (isDatabaseAway(error)) broken = error as Error
    else {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    // A connection that cannot even roll back is discarded, not returned to the pool.
    client.release(broken)
  }
}
