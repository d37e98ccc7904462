import { sql } from 'drizzle-orm'
import type { CollectionAfterChangeHook, EmailAdapter, PayloadRequest } from 'payload'
import { executorOf, runSql } from '@/lib/server/cms/database'
import type { Feedback, Order } from '@/lib/server/cms/payload-types'

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

/** Letters to the people outside, queued in the transaction of the change that they tell of. */
async function queue(req: PayloadRequest, kind: string, accountId: number | null, payload: object): Promise<void> {
  await runSql(
    req,
    sql`insert into portal.outbox (kind, account_id, payload) values (${kind}, ${accountId}, ${JSON.stringify(payload)}::jsonb)`,
  )
}

/** What an order has come to is written to its customer; what is spam, to nobody. */
export const tellCustomer: CollectionAfterChangeHook<Order> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status === previousDoc.status || doc.status === 'new' || doc.status === 'spam')
    return
  await queue(req, 'order_status', null, { order_id: doc.id, language: doc.language, status: doc.status })
}

/** An answer goes to the buyer once the message counts as answered, and again where it was changed after that. */
export const tellBuyer: CollectionAfterChangeHook<Feedback> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status !== 'answered') return
  if (previousDoc.status === 'answered' && previousDoc.answer === doc.answer) return
  const company = typeof doc.company === 'number' ? doc.company : doc.company.id
  await queue(req, 'feedback_answered', company, { feedback_id: doc.id })
}

/** A published auction is announced to those who asked for news of its kind; the database does it once for each. */
export const tellOfAuction: CollectionAfterChangeHook = async ({ doc, req }) => {
  const { id, _status } = doc as { id: number; _status?: string }
  if (_status === 'published') await runSql(req, sql`select portal.announce_auction(${id})`)
}
