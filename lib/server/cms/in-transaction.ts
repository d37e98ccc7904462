import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload, PayloadRequest } from 'payload'
import { adapterOf } from '@/lib/server/cms/database'
import type { PoolClient } from '@/lib/server/db/pool'

/**
 * Lets Payload write through a client that holds a transaction: to Payload it is a session of its adapter, begun and
 * ended by somebody else.
 */
export async function inTransaction<T>(
  payload: Payload,
  client: PoolClient,
  work: (req: Partial<PayloadRequest>) => Promise<T>,
): Promise<T> {
  const adapter = adapterOf(payload)
  const id = crypto.randomUUID()
  const leave = async () => undefined
  const db = drizzle({ client, schema: adapter.schema }) as unknown as (typeof adapter.sessions)[string]['db']
  adapter.sessions[id] = { db, resolve: leave, reject: leave }
  try {
    return await work({ transactionID: id })
  } finally {
    delete adapter.sessions[id]
  }
}
