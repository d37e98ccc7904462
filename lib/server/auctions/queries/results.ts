import type * as z from 'zod'
import {
  type auctionsEndpoints,
  type AuctionSummary,
  MAX_RESULTS_IN_FILE,
  type ResultMonth,
  resultPoint,
  type ResultPoint,
  type ResultRow,
  resultRow,
} from '@/lib/contract/auctions'
import { premiumOver, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { createMemo } from '@/lib/server/platform/memo'
import { readable } from '@/lib/server/platform/record-faults'
import { type AuctionRow, type QueryDependencies, readAuctions, summaryOfRow } from './summary'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { LastBid } from '@/lib/domain/allocation'
import { finalRanking, type RankingChange } from '@/lib/domain/ranking'
import { winningPrices } from '@/lib/domain/winning-price'
import { createTranslators } from '@/lib/server/platform/translators'
import en from '@/lib/server/auctions/messages/en.json' with { type: 'json' }
import ru from '@/lib/server/auctions/messages/ru.json' with { type: 'json' }
import uk from '@/lib/server/auctions/messages/uk.json' with { type: 'json' }
import { type Column, type FileFormat, fileOf } from '@/lib/server/platform/tables'

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

/** In Kyiv’s calendar. `head` is portal.auction_heads, $2 the year or null. */
const inYear = `($2::integer is null or (
  head.completed_at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'Europe/Kyiv')
  and head.completed_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'Europe/Kyiv')))`

/** Completed auctions, the newest first: ids with the instant that orders them, after `before`. */
export async function pageOfResults(
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

/** Totals are counted again after this time even without a newer completion, because old auctions may be imported. */
const TOTALS_VALID_MS = 60_000

/** The totals of completed auctions, cached until the next completion. */
export function createTotals(pool: Pool, clock: Clock): (filter: ResultsFilter) => Promise<Totals> {
  let revision = ''
  let countedAt = 0
  const memo = createMemo()

  return async function totalsOf(filter) {
    const current = await readRevision(pool)
    if (current !== revision || clock.now() - countedAt > TOTALS_VALID_MS) {
      revision = current
      countedAt = clock.now()
      memo.forget()
    }
    return memo.get(`${filter.category ?? ''}:${filter.year ?? ''}`, () => count(pool, filter))
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
  /** Per cent with one place, or null if nothing was sold. */
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
      ), premiums as (
        select month, category, count(*) as auctions,
          round(avg((average_price - starting_price) * 100.0 / starting_price), 1)::text as premium
        from completed where average_price is not null group by month, category
      ), monthly as (
        select month, category, premiums.auctions, sold.volume, sold.lowest_price, sold.highest_price,
          round(sold.value / sold.volume)::bigint as average_price, premiums.premium
        from sold join premiums using (month, category)
      )
      select
        (select count(*) from completed)::integer as auctions,
        (select count(distinct application.edrpou) from completed
          join portal.applications application using (auction_id)
          join portal.application_decisions decision on decision.application_id = application.id and decision.kind = 'confirmed'
          where not exists (select from portal.application_decisions closed where closed.application_id = application.id and closed.kind in ('withdrawn', 'rejected'))
        )::integer as companies,
        (select round(avg((average_price - starting_price) * 100.0 / starting_price), 1)::text from completed where average_price is not null) as price_rise,
        (select json_object_agg(category, volume) from (select category, sum(volume_sold)::bigint as volume from completed group by category) whole) as volumes,
        (select json_object_agg(category, price) from (
          select category, round(sum(value) / sum(volume))::bigint as price from sold group by category
        ) average) as prices,
        (select json_agg(monthly order by month, category) from monthly) as months`,
    values: [category ?? null, year ?? null],
  })
  const row = rows[0] as CountRow
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

/** A completed auction with the figures of the results. */
type CompletedAuction = Omit<ResultRow, 'minimum_quantity' | 'quantity_step' | 'winning_prices'>

const completedAuction = resultRow.omit({ minimum_quantity: true, quantity_step: true, winning_prices: true })

type RowReading = Pick<QueryDependencies, 'pool' | 'faults' | 'clock'>

/** Completed auctions in the given order, without unreadable ones. */
async function completedAuctionsOf(
  deps: RowReading,
  ids: readonly number[],
  lang: Language,
): Promise<CompletedAuction[]> {
  const rows = await readAuctions(deps, lang, ids)
  const shape = (row: AuctionRow) => completedOf(row, summaryOfRow(row, deps.clock.now()))
  return readable(
    deps.faults,
    { collection: 'auctions', part: 'result', schema: completedAuction, idOf: ({ id }) => id, shape },
    inOrder(rows, ids),
  )
}

/** The same, each with the prices that would have won. */
export async function resultRowsOf(deps: RowReading, ids: readonly number[], lang: Language): Promise<ResultRow[]> {
  const [rows, rankings] = await Promise.all([readAuctions(deps, lang, ids), readRankings(deps.pool, ids)])
  const shape = (row: AuctionRow): ResultRow => ({
    ...completedOf(row, summaryOfRow(row, deps.clock.now())),
    minimum_quantity: toQuantityString(row.lot.minimumQuantity),
    quantity_step: toQuantityString(row.lot.quantityStep),
    winning_prices: winningPrices(row.lot, rankings.get(row.id) ?? []).map(({ quantity, price }) => ({
      quantity: toQuantityString(quantity),
      price: toPriceString(price),
    })),
  })
  return readable(
    deps.faults,
    { collection: 'auctions', part: 'result', schema: resultRow, idOf: ({ id }) => id, shape },
    inOrder(rows, ids),
  )
}

function inOrder(rows: ReadonlyMap<number, AuctionRow>, ids: readonly number[]): AuctionRow[] {
  return ids.flatMap((id) => rows.get(id) ?? [])
}

function completedOf({ result, completed_at, resource, lot }: AuctionRow, summary: AuctionSummary): CompletedAuction {
  if (completed_at === null) throw new Error('completed_at: missing')
  const average = result?.average_price ?? null
  return {
    ...summary,
    completed_at: completed_at.toISOString(),
    resource,
    lowest_price: result?.agreements.at(-1)?.price ?? null,
    premium: average === null ? null : premiumOver(lot.startingPrice, average),
  }
}

/** The rankings that auctions were decided by. Each participant’s last bid is found by index, however many there are. */
async function readRankings(db: Queryable, ids: readonly number[]): Promise<Map<number, readonly LastBid[]>> {
  const [bids, changes] = await Promise.all([readLastBids(db, ids), readChanges(db, ids)])
  return new Map(ids.map((id) => [id, finalRanking(bids.get(id) ?? [], changes.get(id) ?? [])]))
}

async function readLastBids(db: Queryable, ids: readonly number[]): Promise<Map<number, LastBid[]>> {
  const { rows } = await db.query<LastBid & { auction_id: number }>({
    name: 'auctions-last-bids',
    text: `select application.auction_id, bid.participant, bid.price, bid.quantity, bid.minimum_quantity as "minimumQuantity", bid.seq
      from portal.applications application
      cross join lateral (
        select participant, price, quantity, minimum_quantity, seq from portal.bids
        where company_id = application.company_id and auction_id = application.auction_id
        order by seq desc limit 1
      ) bid
      where application.auction_id = any ($1)`,
    values: [ids],
  })
  return byAuction(rows)
}

async function readChanges(db: Queryable, ids: readonly number[]): Promise<Map<number, RankingChange[]>> {
  const { rows } = await db.query<RankingChange & { auction_id: number }>({
    name: 'auctions-ranking-changes',
    text: `select auction_id, kind, (body::jsonb ->> 'participant')::integer as participant,
        cms.smallest_units(body::jsonb ->> 'quantity') as quantity from portal.auction_log
      where auction_id = any ($1)
        and kind in ('account_deactivated', 'account_reactivated', 'winner_disqualified', 'partial_refused', 'partial_accepted')
      order by auction_id, seq`,
    values: [ids],
  })
  return byAuction(rows)
}

function byAuction<Row extends { auction_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.auction_id)
    if (group === undefined) groups.set(row.auction_id, [row])
    else group.push(row)
  }
  return groups
}

/** Headings and texts of the files: a buyer's auctions and bids, and the results. */
export const fileTranslators = createTranslators<typeof uk>({ uk, en, ru })

export type FileTranslator = (typeof fileTranslators)['uk']

interface ResultsFileInput extends ResultsFilter {
  lang: Language
  format: FileFormat
}

const CHUNK = 1_000

/** All rows of the results page, newest first, as a file in the page's language. */
export async function resultsFile(
  deps: QueryDependencies,
  { lang, format, ...filter }: ResultsFileInput,
): Promise<File> {
  const t = fileTranslators[lang]
  const rows = await readRows(deps, filter, lang)
  const shown = rows.slice(0, MAX_RESULTS_IN_FILE)
  const table = {
    title: titleOf(t, filter, shown),
    columns: columnsIn(t),
    rows: shown,
    remark: rows.length > shown.length ? t('results.truncated', { count: MAX_RESULTS_IN_FILE }) : undefined,
  }
  return fileOf(table, format, lang)
}

async function readRows(deps: QueryDependencies, filter: ResultsFilter, lang: Language): Promise<CompletedAuction[]> {
  const placed = await pageOfResults(deps.pool, filter, null, MAX_RESULTS_IN_FILE + 1)
  const ids = placed.map(({ id }) => id)
  const rows: CompletedAuction[] = []
  for (let from = 0; from < ids.length; from += CHUNK)
    rows.push(...(await completedAuctionsOf(deps, ids.slice(from, from + CHUNK), lang)))
  return rows
}

/** The file's name: «Auction results, natural gas, 2026». */
function titleOf(t: FileTranslator, { category, year }: ResultsFilter, rows: readonly CompletedAuction[]): string {
  const product = category === undefined ? undefined : rows[0]?.category.name.toLowerCase()
  return [t('results.title'), product, year].filter((part) => part !== undefined).join(', ')
}

/** Columns of the page, in its order. */
function columnsIn(t: FileTranslator): Column<CompletedAuction>[] {
  return [
    { heading: t('columns.number'), width: 12, kind: 'integer', value: (row) => row.number },
    { heading: t('columns.name'), width: 44, value: (row) => row.title },
    { heading: t('columns.product'), width: 24, value: (row) => row.category.name },
    { heading: t('results.completed'), width: 20, kind: 'moment', value: (row) => row.completed_at },
    { heading: t('results.offered'), width: 16, kind: 'decimal', value: (row) => row.volume },
    { heading: t('results.sold'), width: 16, kind: 'decimal', value: (row) => row.result?.volume_sold ?? null },
    { heading: t('columns.unit'), width: 12, value: (row) => row.category.unit },
    { heading: t('results.startingPrice'), width: 18, kind: 'decimal', value: (row) => row.starting_price },
    { heading: t('results.lowestPrice'), width: 18, kind: 'decimal', value: (row) => row.lowest_price },
    {
      heading: t('results.averagePrice'),
      width: 18,
      kind: 'decimal',
      value: (row) => row.result?.average_price ?? null,
    },
    { heading: t('results.highestPrice'), width: 18, kind: 'decimal', value: (row) => row.result?.final_price ?? null },
    { heading: t('results.priceUnit'), width: 18, value: (row) => row.category.price_unit },
    { heading: t('results.premium'), width: 18, kind: 'decimal', value: (row) => row.premium },
    { heading: t('results.winners'), width: 12, kind: 'integer', value: (row) => row.result?.winners ?? null },
    {
      heading: t('results.participants'),
      width: 12,
      kind: 'integer',
      value: (row) => row.result?.participants ?? null,
    },
  ]
}
