import { SHORTEST_OUTAGE_MS } from '@/lib/domain/lifecycle'
import type { Clock, Machine, PortalClock, TimeOnRecord } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { isDatabaseAway, isDiskFull, sqlState, withTransaction } from '@/lib/server/platform/db/transaction'

export interface HeartbeatTimes {
  beatMs: number
  /** Without a beat for this long no end is recorded. Shorter than the shortest outage. */
  staleMs: number
}

/** A span without a beat, up to now. */
export interface Silence {
  /** Milliseconds, at least `SHORTEST_OUTAGE_MS`. */
  readonly silentMs: number
}

export interface Heartbeat {
  /** Why this server records no start and no end now, for operators; null while a bid can be recorded. */
  fault(): string | null
  /** Looks for the others' beat, or renews it. Never rejects. */
  check(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const TIMES: HeartbeatTimes = { beatMs: 1_000, staleMs: 10_000 }
/** Before the next attempt after the database did not answer. */
const RETRY_MS = 250
const READ_ONLY = '25006'

interface HeartbeatDependencies {
  /** A separate connection, which must not wait for bids. */
  pool: Pool
  serverId: string
  clock: Clock & Partial<Pick<PortalClock, 'compare' | 'difference' | 'fault'>>
  machine: Machine
  /** Records the outage in the transaction that ends it. The returned function is called after the commit. */
  recordOutage: (client: PoolClient, silence: Silence) => Promise<() => void>
  log: { warn(details: object, message: string): void }
  /** Called after every check with null or the database's error. */
  onChecked?: ((error: unknown) => void) | undefined
  times?: Partial<HeartbeatTimes> | undefined
}

interface HeartbeatRow {
  beat: number
  server: string | null
  at: Date | null
  boot: string | null
  elapsed_ms: number | null
  shift_ms: number
}

/**
 * Proves that bids can be recorded (R3.2). Every server reads the one row of `portal.heartbeat` each second, and renews it if no other
 * server has. The server that renews it after a gap of fifteen seconds or more records the outage in the same transaction. The gap is
 * measured by a monotonic timer where one machine has seen both ends of it, so that setting a clock causes no outage.
 */
export function createHeartbeat(deps: HeartbeatDependencies): Heartbeat {
  const { pool, serverId, clock, machine, log } = deps
  const times = { ...TIMES, ...deps.times }
  let started = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | null = null
  let seenBeat: number | null = null
  let seenAt = -Infinity
  let problem = 'the server has not started yet'

  function note(beat: number): void {
    seenBeat = beat
    seenAt = machine.elapsed()
  }

  /**
   * Milliseconds since the last beat of any server: by the timer of its machine, or this server's since it saw the beat. Without either,
   * two clocks are compared, and the smaller result counts, because one of them may have been set.
   */
  function silenceSince({ beat, at, boot, elapsed_ms: elapsedMs }: HeartbeatRow): number {
    if (at === null || elapsedMs === null) return 0
    if (boot === machine.boot) return Math.max(0, machine.elapsed() - elapsedMs)
    if (beat === seenBeat) return machine.elapsed() - seenAt
    return Math.max(0, Math.min(clock.now(), machine.wallClock()) - at.getTime())
  }

  async function renew(row: HeartbeatRow): Promise<void> {
    const silentMs = silenceSince(row)
    const committed = await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ renewed: boolean }>({
        name: 'renew-heartbeat',
        text: 'select portal.renew_heartbeat($1, $2, $3, $4, $5, $6) as renewed',
        values: [
          row.beat,
          serverId,
          new Date(clock.now()),
          machine.boot,
          machine.elapsed(),
          -(clock.difference?.() ?? 0),
        ],
      })
      if (rows[0]?.renewed !== true) return null
      return silentMs < SHORTEST_OUTAGE_MS ? () => undefined : await deps.recordOutage(client, { silentMs })
    })
    // Another server was first: its beat is seen with the next check.
    if (committed === null) return
    note(row.beat + 1)
    committed()
  }

  async function checkOnce(): Promise<void> {
    let error: unknown = null
    try {
      // Before the beat, which hands this server's time to those that start.
      await clock.compare?.()
      const row = await readHeartbeat(pool)
      const isDue = row.beat === seenBeat || row.at === null || silenceSince(row) >= times.beatMs
      if (!isDue) note(row.beat)
      // Without a reliable clock a gap cannot be measured; another server can.
      else if ((clock.fault?.() ?? null) === null) await renew(row)
    } catch (thrown) {
      error = thrown
      problem = problemOf(thrown)
      // An unreachable database is logged elsewhere, once.
      if (!isDatabaseAway(thrown) && !isDiskFull(thrown)) log.warn({ err: thrown }, 'heartbeat failed')
    }
    deps.onChecked?.(error)
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void check(), error === null ? times.beatMs : RETRY_MS).unref()
  }

  function check(): Promise<void> {
    if (!started || stopped) return Promise.resolve()
    checking ??= checkOnce().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    fault() {
      const clockFault = clock.fault?.() ?? null
      if (clockFault !== null) return clockFault
      const forMs = machine.elapsed() - seenAt
      return forMs < times.staleMs ? null : `no bid can be recorded: ${problem}`
    },
    check,
    async start() {
      started = true
      await check()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await checking
      // A server that starts need not wait for the next beat. If the database is away, it waits.
      await pool
        .query('update portal.heartbeat set server = null where server = $1', [serverId])
        .catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'heartbeat not ended'))
    },
  }
}

function problemOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk of the database is full'
  if (sqlState(error) === READ_ONLY) return 'the database is read-only'
  return isDatabaseAway(error) ? 'the database does not answer' : 'the log has the reason'
}

async function readHeartbeat(db: Queryable): Promise<HeartbeatRow> {
  const { rows } = await db.query<HeartbeatRow>({
    name: 'heartbeat',
    text: 'select beat, server, at, boot, elapsed_ms, shift_ms from portal.heartbeat',
  })
  return rows[0] as HeartbeatRow
}

/** The portal's time as of the last beat; null on a new database. */
export async function readTimeOnRecord(db: Queryable): Promise<TimeOnRecord | null> {
  const { beat, server, at, boot, elapsed_ms: elapsedMs, shift_ms: shiftMs } = await readHeartbeat(db)
  if (at === null || boot === null || elapsedMs === null) return null
  return { beat, isLast: server === null, at: at.getTime(), boot, elapsedMs, shiftMs }
}
