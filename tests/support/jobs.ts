import { setTimeout as delay } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { createJobWorker, type JobWorker, type JobWorkerDependencies, taskListOf } from '@/lib/server/jobs/job-worker'
import { QUEUE_SETTINGS } from '@/lib/server/jobs/worker-pool'
import type { JobHandlers } from '@/lib/server/jobs/enqueue'
import type { MailWorker } from '@/lib/server/notifications/mail-worker'
import type { Pool } from '@/lib/server/platform/db/pool'

export const quiet = { info: () => undefined, warn: () => undefined }

/** Opens a worker that relies on notifications of new jobs, because it polls only once an hour. */
export function openJobWorker(
  pool: Pool,
  handlers: JobWorkerDependencies['handlers'],
  changes: Partial<JobWorkerDependencies> = {},
): JobWorker {
  return createJobWorker({ pool, log: quiet, handlers, intervals: { poll: 3_600_000 }, ...changes })
}

/**
 * Resolves once this many workers are notified of new jobs. A worker from {@link openJobWorker} misses jobs that are
 * queued between its first poll and then.
 */
export async function listening(pool: Pool, workers = 1): Promise<void> {
  const countListening = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and state = 'idle' and query ilike 'listen "jobs:insert"%'`,
      )
    ).rowCount
  while (((await countListening()) ?? 0) < workers) await delay(10)
}

/** Tasks of all queued and running jobs, oldest first. */
export async function jobsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs order by id',
  )
  return rows.map(({ task }) => task)
}

/** Runs all queued jobs once, including those that are not due yet. */
export async function runJobs(pool: Pool, handlers: Partial<JobHandlers>): Promise<void> {
  await pool.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), now())`,
  )
  await runOnce({
    pgPool: pool,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    preset: QUEUE_SETTINGS,
    taskList: taskListOf(handlers, quiet),
  })
}

/** Sends the emails that are due by the worker's clock. */
export async function runDue(pool: Pool, mail: MailWorker): Promise<void> {
  await mail.catchUp()
  await runJobs(pool, { mail: ({ email_id: id }) => mail.send(id) })
}
