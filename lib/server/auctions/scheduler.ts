import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { decideDue, nextDueAt } from '@/lib/domain/lifecycle'
import { changeAuction } from '@/lib/server/auctions/change-auction'
import { lockLeadership } from '@/lib/server/auctions/bid/leadership'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, refuse } from '@/lib/server/http/handler'
import type { QueueLog } from '@/lib/server/auctions/bid/bid-queue'

/** When the clock moves an auction on. Null if that follows only from its snapshot: in selection, or with an unreadable lot. */
interface DueTime {
  readonly auctionId: number
  readonly at: number | null
}

/** Due times of all unfinished auctions, including those without a record. */
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

interface SchedulerDependencies {
  /** The pool for bids: reads that use up the other connections must not delay an end. */
  pool: Pool
  streams: StreamCache
  clock: Clock
  serverId: string
  /** The epoch in which this server may decide now; null while it may not. */
  epoch: () => number | null
  /** Whether a bid received before that instant is neither written nor refused (R6.2). */
  hasBidBefore: (auctionId: number, at: number) => boolean
  /** Decides parked bids again, because an auction's start or end may be on record. */
  wake: (auctionId: number) => void
  log: QueueLog
  intervals?: Partial<SchedulerIntervals> | undefined
}

const MESSAGES: Partial<Record<AuctionEvent['kind'], string>> = {
  started: 'auction started',
  unsuccessful: 'auction unsuccessful',
  ended: 'auction ended',
  partial_refused: 'partial offer lapsed',
}

/** `waiting`: a step is due, but bids received in time are still being written (R6.2). */
type DueOutcome = 'done' | 'nothing' | 'waiting'

/**
 * Records the step that is due: the start (R2.5, R2.6, R3.1), the end, the lapse of a partial offer (R7.3). The transaction locks
 * the auction's head and the leadership, so that each step is recorded once.
 */
async function recordDue(
  deps: SchedulerDependencies,
  { auctionId, state: snapshot }: AuctionSnapshot,
  due: number,
): Promise<DueOutcome> {
  const { clock, serverId } = deps
  const epoch = deps.epoch()
  if (epoch === null) return 'nothing'
  if (isRunning(snapshot) && deps.hasBidBefore(auctionId, due)) return 'waiting'
  let waiting = false
  let events: readonly AuctionEvent[] = []
  const outcome = await changeAuction<'done'>(deps, auctionId, async (auction) => {
    const { state } = auction.stream()
    const dueAt = nextDueAt(state)
    const now = clock.now()
    // A refusal rolls back, so that an auction without a record gets no head.
    if (dueAt === null || dueAt > now) return refuse('not_found')
    // If the end has moved, more bids may precede it.
    waiting =
      (isRunning(state) && dueAt !== due) ||
      deps.epoch() !== epoch ||
      !(await lockLeadership(auction.client, serverId, epoch))
    if (waiting) return refuse('not_found')
    events = decideDue(state, now)
    await auction.append(events)
    return answer('done')
  })
  for (const { kind, at } of events) {
    const message = outcome.ok ? MESSAGES[kind] : undefined
    if (message !== undefined) deps.log.info?.({ auction_id: auctionId, at: new Date(at) }, message)
  }
  if (outcome.ok) return outcome.answer
  return waiting ? 'waiting' : 'nothing'
}

function isRunning({ startedAt, endedAt }: AuctionState): boolean {
  return startedAt !== null && endedAt === null
}

export interface SchedulerIntervals {
  /** Interval of passes over all auctions, in case notifications were missed. */
  pollMs: number
  /** Before the next attempt to record an end that waits for bids (R6.2). */
  retryMs: number
}

const INTERVALS: SchedulerIntervals = { pollMs: 10_000, retryMs: 50 }
/** The longest delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1
const MIN_TIMER_MS = 2
/** Before the next attempt after a failure. */
const RETRY_AFTER_FAILURE_MS = 1_000

/** Records starts, ends and lapses when they are due; only the leader does. */
export function createScheduler(deps: SchedulerDependencies) {
  const { pool, streams, clock, log, wake } = deps
  const intervals = { ...INTERVALS, ...deps.intervals }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let polling: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function arm(at: number): void {
    if (stopped || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(wakeUp, Math.min(MAX_TIMER_MS, Math.max(MIN_TIMER_MS, at - clock.now()))).unref()
  }

  function wakeUp(): void {
    dueAt = Infinity
    void tick()
  }

  /** One pass at a time; calls during a pass share the next one, which begins after them. */
  function tick(): Promise<void> {
    if (running === null) return startPass()
    next ??= running.then(() => {
      next = null
      return tick()
    })
    return next
  }

  function startPass(): Promise<void> {
    if (stopped || deps.epoch() === null) return Promise.resolve()
    running = pass()
      .catch((error: unknown) => {
        // An unreachable database is logged elsewhere, once.
        if (!isDatabaseAway(error)) log.warn({ err: error }, 'scheduler pass failed')
        arm(clock.now() + RETRY_AFTER_FAILURE_MS)
      })
      .finally(() => {
        running = null
      })
    return running
  }

  async function pass(): Promise<void> {
    for (const { auctionId, at } of await dueTimes(pool)) {
      if (stopped) return
      if (at !== null && at > clock.now()) {
        arm(at)
        // Bids may be parked for an end that an outage has moved since.
        wake(auctionId)
      } else await processAuction(auctionId)
    }
  }

  async function processAuction(auctionId: number): Promise<void> {
    try {
      const stream = await streams.current(pool, auctionId)
      if (stream !== null) streams.put(stream)
      const due = stream === null ? null : nextDueAt(stream.state)
      if (stream === null || due === null || due > clock.now()) {
        if (due !== null) arm(due)
        return wake(auctionId)
      }
      const outcome = await recordDue(deps, stream, due)
      if (outcome === 'done') wake(auctionId)
      if (deps.epoch() === null) return
      // After `done` there may be a next step; after `nothing` the auction has changed meanwhile.
      arm(clock.now() + (outcome === 'waiting' ? intervals.retryMs : 0))
    } catch (error) {
      // One auction's failure must not prevent others from starting and ending.
      log.warn({ auction_id: auctionId, err: error }, 'auction transition failed')
      arm(clock.now() + RETRY_AFTER_FAILURE_MS)
    }
  }

  return {
    start() {
      void tick()
      polling = setInterval(() => void tick(), intervals.pollMs).unref()
    },
    /** Records everything that is due; does nothing on a follower. */
    tick,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(polling)
      await running
    },
  }
}
