import { sql } from 'drizzle-orm'
import type { CollectionAfterChangeHook, EmailAdapter } from 'payload'
import { looseStatements, runSql, statementsOf } from '@/lib/server/cms/database'
import type { Feedback, Order } from '@/lib/server/cms/payload-types'
import { letters, queueLetter } from '@/lib/server/jobs/letters'

/**
 * Payload's letters to the staff (a forgotten password) go the way of all letters: into the outbox, sent by its job.
 * Without an adapter Payload would print them, and the secret link in them, to the console.
 */
export const outboxMail: EmailAdapter = ({ payload }) => ({
  name: 'outbox',
  defaultFromAddress: '',
  defaultFromName: '',
  async sendEmail({ to, subject, html }) {
    await queueLetter(looseStatements(payload), 'staff_letter', null, {
      to: letters.staff_letter.shape.to.parse(to),
      subject: subject ?? '',
      html: typeof html === 'string' ? html : '',
    })
  },
})

/** What an order has come to is written to its customer; what is spam, to nobody. */
export const tellCustomer: CollectionAfterChangeHook<Order> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status === previousDoc.status || doc.status === 'new' || doc.status === 'spam')
    return
  await queueLetter(statementsOf(req), 'order_status', null, {
    order_id: doc.id,
    language: doc.language,
    status: doc.status,
  })
}

/** An answer goes to the buyer once the message counts as answered, and again where it was changed after that. */
export const tellBuyer: CollectionAfterChangeHook<Feedback> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status !== 'answered') return
  if (previousDoc.status === 'answered' && previousDoc.answer === doc.answer) return
  const company = typeof doc.company === 'number' ? doc.company : doc.company.id
  await queueLetter(statementsOf(req), 'feedback_answered', company, { feedback_id: doc.id })
}

/** A published auction is announced to those who asked for news of its kind; the database does it once for each. */
export const tellOfAuction: CollectionAfterChangeHook = async ({ doc, req }) => {
  const { id, _status } = doc as { id: number; _status?: string }
  if (_status === 'published') await runSql(req, sql`select portal.announce_auction(${id})`)
}
