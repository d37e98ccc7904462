import { isDatabaseAway, isDiskFull } from './transaction'

export interface AvailabilityLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Whether the database can be reached, from the errors and answers of all parts of this server. It alone logs outages. */
export interface Availability {
  /** Accepts any error; those that are not the database's are ignored. */
  note(error: unknown): void
  /** An idle connection was lost. Checks the database immediately; connections that are lost together are one line of the log. */
  connectionLost(error: Error): void
  /** @param probe asks the database, and reports to `reached` or `note` */
  setProbe(probe: () => Promise<void>): void
  reached(): void
  wrote(): void
  /** Milliseconds since the database was lost; null while it answers. */
  awayFor(): number | null
  /** The result of `work`, or null once the database has been away for two seconds; from then on `work` is not begun. */
  unlessAway<T>(work: () => Promise<T>): Promise<T | null>
  diskFull(): boolean
  outages(): number
  /** From now on the server closes its own connections, so their loss is not an outage. */
  stop(): void
}

/** Interval of log lines about one outage. */
const LOG_EVERY_MS = 60_000
const COLLECT_LOSSES_MS = 500
/** A lost connection that is replaced within this time is not an outage. */
const GIVE_UP_AFTER_MS = 2_000

export function createAvailability(log: AvailabilityLog, timer: () => number = () => performance.now()): Availability {
  let awaySince: number | null = null
  let outages = 0
  let loggedAt = -Infinity
  let full = false
  let stopped = false
  let losses: { count: number; reasons: Set<string> } | null = null
  let probe: () => Promise<void> = () => Promise.resolve()
  const waiting = new Set<() => void>()
  let givingUp: NodeJS.Timeout | undefined

  function lost(error: unknown): void {
    const now = timer()
    if (awaySince === null) {
      awaySince = now
      outages += 1
      loggedAt = -Infinity
      givingUp = setTimeout(() => {
        for (const giveUp of waiting) giveUp()
      }, GIVE_UP_AFTER_MS).unref()
    }
    if (now - loggedAt < LOG_EVERY_MS) return
    loggedAt = now
    log.error({ reason: reasonOf(error), for_ms: Math.round(now - awaySince) }, 'database unreachable')
  }

  return {
    note(error) {
      if (stopped) return
      if (isDiskFull(error)) {
        if (!full) log.error({ reason: reasonOf(error) }, 'database disk full')
        full = true
      }
      if (isDatabaseAway(error)) lost(error)
    },
    connectionLost(error) {
      if (stopped) return
      if (losses !== null) {
        losses.count += 1
        losses.reasons.add(error.message)
        return
      }
      const collected = { count: 1, reasons: new Set([error.message]) }
      losses = collected
      setTimeout(() => {
        losses = null
        if (!stopped)
          log.warn({ connections: collected.count, reasons: [...collected.reasons] }, 'database connections lost')
      }, COLLECT_LOSSES_MS).unref()
      void probe()
    },
    setProbe(newProbe) {
      probe = newProbe
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
      log.info({}, 'database writable again')
    },
    awayFor: () => (awaySince === null ? null : timer() - awaySince),
    async unlessAway<T>(work: () => Promise<T>) {
      if (awaySince !== null && timer() - awaySince >= GIVE_UP_AFTER_MS) return null
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
