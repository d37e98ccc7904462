import { setTimeout as delay } from 'node:timers/promises'
import { Logger as QueueLogger, parseCronItems, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import type { Pool } from '@/lib/server/platform/db/pool'
import { type JobHandlers, type Task, tasks } from './enqueue'
import { type Lane, openLane } from './lane'

/**
 * Jobs of a lane wait for each other, those of different lanes never do: a mail server that is slow keeps no agreement from being
 * made. How many of each one server runs at a time.
 */
const LANES: readonly { tasks: readonly Task[]; concurrency: number }[] = [
  { tasks: ['mail'], concurrency: 3 },
  { tasks: ['push', 'browser_notice'], concurrency: 4 },
  {
    tasks: [
      'email_confirmation_link',
      'staff_password_link',
      'agreements',
      'documents_sent',
      'media_file_removal',
      'retention',
      'catch_up',
      'demo_tick',
    ],
    concurrency: 2,
  },
]

/** By the clock: once for all servers, at UTC. */
const CRON = parseCronItems([
  { task: 'catch_up', match: '* * * * *', options: { jobKey: 'catch_up', maxAttempts: 1 } },
  { task: 'demo_tick', match: '* * * * *', options: { jobKey: 'demo_tick', maxAttempts: 1 } },
  { task: 'retention', match: '17 * * * *', options: { jobKey: 'retention', maxAttempts: 3 } },
])

export interface JobWorkerDependencies {
  pool: Pool
  log: Pick<Logger, 'info' | 'warn'>
  /** Tasks that have none are left to other servers. */
  handlers: Partial<JobHandlers>
  intervals?: Partial<JobIntervals>
}

export interface JobIntervals {
  /** Milliseconds between two polls for due jobs; the database notifies of new ones. */
  poll: number
  /** Between two signs of life. */
  beat: number
  /** Without a sign of life for so long a worker is dead, and its jobs are others'. */
  deadAfter: number
  /** Before a lane that ended by an error is reopened. */
  reopen: number
}

export interface JobWorker {
  start(): void
  /** Takes no new jobs, waits a bounded time for the running ones, then returns them to the queue. */
  stop(): Promise<void>
}

const DEFAULTS: JobIntervals = { poll: 5_000, beat: 10_000, deadAfter: 60_000, reopen: 1_000 }
const MAX_FAREWELL = 10_000

/** The handlers for the queue, which parse their payloads. */
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
 * Runs the jobs of the queue. Every server has one; a job is taken by one of them. While the database is unavailable only the worker waits.
 */
export function createJobWorker({ pool, log, handlers, intervals }: JobWorkerDependencies): JobWorker {
  const { poll, beat, deadAfter, reopen } = { ...DEFAULTS, ...intervals }
  const open = new Set<Lane>()
  /** Names of the lanes whose jobs are to be given back. */
  const ended = new Set<string>()
  const stopping = new AbortController()
  let beating: NodeJS.Timeout | undefined
  let running: Promise<void>[] = []

  const logger = new QueueLogger(() => (level, message, meta) => {
    // A job that fails is said below, the database's absence by who watches over it.
    if (String(level) !== 'error' || meta?.failure === true || isDatabaseAway(meta?.error)) return
    log.warn({ reason: message.split('\n', 1)[0] }, 'job queue failed')
  })

  /** Keeps a lane open until the end: it closes itself where it could not tell the database of a job's outcome. */
  async function keepOpen(list: TaskList, concurrency: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const lane = openLane({
        pool,
        tasks: list,
        cron: CRON.filter(({ task }) => task in list),
        concurrency,
        poll,
        patience: deadAfter,
        logger,
        onOpen: () => void giveSignOfLife().catch(sayFailure),
      })
      open.add(lane)
      try {
        await lane.over
      } catch (error) {
        if (!stopping.signal.aborted && !isDatabaseAway(error)) log.warn({ err: error }, 'job queue failed')
      }
      giveBack(lane)
      await delay(reopen, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  function giveBack(lane: Lane): void {
    open.delete(lane)
    if (lane.id !== undefined) ended.add(lane.id)
  }

  async function giveSignOfLife(): Promise<void> {
    const dead = [...ended]
    const alive = [...open].flatMap(({ id }) => id ?? [])
    const given = [...open].flatMap((lane) => lane.given())
    const { rows } = await pool.query<{ unheard: string[] }>(
      `with seen as (
         insert into portal.job_workers (id) select unnest($1::text[]) on conflict (id) do update set seen_at = now()
       ), gone as (
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
       ) unheard`,
      [alive, dead, deadAfter, given],
    )
    for (const id of dead) ended.delete(id)
    closeBroken(rows[0]!.unheard)
  }

  /**
   * Two faults of the queue (0.17) leave a lane that works no more. A job that was given out while the answer got lost stays the lane's,
   * and nobody runs it: the lane is closed. One that is stuck while it closes is left. In either case what it holds in the database
   * becomes anybody's, and a new lane is opened in its place.
   */
  function closeBroken(unheard: readonly string[]): void {
    for (const lane of open) {
      const state = lane.state()
      if (state === 'stuck') {
        log.warn({ worker: lane.id }, 'job queue did not close')
        lane.leave()
      } else if (state === 'open' && lane.id !== undefined && unheard.includes(lane.id)) {
        log.warn({ worker: lane.id }, 'job queue gave out a job and its answer was lost')
        void lane.close()
      }
    }
  }

  function sayFailure(error: unknown): void {
    if (!isDatabaseAway(error)) log.warn({ err: error }, 'sign of life of the job worker failed')
  }

  return {
    start() {
      running = LANES.map(({ tasks: names, concurrency }) => ({ list: taskListOf(handlers, log, names), concurrency }))
        .filter(({ list }) => Object.keys(list).length > 0)
        .map(({ list, concurrency }) => keepOpen(list, concurrency))
      beating = setInterval(() => void giveSignOfLife().catch(sayFailure), beat).unref()
    },
    async stop() {
      clearInterval(beating)
      stopping.abort()
      const farewell = new AbortController()
      const stopped = Promise.allSettled([...[...open].map((lane) => lane.close()), ...running])
      await Promise.race([stopped, delay(MAX_FAREWELL, undefined, { signal: farewell.signal }).catch(() => undefined)])
      farewell.abort()
      for (const lane of open) giveBack(lane)
      await giveSignOfLife().catch(sayFailure)
    },
  }
}
