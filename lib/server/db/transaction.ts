import { isDatabaseAway, sqlState } from '@/lib/server/db/errors'
import type { Pool, PoolClient } from '@/lib/server/db/pool'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often the whole work is run again after a serialization failure or a deadlock. */
  retries?: number
}

/** PostgreSQL's serialization_failure and deadlock_detected: nothing was done, the same work may succeed. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction: commits its result, rolls back when it throws.
 *
 * With `retries`, `work` must be safe to run again, that is, have no effect outside of the database.
 */
export async function withTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(pool, work, options)
    } catch (error) {
      if (attempt >= (options.retries ?? 0) || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}

async function runOnce<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { isolation }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A connection that does not answer is not asked once more: that would double the wait.
    if (isDatabaseAway(error)) broken = error as Error
    else {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    // A connection that cannot even roll back is thrown away, not put back.
    client.release(broken)
  }
}
