import type { Pool, PoolClient } from '@/lib/server/db/pool'

/**
 * Runs `work` on a connection of its own and cuts that connection after `milliseconds`, so that a database that neither
 * answers nor closes keeps nobody waiting. Whether what was sent took effect is then unknown to the caller.
 */
export async function onBoundedClient<T>(pool: Pool, milliseconds: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let released = false
  const release = (broken?: Error) => {
    if (!released) client.release(broken)
    released = true
  }
  // Releasing as broken destroys the socket, which rejects the query that waits on it.
  const timer = setTimeout(() => release(new Error('the database did not answer in time')), milliseconds)
  try {
    const result = await work(client)
    release()
    return result
  } catch (error) {
    release(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    clearTimeout(timer)
  }
}
