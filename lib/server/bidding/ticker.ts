import { nextDueAt } from '@/lib/domain/start'
import { isDatabaseAway } from '@/lib/server/db/errors'
import { appointments, type DueDependencies, recordDue } from './due-auctions'
import type { Heartbeat } from './heartbeat'

export interface TickerDependencies extends DueDependencies {
  heartbeat: Heartbeat
  /** Bids that wait for an auction's start or end may go on. */
  wake: (auctionId: number) => void
  intervals?: Partial<TickerIntervals>
}

export interface TickerIntervals {
  /** Between two signs of life. */
  beat: number
  /** Between two looks at everything, for what no notification told. */
  poll: number
  /** Before looking again at an auction that waits for bids to be written (R6.2). */
  retry: number
}

export interface Ticker {
  start(): Promise<void>
  /** One look at everything that is due now; what becomes due by it follows by itself. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const DEFAULTS: TickerIntervals = { beat: 1_000, poll: 10_000, retry: 50 }
/** setTimeout takes no more. */
const LONGEST_TIMER = 2 ** 31 - 1
const SHORTEST_PAUSE = 2

/**
 * What the clock does in auctions. Every server runs one: each wakes at the next instant that is due, says up to when
 * its own bids are written, and the first to hold the auction's head records what is due, once.
 */
export function createTicker(deps: TickerDependencies): Ticker {
  const { pool, books, clock, log, heartbeat, wake } = deps
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
    timer = setTimeout(wakeUp, Math.min(LONGEST_TIMER, Math.max(SHORTEST_PAUSE, at - clock.now()))).unref()
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
      .catch((error: unknown) => say(error, 'scheduler turn failed'))
      .finally(() => {
        running = null
      })
    return running
  }

  async function turn(): Promise<void> {
    // The watermark first: closing anywhere may wait for it.
    await heartbeat.beat()
    for (const { auctionId, at } of await appointments(pool)) {
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
      const journal = await books.current(pool, auctionId)
      if (journal !== null) books.keep(journal)
      const due = journal === null ? null : nextDueAt(journal.state)
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
      arm(clock.now() + 1_000)
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
