import { type AuctionSummary, type ResultRow, resultRow } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { StandingBid } from '@/lib/domain/allocation'
import { premiumOver, toPriceString, toQuantityString } from '@/lib/domain/money'
import { finalRanking, type RankingChange } from '@/lib/domain/standing'
import { winningPrices } from '@/lib/domain/winning-price'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { readable } from '@/lib/server/events/lot-row'
import { type QueryDependencies, summaryOfRow } from './summary'
import type { AuctionRow } from './auction-row'
import { readAuctions } from './auction-row'

/** A completed auction with the figures that the results show of it. */
export type CompletedAuction = Omit<ResultRow, 'minimum_quantity' | 'quantity_step' | 'winning_prices'>

const completedAuction = resultRow.omit({ minimum_quantity: true, quantity_step: true, winning_prices: true })

type RowReading = Pick<QueryDependencies, 'pool' | 'faults' | 'clock'>

/** Completed auctions in the given order; one that cannot be read is left out. */
export async function completedAuctionsOf(
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

/** The same, each with the prices that would have won in it. */
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

function completedOf({ result, completed_at, lot }: AuctionRow, summary: AuctionSummary): CompletedAuction {
  if (completed_at === null) throw new Error('completed_at: missing')
  const average = result?.average_price ?? null
  return {
    ...summary,
    completed_at: completed_at.toISOString(),
    lowest_price: result?.agreements.at(-1)?.price ?? null,
    premium: average === null ? null : premiumOver(lot.startingPrice, average),
  }
}

/** The rankings that auctions were decided by. Each participant’s last bid is found by index, however many came before it. */
async function readRankings(db: Queryable, ids: readonly number[]): Promise<Map<number, readonly StandingBid[]>> {
  const [bids, changes] = await Promise.all([readLastBids(db, ids), readChanges(db, ids)])
  return new Map(ids.map((id) => [id, finalRanking(bids.get(id) ?? [], changes.get(id) ?? [])]))
}

async function readLastBids(db: Queryable, ids: readonly number[]): Promise<Map<number, StandingBid[]>> {
  const { rows } = await db.query<StandingBid & { auction_id: number }>({
    name: 'auctions-last-bids',
    text: `select application.auction_id, bid.participant, bid.price, bid.quantity, bid.minimum_quantity as "minimumQuantity", bid.seq
      from portal.applications application
      cross join lateral (
        select participant, price, quantity, minimum_quantity, seq from portal.bids
        where account_id = application.account_id and auction_id = application.auction_id
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
