import type { AuctionEvent } from '@/lib/domain/events'
import { CLOSE_DELAY_MS, decideDue, nextDueAt } from '@/lib/domain/lifecycle'
import { changeAuction } from '@/lib/server/auctions/change-auction'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, refuse } from '@/lib/server/platform/call'
import type { QueueLog } from '@/lib/server/auctions/bid/bid-queue'

/** When the clock moves an auction on. Null if that follows only from its snapshot: in selection, or with an unreadable lot. */
interface DueTime {
  readonly auctionId: number
  readonly at: number | null
  /** The last entry of the log; 0 without a record. */
  readonly logSeq: number
}

/** Due times of all unfinished auctions, including those without a record. */
export async function dueTimes(db: Queryable): Promise<DueTime[]> {
  const { rows } = await db.query<{ auction_id: number; at: Date | null; log_seq: number }>({
    name: 'due-times',
    text: `select head.auction_id, head.log_seq,
             case when head.ended_at is not null then null when head.started_at is not null then head.effective_end + $1 * interval '1 millisecond'
               else cms.safe_timestamp(auction.starts_at) end as at
           from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
           where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null
           union all
           select auction.id, 0, cms.safe_timestamp(auction.starts_at) from cms.auctions auction
           where auction._status = 'published'
             and not exists (select from portal.auction_heads head where head.auction_id = auction.id)`,
    values: [CLOSE_DELAY_MS],
  })
  return rows.map(({ auction_id: auctionId, at, log_seq: logSeq }) => ({
    auctionId,
    at: at?.getTime() ?? null,
    logSeq,
  }))
}

interface SchedulerDependencies {
  /** The pool for bids: reads that use up the other connections must not delay an end. */
  pool: Pool
  streams: StreamCache
  clock: Clock
  /** Whether a bid can be recorded now: else nothing that is due is (R3.2). */
  canRecord: () => boolean
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

/**
 * Records the step that is due: the start (R2.5, R2.6, R3.1), the end (R6.2), the lapse of a partial offer (R7.3). Every server tries; the
 * lock of the auction's head lets one be first. False if the auction has changed meanwhile.
 */
async function recordDue(deps: SchedulerDependencies, auctionId: number): Promise<boolean> {
  const { clock } = deps
  let events: readonly AuctionEvent[] = []
  const outcome = await changeAuction<'done'>(deps, auctionId, async (auction) => {
    const { state } = auction.stream()
    const now = clock.now()
    const dueAt = nextDueAt(state)
    // A refusal rolls back, so that an auction without a record gets no head.
    if (dueAt === null || dueAt > now || !deps.canRecord()) return refuse('not_found')
    events = decideDue(state, now)
    await auction.append(events)
    return answer('done')
  })
  if (!outcome.ok) return false
  for (const { kind, at } of events) {
    const message = MESSAGES[kind]
    if (message !== undefined) deps.log.info?.({ auction_id: auctionId, at: new Date(at) }, message)
  }
  return true
}

export interface SchedulerIntervals {
  /** Interval of passes over all auctions: a start or an end may have been moved by another server. */
  pollMs: number
}

const INTERVALS: SchedulerIntervals = { pollMs: 1_000 }
/** The longest delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1
const MIN_TIMER_MS = 2
/** Before the next attempt after a failure. */
const RETRY_AFTER_FAILURE_MS = 1_000

/** Records starts, ends and lapses when they are due. */
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
    if (stopped || at >= dueAt || at === Infinity) return
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
    if (stopped || !deps.canRecord()) return Promise.resolve()
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
    for (const time of await dueTimes(pool)) {
      if (stopped) return
      const { auctionId } = time
      const at = time.at ?? rememberedDueAt(time)
      if (at !== null && at > clock.now()) {
        arm(at)
        // Bids may be parked for an end that an outage has moved since.
        wake(auctionId)
      } else await processAuction(auctionId)
    }
  }

  /** Infinity if nothing is due; null if the stream in memory is behind. */
  function rememberedDueAt({ auctionId, logSeq }: DueTime): number | null {
    const stream = streams.remembered(auctionId)
    return stream === undefined || stream.logSeq < logSeq ? null : (nextDueAt(stream.state) ?? Infinity)
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
      if (await recordDue(deps, auctionId)) wake(auctionId)
      // There may be a next step, or the auction has changed meanwhile.
      if (deps.canRecord()) arm(clock.now())
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
    /** Records everything that is due. */
    tick,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(polling)
      await running
    },
  }
}
