import * as z from 'zod'
import { id } from '@/lib/contract/primitives'

/**
 * Every task of the queue with the shape of its payload: ids, so that a job always works on what the database says when it runs. A
 * task may run twice where a server dies in the middle of it, so each one leaves alone what is done already.
 */
export const tasks = {
  /** Sends a letter. */
  mail: z.object({ letter_id: z.int() }),
  /** Sends a push message to one browser. */
  push: z.object({ message_id: z.int() }),
  /** Notes that an application's documents have been sent to the managers (R2.4). */
  documents_sent: z.object({ auction_id: id, account_id: id }),
  /**
   * Mails a link to whoever has the address, and nothing where nobody has: a job, so that the answer to who asked for it takes as long
   * and says the same in either case.
   */
  email_confirmation_link: z.object({ email: z.string() }),
  staff_password_link: z.object({ email: z.string(), subject: z.string(), html: z.string() }),
  /** Makes the agreements of a completed auction (R8.2). */
  agreements: z.object({ auction_id: id }),
  /** Removes what is kept no longer. */
  retention: z.object({}),
  /** Queues again what waits and has no job: after a restored backup, or where a server died with it. */
  catch_up: z.object({}),
} as const

export type Task = keyof typeof tasks
export type TaskPayload<Name extends Task> = z.output<(typeof tasks)[Name]>

/** What runs each task. A handler that throws is called again later: after 3 s, 7 s, 20 s, at last every 6 h, 25 times in all. */
export type JobHandlers = { [Name in Task]: (payload: TaskPayload<Name>) => Promise<void> }
