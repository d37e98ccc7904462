import type { Queryable, Statements } from '@/lib/server/platform/db/pool'
import * as z from 'zod'
import { id } from '@/lib/contract/primitives'

/**
 * The tasks of the queue with their payloads. Payloads hold ids, so that a job reads the current state when it runs. A
 * job whose server dies runs again, so every task is idempotent.
 */
export const tasks = {
  mail: z.object({ email_id: z.int() }),
  /** Reads the mailbox to which reports of undelivered emails return. */
  delivery_reports: z.object({}),
  /** Shows the short form of an email in one browser of its recipient. */
  push: z.object({ email_id: z.int(), subscription_id: z.int() }),
  /** Notifies a browser without an account of a new auction. */
  browser_notice: z.object({ auction_id: id, subscription_id: z.int() }),
  /** Records that an application's documents were sent to the managers (R2.4). */
  documents_sent: z.object({ auction_id: id, company_id: id }),
  /** A job, so that the duration of the request does not reveal whether an account has the address. */
  email_confirmation_link: z.object({ email: z.string() }),
  staff_password_link: z.object({ email: z.string(), subject: z.string(), html: z.string() }),
  /** Makes the agreements of a completed auction (R8.2). */
  agreements: z.object({ auction_id: id }),
  /** Removes a file of the site's media that no record names any more. */
  media_file_removal: z.object({ name: z.string() }),
  scheduled_publishing: z.object({}),
  retention: z.object({}),
  /** Enqueues work that lost its job, after a restored backup or the death of a server. */
  requeue_orphans: z.object({}),
  demo_tick: z.object({}),
} as const

export type Task = keyof typeof tasks
type TaskPayload<Name extends Task> = z.output<(typeof tasks)[Name]>

/** A handler that throws is called again: after 3 s, 7 s, 20 s, at last every 6 h, 25 times in all. */
export type JobHandlers = { [Name in Task]: (payload: TaskPayload<Name>) => Promise<void> }

/** The handlers of a portal: emails and push messages may be off, and not every portal has a demo or a mailbox. */
export type PortalJobHandlers = Partial<JobHandlers> &
  Omit<JobHandlers, 'mail' | 'delivery_reports' | 'push' | 'browser_notice' | 'demo_tick'>

export interface JobOptions {
  /** Milliseconds from now, by the database's clock, before which the job does not run. */
  after?: number
  /** Replaces a waiting job with the same key. */
  key?: string
}

/**
 * Adds a job to the queue, in the transaction of `db` if that is a client.
 *
 * @throws {z.ZodError} for a payload that its task does not accept.
 */
export async function enqueue<Name extends Task>(
  db: Statements,
  task: Name,
  payload: TaskPayload<Name>,
  { after = 0, key }: JobOptions = {},
): Promise<void> {
  await db.query(
    `select from graphile_worker.add_job($1, $2::json, run_at => now() + $3 * interval '1 ms', job_key => $4)`,
    [task, JSON.stringify(tasks[task].parse(payload)), after, key ?? null],
  )
}

/** Enqueues the jobs whose key has none; a job that waits for its next attempt is left alone. */
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
