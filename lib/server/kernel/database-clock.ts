import type { Queryable } from '@/lib/server/db/pool'
import type { Clock } from './clock'

export interface DatabaseClock extends Clock {
  /** Compares with the database’s clock and draws nearer. */
  adjust(): Promise<void>
  health(): ClockHealth
  stop(): void
}

export interface ClockHealth {
  /** Database minus this clock, in milliseconds, as last measured. */
  difference: number
  /** The database’s clock has jumped away; this clock goes on as before. */
  jumped: boolean
  measuredAt: number
}

export interface ClockOptions {
  db: Queryable
  /** Milliseconds between two comparisons. */
  every?: number
  /** Milliseconds of a timer that nobody can set. */
  timer?: () => number
  onJump?: (difference: number) => void
  onError?: (error: unknown) => void
}

/** More than this is no drift of two oscillators: somebody has set a clock, and auctions must not end an hour early. */
const LONGEST_DRIFT = 2_000
/** A correction is spread over time, one part in so many, so that the clock never stands still or goes back. */
const SLEW = 100
const SAMPLES = 5

/**
 * The one clock of all servers: set to the database’s clock at start, then carried on by the monotonic timer, so that
 * setting the machine’s clock moves no end of an auction. Small differences are slewed away.
 */
export async function createDatabaseClock({ db, every = 30_000, timer = () => performance.now(), onJump, onError }: ClockOptions): Promise<DatabaseClock> {
  let anchor = await measure(db, timer)
  /** What is still to be added, from the anchor on; at most a SLEW-th of the time that has passed. */
  let correction = 0
  let latest = 0
  let health: ClockHealth = { difference: 0, jumped: false, measuredAt: anchor.at }

  function exact(): number {
    const passed = timer() - anchor.timer
    const limit = passed / SLEW
    return anchor.at + passed + Math.max(-limit, Math.min(limit, correction))
  }

  function now(): number {
    latest = Math.max(latest, Math.floor(exact()))
    return latest
  }

  async function adjust(): Promise<void> {
    const measured = await measure(db, timer)
    const reached = exact()
    const difference = measured.at + timer() - measured.timer - reached
    const jumped = Math.abs(difference) > LONGEST_DRIFT
    if (jumped && !health.jumped) onJump?.(difference)
    anchor = { at: reached, timer: timer() }
    correction = jumped ? 0 : difference
    health = { difference, jumped, measuredAt: reached }
  }

  const comparing = setInterval(() => void adjust().catch((error: unknown) => onError?.(error)), every)
  comparing.unref()
  return { now, adjust, health: () => health, stop: () => clearInterval(comparing) }
}

interface Anchor {
  /** The database’s epoch milliseconds … */
  at: number
  /** … at this reading of the monotonic timer. */
  timer: number
}

/** The quickest of a few round trips is the one that tells the time best: half of it is on the way back. */
async function measure(db: Queryable, timer: () => number): Promise<Anchor> {
  let best: (Anchor & { trip: number }) | null = null
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sent = timer()
    const { rows } = await db.query<{ at: string }>(`select (extract(epoch from clock_timestamp()) * 1000)::text as at`)
    const received = timer()
    const trip = received - sent
    if (best === null || trip < best.trip) best = { at: Number(rows[0]?.at) + trip / 2, timer: received, trip }
  }
  if (best === null || !Number.isFinite(best.at)) throw new Error('The database did not tell its time')
  return best
}
