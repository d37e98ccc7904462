import { EventEmitter } from 'node:events'
import {
  type Job,
  type Logger as QueueLogger,
  type ParsedCronItem,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from '@/lib/server/platform/db/pool'

/**
 * Outcomes are recorded in batches: graphile-worker reports a failure only there, and elsewhere leaves a rejection unhandled, which would
 * end the process.
 */
export const QUEUE_SETTINGS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface WorkerPoolOptions {
  pool: Pool
  tasks: TaskList
  cron: ParsedCronItem[]
  concurrency: number
  /** Milliseconds between two polls. */
  poll: number
  /** Milliseconds, longer than any statement takes. */
  patience: number
  logger: QueueLogger
  /** Called when the pool has its id, before it starts a job. */
  onOpen(): void
}

/** The workers of some tasks, under one id. */
export interface WorkerPool {
  /** Jobs are locked in the database under this id; undefined until the database has answered. */
  readonly id: string | undefined
  /** Ids of its jobs: running, or ended so recently that the database may not know yet. */
  jobIds(): string[]
  /** Starts no more jobs; resolves when the running ones have ended. */
  close(): Promise<void>
  /** `stuck`: no job is running, but the pool never closes (graphile-worker 0.17, after several jobs fail at once). */
  state(): 'open' | 'closing' | 'stuck'
  abandon(): void
  /** Resolves when it has closed or was abandoned; rejects if it could not be opened. */
  readonly closed: Promise<void>
}

export function openWorkerPool({
  pool,
  tasks,
  cron,
  concurrency,
  poll,
  patience,
  logger,
  onOpen,
}: WorkerPoolOptions): WorkerPool {
  let id: string | undefined
  let running = 0
  let hasPolled = false
  let closingSince: number | null = null
  let closing: Promise<void> | undefined
  let abandon = (): void => undefined
  const jobs = new Set<Job>()
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    onOpen()
  })
  events.on('pool:gracefulShutdown', () => (closingSince ??= performance.now()))
  events.on('worker:getJob:empty', () => (hasPolled = true))
  // graphile-worker 0.17 caches the failure of its first query, for the list of tasks, and would never start a job.
  events.on('worker:getJob:error', () => {
    if (!hasPolled) void close()
  })
  events.on('job:start', ({ job }) => {
    hasPolled = true
    jobs.add(job)
    running += 1
  })
  events.on('job:complete', ({ job }) => {
    running -= 1
    setTimeout(() => jobs.delete(job), patience).unref()
  })
  const abandoned = new Promise<void>((resolve) => (abandon = resolve))
  const opened = run(
    {
      pgPool: releasingOnce(pool),
      concurrency,
      pollInterval: poll,
      noHandleSignals: true,
      logger,
      events,
      preset: QUEUE_SETTINGS,
    },
    tasks,
    cron,
  )
  // Rejects if it is already closing.
  const close = (): Promise<void> => (closing ??= opened.then((runner) => runner.stop()).catch(() => undefined))
  return {
    get id() {
      return id
    },
    jobIds: () => [...jobs].map((job) => job.id),
    close,
    state() {
      if (closingSince === null) return 'open'
      return running === 0 && performance.now() - closingSince > patience ? 'stuck' : 'closing'
    },
    abandon() {
      void close()
      abandon()
    },
    closed: Promise.race([opened.then((runner) => runner.promise), abandoned]),
  }
}

/** graphile-worker 0.17 releases its listening connection twice when it closes while LISTEN fails: an unhandled rejection. */
function releasingOnce(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name): unknown {
      if (name !== 'connect') return Reflect.get(target, name)
      return (callback?: Parameters<Pool['connect']>[0]) => {
        if (callback === undefined) return target.connect()
        return target.connect((error, client, release) => {
          let released = false
          callback(error, client, (broken) => {
            if (released) return
            released = true
            release(broken)
          })
        })
      }
    },
  })
}
