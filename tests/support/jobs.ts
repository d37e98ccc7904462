import { setTimeout as delay } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { createJobWorker, type JobWorker, type JobWorkerDependencies, taskListOf } from '@/lib/server/jobs/job-worker'
import { QUEUE_SETTINGS } from '@/lib/server/jobs/worker-pool'
import type { JobHandlers } from '@/lib/server/jobs/enqueue'
import type { MailWorker } from '@/lib/server/notifications/mail-worker'
import type { Pool } from '@/lib/server/platform/db/pool'

/** The parts of a queue that are not under test. */
export const quiet = { info: () => undefined, warn: () => undefined }

/** A worker that relies on notifications of new jobs: it polls once an hour. */
export function openJobWorker(
  pool: Pool,
  handlers: JobWorkerDependencies['handlers'],
  changes: Partial<JobWorkerDependencies> = {},
): JobWorker {
  return createJobWorker({ pool, log: quiet, handlers, intervals: { poll: 3_600_000 }, ...changes })
}

/**
 * Waits until the database tells so many workers of new jobs. A worker opened by {@link openJobWorker} does not hear of what is queued
 * between its first look and then.
 */
export async function listening(pool: Pool, workers = 1): Promise<void> {
  const heard = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and state = 'idle' and query ilike 'listen "jobs:insert"%'`,
      )
    ).rowCount
  while (((await heard()) ?? 0) < workers) await delay(10)
}

/** Tasks of the jobs that wait or run, the oldest first. */
export async function jobsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs order by id',
  )
  return rows.map(({ task }) => task)
}

/** Runs the jobs that wait, whatever their time is, one after the other; those that they put off wait for the next time. */
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

/** Sends the letters that are due by the worker's clock, which a test moves. */
export async function runDue(pool: Pool, mail: MailWorker): Promise<void> {
  await mail.catchUp()
  await runJobs(pool, { mail: ({ letter_id: id }) => mail.send(id) })
}
