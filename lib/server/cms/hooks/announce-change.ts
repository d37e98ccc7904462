import { sql } from 'drizzle-orm'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeOperationHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload'
import { runSql } from '@/lib/server/cms/database'

/** Keeps for the later hooks whether only a draft is being saved: they cannot tell from the document. */
export const noteDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update' || operation === 'updateByID') {
    req.context.savesDraft = 'draft' in args && args.draft === true
    req.context.autosaves = 'autosave' in args && args.autosave === true
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
