import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import type { Availability } from '@/lib/server/platform/db/availability'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { PortalClock } from '@/lib/server/platform/clock'

export type Observe = (call: string, status: number, seconds: number) => void

interface Measured {
  labels: Record<string, string>
  value: number
}

/** `database`: the same value in every process. */
type Subject = 'process' | 'database'

export interface Metrics {
  observe: Observe
  /** A gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** A labelled gauge. Gauges that cannot be read are left out, so that metrics are available without the database. */
  gauges(name: string, help: string, labels: string[], read: () => Measured[] | Promise<Measured[]>, of?: Subject): void
  refused(call: string, code: string): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const worker = thisWorker()
  const registry = new Registry()
  /** The same in every process, so without the process' label. */
  const common = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'portal_api_call_seconds',
    help: 'Answers of the API by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'portal_api_refusals_total',
    help: 'Calls refused, by call and code',
    labelNames: ['call', 'code'],
    registers: [registry],
  })
  if (worker !== null) {
    // Each process answers a scrape for itself.
    registry.setDefaultLabels({ worker: String(worker.number) })
  }
  const gauges: Metrics['gauges'] = (name, help, labelNames, read, of = 'process') => {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [of === 'database' ? common : registry],
      async collect() {
        clear()
        try {
          const measured = await Promise.race([read(), delay(COLLECT_TIMEOUT_MS, [], { ref: false })])
          for (const { labels, value } of measured) gauge.set(labels, value)
        } catch {
          clear()
        }
      },
    })
    /** Without labels a reset means 0, which would mislead an alert. */
    function clear(): void {
      gauge.reset()
      if (labelNames.length === 0) gauge.remove()
    }
  }
  return {
    refused: (call, code) => refusals.inc({ call, code }),
    gauges,
    gauge: (name, help, read) => gauges(name, help, [], () => [{ labels: {}, value: read() }]),
    observe: (call, status, seconds) => calls.observe({ call, status }, seconds),
    // Merged, they would lose the label of the process.
    text: async () => (await Promise.all([registry, common].map((each) => each.metrics()))).join('\n'),
    contentType: registry.contentType,
  }
}

/** Prometheus gives up on a scrape after about ten seconds: other metrics must not wait for the database. */
const COLLECT_TIMEOUT_MS = 3_000

type CountedPool = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & { options: { max: number } }

interface MeasuredParts {
  pools: { general: Pool; bidding: Pool }
  /** The back office's pool; null while it is closed. */
  officePool: () => CountedPool | null
  listener: Listener
  clock: PortalClock
  availability: Availability
  watchers: () => number
  bidsWaiting: () => number
  /** Whether this server can record bids and ends now. */
  decides: () => boolean
}

interface Counts {
  emails: number
  oldest_email: number
  emails_failed: number
  pushes: number
  outages: number
  next_end: Date | null
  standby_required: number
  standby_wait: number
}

/** The metrics beside those of calls; docs/operations.md explains each with its alert. */
export function measurePortal(metrics: Metrics, parts: MeasuredParts): void {
  const { listener, clock, availability } = parts
  metrics.gauge('portal_watchers', 'Open live streams', parts.watchers)
  metrics.gauge('portal_decides', '1: this server can record bids and ends', () => Number(parts.decides()))
  metrics.gauge('portal_bids_waiting', 'Bids received and not yet answered', parts.bidsWaiting)
  metrics.gauges(
    'portal_db_connections',
    'Connections to the database by pool and state; waiting: callers without one',
    ['pool', 'state'],
    () => {
      const office = parts.officePool()
      const pools: Record<string, CountedPool> = { ...parts.pools, ...(office && { office }) }
      return Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount, options }]) => [
        { labels: { pool, state: 'used' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'waiting' }, value: waitingCount },
        { labels: { pool, state: 'limit' }, value: options.max },
      ])
    },
  )
  metrics.gauge(
    'portal_db_away_seconds',
    'Time since the database was lost; 0 while it answers',
    () => (availability.awayFor() ?? 0) / 1000,
  )
  metrics.gauge('portal_db_outages', 'Times that this server has lost the database', () => availability.outages())
  metrics.gauge(
    'portal_listener_age_seconds',
    'Time since a notification came through; an echo comes every 2 s',
    () => listener.silentFor() / 1000,
  )
  metrics.gauge(
    'portal_clock_difference_seconds',
    "Database's clock minus the portal's; more than 2 s: it was set",
    () => clock.difference() / 1000,
  )

  // One query serves all gauges of a scrape.
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
        waiting.emails, waiting.oldest_email,
        (select count(*) from portal.outbox where failed_at is not null and sent_at is null and not not_needed)::integer as emails_failed,
        (select count(*) from graphile_worker.jobs where task_identifier = 'push')::integer as pushes,
        (select count(*) from portal.outages)::integer as outages,
        (select min(effective_end) from portal.auction_heads
          where started_at is not null and halted_at is null and ended_at is null
            -- True of every auction that has not ended; it makes the planner use the index of open auctions.
            and unsuccessful_at is null and cancelled_at is null and completed_at is null) as next_end,
        (current_setting('synchronous_standby_names') <> '')::integer as standby_required,
        -- A role sees what its own sessions wait for, and the portals have one role.
        (select coalesce(extract(epoch from max(clock_timestamp() - query_start)), 0) from pg_stat_activity
          where wait_event = 'SyncRep')::float8 as standby_wait
        from (select count(*)::integer as emails,
            coalesce(extract(epoch from now() - min(case attempts when 0 then next_attempt_at else created_at end)), 0)::float8 as oldest_email
          -- Not one before its time, such as the reminder of a deposit.
          from portal.outbox where sent_at is null and failed_at is null and (attempts > 0 or next_attempt_at <= now())) waiting`,
    })
    return rows[0] as Counts
  }
  /** A number from the database, the same on every server. */
  const ofDatabase = (name: string, help: string, of: (counts: Counts) => number) =>
    metrics.gauges(name, help, [], async () => [{ labels: {}, value: of(await counts()) }], 'database')
  metrics.gauges(
    'portal_outbox_waiting',
    'Emails and notices not sent yet',
    ['kind'],
    async () => {
      const { emails, pushes } = await counts()
      return [
        { labels: { kind: 'email' }, value: emails },
        { labels: { kind: 'push' }, value: pushes },
      ]
    },
    'database',
  )
  ofDatabase('portal_outbox_oldest_seconds', 'Age of the oldest email not sent yet', (all) => all.oldest_email)
  ofDatabase(
    'portal_outbox_failed',
    'Emails given up and not restarted, as long as they are kept',
    (all) => all.emails_failed,
  )
  const jobs = (state: 'waiting' | 'failed') => async () => {
    const { rows } = await parts.pools.general.query<{ task: string; waiting: number; failed: number }>({
      name: 'metrics-of-jobs',
      text: `select task_identifier as task,
          count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::integer as waiting,
          count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed
        from graphile_worker.jobs group by 1`,
    })
    return rows.map((row) => ({ labels: { task: row.task }, value: row[state] }))
  }
  metrics.gauges(
    'portal_jobs_waiting',
    'Jobs whose time has come and that no worker has taken',
    ['task'],
    jobs('waiting'),
    'database',
  )
  metrics.gauges('portal_jobs_failed', 'Jobs given up after their last attempt', ['task'], jobs('failed'), 'database')
  ofDatabase('portal_outages', 'Outages that moved an auction, ever recorded', (all) => all.outages)
  ofDatabase(
    'portal_db_standby_required',
    '1: a commit waits for a synchronous standby; 0: what is acknowledged is on one machine',
    (all) => all.standby_required,
  )
  ofDatabase(
    'portal_db_standby_wait_seconds',
    'How long a commit of the portals has waited for the standby, at most',
    (all) => all.standby_wait,
  )
  metrics.gauges(
    'portal_next_end_seconds',
    'Time to the next end of a running auction, below 0 once it is due; absent where none runs',
    [],
    async () => {
      const { next_end: end } = await counts()
      return end === null ? [] : [{ labels: {}, value: (end.getTime() - clock.now()) / 1000 }]
    },
    'database',
  )
}
