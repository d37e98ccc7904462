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

/**
 * Keeps for the later hooks whether only a draft is being saved: they cannot tell from the document. Publishing the chosen rows of a list
 * comes as a draft whose status is “published”, and publishes.
 */
export const noteDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update' || operation === 'updateByID') {
    const data = 'data' in args ? (args.data as { _status?: unknown } | undefined) : undefined
    req.context.savesDraft = 'draft' in args && args.draft === true && data?._status !== 'published'
    // A draft alone saves itself: a caller may say so of what visitors see, which the audit trail must have.
    req.context.autosaves = savesDraft(req) && 'autosave' in args && args.autosave === true
  }
  req.context.restoresVersion = operation === 'restoreVersion'
  return args
}

export function savesDraft(req: PayloadRequest): boolean {
  return req.context.savesDraft === true
}

/** Every couple of seconds while somebody types. */
export function autosaves(req: PayloadRequest): boolean {
  return req.context.autosaves === true
}

/**
 * A document sent whole through the REST API, neither as a draft nor with a status of its own, is meant to be
 * seen: api.md's callers know nothing of drafts. The admin always names the status, so nothing changes there.
 */
export const publishByDefault: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation !== 'create' || !('data' in args) || args.draft) return args
  const data = args.data as Record<string, unknown> | undefined
  if (data === undefined) return args
  if (data._status === undefined) data._status = 'published'
  return args
}

/** The PostgreSQL channel on which every portal server hears that edited content changed. */
export const CONTENT_CHANNEL = 'portal_content'

/** What a server needs to drop its caches and to revalidate Next's tags. */
type ContentChange = { collection: string; id: number | null; slug: string | null }

/**
 * Sent inside the document's transaction: PostgreSQL delivers it on commit and drops it on rollback,
 * so that no server ever refreshes from what was not kept.
 */
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

/**
 * A renamed document is announced under its old slug too, so that the old page goes. A draft changes nothing that
 * visitors see: it is saved every couple of seconds while an editor types.
 */
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
