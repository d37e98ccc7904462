import pg from 'pg'

/**
 * Every wait on the database is bounded, on both ends: the server ends long statements and notices lost clients; the client gives up on
 * a silent server, because neither a lost network nor a frozen machine closes a connection.
 */
interface TimeLimits {
  /** Longest statement, in milliseconds. The client waits a second longer, so that the server's own answer is the one that comes. */
  statement: number
  /** Longest wait for a lock. */
  lock: number
  /**
   * A transaction whose client is silent for this long is rolled back, so that a frozen server's locks are released.
   */
  idleInTransaction: number
  /**
   * Longest wait for a connection, including opening a new one. That takes several turns of both processes, which are
   * seconds late on a machine with twenty busy processes for each core (F10). With 10 s a silent database would be
   * noticed too late for pages to be served from memory (F3).
   */
  connect: number
}

/** For bids and the heartbeat. A bid may wait for all of the five seconds that R6.2 gives it. */
export const BIDDING_LIMITS: TimeLimits = { statement: 5_000, lock: 5_000, idleInTransaction: 3_000, connect: 5_000 }
const GENERAL_LIMITS: TimeLimits = { statement: 10_000, lock: 5_000, idleInTransaction: 5_000, connect: 5_000 }
/** The back office stores and scales files within a transaction. */
export const CMS_LIMITS: TimeLimits = { statement: 10_000, lock: 5_000, idleInTransaction: 30_000, connect: 5_000 }

/** PostgreSQL's own settings for the connection. */
const SESSION_SETTINGS = [
  // A client that has vanished is noticed within half a minute.
  ...['-c tcp_keepalives_idle=10', '-c tcp_keepalives_interval=5', '-c tcp_keepalives_count=3'],
  '-c tcp_user_timeout=20000',
  // Payload's joins are estimated as so expensive that PostgreSQL compiles them, 0.4 s for a query of one row.
  '-c jit=off',
].join(' ')

/** The limits as options of node-postgres. Those in the address itself (`?lock_timeout=`) come first. */
export function limitedConnection(url: string | undefined, limits: TimeLimits) {
  return {
    connectionString: url === undefined ? undefined : withSessionSettings(url),
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.statement + 1_000,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  }
}

/** Merged with the options in the address: node-postgres would use either those or ours. */
function withSessionSettings(url: string): string {
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', options === null ? SESSION_SETTINGS : `${SESSION_SETTINGS} ${options}`)
  // node-postgres does not read a plus as a space.
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** A pool, or the client that holds a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

/** Rows in the contract's form: the columns are named as there, and instants become ISO 8601. */
export async function readRows<Row extends object>(
  db: Queryable,
  query: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Row[]> {
  const { rows } = await db.query<Record<string, unknown>>(query, values)
  const inIso = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inIso(value)])) as Row)
}

/** Runs one statement: a pool, a client, or the transaction of a request to the back office. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Idle connections that a pool keeps open, because opening one takes longest when the machine is busiest. */
const MIN_CONNECTIONS = 8
const INT8 = 20
const TIMESTAMPTZ = 1184

interface PoolOptions {
  url: string
  /** Maximum number of connections; a caller beyond them waits for `limits.connect`, then is refused. */
  size?: number
  limits?: TimeLimits
  /** Called with errors on idle connections (the server went away); the pool replaces them. */
  onIdleError?: (error: Error) => void
}

/**
 * A pool whose rows carry what the domain uses: bigint columns as safe integers (kopecks, thousandths, sequence
 * numbers), instants as Date. The parsers belong to this pool alone, because Payload's pool in the same process
 * expects the driver's own.
 */
export function createPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    ...limitedConnection(options.url, options.limits ?? GENERAL_LIMITS),
    max: options.size ?? 20,
    min: MIN_CONNECTIONS,
    idleTimeoutMillis: 30_000,
    application_name: 'gas-auction-portal',
    types: { getTypeParser },
  })
  const onError = options.onIdleError ?? (() => undefined)
  pool.on('error', onError)
  // The pool listens to its idle connections only. One that is cut while in use rejects the running query and also emits an
  // error, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('release', (error) => {
    if (error instanceof Error && SILENT.test(error.message)) closeIdle(pool)
  })
  return pool
}

/** node-postgres' own, and that of a bid's write. */
const SILENT = /query read timeout|did not answer in time/i

/** A forgotten connection is silent, and those made with it are too: one wait is enough to find out. */
function closeIdle(pool: Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1)
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
}

/** @throws {RangeError} when a bigint does not fit a JavaScript integer, so that no wrong number is used silently. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the safe integers`)
  return value
}

type TextParser = (text: string) => unknown

function getTypeParser(oid: number, format?: 'text' | 'binary'): TextParser {
  if (format !== 'binary') {
    if (oid === INT8) return parseInt8
    if (oid === TIMESTAMPTZ) return (text) => new Date(text)
  }
  return pg.types.getTypeParser(oid, format) as TextParser
}
