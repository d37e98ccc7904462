import { sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeOperationHook,
  GlobalAfterChangeHook,
  PayloadRequest,
  EmailAdapter,
} from 'payload'
import { runSql, looseStatements, statementsOf } from '@/lib/server/cms/database'
import type { Feedback, Order } from '@/lib/server/cms/payload-types'
import { letters, queueLetter } from '@/lib/server/jobs/letters'

/** Payload's letters to the staff go into the outbox like all others. Without an adapter Payload prints their secret links to the console. */
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

/** Queues a letter about an order's new status, except for spam. */
export const queueOrderLetter: CollectionAfterChangeHook<Order> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status === previousDoc.status || doc.status === 'new' || doc.status === 'spam')
    return
  await queueLetter(statementsOf(req), 'order_status', null, {
    order_id: doc.id,
    language: doc.language,
    status: doc.status,
  })
}

/** Queues a letter to the buyer once a message is answered, and again when the answer changes. */
export const queueAnswerLetter: CollectionAfterChangeHook<Feedback> = async ({ doc, previousDoc, operation, req }) => {
  if (operation !== 'update' || doc.status !== 'answered') return
  if (previousDoc.status === 'answered' && previousDoc.answer === doc.answer) return
  const company = typeof doc.company === 'number' ? doc.company : doc.company.id
  await queueLetter(statementsOf(req), 'feedback_answered', company, { feedback_id: doc.id })
}

/** Announces a published auction to its subscribers; the database does it once for each. */
export const announceAuction: CollectionAfterChangeHook = async ({ doc, req }) => {
  const { id, _status } = doc as { id: number; _status?: string }
  if (_status === 'published') await runSql(req, sql`select portal.announce_auction(${id})`)
}

/**
 * Marks requests that only save a draft, which later hooks cannot see from the document. Publishing the rows of a list comes as a draft with
 * the status "published".
 */
export const markDraftSaves: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update' || operation === 'updateByID') {
    const data = 'data' in args ? (args.data as { _status?: unknown } | undefined) : undefined
    req.context.savesDraft = 'draft' in args && args.draft === true && data?._status !== 'published'
    // Only drafts save themselves: callers may claim it for published changes, which the audit trail must have.
    req.context.autosaves = savesDraft(req) && 'autosave' in args && args.autosave === true
  }
  req.context.restoresVersion = operation === 'restoreVersion'
  return args
}

export function savesDraft(req: PayloadRequest): boolean {
  return req.context.savesDraft === true
}

/** Every couple of seconds while an editor types. */
export function autosaves(req: PayloadRequest): boolean {
  return req.context.autosaves === true
}

/** Documents created through the REST API without a status are published: its callers know no drafts. The admin always names the status. */
export const publishByDefault: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation !== 'create' || !('data' in args) || args.draft) return args
  const data = args.data as Record<string, unknown> | undefined
  if (data === undefined) return args
  if (data._status === undefined) data._status = 'published'
  return args
}

/** The PostgreSQL channel that announces changes of content to all servers. */
export const CONTENT_CHANNEL = 'portal_content'

type ContentChange = { collection: string; id: number | null; slug: string | null }

/** Part of the document's transaction: delivered on commit only. */
async function announce(req: PayloadRequest, change: ContentChange): Promise<void> {
  await runSql(req, sql`select pg_notify(${CONTENT_CHANNEL}, ${JSON.stringify(change)})`)
}

type Identified = { id?: unknown; slug?: unknown }

function changeOf(collection: string, doc: Identified): ContentChange {
  return {
    collection,
    id: typeof doc.id === 'number' ? doc.id : null,
    slug: typeof doc.slug === 'string' ? doc.slug : null,
  }
}

/** A renamed document is announced under its old slug too. Drafts change nothing that visitors see. */
export const announceChange: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  if (collection.versions?.drafts && savesDraft(req)) return
  const now = changeOf(collection.slug, doc as Identified)
  await announce(req, now)
  const before = changeOf(collection.slug, (previousDoc ?? {}) as Identified)
  if (before.slug !== null && before.slug !== now.slug) await announce(req, { ...now, slug: before.slug })
}

export const announceDelete: CollectionAfterDeleteHook = async ({ collection, doc, req }) => {
  await announce(req, changeOf(collection.slug, doc as Identified))
}

export const announceGlobalChange: GlobalAfterChangeHook = async ({ global, req }) => {
  await announce(req, { collection: global.slug, id: null, slug: null })
}
