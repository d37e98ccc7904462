import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeOperationHook,
  type CollectionBeforeValidateHook,
  type PayloadRequest,
  ValidationError,
  type Where,
} from 'payload'
import {
  eachField,
  fieldOfTerm,
  LOT_DECIMALS,
  LOT_FIELDS,
  LOT_TERMS,
  lotFaults,
  type LotTermName,
  type LotTimeName,
  placesOf,
  readTerms,
} from '@/lib/contract/lot-fields'
import { paymentPlan } from '@/lib/contract/payment-plan'
import { requiresDeposit, checkAhead, type LotValues, withDefaults } from '@/lib/domain/lot'
import { toPriceString } from '@/lib/domain/money'
import { runSql } from '@/lib/server/payload/database'
import { slugify } from '@/lib/server/cms/fields/slug'
import { savesDraft } from '@/lib/server/cms/hooks/announce-change'
import type { Auction } from '@/lib/server/payload/payload-types'
import { translate } from '@/lib/server/cms/translations'
import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { normalizeDecimal } from '@/lib/server/cms/fields/checked-fields'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'

const DEFAULTED = [
  'maximum_step',
  'application_deadline',
  'question_deadline',
  'hard_end_at',
  'deposit_deadline',
] as const

/** Gives a new auction its number and address, and fills empty fields with the defaults of R1.1. */
export const completeLot: CollectionBeforeValidateHook<Auction> = async ({ data, originalDoc, operation, req }) => {
  const lot: Partial<Auction> = { ...data }
  if (operation === 'create') {
    lot.number = await nextNumber(req)
    if (typeof lot.slug !== 'string' || lot.slug.trim() === '') lot.slug = slugOf(lot.title, lot.number)
  }
  const merged = { ...originalDoc, ...lot }
  const whole = withDefaults(lotValuesOf(merged))
  for (const name of DEFAULTED) {
    if (name === 'deposit_deadline' && !requiresDeposit(whole)) continue
    const value = whole[LOT_FIELDS[name].term]
    if (isEmpty(merged[name]) && value)
      lot[name] = name === 'maximum_step' ? toPriceString(value) : new Date(value).toISOString()
  }
  return lot
}

/** The next number without gaps: unlike with a sequence, a lot that is refused uses none. */
async function nextNumber(req: PayloadRequest): Promise<number> {
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext('cms.auctions.number'))`)
  const [row] = await runSql(
    req,
    sql`select coalesce(max(cms.safe_number(number)), 0)::int + 1 as number from cms.auctions`,
  )
  return Number(row?.number)
}

/** The number distinguishes lots of the same title. */
function slugOf(title: unknown, number: number): string {
  const base = typeof title === 'string' ? slugify(title) : ''
  return base === '' ? `lot-${number}` : `${base}-${number}`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Frozen once the first application is in or the auction has started (R1.2). Texts can still be corrected. */
const FROZEN_FIELDS = ['category', ...LOT_TERMS] as const satisfies readonly (keyof Auction)[]

export const refuseEditingFrozen: CollectionBeforeChangeHook<Auction> = async ({
  data,
  originalDoc,
  operation,
  req,
}) => {
  if (operation !== 'update' || !originalDoc || !(await isFrozen(req, originalDoc.id))) return data
  if (data._status === 'draft' && !savesDraft(req)) {
    throw new APIError(translate(req, 'unpublishFrozen'), 409, null, true)
  }
  const published = await req.payload.findByID({
    collection: 'auctions',
    id: originalDoc.id,
    depth: 0,
    draft: false,
    overrideAccess: true,
    req,
  })
  const changed = FROZEN_FIELDS.filter((field) => field in data && !isSame(data[field], published[field]))
  if (changed.length === 0) return data
  const message = translate(req, 'lotFrozen')
  throw new APIError(message, 409, { errors: changed.map((path) => ({ path, message })) }, true)
}

/** Buyers, emails and search engines link to a published lot, and no redirect is made for it. */
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
    { collection: 'auctions', errors: [{ path: 'slug', message: translate(req, 'publishedLotAddress') }] },
    req.t,
  )
}

export const refuseDeletingFrozen: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isFrozen(req, Number(id))) throw new APIError(translate(req, 'deleteFrozen'), 409, null, true)
}

/**
 * Whether the auction's record has begun. The lock serialises this change with an application that arrives now; a trigger of the database
 * enforces the same rule for writes that run no hooks.
 */
async function isFrozen(req: PayloadRequest, auctionId: number): Promise<boolean> {
  await runSql(req, sql`select from cms.auctions where id = ${auctionId} for update`)
  const [row] = await runSql(req, sql`select cms.lot_is_frozen(${auctionId}) as frozen`)
  return row?.frozen === true
}

export function isSame(left: unknown, right: unknown): boolean {
  return comparable(left) === comparable(right)
}

/** Instants come as text or Date, relations as ids or documents. */
function comparable(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object' && 'id' in value) return String(value.id)
  // The database has its own order of a plan's keys.
  const text = typeof value === 'string' ? value : JSON.stringify(paymentPlan.safeParse(value).data ?? value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text
}

/**
 * A document's terms in the domain's numbers; null for each value that is missing or cannot be read, which its field reports.
 *
 * @param locale the language of the form in which the numbers were typed
 */
export function lotValuesOf(auction: Partial<Auction>, locale?: Locale): LotValues {
  // The form validates its values as typed, before they are normalized.
  const decimals = eachField(LOT_DECIMALS, (name) => normalizeDecimal(auction[name], placesOf(name), locale))
  return readTerms({ ...auction, ...decimals })
}

/** The message of a field's fault in combination with the others; null for none. */
export function lotFault(field: LotTermName, data: unknown, req: Pick<PayloadRequest, 'i18n'>): string | null {
  const auction = (data ?? {}) as Partial<Auction>
  const key = lotFaults(
    lotValuesOf(auction, localeOrDefault(req.i18n.language)),
    auction.outside_hours_confirmed === true,
  )[field]
  return key === undefined ? null : translate(req, key)
}

/** Key of the request’s context, which no client can set: the auction is imported, and was held in the past. */
export const RECORDS_PAST = 'recordsPast'

/**
 * The message for an instant that has passed, of a lot that is being published or whose times are changed; null if there is none. A
 * published lot may keep the times that it has, so that its texts can be corrected while the auction runs and after.
 */
export async function pastFault(
  field: LotTimeName,
  data: unknown,
  { id, req }: { id?: number | string; req: PayloadRequest },
): Promise<string | null> {
  const auction = (data ?? {}) as Partial<Auction>
  if (auction._status !== 'published' || req.context[RECORDS_PAST] === true) return null
  const { now, published } = await readPublished(id, req)
  const refusal = checkAhead(withDefaults(lotValuesOf(auction)), now).find(({ path }) => fieldOfTerm(path) === field)
  return refusal === undefined || (published && sameInstant(published[field], auction[field]))
    ? null
    : translate(req, 'instantInPast')
}

/** The database’s time (R0.4), and the times of the published auction. */
async function readPublished(
  id: number | string | undefined,
  req: PayloadRequest,
): Promise<{ now: number; published: Partial<Auction> | null }> {
  const [row] = await runSql(
    req,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    (select json_build_object('starts_at', starts_at, 'application_deadline', application_deadline, 'deposit_deadline', deposit_deadline)
      from cms.auctions where id = ${id ?? null} and _status = 'published') as published`,
  )
  return { now: Number(row?.now), published: row?.published as Partial<Auction> | null }
}

function sameInstant(left: unknown, right: unknown): boolean {
  return typeof left === 'string' && typeof right === 'string' && Date.parse(left) === Date.parse(right)
}

/**
 * Editors manage the media library, but managers are responsible for lots. The lot's page shows the record's present file, so exchanging the
 * file would change the lot without a version that shows it. Therefore only managers exchange or delete a lot's document, and no one does
 * once the lot is frozen (R1.2): then a new file is uploaded and chosen in the lot, whose versions show both.
 *
 * A hook before the operation, because Payload removes the former file before it runs hooks of the change.
 */
export const refuseExchangingLotDocuments: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  // With another file, or by cropping the present one.
  if (operation !== 'update' || !(req.file ?? req.query?.uploadEdits)) return args
  const { id, where } = args as { id?: number | string; where?: Where }
  const { docs } = await req.payload.find({
    collection: 'media',
    where: id === undefined ? where : { id: { equals: id } },
    depth: 0,
    pagination: false,
    overrideAccess: overrideAccess === true,
    req,
  })
  for (const media of docs) await refuseForLots(req, media.id)
  return args
}

export const refuseDeletingLotDocuments: CollectionBeforeDeleteHook = ({ id, req }) => refuseForLots(req, Number(id))

async function refuseForLots(req: PayloadRequest, mediaId: number): Promise<void> {
  for (const lot of await lotsWithDocument(req, mediaId)) {
    const number = String(lot.number)
    if (await isFrozen(req, Number(lot.id)))
      throw new APIError(translate(req, 'frozenLotDocument', { number }), 409, null, true)
    if (!hasRole(req.user, TRADE_ROLES)) throw new APIError(translate(req, 'lotDocument', { number }), 403, null, true)
  }
}

/** The lots that have a file among their documents, or had it in a stored version. */
function lotsWithDocument(req: PayloadRequest, mediaId: number) {
  return runSql(
    req,
    sql`select id, number from cms.auctions where id in (
      select _parent_id from cms.auctions_documents where file_id = ${mediaId}
      union
      select version.parent_id from cms._auctions_v_version_documents document
      join cms._auctions_v version on version.id = document._parent_id where document.file_id = ${mediaId}
    ) order by id`,
  )
}
