import { hostname } from 'node:os'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { thisWorker } from '@/lib/server/platform/cluster-worker'

const channel = 'portal_limit_counts'
/** How old what is not yet told may grow, in milliseconds. */
const tellEvery = 200
/** Counts in one notification: PostgreSQL takes 8000 bytes. */
const countsAtOnce = 50
/** Keys whose count is too low to be told, and how long such a count is remembered, in milliseconds. */
const MAX_LOW_COUNTS = 20_000
const LOW_COUNT_MS = 60_000

const message = z.object({
  server: z.string(),
  machine: z.string(),
  counts: z.array(z.tuple([z.string().max(200), z.string().max(100), z.int().positive()])),
})

/** Who was let in elsewhere. `sameMachine`: by a process that shares this one's primary, which counts requests for both. */
export type HearCount = (limit: string, key: string, count: number, sameMachine: boolean) => void

export interface LimitCounts {
  /**
   * Counts what a limit lets in here; the others are told soon.
   *
   * @param atLeast a key is told in portions of this size: who asks little needs not be known elsewhere
   */
  count(limit: string, key: string, atLeast: number): void
  /** Tells what has been counted since the last time. */
  tell(): Promise<void>
  start(heard: HearCount): Promise<void>
  stop(): void
}

export interface LimitCountsDependencies {
  /** Not the bidding's own: nothing of this is to stand in a bid's way. */
  pool: Queryable
  listener: Pick<Listener, 'on'>
  serverId: string
  log: { warn(details: object, message: string): void }
}

/** Limits for all servers of one database (R4.11 for bids): each tells the others, five times a second at most, whom it let in. */
export function createLimitCounts({ pool, listener, serverId, log }: LimitCountsDependencies): LimitCounts {
  const machine = thisWorker() === null ? serverId : `${hostname()}/${process.ppid}`
  const low = new LRUCache<string, number>({ max: MAX_LOW_COUNTS, ttl: LOW_COUNT_MS, noUpdateTTL: true })
  const untold = new Map<string, [limit: string, key: string, count: number]>()
  let timer: NodeJS.Timeout | null = null

  async function tell(): Promise<void> {
    const counts = [...untold.values()]
    untold.clear()
    for (let from = 0; from < counts.length; from += countsAtOnce) {
      const payload = JSON.stringify({ server: serverId, machine, counts: counts.slice(from, from + countsAtOnce) })
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    }
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = null
      // What is lost here lets somebody in more often at another server for some seconds, and nothing else.
      tell().catch((error: unknown) =>
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'limit counts not told'),
      )
    }, tellEvery).unref()
  }

  return {
    count(limit, key, atLeast) {
      const name = `${limit} ${key}`
      const count = (low.get(name) ?? 0) + 1
      if (count < atLeast) return void low.set(name, count)
      low.delete(name)
      untold.set(name, [limit, key, (untold.get(name)?.[2] ?? 0) + count])
      tellSoon()
    },
    tell,
    start: (heard) =>
      listener.on(channel, (payload) => {
        const told = message.parse(JSON.parse(payload))
        if (told.server === serverId) return
        for (const [limit, key, count] of told.counts) heard(limit, key, count, told.machine === machine)
      }),
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
