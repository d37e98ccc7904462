import * as z from 'zod'
import type { Listener } from '@/lib/server/db/listener'
import type { Queryable } from '@/lib/server/db/pool'

const channel = 'portal_bid_counts'
/** How old what is not yet told may grow, in milliseconds. */
const tellEvery = 200
/** Accounts in one notification: PostgreSQL takes 8000 bytes. */
const accountsAtOnce = 300

const counts = z.object({ server: z.string(), bids: z.array(z.tuple([z.int().positive(), z.int().positive()])) })

export interface BidCounts {
  /** Counts a bid that is let in here; the others are told soon. */
  count(accountId: number): void
  /** Tells what has been counted since the last time. */
  tell(): Promise<void>
  start(): Promise<void>
  stop(): void
}

export interface BidCountsDependencies {
  /** Not the bidding's own: nothing of this is to stand in a bid's way. */
  pool: Queryable
  listener: Pick<Listener, 'on'>
  serverId: string
  heard(accountId: number, bids: number): void
  log: { warn(details: object, message: string): void }
}

/** R4.11 for all servers of one database: each tells the others, five times a second at most, whose bids it let in. */
export function createBidCounts({ pool, listener, serverId, heard, log }: BidCountsDependencies): BidCounts {
  const untold = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null

  async function tell(): Promise<void> {
    const bids = [...untold]
    untold.clear()
    for (let from = 0; from < bids.length; from += accountsAtOnce) {
      const payload = JSON.stringify({ server: serverId, bids: bids.slice(from, from + accountsAtOnce) })
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    }
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = null
      // What is lost here lets a buyer bid more often at another server for some seconds, and nothing else.
      tell().catch((error: unknown) =>
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'bid counts not told'),
      )
    }, tellEvery).unref()
  }

  return {
    count(accountId) {
      untold.set(accountId, (untold.get(accountId) ?? 0) + 1)
      tellSoon()
    },
    tell,
    start: () =>
      listener.on(channel, (payload) => {
        const told = counts.parse(JSON.parse(payload))
        if (told.server === serverId) return
        for (const [accountId, bids] of told.bids) heard(accountId, bids)
      }),
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
