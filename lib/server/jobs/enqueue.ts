import type { Queryable } from '@/lib/server/db/pool'
import { type Task, type TaskPayload, tasks } from './tasks'

export interface JobOptions {
  /** Milliseconds from now, by the database's clock, before which the job does not run. */
  after?: number
  /** A job with the same key that waits is replaced by this one; one that runs is followed by it. */
  key?: string
}

/**
 * Puts a job into the queue, in the transaction of `db` where that is a client: the job is there when what causes it is, and not
 * without it.
 *
 * @throws {z.ZodError} where the payload is not what its task promises.
 */
export async function enqueue<Name extends Task>(
  db: Queryable,
  task: Name,
  payload: TaskPayload<Name>,
  { after = 0, key }: JobOptions = {},
): Promise<void> {
  await db.query({
    name: 'enqueue-job',
    text: `select from graphile_worker.add_job($1, $2::json, run_at => now() + $3 * interval '1 ms', job_key => $4)`,
    values: [task, JSON.stringify(tasks[task].parse(payload)), after, key ?? null],
  })
}

/** Queues each of them that has no job under its key, so that what waits for its next attempt keeps it. */
export async function enqueueMissing<Name extends Task>(
  db: Queryable,
  task: Name,
  missing: readonly { key: string; payload: TaskPayload<Name> }[],
): Promise<void> {
  if (missing.length === 0) return
  await db.query(
    `select graphile_worker.add_job($1, missing.payload, job_key => missing.key)
     from json_to_recordset($2) missing (key text, payload json)
     where not exists (
       select from graphile_worker.jobs job where job.key = missing.key and job.attempts < job.max_attempts
     )`,
    [task, JSON.stringify(missing.map(({ key, payload }) => ({ key, payload: tasks[task].parse(payload) })))],
  )
}
