import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
} from 'payload'
import { sql } from 'drizzle-orm'
import { runSql } from '@/lib/server/cms/database'
import { savesDraft } from '@/lib/server/cms/hooks/note-draft'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations/say'

/** The numbers of a lot: frozen once the first application is in or it has started (R1.2). Texts stay open to correction. */
const FROZEN_FIELDS = [
  'category', 'volume', 'starting_price', 'minimum_step', 'maximum_step', 'minimum_quantity', 'quantity_step',
  'application_deadline', 'starts_at', 'ends_at', 'extension_minutes', 'hard_end_at', 'minimum_participants', 'visibility',
] as const satisfies readonly (keyof Auction)[]

export const refuseEditingFrozen: CollectionBeforeChangeHook<Auction> = async ({ data, originalDoc, operation, req }) => {
  if (operation !== 'update' || !originalDoc || !(await isFrozen(req, originalDoc.id))) return data
  if (data._status === 'draft' && !savesDraft(req)) {
    throw new APIError(say(req, 'unpublishFrozen'), 409, null, true)
  }
  const published = await req.payload.findByID({
    collection: 'auctions', id: originalDoc.id, depth: 0, draft: false, overrideAccess: true, req,
  })
  const touched = FROZEN_FIELDS.filter((field) => field in data && !same(data[field], published[field]))
  if (touched.length === 0) return data
  const message = say(req, 'lotFrozen')
  throw new APIError(message, 409, { errors: touched.map((path) => ({ path, message })) }, true)
}

export const refuseDeletingFrozen: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isFrozen(req, Number(id))) throw new APIError(say(req, 'deleteFrozen'), 409, null, true)
}

/**
 * Whether the auction's record has begun. The lock makes an application that arrives at this moment wait for the change or
 * this change for it; the database's own trigger guards the same rule against every other way in.
 */
async function isFrozen(req: PayloadRequest, auctionId: number): Promise<boolean> {
  await runSql(req, sql`select from cms.auctions where id = ${auctionId} for update`)
  const [row] = await runSql(req, sql`select cms.lot_is_frozen(${auctionId}) as frozen`)
  return row?.frozen === true
}

function same(left: unknown, right: unknown): boolean {
  return comparable(left) === comparable(right)
}

/** Instants arrive as text or Date, relations as ids or documents. */
function comparable(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object' && 'id' in value) return String(value.id)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text
}
