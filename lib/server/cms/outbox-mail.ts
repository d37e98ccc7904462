import { sql } from 'drizzle-orm'
import type { EmailAdapter } from 'payload'
import { executorOf } from '@/lib/server/cms/database'

/** The outbox's kind for letters that Payload writes whole: `payload` is {to, subject, html}. */
const STAFF_LETTER = 'staff_letter'

/**
 * Payload's letters to the staff (a forgotten password) go the way of all letters: into the outbox, sent by its job.
 * Without an adapter Payload would print them, and the secret link in them, to the console.
 */
export const outboxMail: EmailAdapter = ({ payload }) => ({
  name: 'outbox',
  defaultFromAddress: '',
  defaultFromName: '',
  async sendEmail({ to, subject, html }) {
    const letter = JSON.stringify({ to, subject: subject ?? '', html: typeof html === 'string' ? html : '' })
    await executorOf(payload).execute(
      sql`insert into portal.outbox (kind, account_id, payload) values (${STAFF_LETTER}, null, ${letter}::jsonb)`,
    )
  },
})
