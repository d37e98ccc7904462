import { sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'
import type { Locale } from '@/lib/config/constants'
import { LOT_FIELDS, type LotField, lotFaults } from '@/lib/contract/lot-faults'
import { type LotValues, withDefaults } from '@/lib/domain/lot'
import { checkAhead } from '@/lib/domain/lot-check'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import { localeOrDefault } from '@/lib/i18n/locales'
import { runSql } from '@/lib/server/cms/database'
import { normalizeDecimal } from '@/lib/server/cms/fields/checked-fields'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations'

const MINUTE = 60_000

/**
 * The document's lot in the domain's numbers; null for each value that is missing or cannot be read (the fields say that themselves).
 *
 * @param locale in which the numbers are typed, of a form that is being checked
 */
export function lotValuesOf(auction: Partial<Auction>, locale?: Locale): LotValues {
  /** As typed: the form checks its values before they are put into the wire's form. */
  const price = (value: unknown) => parsed(parsePrice, normalizeDecimal(value, 2, locale))
  const quantity = (value: unknown) => parsed(parseQuantity, normalizeDecimal(value, 3, locale))
  return {
    volume: quantity(auction.volume),
    startingPrice: price(auction.starting_price),
    minimumStep: price(auction.minimum_step),
    maximumStep: price(auction.maximum_step),
    minimumQuantity: quantity(auction.minimum_quantity),
    quantityStep: quantity(auction.quantity_step),
    applicationDeadline: epoch(auction.application_deadline),
    startsAt: epoch(auction.starts_at),
    endsAt: epoch(auction.ends_at),
    extensionWindow: minutes(auction.extension_minutes),
    hardEndAt: epoch(auction.hard_end_at),
    minimumParticipants: auction.minimum_participants,
    visibility: auction.visibility,
  }
}

function parsed(parse: (text: string) => number | null, text: unknown): number | null {
  return typeof text === 'string' ? parse(text) : null
}

function minutes(value: number | null | undefined): number | null {
  return typeof value === 'number' ? value * MINUTE : null
}

function epoch(value: unknown): number | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null
  const at = new Date(value).getTime()
  return Number.isFinite(at) ? at : null
}

/** What one field has to do with its auction not being fit to be held, in words; null where nothing. */
export function lotFault(field: LotField, data: unknown, req: Pick<PayloadRequest, 'i18n'>): string | null {
  const auction = (data ?? {}) as Partial<Auction>
  const key = lotFaults(
    lotValuesOf(auction, localeOrDefault(req.i18n.language)),
    auction.outside_hours_confirmed === true,
  )[field]
  return key === undefined ? null : say(req, key)
}

/** In a request’s context, which no client can set: an auction that has been held is written down. */
export const RECORDS_PAST = 'recordsPast'

/**
 * Whether one instant of a lot that is being published, or whose times are changed, has passed; null where it lies ahead. An
 * auction that stands published keeps the times that it has, so that its texts can be corrected while it runs and after.
 */
export async function pastFault(
  field: keyof Auction,
  data: unknown,
  { id, req }: { id?: number | string; req: PayloadRequest },
): Promise<string | null> {
  const auction = (data ?? {}) as Partial<Auction>
  if (auction._status !== 'published' || req.context[RECORDS_PAST] === true) return null
  const { now, published } = await standing(auction, id, req)
  const refusal = checkAhead(withDefaults(lotValuesOf(auction)), now).find(({ path }) => LOT_FIELDS[path] === field)
  return refusal === undefined || (published && sameInstant(published[field], auction[field]))
    ? null
    : say(req, 'instantInPast')
}

interface Standing {
  now: number
  published: Partial<Auction> | null
}

/** Asked once for all fields of a document, which are checked at the same time over one connection. */
const asked = new WeakMap<object, Promise<Standing>>()

function standing(auction: object, id: number | string | undefined, req: PayloadRequest): Promise<Standing> {
  const known = asked.get(auction)
  if (known) return known
  const asking = askStanding(id, req)
  asked.set(auction, asking)
  return asking
}

/** The database’s time (R0.4), and the times of the auction as it stands published. */
async function askStanding(id: number | string | undefined, req: PayloadRequest): Promise<Standing> {
  const [row] = await runSql(
    req,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    (select json_build_object('starts_at', starts_at, 'application_deadline', application_deadline)
      from cms.auctions where id = ${id ?? null} and _status = 'published') as published`,
  )
  return { now: Number(row?.now), published: row?.published as Partial<Auction> | null }
}

function sameInstant(left: unknown, right: unknown): boolean {
  return typeof left === 'string' && typeof right === 'string' && Date.parse(left) === Date.parse(right)
}
