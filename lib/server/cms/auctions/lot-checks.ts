import { sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'
import type { Locale } from '@/lib/config/constants'
import {
  eachField,
  fieldOfTerm,
  LOT_DECIMALS,
  lotFaults,
  type LotTermName,
  type LotTimeName,
  placesOf,
  readTerms,
} from '@/lib/contract/lot-fields'
import { type LotValues, withDefaults } from '@/lib/domain/lot'
import { checkAhead } from '@/lib/domain/lot-check'
import { localeOrDefault } from '@/lib/i18n/locales'
import { runSql } from '@/lib/server/cms/database'
import { normalizeDecimal } from '@/lib/server/cms/fields/checked-fields'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations'

/**
 * A document's terms in the domain's numbers; null for each value that is missing or cannot be read: its field reports that.
 *
 * @param locale in which the numbers are typed, of a form that is being checked
 */
export function lotValuesOf(auction: Partial<Auction>, locale?: Locale): LotValues {
  // The form checks its values as typed, before they are in the form of the API.
  const decimals = eachField(LOT_DECIMALS, (name) => normalizeDecimal(auction[name], placesOf(name), locale))
  return readTerms({ ...auction, ...decimals })
}

/** The fault of one field that keeps the auction from being held, in words; null where there is none. */
export function lotFault(field: LotTermName, data: unknown, req: Pick<PayloadRequest, 'i18n'>): string | null {
  const auction = (data ?? {}) as Partial<Auction>
  const key = lotFaults(
    lotValuesOf(auction, localeOrDefault(req.i18n.language)),
    auction.outside_hours_confirmed === true,
  )[field]
  return key === undefined ? null : say(req, key)
}

/** In a request’s context, which no client can set: marks the import of an auction that was held in the past. */
export const RECORDS_PAST = 'recordsPast'

/**
 * Whether one instant of a lot that is being published, or whose times are changed, has passed; null where it lies ahead. An
 * auction that stands published keeps the times that it has, so that its texts can be corrected while it runs and after.
 */
export async function pastFault(
  field: LotTimeName,
  data: unknown,
  { id, req }: { id?: number | string; req: PayloadRequest },
): Promise<string | null> {
  const auction = (data ?? {}) as Partial<Auction>
  if (auction._status !== 'published' || req.context[RECORDS_PAST] === true) return null
  const { now, published } = await standing(auction, id, req)
  const refusal = checkAhead(withDefaults(lotValuesOf(auction)), now).find(({ path }) => fieldOfTerm(path) === field)
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
