import type { Clock, ClockReading, Machine } from '@/lib/server/platform/clock'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'

/** The server that decides bids, as the others reach it. */
export interface Leader {
  /** Rises with every takeover. */
  readonly epoch: number
  readonly serverId: string
  /** host:port */
  readonly address: string
}

/** A takeover, or a beat after a long pause; recovery has to run before this server decides. */
export interface Recovery {
  readonly epoch: number
  /** Milliseconds without a beat of any leader, at least. */
  readonly silentMs: number
}

export interface LeadershipTimes {
  beatMs: number
  /** A server that sees the same beat for this long, by its own timer, takes over. */
  takeoverMs: number
  /** A leader whose last beat is older decides nothing until the next one. Shorter than the shortest outage. */
  staleMs: number
}

export interface Leadership {
  /** The epoch in which this server may decide now; null while it may not. */
  epoch(): number | null
  /** The epoch that this server holds, able to decide or not. */
  heldEpoch(): number | null
  /** The leader, as last read; null if there is none. */
  leader(): Leader | null
  /** Why no bid is decided now, for operators; null if one server decides. */
  fault(): string | null
  /** Immediately beats, or reads the leader's beat. Never rejects. */
  check(): Promise<void>
  /** Calls `changed` when the leader or its ability to decide changes. */
  onChange(changed: () => void): void
  /** @param address at which the other servers reach this one */
  start(address: string): Promise<void>
  /** Releases the leadership, so that another server takes over immediately; from here on it only watches. */
  resign(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'portal_leader'
const TIMES: LeadershipTimes = { beatMs: 1_000, takeoverMs: 3_000, staleMs: 10_000 }
/** Before the next attempt after the database did not answer. */
const RETRY_MS = 250
/** A takeover is faster: no leader for longer is a fault. */
const FAULT_AFTER_MS = 5_000

interface LeadershipDependencies {
  /** A separate connection for beats, which must not wait for bids. */
  pool: Pool
  listener: Pick<Listener, 'on'>
  serverId: string
  clock: Clock & { fault?(): string | null }
  machine: Machine
  /**
   * Called before this server decides, after a takeover or a pause in its beats. Records an outage, if there was one, and
   * returns the instant of the newest entry, which this server's clock must have passed.
   */
  recover: (recovery: Recovery) => Promise<number>
  log: { info?(details: object, message: string): void; warn(details: object, message: string): void }
  /** Called after every beat and reading with null or the database's error. */
  onChecked?: (error: unknown) => void
  times?: Partial<LeadershipTimes> | undefined
}

export interface LeaderRow {
  epoch: number
  server: string | null
  address: string | null
  beat: number
  boot: string | null
  elapsed_ms: number | null
  clock_at: Date | null
  machine_at: Date | null
  obstacle: string | null
}

/**
 * One server leads: it decides all bids, starts and ends (docs/decisions/0043-one-leader.md). It renews its beat in
 * `portal.leader`; a server that has seen the same beat for three seconds takes over. Only timers of one machine are compared, so
 * that setting a clock does not affect the leadership. The epoch fences the writes of a leader that does not know yet that it was
 * replaced.
 */
export function createLeadership(deps: LeadershipDependencies): Leadership {
  const { pool, listener, serverId, clock, machine, recover, log } = deps
  const times = { ...TIMES, ...deps.times }
  const listeners: (() => void)[] = []
  let address = ''
  let started = false
  let resigned = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | null = null

  let heldEpoch: number | null = null
  let beatenAt = -Infinity
  /** Since when, by the machine's timer, no leader has beaten; null once that is recovered from. */
  let silentSince: number | null = null
  let newestRecordAt = -Infinity

  let leaderRow: LeaderRow | null = null
  let beatChangedAt = machine.elapsed()
  /** Whether the beat has changed while this server watched, so that its own timer measures the silence. */
  let sawBeat = false
  let decidingAt = machine.elapsed()
  let state = ''

  function obstacle(): string | null {
    const fault = clock.fault?.() ?? null
    if (fault !== null) return fault
    const behind = newestRecordAt - clock.now()
    return behind <= 0
      ? null
      : `the leader's clock is ${(behind / 1000).toFixed(1)} s behind the newest record: it decides no bid until it has passed it`
  }

  function epoch(): number | null {
    const isFresh = machine.elapsed() - beatenAt < times.staleMs
    return heldEpoch !== null && silentSince === null && isFresh && obstacle() === null ? heldEpoch : null
  }

  function leader(): Leader | null {
    if (leaderRow === null || leaderRow.server === null || leaderRow.address === null) return null
    return { epoch: leaderRow.epoch, serverId: leaderRow.server, address: leaderRow.address }
  }

  /** Calls the listeners if the leader or its ability to decide has changed. */
  function update(): void {
    const decides =
      heldEpoch === null
        ? leaderRow !== null &&
          leaderRow.server !== null &&
          leaderRow.obstacle === null &&
          machine.elapsed() - beatChangedAt < times.takeoverMs
        : epoch() !== null
    if (decides) decidingAt = machine.elapsed()
    const next = `${leaderRow?.epoch} ${leaderRow?.server} ${heldEpoch} ${decides}`
    if (next === state) return
    state = next
    for (const changed of listeners) changed()
  }

  function evidence() {
    return [machine.boot, machine.elapsed(), new Date(clock.now()), new Date(machine.wallClock()), obstacle()]
  }

  async function beat(currentEpoch: number): Promise<void> {
    const { rows } = await pool.query<LeaderRow>({
      name: 'leader-beat',
      text: `update portal.leader set beat = beat + 1, boot = $3, elapsed_ms = $4, clock_at = $5, machine_at = $6, obstacle = $7
             where epoch = $1 and server = $2 returning *`,
      values: [currentEpoch, serverId, ...evidence()],
    })
    const row = rows[0]
    if (row === undefined) {
      heldEpoch = null
      silentSince = null
      log.warn({ epoch: currentEpoch }, 'leadership lost')
      return watch()
    }
    note(row)
    // A suspended process, or one without a database, notices the lost time here, before it decides anything.
    if (machine.elapsed() - beatenAt >= times.staleMs) silentSince ??= beatenAt
    beatenAt = machine.elapsed()
    await recoverIfSilent(currentEpoch)
  }

  async function watch(): Promise<void> {
    const { rows } = await pool.query<LeaderRow>({ name: 'leader-read', text: 'select * from portal.leader' })
    const row = rows[0] as LeaderRow
    note(row)
    if (resigned) return
    const unchangedMs = machine.elapsed() - beatChangedAt
    if (row.server === null || row.server === serverId || unchangedMs >= times.takeoverMs) await takeOver(row)
  }

  function note(row: LeaderRow): void {
    if (leaderRow?.epoch !== row.epoch || leaderRow.beat !== row.beat) {
      sawBeat = leaderRow !== null
      beatChangedAt = machine.elapsed()
    }
    leaderRow = row
  }

  async function takeOver(row: LeaderRow): Promise<void> {
    // It could not decide without a reliable clock; another server may.
    if ((clock.fault?.() ?? null) !== null && row.server !== null) return
    const silentMs = silence(row)
    const { rows } = await pool.query<LeaderRow>({
      name: 'leader-takeover',
      text: `with taken as (
               update portal.leader set epoch = epoch + 1, beat = beat + 1, server = $3, address = $4,
                 boot = $5, elapsed_ms = $6, clock_at = $7, machine_at = $8, obstacle = $9
               where epoch = $1 and beat = $2 returning *
             )
             select taken.*, pg_notify('${CHANNEL}', '') from taken`,
      values: [row.epoch, row.beat, serverId, address, ...evidence()],
    })
    const newRow = rows[0]
    // Another server was first, or the leader has beaten in the meantime.
    if (newRow === undefined) return
    heldEpoch = newRow.epoch
    beatenAt = machine.elapsed()
    silentSince = beatenAt - silentMs
    note(newRow)
    log.info?.({ epoch: heldEpoch, silent_ms: Math.round(silentMs) }, 'leadership taken')
    await recoverIfSilent(newRow.epoch)
  }

  async function recoverIfSilent(currentEpoch: number): Promise<void> {
    if (silentSince === null) return
    const newest = await recover({ epoch: currentEpoch, silentMs: machine.elapsed() - silentSince })
    newestRecordAt = Math.max(newestRecordAt, newest)
    silentSince = null
  }

  /**
   * Milliseconds since the leader's last beat. Timers are preferred to clocks: that of the same boot since the beat, else this
   * server's since it saw the beat change. Without either, two clocks are compared, the portal's and the machine's, and the
   * smaller result counts, because one of them may have been set.
   */
  function silence(row: LeaderRow): number {
    if (row.clock_at === null || row.machine_at === null || row.elapsed_ms === null) return 0
    if (row.boot === machine.boot) return Math.max(0, machine.elapsed() - row.elapsed_ms)
    const watched = machine.elapsed() - beatChangedAt
    if (sawBeat) return watched
    const byClocks = Math.min(clock.now() - row.clock_at.getTime(), machine.wallClock() - row.machine_at.getTime())
    return Math.max(watched, byClocks)
  }

  async function checkOnce(): Promise<void> {
    let error: unknown = null
    try {
      if (heldEpoch === null) await watch()
      else await beat(heldEpoch)
    } catch (thrown) {
      error = thrown
      // An unreachable database is logged elsewhere, once.
      if (!isDatabaseAway(thrown)) log.warn({ err: thrown }, 'leader check failed')
    }
    deps.onChecked?.(error)
    update()
    if (stopped) return
    const untilTakeover = beatChangedAt + times.takeoverMs - machine.elapsed() + 5
    const waitMs =
      error === null ? (heldEpoch === null ? Math.min(times.beatMs, untilTakeover) : times.beatMs) : RETRY_MS
    clearTimeout(timer)
    timer = setTimeout(() => void check(), Math.max(5, waitMs)).unref()
  }

  function check(): Promise<void> {
    if (!started || stopped) return Promise.resolve()
    checking ??= checkOnce().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    epoch,
    heldEpoch: () => heldEpoch,
    leader,
    fault() {
      update()
      const leaderObstacle = heldEpoch === null ? (leaderRow?.obstacle ?? null) : obstacle()
      if (leaderObstacle !== null) return leaderObstacle
      const forMs = machine.elapsed() - decidingAt
      return forMs > FAULT_AFTER_MS ? `no server has led for ${Math.round(forMs / 1000)} s: no bid is decided` : null
    },
    check,
    onChange: (changed) => void listeners.push(changed),
    async start(ownAddress) {
      address = ownAddress
      started = true
      await listener.on(CHANNEL, () => void check())
      await check()
    },
    async resign() {
      resigned = true
      await checking
      if (heldEpoch === null) return
      const released = heldEpoch
      heldEpoch = null
      update()
      await pool.query(
        `with released as (update portal.leader set server = null, address = null where epoch = $1 and server = $2 returning epoch)
         select pg_notify('${CHANNEL}', '') from released`,
        [released, serverId],
      )
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await checking
    },
  }
}

/** The portal's clock as the last leader recorded it; null on a new database. */
export async function readLastClock(db: Queryable): Promise<ClockReading | null> {
  const { rows } = await db.query<Pick<LeaderRow, 'boot' | 'elapsed_ms' | 'clock_at'>>(
    'select boot, elapsed_ms, clock_at from portal.leader',
  )
  const { boot = null, elapsed_ms: elapsedMs = null, clock_at: at = null } = rows[0] ?? {}
  return boot === null || elapsedMs === null || at === null ? null : { boot, elapsedMs, at: at.getTime() }
}

/** Locks the leadership until the end of the transaction, which a takeover awaits. False if this server no longer leads. */
export async function lockLeadership(db: Queryable, serverId: string, epoch: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'lock-leadership',
    text: 'select from portal.leader where epoch = $1 and server = $2 for key share',
    values: [epoch, serverId],
  })
  return rowCount === 1
}
