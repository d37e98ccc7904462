import type { Pool } from '@/lib/server/db/pool'
import type { Availability } from '@/lib/server/db/availability'
import type { Listener } from '@/lib/server/db/listener'
import type { DatabaseClock } from '@/lib/server/kernel/database-clock'
import type { Metrics } from './metrics'

export interface MeasuredParts {
  pools: { general: Pool; bidding: Pool }
  listener: Listener
  clock: DatabaseClock
  availability: Availability
  watchers: () => number
  bidsWaiting: () => number
}

interface Counts {
  letters: number
  oldest_letter: number
  pushes: number
  outages: number
  next_end: Date | null
}

const ZERO: Counts = { letters: 0, oldest_letter: 0, pushes: 0, outages: 0, next_end: null }

/** What an operations team watches beside the calls; docs/operations.md says what each means and when to worry. */
export function measurePortal(metrics: Metrics, parts: MeasuredParts): void {
  const { listener, clock, availability } = parts
  metrics.gauge('portal_watchers', 'Open live streams', parts.watchers)
  metrics.gauge('portal_bids_waiting', 'Bids received and not yet answered', parts.bidsWaiting)
  metrics.gauges('portal_db_connections', 'Connections to the database by pool and state; waiting: callers without one', ['pool', 'state'], () =>
    Object.entries(parts.pools).flatMap(([pool, { totalCount, idleCount, waitingCount, options }]) => [
      { labels: { pool, state: 'used' }, value: totalCount - idleCount },
      { labels: { pool, state: 'idle' }, value: idleCount },
      { labels: { pool, state: 'waiting' }, value: waitingCount },
      { labels: { pool, state: 'limit' }, value: options.max },
    ]),
  )
  metrics.gauge('portal_db_away_seconds', 'Time since the database was lost; 0 while it answers', () => (availability.awayFor() ?? 0) / 1000)
  metrics.gauge('portal_db_outages', 'Times that this server has lost the database', () => availability.outages())
  metrics.gauge('portal_listener_age_seconds', 'Time since a notification came through; an echo comes every 2 s', () => listener.silentFor() / 1000)
  metrics.gauge('portal_clock_difference_seconds', "Database's clock minus the portal's; more than 2 s: it was set", () => clock.health().difference / 1000)

  // One reading for all that are asked for together.
  let reading: Promise<Counts> | null = null
  function counts(): Promise<Counts> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  async function read(): Promise<Counts> {
    const { rows } = await parts.pools.general.query<Counts>({
      name: 'metrics',
      text: `select
        (select count(*) from portal.outbox where sent_at is null and failed_at is null)::integer as letters,
        (select coalesce(extract(epoch from now() - min(created_at)), 0) from portal.outbox where sent_at is null and failed_at is null)::float8 as oldest_letter,
        (select count(*) from portal.push_messages where sent_at is null and failed_at is null)::integer as pushes,
        (select count(*) from portal.outages)::integer as outages,
        (select min(effective_end) from portal.auction_heads
          where started_at is not null and ended_at is null and unsuccessful_at is null and cancelled_at is null) as next_end`,
    })
    return rows[0] ?? ZERO
  }
  metrics.gauges('portal_outbox_waiting', 'Letters and notices not sent yet', ['kind'], async () => {
    const { letters, pushes } = await counts()
    return [{ labels: { kind: 'letter' }, value: letters }, { labels: { kind: 'push' }, value: pushes }]
  })
  metrics.gauges('portal_outbox_oldest_seconds', 'Age of the oldest letter not sent yet', [], async () => [{ labels: {}, value: (await counts()).oldest_letter }])
  metrics.gauges('portal_outages', 'Times without a living server, ever recorded', [], async () => [{ labels: {}, value: (await counts()).outages }])
  metrics.gauges('portal_next_end_seconds', 'Time to the next end of a running auction; absent where none runs', [], async () => {
    const { next_end: end } = await counts()
    return end === null ? [] : [{ labels: {}, value: (end.getTime() - clock.now()) / 1000 }]
  })
}
