import * as z from 'zod'
import { id, instant, sum } from './primitives'

/** The kinds of tasks in the managers' inbox. */
export const taskKind = z.enum([
  'application',
  'chat',
  'question',
  'winners',
  'completion',
  'partial',
  'draft',
  'company',
  'deletion',
  'deposit_return',
  'deposit_apply',
  'statement_line',
  'agreement_details',
  'agreement_signature',
  'agreement_ending',
  'order',
  'feedback',
  'email',
])
export type TaskKind = z.infer<typeof taskKind>

export const task = z.object({
  kind: taskKind,
  /** Of the record that waits; of a chat, the last message. */
  id: z.int(),
  /** In the requested language, else in Ukrainian. `number` is null for a draft. */
  auction: z.nullable(z.object({ id, number: z.nullable(z.int()), title: z.string() })),
  /** `id` is null for a name as somebody typed it, or as a bank wrote it. */
  company: z.nullable(z.object({ id: z.nullable(id), name: z.string() })),
  /** A question, a subject, a number; the kind of an email. */
  subject: z.nullable(z.string()),
  amount: z.nullable(sum),
  since: instant,
  /** The deadline; null if it has none. */
  until: z.nullable(instant),
})
export type Task = z.infer<typeof task>

/** The most urgent tasks of each kind, and how many there are. */
export const inbox = z.object({ list: z.array(task), counts: z.record(taskKind, z.int()) })
