import type { Queryable } from '@/lib/server/platform/db/pool'

/** A server's last sign of life. Instants in epoch milliseconds. */
export interface Sign {
  readonly serverId: string
  /** The order of signs, whatever clocks say; null for a server of an earlier version. */
  readonly beat: number | null
  /** By the portal's clock, as that server had it. */
  readonly aliveAt: number
  readonly stopped: boolean
  readonly boot: string | null
  /** Milliseconds by that machine's timer. */
  readonly runningMs: number | null
  /** By that machine's own clock. */
  readonly machineAt: number | null
  /** By the database's clock. */
  readonly databaseAt: number | null
}

interface Row {
  id: string
  beat: number | null
  alive_at: Date
  stopped: boolean
  boot: string | null
  running_ms: number | null
  machine_at: Date | null
  database_at: Date | null
}

const MAX = 1_000

/** Of every server that has not been forgotten, the newest first. */
export async function readSigns(db: Queryable): Promise<Sign[]> {
  const { rows } = await db.query<Row>({
    name: 'signs-of-life',
    text: `select id, beat, alive_at, stopped_at is not null as stopped, boot, running_ms, machine_at, database_at
           from portal.servers order by beat desc nulls last, alive_at desc limit $1`,
    values: [MAX],
  })
  return rows.map((row) => ({
    serverId: row.id,
    beat: row.beat,
    aliveAt: row.alive_at.getTime(),
    stopped: row.stopped,
    boot: row.boot,
    runningMs: row.running_ms,
    machineAt: row.machine_at?.getTime() ?? null,
    databaseAt: row.database_at?.getTime() ?? null,
  }))
}

/** The last sign of anybody: by the order of signs, so that a row of a time when a clock was wrong does not stand in the future. */
export function lastSign(signs: readonly Sign[]): Sign | null {
  let last: Sign | null = null
  for (const sign of signs) {
    if (last === null) last = sign
    else if (sign.beat !== null && last.beat !== null ? sign.beat > last.beat : sign.aliveAt > last.aliveAt) last = sign
  }
  return last
}

/** The last sign that this boot of the machine gave, by its timer: time since then is known. */
export function lastSignOfBoot(
  signs: readonly Sign[],
  boot: string,
  elapsed: number,
): (Sign & { runningMs: number }) | null {
  let last: (Sign & { runningMs: number }) | null = null
  for (const { runningMs, ...sign } of signs) {
    if (sign.boot !== boot || runningMs === null || runningMs > elapsed) continue
    if (last === null || runningMs > last.runningMs) last = { ...sign, runningMs }
  }
  return last
}

export interface Silence {
  /** Milliseconds in which provably nobody gave a sign. */
  readonly proven: number
  /** Milliseconds by the portal's clock. Where it says otherwise, a clock was set. */
  readonly byClock: number
}

/**
 * How long no server has given a sign of life; null where there never was one.
 *
 * This machine's timer is believed before any clock: it runs since a sign that this boot gave, and what other servers were alive after
 * that is taken off. A machine that has no such sign (another one, or started anew) has two clocks only, the database's and its own: it
 * believes the one that says less, because one of them may have been set.
 */
export function silenceOf(
  signs: readonly Sign[],
  here: { boot: string; elapsed: number; clock: number; now: number },
): Silence | null {
  const last = lastSign(signs)
  if (last === null) return null
  const byClock = here.now - last.aliveAt
  const own = lastSignOfBoot(signs, here.boot, here.elapsed)
  if (own !== null) {
    const othersAfter = Math.max(0, last.aliveAt - own.aliveAt)
    return { proven: Math.max(0, here.elapsed - own.runningMs - othersAfter), byClock }
  }
  const byMachine = last.machineAt === null ? byClock : here.clock - last.machineAt
  return { proven: Math.max(0, Math.min(byClock, byMachine)), byClock }
}
