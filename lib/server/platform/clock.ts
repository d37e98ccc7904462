import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '@/lib/server/platform/db/pool'

/** Epoch milliseconds of this server's clock (R0.4). A parameter everywhere, so that tests control it. */
export interface Clock {
  now(): number
}

/** The machine's own clocks, beside the database's. */
export interface Machine {
  /** Identifies the machine's boot or, if the system does not name it, this process. */
  readonly boot: string
  /** Milliseconds of a timer that cannot be set and that also counts suspended time. Comparable within one boot. */
  elapsed(): number
  /** The machine's wall clock, which can be set. Epoch milliseconds. */
  wallClock(): number
}

/** The two timers differ by the time suspended; less than this is inaccuracy. */
const SUSPEND_THRESHOLD_MS = 500
/** Each reading of the uptime reads a file. */
const UPTIME_READ_INTERVAL_MS = 5

export function thisMachine(): Machine {
  const boot = bootId()
  let suspended = 0
  let readAt = -Infinity
  return {
    boot: boot ?? `process ${randomUUID()}`,
    elapsed() {
      const awake = Number(process.hrtime.bigint()) / 1e6
      // On other systems than Linux the uptime follows the wall clock.
      if (boot !== null && awake - readAt >= UPTIME_READ_INTERVAL_MS) {
        readAt = awake
        const difference = uptime() * 1000 - awake
        if (Math.abs(difference - suspended) > SUSPEND_THRESHOLD_MS) suspended = difference
      }
      return awake + suspended
    },
    wallClock: () => Date.now(),
  }
}

function bootId(): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/** The portal's time as the server that renewed the heartbeat last knew it. */
export interface TimeOnRecord {
  readonly beat: number
  /** Whether that server has stopped in order. */
  readonly isLast: boolean
  /** Epoch milliseconds. */
  readonly at: number
  readonly boot: string
  readonly elapsedMs: number
  /** The portal's time minus the database's. */
  readonly shiftMs: number
}

export interface PortalClock extends Clock {
  /** Compares with the database's clock. The heartbeat does it every second. */
  compare(): Promise<void>
  /** Database minus this clock in milliseconds: 0 unless the database's clock was set. */
  difference(): number
  /** Whether the database's clock was set while the portal ran: this one does not follow. */
  hasDrifted(): boolean
  /** Why this clock must not be used for decisions, for an operator; null if it is reliable. */
  fault(): string | null
}

interface ClockOptions {
  db: Queryable
  machine: Machine
  /** Null on a new database. */
  readTimeOnRecord?: () => Promise<TimeOnRecord | null>
  wait?: (milliseconds: number) => Promise<unknown>
  /** Called when the database's clock has been set. */
  onDrift?: (difference: number) => void
}

/** R0.4: a server that is not sure of its time to this many milliseconds decides nothing. */
const MAX_UNCERTAINTY_MS = 100
/** The most by which an oscillator drifts, in milliseconds per millisecond. */
const DRIFT = 50e-6
/** A larger deviation from the database's clock is not drift: that clock was set. */
const MAX_STEP_MS = 100
/** Beyond this, operators are told that the database's clock differs. */
const REPORTED_DIFFERENCE_MS = 2_000
/** If the machine's and the database's wall clocks differ by more, one of them has no NTP. */
const MAX_UNATTENDED_MS = 60_000
/** Of the first measurement. */
const SAMPLES = 5

/** The database's time at an instant of the machine's timer, to within `errorMs`. */
interface Measurement {
  readonly at: number
  readonly elapsedMs: number
  readonly errorMs: number
}

/**
 * Monotonic time, anchored to the database's by the most accurate of the recent measurements, so that all servers agree to
 * milliseconds whatever their machines' clocks say.
 *
 * Setting the database's clock moves no end of an auction: the portal's time goes on by the machine's timer, and differs from the
 * database's by a constant shift from then on, which the heartbeat hands to servers that start later.
 */
export async function createClock(options: ClockOptions): Promise<PortalClock> {
  const { db, machine, onDrift } = options
  let best = await measure(db, machine)
  for (let sample = 1; sample < SAMPLES; sample += 1) {
    const measured = await measure(db, machine)
    if (measured.errorMs < best.errorMs) best = measured
  }
  const start = await startingShift(options, best)
  let shift = start.shift
  let latest = 0

  const errorAt = (elapsedMs: number) => best.errorMs + Math.max(0, elapsedMs - best.elapsedMs) * DRIFT
  const databaseTime = (elapsedMs: number) => best.at + elapsedMs - best.elapsedMs

  function adopt(measured: Measurement): void {
    const deviation = measured.at - databaseTime(measured.elapsedMs)
    const expected = errorAt(measured.elapsedMs)
    if (Math.abs(deviation) <= expected + measured.errorMs) {
      if (measured.errorMs <= expected) best = measured
      return
    }
    best = measured
    if (Math.abs(deviation) <= MAX_STEP_MS) return
    shift -= deviation
    if (hasDrifted()) onDrift?.(-shift)
  }

  const hasDrifted = () => Math.abs(shift) > REPORTED_DIFFERENCE_MS

  return {
    now() {
      latest = Math.max(latest, Math.floor(databaseTime(machine.elapsed()) + shift))
      return latest
    },
    compare: async () => adopt(await measure(db, machine)),
    difference: () => (shift === 0 ? 0 : -shift),
    hasDrifted,
    fault() {
      if (start.fault !== null) return start.fault
      const error = errorAt(machine.elapsed())
      return error <= MAX_UNCERTAINTY_MS
        ? null
        : `the time is not known to 100 ms: the database's clock could be read to ${Math.round(error)} ms only`
    },
  }
}

/** How far the portal's time is from the database's, or why that is unknown. */
interface StartingShift {
  readonly shift: number
  readonly fault: string | null
}

/** Servers that run beat once a second. */
const SILENT_MS = 3_000
const POLL_MS = 100

/**
 * None, unless the database's clock was set. Then it is that of the servers that run: each of them has compared its clock before its next
 * beat. If none does, the portal's own time may be known from the last beat, continued by the timer of the same boot: the median of it,
 * the database's and the machine's clock is used, so that a single wrong one does not matter. Without it the time is unknown if the other
 * two differ grossly, until an operator has set them.
 */
async function startingShift(
  { machine, readTimeOnRecord = () => Promise.resolve(null), wait = delay }: ClockOptions,
  measured: Measurement,
): Promise<StartingShift> {
  const last = await readTimeOnRecord()
  if (last === null) return { shift: 0, fault: null }
  const isSameBoot = last.boot === machine.boot
  const isSilent = last.isLast || (isSameBoot && machine.elapsed() - last.elapsedMs > SILENT_MS)
  for (let waitedMs = 0; !isSilent && waitedMs < SILENT_MS; waitedMs += POLL_MS) {
    await wait(POLL_MS)
    const present = await readTimeOnRecord()
    if (present !== null && present.beat !== last.beat) return { shift: present.shiftMs, fault: null }
  }
  const elapsedMs = machine.elapsed()
  const now = measured.at + elapsedMs - measured.elapsedMs
  if (isSameBoot) {
    const shift = median(now, machine.wallClock(), last.at + elapsedMs - last.elapsedMs) - now
    return { shift: Math.abs(shift) <= MAX_STEP_MS ? 0 : shift, fault: null }
  }
  const apart = machine.wallClock() - now
  if (Math.abs(apart) <= MAX_UNATTENDED_MS) return { shift: 0, fault: null }
  const difference = `${(apart / 1000).toFixed(1)} s`
  return {
    shift: 0,
    fault: `the clocks of the database and of this machine differ by ${difference}: set them right, then restart`,
  }
}

function median(...three: [number, number, number]): number {
  return three.toSorted((a, b) => a - b)[1] as number
}

/** The reading lies within the round trip. */
async function measure(db: Queryable, machine: Machine): Promise<Measurement> {
  const sent = machine.elapsed()
  const { rows } = await db.query<{ at: string }>(`select (extract(epoch from clock_timestamp()) * 1000)::text as at`)
  const elapsedMs = machine.elapsed()
  const errorMs = (elapsedMs - sent) / 2
  const at = Number(rows[0]?.at) + errorMs
  if (!Number.isFinite(at)) throw new Error('The database did not answer with its time')
  return { at, elapsedMs, errorMs }
}
