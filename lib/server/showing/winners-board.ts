import type { ManagedWinner, WinnersBoard } from '@/lib/contract/manager'
import { phaseOf } from '@/lib/domain/auction-state'
import { toPriceString, formatSum, sumOf, toQuantityString } from '@/lib/domain/money'
import { resultOf } from '@/lib/domain/results'
import { completionBlockers, type SelectionRow, selectionRows } from '@/lib/domain/selection'
import type { Queryable } from '@/lib/server/db/pool'
import { instantOf, rankingRow } from '@/lib/server/kernel/auction-shapes'
import type { Book } from '@/lib/server/kernel/books'
import type { Directory } from './managed-applications'

/** The allocation as the manager works on it (R8.1), with names; null before the end is recorded. */
export async function winnersBoardOf(db: Queryable, directory: Directory, book: Book, now: number): Promise<WinnersBoard | null> {
  const { auctionId, state } = book
  if (state.selection === null) return null
  const accounts = new Map(state.lastBids.flatMap((bid) => (bid === undefined ? [] : [[bid.participant, bid.bidderId] as const])))
  const [companies, reasons] = await Promise.all([directory.companies([...accounts.values()]), readReasons(db, auctionId)])
  const result = resultOf(state)

  function winner(row: SelectionRow): ManagedWinner {
    const accountId = accounts.get(row.participant) ?? 0
    return {
      ...rankingRow(state, row),
      user_id: accountId,
      company_name: companies.get(accountId)?.company_name ?? '',
      sum: formatSum(sumOf(row.price, row.given)),
      status: row.status,
      partial_until: row.answerBy === null ? null : instantOf(row.answerBy),
      reason: row.status === 'disqualified' ? (reasons.get(row.participant) ?? null) : null,
    }
  }

  return {
    auction_id: auctionId,
    state: phaseOf(state, now),
    confirmed: state.selection.winnersConfirmedAt !== null,
    list: selectionRows(state).map(winner),
    volume_sold: toQuantityString(result.volumeSold),
    average_price: result.averagePrice === null ? null : toPriceString(result.averagePrice),
    blockers: state.completedAt === null ? [...completionBlockers(state)] : [],
  }
}

/** Why participants were disqualified: kept beside the public log, because it may name somebody (R8.3). */
async function readReasons(db: Queryable, auctionId: number): Promise<Map<number, string>> {
  const { rows } = await db.query<{ participant: number; reason: string | null }>(
    `select participant, reason from portal.selection_decisions
     where auction_id = $1 and kind = 'winner_disqualified' order by id`,
    [auctionId],
  )
  return new Map(rows.flatMap(({ participant, reason }) => (reason === null ? [] : [[participant, reason] as const])))
}
