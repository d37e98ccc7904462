import { createJobWorker, type JobWorker, type JobWorkerDependencies } from '@/lib/server/jobs/job-worker'
import type { Pool } from '@/lib/server/db/pool'

/** What of a queue under test is not its own subject. */
export const quiet = { info: () => undefined, warn: () => undefined }

/** A worker that hears of new jobs from the database alone: its own looks are an hour apart. */
export function openJobWorker(
  pool: Pool,
  handlers: JobWorkerDependencies['handlers'],
  changes: Partial<JobWorkerDependencies> = {},
): JobWorker {
  return createJobWorker({ pool, log: quiet, handlers, intervals: { poll: 3_600_000 }, ...changes })
}

/** Tasks of the jobs that wait or run, the oldest first. */
export async function jobsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs order by id',
  )
  return rows.map(({ task }) => task)
}
