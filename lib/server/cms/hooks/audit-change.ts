import { sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload'
import { audit } from '@/lib/server/platform/audit'
import { roleOf } from '@/lib/server/cms/access'
import { runSql, statementsOf } from '@/lib/server/payload/database'
import { autosaves, savesDraft } from './announce-change'

const WRITES = new Set(['create', 'update', 'delete', 'restoreVersion'])

/**
 * Makes changes return the whole document. Payload 3.90 passes what it returns to `afterChange` too: a caller who selects some fields would
 * hide the others from the audit trail and from emails. Can go once hooks receive the whole document.
 */
export function returnWholeDocument({ args, operation }: { args?: unknown; operation: string }): void {
  if (WRITES.has(operation) && typeof args === 'object' && args !== null) delete (args as { select?: unknown }).select
}

/** Fields that every save changes, and the password, whose changes are audited separately. */
const OMITTED = new Set(['updatedAt', 'createdAt', 'sessions', 'password', '_status'])

/** Names only: values may be personal data. */
function changedFields(before: Record<string, unknown>, now: Record<string, unknown>): string[] {
  return Object.keys(now)
    .filter((name) => !OMITTED.has(name) && comparable(before[name]) !== comparable(now[name]))
    .sort()
}

function comparable(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null'
  // A relation is an id or its document.
  if (typeof value === 'object' && !Array.isArray(value) && 'id' in value) return JSON.stringify(value.id)
  return JSON.stringify(value)
}

/** Adds a change by the staff to the audit trail, in the transaction of the change. The portal's own writes are not audited. */
async function note(
  req: PayloadRequest,
  action: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  if (roleOf(req.user) === null || !req.user) return
  await audit(statementsOf(req), Number(req.user.id), action, subject, details)
}

type Document = Record<string, unknown> & { id?: unknown }

/** What one person saves automatically while typing is one entry, until somebody else changes the document. */
export const auditChange: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, operation, req }) => {
  const now = doc as Document
  const before = (previousDoc ?? {}) as Document
  const subject = `${collection.slug}:${String(now.id)}`
  if (autosaves(req) && (await lastAuthor(req, subject)) === Number(req.user?.id)) return
  await note(req, `content.${verbOf(operation, now, before, req)}`, subject, {
    title: titleOf(now, collection.admin.useAsTitle),
    language: req.locale ?? null,
    ...(operation === 'update' ? { fields: changedFields(before, now) } : {}),
  })
}

export const auditDelete: CollectionAfterDeleteHook = async ({ collection, doc, req }) => {
  const deleted = doc as Document
  await note(req, 'content.delete', `${collection.slug}:${String(deleted.id)}`, {
    title: titleOf(deleted, collection.admin.useAsTitle),
  })
}

export const auditGlobalChange: GlobalAfterChangeHook = async ({ global, doc, previousDoc, req }) => {
  await note(req, 'content.update', global.slug, {
    language: req.locale ?? null,
    fields: changedFields((previousDoc ?? {}) as Document, doc as Document),
  })
}

async function lastAuthor(req: PayloadRequest, subject: string): Promise<number | null> {
  const [row] = await runSql(
    req,
    sql`select staff_id from portal.audit where subject = ${subject} order by id desc limit 1`,
  )
  return row === undefined ? null : Number(row.staff_id)
}

type Verb = 'create' | 'update' | 'draft' | 'publish' | 'unpublish' | 'restore'

function verbOf(operation: 'create' | 'update', now: Document, before: Document, req: PayloadRequest): Verb {
  if (req.context.restoresVersion === true) return 'restore'
  if (operation === 'create') return 'create'
  if (now._status === undefined) return 'update'
  if (savesDraft(req)) return 'draft'
  if (now._status === 'published') return before._status === 'published' ? 'update' : 'publish'
  return 'unpublish'
}

function titleOf(doc: Document, field: string | undefined): string {
  const title = field === undefined ? undefined : doc[field]
  return typeof title === 'string' || typeof title === 'number' ? String(title) : ''
}
