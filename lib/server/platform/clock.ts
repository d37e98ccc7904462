import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
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

/** The portal's clock beside the machine's timer. */
export interface ClockReading {
  readonly boot: string
  readonly elapsedMs: number
  readonly at: number
}

export interface PortalClock extends Clock {
  /** Compares with the database's clock and corrects a small difference gradually. */
  compare(): Promise<void>
  /** Database minus this clock in milliseconds, as last measured. */
  difference(): number
  /** Whether the difference is too large to be drift: a clock was set, and this one does not follow. */
  isApart(): boolean
  /** Why this clock must not be used for decisions, for an operator; null if it is reliable. */
  fault(): string | null
  stop(): void
}

interface ClockOptions {
  db: Queryable
  machine: Machine
  /** From the last leader's beat; null on a new database. */
  lastReading?: ClockReading | null
  /** Called when the difference becomes too large to follow. */
  onApart?: (difference: number) => void
  onError?: (error: unknown) => void
}

/** A larger difference is not drift of an oscillator. */
const MAX_DRIFT_MS = 2_000
/** If the machine's and the database's wall clocks differ by more, one of them has no NTP. */
const MAX_UNATTENDED_MS = 60_000
/** Corrections are spread over time, one part in so many. */
const SLEW = 100
const COMPARE_INTERVAL_MS = 60_000
const SAMPLES = 5

/**
 * Monotonic time, anchored to the database at the start and compared with it each minute: it never goes back, and
 * setting a clock moves no end of an auction.
 *
 * At the start three clocks may be known: the database's, the machine's, and the portal's own as the last leader
 * recorded it, continued by the timer of the same boot. The median is used, so that a single wrong clock does not
 * matter. Without the third, the time is unknown if the other two differ grossly: this server then leads no auction until
 * an operator has set them.
 */
export async function createClock(options: ClockOptions): Promise<PortalClock> {
  const { db, machine, lastReading = null, onApart, onError } = options
  const first = await measure(db, machine)
  const wall = machine.wallClock()
  const continued = lastReading?.boot === machine.boot ? lastReading.at + first.elapsedMs - lastReading.elapsedMs : null
  let anchor = { ...first, at: continued === null ? first.at : median(first.at, wall, continued) }
  const fault =
    continued === null && lastReading !== null && Math.abs(wall - first.at) > MAX_UNATTENDED_MS
      ? `the clocks of the database and of this machine differ by ${seconds(wall - first.at)}: set them right, then restart`
      : null
  let difference = first.at - anchor.at
  let apart = false
  /** Correction still to be applied, at one part in SLEW of the elapsed time. */
  let correction = 0
  let latest = 0

  function exact(): number {
    const passed = machine.elapsed() - anchor.elapsedMs
    const limit = passed / SLEW
    return anchor.at + passed + Math.max(-limit, Math.min(limit, correction))
  }

  function adopt(measured: number): void {
    difference = measured
    const isApart = Math.abs(difference) > MAX_DRIFT_MS
    correction = isApart ? 0 : difference
    if (isApart && !apart) onApart?.(difference)
    apart = isApart
  }

  async function compare(): Promise<void> {
    const measured = await measure(db, machine)
    const reached = exact()
    const elapsedMs = machine.elapsed()
    anchor = { at: reached, elapsedMs }
    adopt(measured.at + elapsedMs - measured.elapsedMs - reached)
  }

  adopt(difference)
  const comparing = setInterval(
    () => void compare().catch((error: unknown) => onError?.(error)),
    COMPARE_INTERVAL_MS,
  ).unref()
  return {
    now() {
      latest = Math.max(latest, Math.floor(exact()))
      return latest
    },
    compare,
    difference: () => difference,
    isApart: () => apart,
    fault: () => fault,
    stop: () => clearInterval(comparing),
  }
}

function median(...three: [number, number, number]): number {
  return three.toSorted((a, b) => a - b)[1] as number
}

/** The quickest of a few round trips is the most accurate: half of it is the way back. */
async function measure(db: Queryable, machine: Machine): Promise<{ at: number; elapsedMs: number }> {
  let best: { at: number; elapsedMs: number; tripMs: number } | null = null
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sent = machine.elapsed()
    const { rows } = await db.query<{ at: string }>(`select (extract(epoch from clock_timestamp()) * 1000)::text as at`)
    const elapsedMs = machine.elapsed()
    const tripMs = elapsedMs - sent
    if (best === null || tripMs < best.tripMs) best = { at: Number(rows[0]?.at) + tripMs / 2, elapsedMs, tripMs }
  }
  if (best === null || !Number.isFinite(best.at)) throw new Error('The database did not answer with its time')
  return { at: best.at, elapsedMs: best.elapsedMs }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
