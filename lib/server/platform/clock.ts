import type { Queryable } from '@/lib/server/platform/db/pool'

/** Epoch milliseconds of the server's clock (R0.4). Passed in everywhere, so that tests hold it. */
export interface Clock {
  now(): number
}

export function fixedClock(start: number): Clock & { set(at: number): void; advance(milliseconds: number): void } {
  let at = start
  return {
    now: () => at,
    set(value) {
      at = value
    },
    advance(milliseconds) {
      at += milliseconds
    },
  }
}

export interface DatabaseClock extends Clock {
  /** Compares with the database’s clock and draws nearer. */
  adjust(): Promise<void>
  /** Holds this server's clock against those of the other living servers. */
  heed(compared: ComparedClocks): void
  health(): ClockHealth
  stop(): void
}

/** What clocks say beyond the database's, in milliseconds, as their servers' last signs of life have it. */
export interface ComparedClocks {
  own: number
  peers: readonly number[]
}

interface ClockHealth {
  /** Database minus this clock, in milliseconds, as last measured. */
  difference: number
  /** The database’s clock has been set; this clock goes on as before. Nothing is wrong with this server. */
  jumped: boolean
  /** Milliseconds by which this clock is ahead of the other living servers' (negative: behind); null where they agree. */
  peers: number | null
  measuredAt: number
}

interface ClockOptions {
  db: Queryable
  /** Milliseconds between two comparisons. */
  every?: number
  /** Milliseconds of a timer that nobody can set. */
  timer?: () => number
  /** Milliseconds to add to the database’s clock at the start; see agreeOnTime. What is no more than drift is slewed away. */
  offset?: number
  onJump?: (difference: number) => void
  onError?: (error: unknown) => void
  /** Told where this clock stood still, as a machine’s that is paused does, and was moved on to the other servers' time. */
  onStep?: (milliseconds: number) => void
}

/** More than this is no drift of two oscillators: somebody has set a clock, and auctions must not end an hour early. */
const MAX_DRIFT = 2_000
/** A correction is spread over time, one part in so many, so that the clock never stands still or goes back. */
const SLEW = 100
/** Servers see that the database's clock was set by so much apart, and differ meanwhile by a SLEW-th of it: 50 ms. */
const COMPARE_EVERY = 5_000
const SAMPLES = 5
/** So many signs of life in a row must say that this clock is the odd one: the database's may be set between two of them. */
const SURE = 3

/**
 * The one clock of all servers: set to the database’s clock at start, then carried on by the monotonic timer, so that
 * setting a clock moves no end of an auction. Small differences are slewed away. Once the database’s clock has been set, it is still what
 * all servers are held to, by as much as it differed then.
 */
export async function createDatabaseClock(options: ClockOptions): Promise<DatabaseClock> {
  const { db, every = COMPARE_EVERY, timer = () => performance.now(), onJump, onError, onStep } = options
  const first = await measure(db, timer)
  const begun = options.offset ?? 0
  const drifted = Math.abs(begun) <= MAX_DRIFT
  let offset = drifted ? 0 : begun
  let anchor: Anchor = { at: first.at + begun, timer: first.timer }
  /** What is still to be added, from the anchor on; at most a SLEW-th of the time that has passed. */
  let correction = drifted ? -begun : 0
  let latest = 0
  let odd = 0
  let health: ClockHealth = { difference: -begun, jumped: !drifted, peers: null, measuredAt: anchor.at }

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
    anchor = { at: reached, timer: timer() }
    if (Math.abs(difference) <= MAX_DRIFT) offset = 0
    else if (Math.abs(difference + offset) > MAX_DRIFT) {
      offset = -difference
      onJump?.(difference)
    }
    correction = difference + offset
    health = { ...health, difference, jumped: offset !== 0, measuredAt: reached }
  }

  /**
   * Where the others go by the database’s clock and this one, alone, is behind it, its timer has stood still: it steps on. It never goes
   * back, and where others disagree in another way it changes nothing but says so.
   */
  function heed({ own, peers }: ComparedClocks): void {
    const differs = peers.length > 0 && peers.every((peer) => Math.abs(own - peer) > MAX_DRIFT)
    odd = differs ? odd + 1 : 0
    if (odd < SURE) return void (health = { ...health, peers: odd === 0 ? null : health.peers })
    const ahead = own - Math.max(...peers)
    if (ahead < 0 && peers.every((peer) => Math.abs(peer) <= MAX_DRIFT)) {
      anchor = { at: exact() - own, timer: timer() }
      correction = 0
      offset = 0
      odd = 0
      health = { ...health, difference: 0, jumped: false, peers: null }
      onStep?.(-own)
    } else {
      health = { ...health, peers: ahead }
    }
  }

  const comparing = setInterval(() => void adjust().catch((error: unknown) => onError?.(error)), every)
  comparing.unref()
  return { now, adjust, heed, health: () => health, stop: () => clearInterval(comparing) }
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
