import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeValidateHook,
  type PayloadRequest,
  ValidationError,
} from 'payload'
import { LOT_FIELDS, LOT_TERMS } from '@/lib/contract/lot-fields'
import { withDefaults } from '@/lib/domain/lot'
import { toPriceString } from '@/lib/domain/money'
import { runSql } from '@/lib/server/cms/database'
import { slugify } from '@/lib/server/cms/fields/slug'
import { savesDraft } from '@/lib/server/cms/hooks/announce-change'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations'
import { lotValuesOf } from './lot-checks'

const DEFAULTED = ['maximum_step', 'application_deadline', 'hard_end_at'] as const

/** Gives a new auction its number and address, and fills the defaults of R1.1 in what was left empty. */
export const completeLot: CollectionBeforeValidateHook<Auction> = async ({ data, originalDoc, operation, req }) => {
  const lot: Partial<Auction> = { ...data }
  if (operation === 'create') {
    lot.number = await nextNumber(req)
    const wanted = typeof lot.slug === 'string' && lot.slug.trim() !== ''
    if (!wanted) lot.slug = slugOf(lot.title, lot.number)
  }
  const given = { ...originalDoc, ...lot }
  const whole = withDefaults(lotValuesOf(given))
  for (const name of DEFAULTED) {
    const value = whole[LOT_FIELDS[name].term]
    if (isEmpty(given[name]) && value)
      lot[name] = name === 'maximum_step' ? toPriceString(value) : new Date(value).toISOString()
  }
  return lot
}

/** The next number without gaps: a lot that is refused in the end uses none, unlike with a sequence. */
async function nextNumber(req: PayloadRequest): Promise<number> {
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext('cms.auctions.number'))`)
  const [row] = await runSql(
    req,
    sql`select coalesce(max(cms.safe_number(number)), 0)::int + 1 as number from cms.auctions`,
  )
  return Number(row?.number)
}

/** Two lots of one title differ by their number. */
function slugOf(title: unknown, number: number): string {
  const base = typeof title === 'string' ? slugify(title) : ''
  return base === '' ? `lot-${number}` : `${base}-${number}`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Frozen once the first application is in or the auction has started (R1.2). Texts stay open to correction. */
const FROZEN_FIELDS = ['category', ...LOT_TERMS] as const satisfies readonly (keyof Auction)[]

export const refuseEditingFrozen: CollectionBeforeChangeHook<Auction> = async ({
  data,
  originalDoc,
  operation,
  req,
}) => {
  if (operation !== 'update' || !originalDoc || !(await isFrozen(req, originalDoc.id))) return data
  if (data._status === 'draft' && !savesDraft(req)) {
    throw new APIError(say(req, 'unpublishFrozen'), 409, null, true)
  }
  const published = await req.payload.findByID({
    collection: 'auctions',
    id: originalDoc.id,
    depth: 0,
    draft: false,
    overrideAccess: true,
    req,
  })
  const touched = FROZEN_FIELDS.filter((field) => field in data && !same(data[field], published[field]))
  if (touched.length === 0) return data
  const message = say(req, 'lotFrozen')
  throw new APIError(message, 409, { errors: touched.map((path) => ({ path, message })) }, true)
}

/** Buyers, letters and search engines know a published lot by its address, and nothing leads on from it. */
export const refuseMovingPublished: CollectionBeforeChangeHook<Auction> = async ({
  data,
  originalDoc,
  operation,
  req,
}) => {
  if (operation !== 'update' || !originalDoc || typeof data.slug !== 'string') return data
  const [published] = await runSql(
    req,
    sql`select slug from cms.auctions where id = ${originalDoc.id} and _status = 'published'`,
  )
  if (published === undefined || published.slug === data.slug) return data
  throw new ValidationError(
    { collection: 'auctions', errors: [{ path: 'slug', message: say(req, 'publishedLotAddress') }] },
    req.t,
  )
}

export const refuseDeletingFrozen: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isFrozen(req, Number(id))) throw new APIError(say(req, 'deleteFrozen'), 409, null, true)
}

/**
 * Whether the auction's record has begun. The lock makes an application that arrives at this moment wait for the change or
 * this change for it; the database's own trigger guards the same rule against every other way in.
 */
export async function isFrozen(req: PayloadRequest, auctionId: number): Promise<boolean> {
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
