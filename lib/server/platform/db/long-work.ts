import pg from 'pg'

/** Settings that end a session, a transaction or a statement by the time that it takes. Older versions of PostgreSQL lack some. */
const TIME_LIMITS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
]

/**
 * Lifts the limits that the address, the account or the database's settings impose on a connection. `lockMs`: how long
 * a statement may wait for a lock, in milliseconds; 0: no limit.
 */
export async function liftTimeLimits(client: Pick<pg.ClientBase, 'query'>, lockMs = 0): Promise<void> {
  await client.query(
    `select set_config(name, case name when 'lock_timeout' then $2 else '0' end, false) from pg_settings where name = any ($1)`,
    [TIME_LIMITS, String(lockMs)],
  )
}

/** The address without the driver's own query timeout, which no session setting lifts. */
export function withoutQueryTimeout(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('query_timeout')
  // node-postgres does not read a plus as a space.
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

function optionsFor(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: withoutQueryTimeout(url),
    application_name: `gas-auction-portal ${name}`,
    keepAlive: true,
  }
}

/** A connection for work that may take as long as it needs: backups, restores, migrations. */
export async function connectForLongWork(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client(optionsFor(url, name))
  // A lost connection rejects the running query and also emits an error, which would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await liftTimeLimits(client)
  return client
}

/** The same as a pool of one, for a library that accepts only pools. Nothing waits for a lock longer than `lockMs`. */
export function poolForLongWork(url: string, name: string, lockMs: number): pg.Pool {
  const options = {
    ...optionsFor(url, name),
    max: 1,
    // Awaited before the connection is handed out.
    onConnect: (client: pg.ClientBase) => liftTimeLimits(client, lockMs),
  }
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
