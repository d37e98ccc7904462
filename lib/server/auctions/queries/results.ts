import type * as z from 'zod'
import type { auctionsEndpoints } from '@/lib/contract/auctions'
import { type ResultMonth, resultPoint, type ResultPoint } from '@/lib/contract/past-results'
import { premiumOver, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { readable } from '@/lib/server/events/lot-row'
import type { QueryDependencies } from './summary'
import type { CategoryKey } from '@/lib/contract/primitives'

interface PointRow extends Pick<ResultPoint, 'id' | 'number' | 'slug' | 'category' | 'category_slug'> {
  completed_at: Date
  volume_sold: number
  starting_price: number
  lowest_price: number
  average_price: number
  final_price: number
}

/** Completed auctions that sold something, the newest first. */
export async function readResultPoints(
  { pool: db, faults }: Pick<QueryDependencies, 'pool' | 'faults'>,
  { category, year }: ResultsFilter,
  limit: number,
): Promise<ResultPoint[]> {
  const { rows } = await db.query<PointRow>({
    name: 'auctions-result-points',
    text: `select lot.id, lot.number, lot.slug, lot.category, category.slug as category_slug, head.completed_at, result.volume_sold,
        lot.starting_price, cms.smallest_units(result.agreements -> -1 ->> 'price') as lowest_price, result.average_price, result.final_price
      from portal.auction_heads head
      join portal.auction_results result using (auction_id)
      join cms.lots lot on lot.id = head.auction_id
      join cms.categories category on category.id = lot.category_id
      where head.completed_at is not null and result.final_price is not null and ($1::text is null or lot.category = $1) and ${inYear}
      order by head.completed_at desc, head.auction_id desc limit $3`,
    values: [category ?? null, year ?? null, limit],
  })
  const shape = (row: PointRow): ResultPoint => ({
    ...row,
    completed_at: row.completed_at.toISOString(),
    volume_sold: toQuantityString(row.volume_sold),
    starting_price: toPriceString(row.starting_price),
    lowest_price: toPriceString(row.lowest_price),
    average_price: toPriceString(row.average_price),
    final_price: toPriceString(row.final_price),
    premium: premiumOver(row.starting_price, row.average_price),
  })
  return readable(
    faults,
    { collection: 'auctions', part: 'result', schema: resultPoint, idOf: ({ id }) => id, shape },
    rows,
  )
}

type ResultsData = z.infer<typeof auctionsEndpoints.results.response>['data']
type Totals = Pick<ResultsData, 'totals' | 'months'>

export interface ResultsFilter {
  category?: CategoryKey | undefined
  year?: number | undefined
}

/** Years and months are those of Kyiv’s calendar. `head` is portal.auction_heads, $2 the year or null. */
const inYear = `($2::integer is null or (
  head.completed_at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'Europe/Kyiv')
  and head.completed_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'Europe/Kyiv')))`

/** Completed auctions, the newest first: ids with the instant that orders them, after `before`. */
export async function placeResults(
  db: Queryable,
  { category, year }: ResultsFilter,
  before: { at: number; id: number } | null,
  limit: number,
): Promise<{ id: number; at: number }[]> {
  const { rows } = await db.query<{ id: number; at: Date }>({
    name: `auctions-results-${category === undefined ? 'all' : 'one'}`,
    text: `select head.auction_id as id, head.completed_at as at from portal.auction_heads head
      ${category === undefined ? '' : 'join cms.lots lot on lot.id = head.auction_id and lot.category = $1'}
      where head.completed_at is not null and ${category === undefined ? '$1::text is null and' : ''} ${inYear}
        and ($3::timestamptz is null or (head.completed_at, head.auction_id) < ($3, $4::integer))
      order by head.completed_at desc, head.auction_id desc limit $5`,
    values: [category ?? null, year ?? null, before && new Date(before.at), before?.id ?? null, limit],
  })
  return rows.map(({ id, at }) => ({ id, at: at.getTime() }))
}

/** Totals are counted again after this time even where no newer completion is seen, such as after an import of old ones. */
const rememberMs = 60_000

/**
 * The totals of completed auctions. They change only with another completion, so they are counted once for the newest
 * one, and remembered.
 */
export function createTotals(pool: Pool, clock: Clock): (filter: ResultsFilter) => Promise<Totals> {
  let revision = ''
  let countedAt = 0
  const counted = new Map<string, Promise<Totals>>()

  return async function totalsOf(filter) {
    const current = await readRevision(pool)
    if (current !== revision || clock.now() - countedAt > rememberMs) {
      revision = current
      countedAt = clock.now()
      counted.clear()
    }
    const key = `${filter.category ?? ''}:${filter.year ?? ''}`
    const known = counted.get(key)
    if (known) return known
    const counting = count(pool, filter)
    counted.set(key, counting)
    counting.catch(() => counted.delete(key))
    return counting
  }
}

async function readRevision(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ revision: string }>({
    name: 'auctions-results-revision',
    text: `select coalesce((select auction_id || '@' || completed_at from portal.auction_heads where completed_at is not null
      order by completed_at desc, auction_id desc limit 1), '') as revision`,
  })
  return rows[0]?.revision ?? ''
}

interface CountRow {
  auctions: number
  companies: number
  /** Per cent with one place, or null where nothing was sold. */
  price_rise: string | null
  volumes: Record<string, number> | null
  prices: Record<string, number> | null
  months: MonthRow[] | null
}

interface MonthRow extends Pick<ResultMonth, 'month' | 'category' | 'auctions' | 'premium'> {
  volume: number
  lowest_price: number
  average_price: number
  highest_price: number
}

async function count(db: Queryable, { category, year }: ResultsFilter): Promise<Totals> {
  const { rows } = await db.query<CountRow>({
    text: `with completed as materialized (
        select result.*, lot.category, lot.starting_price,
          to_char(head.completed_at at time zone 'Europe/Kyiv', 'YYYY-MM') as month
        from portal.auction_heads head
        join portal.auction_results result using (auction_id)
        join cms.lots lot on lot.id = head.auction_id
        where head.completed_at is not null and ($1::text is null or lot.category = $1) and ${inYear}
          and lot.starting_price > 0 and result.volume_sold >= 0 and coalesce(result.average_price, 0) >= 0
      ), sold as (
        select month, category, sum(sold_quantity)::bigint as volume, min(lowest_sold)::bigint as lowest_price, max(highest_sold)::bigint as highest_price,
          sum(sold_value) as value
        from completed where sold_quantity is not null group by month, category
      ), held as (
        select month, category, count(*) as auctions,
          round(avg((average_price - starting_price) * 100.0 / starting_price), 1)::text as premium
        from completed where average_price is not null group by month, category
      ), monthly as (
        select month, category, held.auctions, sold.volume, sold.lowest_price, sold.highest_price,
          round(sold.value / sold.volume)::bigint as average_price, held.premium
        from sold join held using (month, category)
      )
      select
        (select count(*) from completed)::integer as auctions,
        (select count(distinct application.account_id) from completed
          join portal.applications application using (auction_id)
          join portal.application_decisions decision on decision.application_id = application.id and decision.kind = 'confirmed'
        )::integer as companies,
        (select round(avg((average_price - starting_price) * 100.0 / starting_price), 1)::text from completed where average_price is not null) as price_rise,
        (select json_object_agg(category, volume) from (select category, sum(volume_sold)::bigint as volume from completed group by category) whole) as volumes,
        (select json_object_agg(category, price) from (
          select category, round(sum(value) / sum(volume))::bigint as price from sold group by category
        ) average) as prices,
        (select json_agg(monthly order by month, category) from monthly) as months`,
    values: [category ?? null, year ?? null],
  })
  const row = rows[0]
  if (row === undefined) throw new Error('the totals gave no row')
  return {
    totals: {
      auctions: row.auctions,
      companies: row.companies,
      price_rise: row.price_rise,
      volume_sold: eachWritten(row.volumes, toQuantityString),
      average_price: eachWritten(row.prices, toPriceString),
    },
    months: (row.months ?? []).map((month) => ({
      ...month,
      volume: toQuantityString(month.volume),
      lowest_price: toPriceString(month.lowest_price),
      average_price: toPriceString(month.average_price),
      highest_price: toPriceString(month.highest_price),
    })),
  }
}

function eachWritten(values: Record<string, number> | null, write: (value: number) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, write(value)]))
}
