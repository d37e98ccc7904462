import { isDatabaseAway, isDiskFull, sqlState, withTransaction } from './transaction'
import type { Pool } from './pool'

/** Milliseconds for which an answer holds, however often health is asked for. */
const HOLDS = 5_000
const LOCKED = '55P03'
const READ_ONLY = '25006'

class Undo extends Error {}

/**
 * Tries whether the database can take new data: null where it can, else a sentence. Truncating first has the table begin a new file, so that
 * the disk is really asked for room, as for a bid that needs a new page; nothing of it stays.
 */
export function createWriteProbe(
  pool: Pool,
  note: { failed: (error: unknown) => void; wrote: () => void },
  timer = () => performance.now(),
) {
  let known: { fault: string | null; at: number } | null = null
  let asking: Promise<string | null> | null = null

  const write = (...before: string[]) =>
    withTransaction(pool, async (client) => {
      const insert = `insert into portal.write_probe select repeat('x', 7000) from generate_series(1, 8)`
      for (const sql of [`set local lock_timeout = '300ms'`, ...before, insert]) await client.query(sql)
      throw new Undo()
    })

  async function ask(): Promise<string | null> {
    try {
      await write('truncate portal.write_probe').catch((error: unknown) => {
        // Who reads the table, as a backup does throughout, keeps it from being truncated, and nobody from writing to it.
        if (sqlState(error) === LOCKED) return write()
        throw error
      })
    } catch (error) {
      if (!(error instanceof Undo)) {
        // Others hold it all the same: nothing was found out, and what was known goes on.
        if (sqlState(error) === LOCKED) return known?.fault ?? null
        note.failed(error)
        if (isDiskFull(error)) return 'the disk of the database is full: nothing can be written'
        if (sqlState(error) === READ_ONLY) return 'the database takes no writes: it is read-only'
        return error instanceof Error ? error.message : String(error)
      }
    }
    note.wrote()
    return null
  }

  return function probe(): Promise<string | null> {
    if (known !== null && timer() - known.at < HOLDS) return Promise.resolve(known.fault)
    asking ??= ask()
      .then((fault) => {
        known = { fault, at: timer() }
        return fault
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
}

export interface AvailabilityLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** What this server knows of its database, from every error and every sign of life: the one place that says it in the log. */
export interface Availability {
  /** Told of errors, wherever they appear; others than the database's are ignored. */
  note(error: unknown): void
  /** A standing connection was lost: said once for all that go together. Whether the database is away is then looked at at once. */
  connectionLost(error: Error): void
  /** How to find out at once whether the database answers. */
  lookWith(look: () => Promise<void>): void
  /** The database has answered. */
  reached(): void
  /** A write of new data has succeeded. */
  wrote(): void
  /** Milliseconds since the database was lost; null while it answers. */
  awayFor(): number | null
  /** Settles as `work` does, or with null once the database has been away for two seconds; while it is, `work` is not begun. */
  unlessAway<T>(work: () => Promise<T>): Promise<T | null>
  diskFull(): boolean
  /** Outages of the database seen by this server. */
  outages(): number
  /** Connections that are lost from now on are ended on purpose. */
  stop(): void
}

/** Milliseconds between two lines of the log on one trouble that lasts. */
const SAY_AGAIN = 60_000
/** Milliseconds in which lost connections are counted together. */
const GATHER = 500
/** A connection that is lost and replaced is no outage yet. */
const GIVE_UP_AFTER_MS = 2_000

export function createAvailability(log: AvailabilityLog, timer: () => number = () => performance.now()): Availability {
  let awaySince: number | null = null
  let outages = 0
  let saidAt = -Infinity
  let full = false
  let stopped = false
  let gathering: { count: number; reasons: Set<string> } | null = null
  let look: () => Promise<void> = () => Promise.resolve()
  const waiting = new Set<() => void>()
  let givingUp: NodeJS.Timeout | undefined

  function lost(error: unknown): void {
    const now = timer()
    if (awaySince === null) {
      awaySince = now
      outages += 1
      saidAt = -Infinity
      givingUp = setTimeout(() => {
        for (const giveUp of waiting) giveUp()
      }, GIVE_UP_AFTER_MS).unref()
    }
    if (now - saidAt < SAY_AGAIN) return
    saidAt = now
    log.error({ reason: reasonOf(error), for_ms: Math.round(now - awaySince) }, 'database unreachable')
  }

  return {
    note(error) {
      if (stopped) return
      if (isDiskFull(error)) {
        if (!full) log.error({ reason: reasonOf(error) }, 'database disk full: nothing can be written')
        full = true
      }
      if (isDatabaseAway(error)) lost(error)
    },
    connectionLost(error) {
      if (stopped) return
      if (gathering !== null) {
        gathering.count += 1
        gathering.reasons.add(error.message)
        return
      }
      const gathered = { count: 1, reasons: new Set([error.message]) }
      gathering = gathered
      setTimeout(() => {
        gathering = null
        if (!stopped)
          log.warn({ connections: gathered.count, reasons: [...gathered.reasons] }, 'database connections lost')
      }, GATHER).unref()
      void look()
    },
    lookWith(given) {
      look = given
    },
    reached() {
      if (awaySince === null) return
      log.info({ for_ms: Math.round(timer() - awaySince) }, 'database reachable again')
      awaySince = null
      clearTimeout(givingUp)
    },
    wrote() {
      if (!full) return
      full = false
      log.info({}, 'database can be written again')
    },
    awayFor: () => (awaySince === null ? null : timer() - awaySince),
    async unlessAway<T>(work: () => Promise<T>) {
      if (false) return null
      let giveUp = (): void => undefined
      const away = new Promise<null>((resolve) => {
        giveUp = () => resolve(null)
      })
      waiting.add(giveUp)
      try {
        return await Promise.race([work(), away])
      } finally {
        waiting.delete(giveUp)
      }
    },
    diskFull: () => full,
    outages: () => outages,
    stop() {
      stopped = true
      clearTimeout(givingUp)
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
