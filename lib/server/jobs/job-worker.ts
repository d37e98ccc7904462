import { setTimeout as delay } from 'node:timers/promises'
import { Logger as QueueLogger, parseCronItems, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import type { Pool } from '@/lib/server/platform/db/pool'
import { type JobHandlers, type Task, tasks } from './enqueue'
import { type WorkerPool, openWorkerPool } from './worker-pool'

/** One pool of workers each, so that a slow mail server does not delay agreements. */
type PoolName = 'mail' | 'push' | 'other'

/** Concurrent jobs per pool and server. */
const CONCURRENCY: Record<PoolName, number> = { mail: 3, push: 4, other: 2 }

const POOL_OF: Record<Task, PoolName> = {
  mail: 'mail',
  push: 'push',
  browser_notice: 'push',
  email_confirmation_link: 'other',
  staff_password_link: 'other',
  delivery_reports: 'other',
  agreements: 'other',
  documents_sent: 'other',
  media_file_removal: 'other',
  scheduled_publishing: 'other',
  retention: 'other',
  requeue_orphans: 'other',
  demo_tick: 'other',
}

const POOL_NAMES = Object.keys(CONCURRENCY) as PoolName[]
const tasksOf = (name: PoolName) => (Object.keys(POOL_OF) as Task[]).filter((task) => POOL_OF[task] === name)

/** Runs once for all servers, in UTC. */
const CRON = parseCronItems([
  { task: 'requeue_orphans', match: '* * * * *', options: { jobKey: 'requeue_orphans', maxAttempts: 1 } },
  { task: 'scheduled_publishing', match: '* * * * *', options: { jobKey: 'scheduled_publishing', maxAttempts: 1 } },
  {
    task: 'delivery_reports',
    match: '*/3 * * * *',
    options: { jobKey: 'delivery_reports', maxAttempts: 1, queueName: 'delivery_reports' },
  },
  { task: 'demo_tick', match: '* * * * *', options: { jobKey: 'demo_tick', maxAttempts: 1 } },
  { task: 'retention', match: '17 * * * *', options: { jobKey: 'retention', maxAttempts: 3 } },
])

export interface JobWorkerDependencies {
  pool: Pool
  log: Pick<Logger, 'info' | 'warn'>
  /** Tasks without a handler are left to other servers. */
  handlers: Partial<JobHandlers>
  intervals?: Partial<JobIntervals>
}

export interface JobIntervals {
  /** Milliseconds between two polls for due jobs; the database notifies of new ones. */
  poll: number
  /** Interval of heartbeats. */
  beat: number
  /** A worker without a heartbeat for this long is considered dead: its jobs are released. */
  deadAfter: number
  /** Delay before a failed pool is reopened. */
  reopen: number
}

export interface JobWorker {
  start(): void
  /** Starts no more jobs, waits a bounded time for the running ones, then returns them to the queue. */
  stop(): Promise<void>
}

const DEFAULTS: JobIntervals = { poll: 5_000, beat: 10_000, deadAfter: 60_000, reopen: 1_000 }
const STOP_TIMEOUT_MS = 10_000

/** The handlers in graphile-worker's form; they parse their payloads. */
export function taskListOf(
  handlers: Partial<JobHandlers>,
  log: Pick<Logger, 'warn'>,
  names = Object.keys(tasks) as readonly Task[],
): TaskList {
  const handlerOf = (name: Task): TaskList[string] => {
    return async (payload, { job }) => {
      try {
        await (handlers[name] as (payload: unknown) => Promise<void>)(tasks[name].parse(payload))
      } catch (error) {
        log.warn({ task: name, job: Number(job.id), attempt: job.attempts, err: error }, 'job failed')
        throw error
      }
    }
  }
  return Object.fromEntries(names.filter((name) => handlers[name] !== undefined).map((name) => [name, handlerOf(name)]))
}

/**
 * Runs the jobs of the queue. Every server has one; one of them runs each job. While the database is unavailable only the worker waits.
 */
export function createJobWorker({ pool, log, handlers, intervals }: JobWorkerDependencies): JobWorker {
  const { poll, beat, deadAfter, reopen } = { ...DEFAULTS, ...intervals }
  const open = new Set<WorkerPool>()
  /** Ids of the pools whose jobs are to be released. */
  const ended = new Set<string>()
  const stopping = new AbortController()
  let beating: NodeJS.Timeout | undefined
  let running: Promise<void>[] = []

  const logger = new QueueLogger(() => (level, message, meta) => {
    // Failed jobs are logged below, and an unavailable database elsewhere.
    if (String(level) !== 'error' || meta?.failure === true || isDatabaseAway(meta?.error)) return
    log.warn({ reason: message.split('\n', 1)[0] }, 'job queue failed')
  })

  /** Reopens a pool until the worker stops: a pool closes when it cannot record a job's outcome. */
  async function keepOpen(list: TaskList, concurrency: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const workers = openWorkerPool({
        pool,
        tasks: list,
        cron: CRON.filter(({ task }) => task in list),
        concurrency,
        poll,
        patience: deadAfter,
        logger,
        onOpen: () => void sendHeartbeat().catch(logFailure),
      })
      open.add(workers)
      try {
        await workers.closed
      } catch (error) {
        if (!stopping.signal.aborted && !isDatabaseAway(error)) log.warn({ err: error }, 'job queue failed')
      }
      release(workers)
      await delay(reopen, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  function release(workers: WorkerPool): void {
    open.delete(workers)
    if (workers.id !== undefined) ended.add(workers.id)
  }

  async function sendHeartbeat(): Promise<void> {
    const dead = [...ended]
    const alive = [...open].flatMap(({ id }) => id ?? [])
    const assigned = [...open].flatMap((workers) => workers.jobIds())
    const { rows } = await pool.query<{ lost: string[] }>(
      `with heartbeat as (
         insert into portal.job_workers (id) select unnest($1::text[]) on conflict (id) do update set seen_at = now()
       ), cleanup as (
         delete from portal.job_workers where id = any ($2) or seen_at < now() - interval '1 day'
       )
       select graphile_worker.force_unlock_workers(array(
         select distinct job.locked_by from graphile_worker.jobs job left join portal.job_workers worker on worker.id = job.locked_by
         where job.locked_by = any ($2)
           or (job.locked_at < now() - $3 * interval '1 ms' and coalesce(worker.seen_at, '-infinity') < now() - $3 * interval '1 ms'
             and job.locked_by <> all ($1))
       )), array(
         select distinct locked_by from graphile_worker.jobs
         where locked_by = any ($1) and locked_at < now() - $3 * interval '1 ms' and id <> all ($4::bigint[])
       ) lost`,
      [alive, dead, deadAfter, assigned],
    )
    for (const id of dead) ended.delete(id)
    replaceBroken(rows[0]!.lost)
  }

  /**
   * Two faults of graphile-worker 0.17 leave a pool that no longer works: a job whose assignment was lost on the way stays locked, and a pool
   * can get stuck while closing. Either is replaced by a new pool, and its jobs are released.
   */
  function replaceBroken(lost: readonly string[]): void {
    for (const workers of open) {
      const state = workers.state()
      if (state === 'stuck') {
        log.warn({ worker: workers.id }, 'job worker pool stuck')
        workers.abandon()
      } else if (state === 'open' && workers.id !== undefined && lost.includes(workers.id)) {
        log.warn({ worker: workers.id }, 'job assignment lost')
        void workers.close()
      }
    }
  }

  function logFailure(error: unknown): void {
    if (!isDatabaseAway(error)) log.warn({ err: error }, 'job worker heartbeat failed')
  }

  return {
    start() {
      running = POOL_NAMES.map((name) => ({ name, list: taskListOf(handlers, log, tasksOf(name)) }))
        .filter(({ list }) => Object.keys(list).length > 0)
        .map(({ name, list }) => keepOpen(list, CONCURRENCY[name]))
      beating = setInterval(() => void sendHeartbeat().catch(logFailure), beat).unref()
    },
    async stop() {
      clearInterval(beating)
      stopping.abort()
      const timeout = new AbortController()
      const stopped = Promise.allSettled([...[...open].map((workers) => workers.close()), ...running])
      await Promise.race([
        stopped,
        delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      timeout.abort()
      for (const workers of open) release(workers)
      await sendHeartbeat().catch(logFailure)
    },
  }
}
