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
 * What was done is marked in a batch: only there the queue tells of its failure, instead of leaving a rejection unhandled, which would
 * end the process.
 */
export const QUEUE_SETTINGS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface LaneOptions {
  pool: Pool
  tasks: TaskList
  cron: ParsedCronItem[]
  /** How many jobs run at a time. */
  concurrency: number
  /** Milliseconds between two looks for jobs. */
  poll: number
  /** Longer than any statement takes, in milliseconds. */
  patience: number
  logger: QueueLogger
  /** Called when the lane has its name, before it takes a job. */
  onOpen(): void
}

/** Workers of the queue for some tasks, under one name. */
export interface Lane {
  /** By which the database knows who took a job; undefined before the database has answered. */
  readonly id: string | undefined
  /** Ids of the jobs that it was given: those that run, and those that ended so lately that the database may not know yet. */
  given(): string[]
  /** Takes no more jobs; resolves when those that run have ended. */
  close(): Promise<void>
  /** Stuck: closing for long without a job that runs, because the queue (0.17) waits for ever for outcomes that failed together. */
  state(): 'open' | 'closing' | 'stuck'
  /** Waits for nothing of it any more. */
  leave(): void
  /** Resolves when it has closed, by itself too, or was left; rejects where it could not be opened. */
  readonly over: Promise<void>
}

export function openLane({ pool, tasks, cron, concurrency, poll, patience, logger, onOpen }: LaneOptions): Lane {
  let id: string | undefined
  let running = 0
  let looked = false
  let closingSince: number | null = null
  let closed: Promise<void> | undefined
  let leave = (): void => undefined
  const jobs = new Set<Job>()
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    onOpen()
  })
  events.on('pool:gracefulShutdown', () => (closingSince ??= performance.now()))
  events.on('worker:getJob:empty', () => (looked = true))
  // The queue (0.17) keeps the failure of its first question, which tasks there are, as the answer to every later one: it would never take a job.
  events.on('worker:getJob:error', () => {
    if (!looked) void close()
  })
  events.on('job:start', ({ job }) => {
    looked = true
    jobs.add(job)
    running += 1
  })
  events.on('job:complete', ({ job }) => {
    running -= 1
    setTimeout(() => jobs.delete(job), patience).unref()
  })
  const left = new Promise<void>((resolve) => (leave = resolve))
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
  // Refused where it closes already.
  const close = (): Promise<void> => (closed ??= opened.then((runner) => runner.stop()).catch(() => undefined))
  return {
    get id() {
      return id
    },
    given: () => [...jobs].map((job) => job.id),
    close,
    state() {
      if (closingSince === null) return 'open'
      return running === 0 && performance.now() - closingSince > patience ? 'stuck' : 'closing'
    },
    leave() {
      void close()
      leave()
    },
    over: Promise.race([opened.then((runner) => runner.promise), left]),
  }
}

/** The queue (0.17) gives its listening connection back twice where it closes while LISTEN fails: an unhandled rejection. */
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
