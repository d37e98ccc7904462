import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { decideDue, nextDueAt } from '@/lib/domain/start'
import { changeAuction } from '@/lib/server/auctions/change-auction'
import type { Heartbeat } from '@/lib/server/auctions/heartbeat'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { mayRecord } from './bid/bid-writer'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, refuse } from '@/lib/server/http/handler'
import type { QueueLog } from '@/lib/server/auctions/bid/decider'

/** An auction that the clock may move on: when, or null where only its snapshot can tell (a part offered in selection, a lot that cannot be read). */
interface DueTime {
  readonly auctionId: number
  readonly at: number | null
}

/** Every auction that is not finished, those included that nobody has applied to, which have no record yet. */
export async function dueTimes(db: Queryable): Promise<DueTime[]> {
  const { rows } = await db.query<{ auction_id: number; at: Date | null }>({
    name: 'due-times',
    text: `select head.auction_id,
             case when head.ended_at is not null then null when head.started_at is not null then head.effective_end else cms.safe_timestamp(auction.starts_at) end as at
           from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
           where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null
           union all
           select auction.id, cms.safe_timestamp(auction.starts_at) from cms.auctions auction
           where auction._status = 'published'
             and not exists (select from portal.auction_heads head where head.auction_id = auction.id)`,
  })
  return rows.map(({ auction_id: auctionId, at }) => ({ auctionId, at: at?.getTime() ?? null }))
}

interface DueDependencies {
  pool: Pool
  streams: StreamCache
  clock: Clock
  serverId: string
  /** The epoch in which this server may record the end at that instant (R6.2). */
  mayEnd: (auctionId: number, at: number) => Promise<number | 'waiting' | 'elsewhere'>
  log: QueueLog
}

const SAID: Partial<Record<AuctionEvent['kind'], string>> = {
  started: 'auction started',
  unsuccessful: 'auction unsuccessful',
  ended: 'auction ended',
  partial_refused: 'partial offer lapsed',
}

/** `waiting`: due, and bids received in time are still being written somewhere; `elsewhere`: another server is to record it (R6.2). */
type DueOutcome = 'done' | 'nothing' | 'waiting' | 'elsewhere'

/**
 * Records the next step that the clock has made due: the start (R2.5, R2.6, R3.1), the end, the lapse of an unanswered part (R7.3).
 * Under the lock of the head and on the log as it is, so that it happens once, however many servers try. An end is recorded by the
 * server that decides bids.
 */
async function recordDue(deps: DueDependencies, auctionId: number): Promise<DueOutcome> {
  const { streams, clock, serverId } = deps
  // On the bids' own connections: reads that use up the others must not delay an end.
  const snapshot = await streams.current(deps.pool, auctionId)
  const due = snapshot === null ? null : nextDueAt(snapshot.state)
  if (snapshot === null || due === null || due > clock.now()) return 'nothing'
  const may = isRunning(snapshot.state) ? await deps.mayEnd(auctionId, due) : null
  if (may === 'waiting' || may === 'elsewhere') return may
  let waiting = false
  let events: readonly AuctionEvent[] = []
  const outcome = await changeAuction<'done'>(deps, auctionId, async (auction) => {
    const { state } = auction.stream()
    const dueAt = nextDueAt(state)
    const now = clock.now()
    // A refusal, so that a head made only for looking is not left behind.
    if (dueAt === null || dueAt > now) return refuse('not_found')
    waiting =
      (isRunning(state) && (may === null || dueAt !== due)) ||
      !(await mayRecord(auction.client, { epoch: may, now, serverId }))
    if (waiting) return refuse('not_found')
    events = decideDue(state, now)
    await auction.append(events)
    return answer('done')
  })
  for (const { kind, at } of events) {
    const message = outcome.ok ? SAID[kind] : undefined
    if (message !== undefined) deps.log.info?.({ auction_id: auctionId, at: new Date(at) }, message)
  }
  if (outcome.ok) return outcome.answer
  return waiting ? 'waiting' : 'nothing'
}

function isRunning({ startedAt, endedAt }: AuctionState): boolean {
  return startedAt !== null && endedAt === null
}

interface SchedulerDependencies extends DueDependencies {
  heartbeat: Heartbeat
  /** Bids that wait for an auction's start or end may go on. */
  wake: (auctionId: number) => void
  intervals?: Partial<SchedulerIntervals>
}

export interface SchedulerIntervals {
  /** Between two signs of life. */
  beat: number
  /** Between two looks at everything, for what no notification told. */
  poll: number
  /** Before looking again at an auction that waits for bids to be written (R6.2). */
  retry: number
}

export interface Scheduler {
  start(): Promise<void>
  /** One look at everything that is due now; what becomes due by it follows by itself. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const DEFAULTS: SchedulerIntervals = { beat: 1_000, poll: 10_000, retry: 50 }
/** setTimeout takes no more. */
const MAX_TIMER = 2 ** 31 - 1
const SHORTEST_PAUSE = 2
/** Milliseconds before what failed is tried again. */
const AGAIN = 1_000

/**
 * What the clock does in auctions. Every server runs one: each wakes at the next instant that is due, says up to when
 * its own bids are written, and the first to hold the auction's head records what is due, once.
 */
export function createScheduler(deps: SchedulerDependencies): Scheduler {
  const { pool, streams, clock, log, heartbeat, wake } = deps
  const intervals = { ...DEFAULTS, ...deps.intervals }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let beating: NodeJS.Timeout | undefined
  let polling: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function arm(at: number): void {
    if (stopped || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(wakeUp, Math.min(MAX_TIMER, Math.max(SHORTEST_PAUSE, at - clock.now()))).unref()
  }

  function wakeUp(): void {
    dueAt = Infinity
    void tick()
  }

  /** One at a time; all who ask meanwhile share the one after it, which begins after they asked. */
  function tick(): Promise<void> {
    if (running === null) return begin()
    next ??= running.then(() => {
      next = null
      return tick()
    })
    return next
  }

  function begin(): Promise<void> {
    if (stopped) return Promise.resolve()
    running = turn()
      .catch((error: unknown) => {
        say(error, 'scheduler turn failed')
        // The timer has run out for what was due, and the look at everything may be far off.
        arm(clock.now() + AGAIN)
      })
      .finally(() => {
        running = null
      })
    return running
  }

  async function turn(): Promise<void> {
    // The watermark first: closing anywhere may wait for it.
    await heartbeat.beat()
    for (const { auctionId, at } of await dueTimes(pool)) {
      if (stopped) return
      if (at !== null && at > clock.now()) {
        arm(at)
        // Bids may wait for an end that an outage has moved since.
        wake(auctionId)
      } else await look(auctionId)
    }
  }

  async function look(auctionId: number): Promise<void> {
    try {
      // On the bids' own connections: reads that use up the others must not delay an end.
      const stream = await streams.current(pool, auctionId)
      if (stream !== null) streams.keep(stream)
      const due = stream === null ? null : nextDueAt(stream.state)
      if (due === null || due > clock.now()) {
        if (due !== null) arm(due)
        // Another server may have recorded what bids wait for here, and its notification may be lost.
        return wake(auctionId)
      }
      const outcome = await recordDue(deps, auctionId)
      if (outcome === 'done') wake(auctionId)
      // Done: there may be a next step. Waiting, or another server was first: it is looked at again.
      arm(clock.now() + (outcome === 'waiting' ? intervals.retry : outcome === 'elsewhere' ? intervals.beat : 0))
    } catch (error) {
      // One auction's trouble must not keep the others from starting and ending.
      log.warn({ auction_id: auctionId, err: error }, 'what is due in an auction could not be recorded')
      arm(clock.now() + AGAIN)
    }
  }

  return {
    async start() {
      await tick()
      beating = setInterval(() => void beatAlone(), intervals.beat).unref()
      polling = setInterval(() => void tick(), intervals.poll).unref()
    },
    tick,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(beating)
      clearInterval(polling)
      await running
    },
  }

  async function beatAlone(): Promise<void> {
    await heartbeat.beat().catch((error: unknown) => say(error, 'heartbeat failed'))
  }

  /** That the database is away is said once, by who watches over it, not every second. */
  function say(error: unknown, message: string): void {
    if (!isDatabaseAway(error)) log.warn({ err: error }, message)
  }
}
