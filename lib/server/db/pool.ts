import pg from 'pg'
import { GENERAL_LIMITS, limitedConnection, type TimeLimits } from '@/lib/server/db/time-limits'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** What a query can be sent through: the pool itself, or the client that holds a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

const INT8 = 20
const TIMESTAMPTZ = 1184

export interface PoolOptions {
  url: string
  /** Connections at most; a caller beyond them waits for `limits.connect`, then is refused. */
  size?: number
  limits?: TimeLimits
  /** Told of errors on idle connections (the server went away); the pool replaces them by itself. */
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
    idleTimeoutMillis: 30_000,
    application_name: 'gas-auction-portal',
    types: { getTypeParser },
  })
  const tell = options.onIdleError ?? (() => undefined)
  pool.on('error', tell)
  // The pool listens to its idle connections only. One that is cut while somebody holds it rejects the query under way,
  // and says so once more as an event, which would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', tell))
  return pool
}

/** @throws {RangeError} when a bigint does not fit a JavaScript integer: a wrong number must never go on silently. */
export function parseInt8(text: string): number {
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
