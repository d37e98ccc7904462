import { isDatabaseAway, isDiskFull } from '@/lib/server/db/errors'

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

export function createAvailability(log: AvailabilityLog, timer: () => number = () => performance.now()): Availability {
  let awaySince: number | null = null
  let outages = 0
  let saidAt = -Infinity
  let full = false
  let stopped = false
  let gathering: { count: number; reasons: Set<string> } | null = null
  let look: () => Promise<void> = () => Promise.resolve()

  function lost(error: unknown): void {
    const now = timer()
    if (awaySince === null) {
      awaySince = now
      outages += 1
      saidAt = -Infinity
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
    },
    wrote() {
      if (!full) return
      full = false
      log.info({}, 'database can be written again')
    },
    awayFor: () => (awaySince === null ? null : timer() - awaySince),
    diskFull: () => full,
    outages: () => outages,
    stop() {
      stopped = true
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
