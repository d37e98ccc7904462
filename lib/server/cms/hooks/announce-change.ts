import { sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeOperationHook,
  GlobalAfterChangeHook,
  PayloadRequest,
  EmailAdapter,
} from 'payload'
import { runSql, statementsOf } from '@/lib/server/payload/database'
import type { Feedback, Order } from '@/lib/server/payload/payload-types'
import { queueEmail } from '@/lib/server/jobs/emails'

/**
 * Payload sends no emails: the portal's own calls replace those that would. Without an adapter it warns at every start, and would log them,
 * with their secret links.
 */
export const noMail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: '',
  defaultFromName: '',
  sendEmail: () => Promise.reject(new Error('Payload sends no emails')),
})

/** Queues an email about an order's new status, except for spam. */
export const queueOrderEmail: CollectionAfterChangeHook<Order> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status === previousDoc.status || doc.status === 'new' || doc.status === 'spam')
    return
  await queueEmail(statementsOf(req), 'order_status', null, {
    order_id: doc.id,
    language: doc.language,
    status: doc.status,
  })
}

/** Queues an email to the buyer once a message is answered, and again when the answer changes. */
export const queueAnswerEmail: CollectionAfterChangeHook<Feedback> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status !== 'answered') return
  if (previousDoc.status === 'answered' && previousDoc.answer === doc.answer) return
  const company = typeof doc.company === 'number' ? doc.company : doc.company.id
  await queueEmail(statementsOf(req), 'feedback_answered', company, { feedback_id: doc.id })
}

/** Announces a published auction to its subscribers; the database does so once per auction. */
export const announceAuction: CollectionAfterChangeHook = async ({ doc, req }) => {
  const { id, _status } = doc as { id: number; _status?: string }
  if (_status === 'published') await runSql(req, sql`select portal.announce_auction(${id})`)
}

/**
 * Records in the request's context whether it only saves a draft, which later hooks cannot see in Payload 3.90. Rows that are published in a
 * list arrive as drafts with the status "published". Can go once `afterChange` receives `draft` and `autosave`.
 */
export const markDraftSaves: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update') {
    const data = 'data' in args ? (args.data as { _status?: unknown } | undefined) : undefined
    req.context.savesDraft = 'draft' in args && args.draft === true && data?._status !== 'published'
    // A caller may send `autosave` with a published change too, which must be audited.
    req.context.autosaves = savesDraft(req) && 'autosave' in args && args.autosave === true
  }
  req.context.restoresVersion = operation === 'restoreVersion'
  return args
}

export function savesDraft(req: PayloadRequest): boolean {
  return req.context.savesDraft === true
}

/** Drafts are saved automatically every couple of seconds while an editor types. */
export function autosaves(req: PayloadRequest): boolean {
  return req.context.autosaves === true
}

/** Publishes documents created without a status, which callers of the API do not know. The admin's forms always send one. */
export const publishByDefault: CollectionBeforeOperationHook = ({ args, operation }) => {
  const created = operation === 'create' && 'data' in args && !args.draft ? args.data : undefined
  if (created) (created as { _status?: unknown })._status ??= 'published'
  return args
}

/** The PostgreSQL channel that announces changes of content to all servers, by the name of the collection or global. */
export const CONTENT_CHANNEL = 'portal_content'

/** Part of the document's transaction: delivered on commit only. */
async function announce(req: PayloadRequest, slug: string): Promise<void> {
  await runSql(req, sql`select pg_notify(${CONTENT_CHANNEL}, ${slug})`)
}

/** Drafts change nothing that visitors see. */
export const announceChange: CollectionAfterChangeHook = async ({ collection, req }) => {
  if (!collection.versions?.drafts || !savesDraft(req)) await announce(req, collection.slug)
}

export const announceDelete: CollectionAfterDeleteHook = ({ collection, req }) => announce(req, collection.slug)

export const announceGlobalChange: GlobalAfterChangeHook = ({ global, req }) => announce(req, global.slug)
