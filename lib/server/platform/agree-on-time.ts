import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { lastSign, lastSignOfBoot, readSigns, type Sign } from './signs-of-life'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** What this machine knows of time beside the database's clock. */
export interface Machine {
  /** Names the machine's boot; where the system has no name for it, this process. */
  readonly boot: string
  /** Milliseconds by a timer that nobody can set and that goes on while the machine sleeps. Comparable within one boot. */
  elapsed(): number
  /** The machine's own clock, which somebody may set. Epoch milliseconds. */
  clock(): number
}

/** The two timers differ by the time slept; less than this is their own inaccuracy. */
const SLEPT = 500
/** The uptime is a file that the system writes anew for each reading: at most once in so many milliseconds awake. */
const UPTIME_EVERY = 5

export function thisMachine(): Machine {
  const boot = bootName()
  let slept = 0
  let compareAt = -Infinity
  return {
    boot: boot ?? `process ${randomUUID()}`,
    elapsed() {
      const awake = Number(process.hrtime.bigint()) / 1e6
      // Elsewhere than on Linux the uptime follows the clock that can be set.
      if (boot !== null && awake >= compareAt) {
        compareAt = awake + UPTIME_EVERY
        const difference = uptime() * 1000 - awake
        if (Math.abs(difference - slept) > SLEPT) slept = difference
      }
      return awake + slept
    },
    clock: () => Date.now(),
  }
}

function bootName(): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/** The clocks contradict each other, and an auction depends on which one is right: its message is a sentence for the person who starts. */
export class ClockDisagreement extends Error {
  override name = 'ClockDisagreement'
}

export interface AgreedTime {
  /** Milliseconds to add to the database's clock. */
  offset: number
  /** Why the portal does not go by the database's clock, or another clock is wrong; null where all agree. */
  remark: string | null
}

/** Clocks that are kept by NTP differ by less. */
const AGREE = 2_000
/** A sign of life may be written so much later than it was given. */
const WRITING_A_SIGN = 100
/** A machine's own clock that nobody keeps may be so far off without being worth refusing to start for. */
const GROSS = 60_000
/** Two signs of life come within this. */
const LOOK_MS = 2_500
const LOOK_EVERY_MS = 200

/**
 * The time that a server starts with: the database's, unless somebody has set that clock.
 *
 * Living servers are asked first, told by signs that follow each other: a server that starts goes by their time, whatever the database's
 * clock says now. Where none lives, the time by which the portal ran last, carried on by this machine's timer, is held against the
 * database's clock. While an auction is under way it wins, so that no end moves; otherwise the clock that the machine's own agrees with.
 *
 * @throws {ClockDisagreement}
 */
export async function agreeOnTime(db: Queryable, machine: Machine): Promise<AgreedTime> {
  const signs = await readSigns(db)
  if (signs.length === 0) return { offset: 0, remark: null }
  const living = signs.some(({ stopped }) => !stopped) ? await livingSigns(db, signs) : []
  if (living.length > 0) return timeOf(living)

  const { at: database, running } = await look(db)
  const elapsed = machine.elapsed()
  const own = lastSignOfBoot(signs, machine.boot, elapsed)
  const machineOffset = machine.clock() - database
  if (own !== null) {
    const carried = own.aliveAt + elapsed - own.runningMs - database
    if (Math.abs(carried) <= AGREE) return { offset: 0, remark: null }
    if (running || Math.abs(machineOffset - carried) <= AGREE) {
      return {
        offset: carried,
        remark: `the database's clock has been set by ${seconds(-carried)} since the portal last ran: the portal keeps its own time`,
      }
    }
    return {
      offset: 0,
      remark: `the portal last ran by a time that differed by ${seconds(carried)}: from now on it goes by the database's clock`,
    }
  }
  const last = lastSign(signs)
  // By how much that machine's clock was off is taken for this one's: both are kept by the same means.
  const expected = machineOffset - (last?.machineAt === null || last === null ? 0 : last.machineAt - last.aliveAt)
  if (running && Math.abs(expected) > GROSS) {
    throw new ClockDisagreement(
      `The database's clock and this machine's differ by ${seconds(expected)}, and an auction is under way that would end by the wrong one. Set the clocks right, then start again.`,
    )
  }
  return {
    offset: 0,
    remark:
      Math.abs(expected) > AGREE ? `this machine's clock and the database's differ by ${seconds(expected)}` : null,
  }
}

/** The time of servers that live, as an offset to the database's clock. @throws {ClockDisagreement} where they do not agree */
function timeOf(living: readonly Sign[]): AgreedTime {
  const offsets = offsetsOf(living)
  if (offsets.length === 0) return { offset: 0, remark: null }
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)]
  if (most - least > AGREE) {
    throw new ClockDisagreement(
      `The clocks of the running servers differ by ${seconds(most - least)}. Restart those whose /api/health/ready names their clock, then start this one.`,
    )
  }
  // A sign is written a little after it was given: the largest is the nearest.
  if (Math.abs(most) <= WRITING_A_SIGN) return { offset: 0, remark: null }
  return {
    offset: most,
    remark:
      Math.abs(most) <= AGREE
        ? null
        : `the database's clock differs by ${seconds(-most)} from that of the running servers: this one goes by theirs`,
  }
}

/** What servers' clocks say beyond the database's, in milliseconds. */
export function offsetsOf(signs: readonly Sign[]): number[] {
  return signs.flatMap(({ aliveAt, databaseAt }) => (databaseAt === null ? [] : [aliveAt - databaseAt]))
}

/** Signs of servers that have given another one since `before`: no clock is needed to see that they live. */
export function newerThan(before: readonly Sign[], signs: readonly Sign[]): Sign[] {
  const beats = new Map(before.map(({ serverId, beat }) => [serverId, beat]))
  return signs.filter(({ serverId, beat, stopped }) => !stopped && beat !== null && beats.get(serverId) !== beat)
}

async function livingSigns(db: Queryable, before: readonly Sign[]): Promise<Sign[]> {
  const until = performance.now() + LOOK_MS
  let living: Sign[] = []
  const mayLive = before.filter(({ stopped, beat }) => !stopped && beat !== null).length
  while (performance.now() < until && living.length < mayLive) {
    await delay(LOOK_EVERY_MS)
    living = newerThan(before, await readSigns(db))
  }
  return living
}

async function look(db: Queryable): Promise<{ at: number; running: boolean }> {
  const { rows } = await db.query<{ at: string; running: boolean }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::text as at,
       exists (select from portal.auction_heads
         where started_at is not null and ended_at is null and unsuccessful_at is null and cancelled_at is null) as running`,
  )
  return { at: Number(rows[0]?.at), running: rows[0]?.running ?? false }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
