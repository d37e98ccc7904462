import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, done, id, instant, language, list, paging } from './primitives'

export const letterState = z.enum(['waiting', 'sent', 'failed', 'not_needed'])
export type LetterState = z.infer<typeof letterState>

export const managedLetter = z.object({
  id,
  /** What it tells of: application_confirmed, password_reset … */
  kind: z.string(),
  user_id: id.nullable(),
  company_name: z.string().nullable(),
  /** Empty until the letter has been written. */
  recipients: z.array(z.string()),
  subject: z.string().nullable(),
  state: letterState,
  created_at: instant,
  sent_at: instant.nullable(),
  attempts: z.int(),
  /** When it is tried again, of one that waits. */
  next_attempt_at: instant.nullable(),
  /** What the mail server said, or why it was not sent. */
  reason: z.string().nullable(),
})
export type ManagedLetter = z.infer<typeof managedLetter>

export const managedLetterWhole = managedLetter.extend({
  language: language.nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Nobody but an admin reads the staff's own letters: they may let somebody in. */
  withheld: z.boolean(),
  can_resend: z.boolean(),
})

export const managerLettersEndpoints = {
  letters: endpoint('/api/manager/letters/list', {
    summary: 'Letters, the newest first: to whom, when, and what became of them',
    access: 'manager',
    request: z.strictObject({
      state: letterState.optional(),
      user_id: id.optional(),
      /** Part of a recipient's address, the subject or the company's name. */
      search: z.string().trim().max(100).optional(),
      ...paging,
    }),
    response: list(managedLetter),
  }),
  letter: endpoint('/api/manager/letters/get', {
    summary: 'One letter as it was written. Links that prove something are left out',
    access: 'manager',
    request: z.strictObject({ id }),
    response: data(managedLetterWhole),
    errors: ['not_found'],
  }),
  resendLetter: endpoint('/api/manager/letters/resend', {
    summary: 'Send a letter that failed once more',
    access: 'manager',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found', 'letter_not_failed'],
  }),
}
