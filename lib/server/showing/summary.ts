import type { AuctionSummary } from '@/lib/contract/auctions'
import { winners } from '@/lib/domain/allocation'
import { type AuctionState, phaseOf } from '@/lib/domain/auction-state'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { resultOf } from '@/lib/domain/results'
import { allocationOf } from '@/lib/domain/standing'
import { instantOf, isHidden, isParticipant, participantsOf, resultShape } from '@/lib/server/kernel/auction-shapes'
import type { Caller } from '@/lib/server/kernel/handler'
import { type AuctionRow, categoryOf } from './auction-rows'

type ShownLot = Omit<AuctionSummary, 'state' | 'effective_end' | 'participants' | 'bids' | 'best_price' | 'allocation' | 'result'>

/** Whether prices and the ranking of this auction are nobody's business but its participants' and the staff's. */
export function isHiddenFrom(caller: Caller, state: AuctionState, now: number): boolean {
  if (!isHidden(state, phaseOf(state, now)) || caller.kind === 'staff') return false
  return caller.kind !== 'account' || !isParticipant(state, caller.accountId)
}

/** A summary from the auction's state; `now` is the server's clock. */
export function summaryOf(row: AuctionRow, state: AuctionState, caller: Caller, now: number): AuctionSummary {
  const phase = phaseOf(state, now)
  const shown = !isHiddenFrom(caller, state, now)
  return {
    ...lotOf(row),
    state: phase,
    effective_end: new Date(state.effectiveEnd).toISOString(),
    participants: phase === 'completed' ? resultOf(state).participants : participantsOf(state),
    bids: state.seq,
    best_price: shown && state.seq > 0 ? toPriceString(state.highestPrice) : null,
    allocation: shown && state.seq > 0 ? winners(allocationOf(state)).map(({ given }) => toQuantityString(given)) : [],
    result: phase === 'completed' ? resultShape(resultOf(state)) : null,
  }
}

/** A summary of a finished auction, or of one whose record has not begun, from its row alone: no log is read for a list. */
export function summaryOfRow(row: AuctionRow, now: number): AuctionSummary {
  const { result } = row
  const finalPrice = result?.final_price ?? null
  return {
    ...lotOf(row),
    state: stateOfRow(row, now),
    effective_end: instantOf(row.effective_end?.getTime() ?? row.lot.endsAt),
    participants: result?.participants ?? row.participants ?? 0,
    bids: row.bid_seq ?? 0,
    best_price: finalPrice === null ? null : toPriceString(finalPrice),
    allocation: result?.agreements.map(({ quantity }) => quantity) ?? [],
    result: result && {
      participants: result.participants,
      winners: result.winners,
      volume_sold: toQuantityString(result.volume_sold),
      average_price: result.average_price === null ? null : toPriceString(result.average_price),
      final_price: result.final_price === null ? null : toPriceString(result.final_price),
    },
  }
}

/** Whether the row alone tells all that a list shows. */
export function isToldByRow(row: AuctionRow): boolean {
  return row.log_seq === null || row.finished_at !== null
}

function stateOfRow(row: AuctionRow, now: number): AuctionSummary['state'] {
  if (row.completed_at !== null) return 'completed'
  if (row.cancelled_at !== null) return 'cancelled'
  if (row.finished_at !== null) return 'unsuccessful'
  // No record means no application: at its start such an auction is unsuccessful (R2.6).
  return row.lot.startsAt > now ? 'planned' : 'unsuccessful'
}

function lotOf(row: AuctionRow): ShownLot {
  const { lot } = row
  return {
    id: row.id,
    number: row.number,
    slug: row.slug,
    title: row.title,
    category: categoryOf(row),
    visibility: lot.visibility,
    volume: toQuantityString(lot.volume),
    starting_price: toPriceString(lot.startingPrice),
    application_deadline: instantOf(lot.applicationDeadline),
    starts_at: instantOf(lot.startsAt),
    ends_at: instantOf(lot.endsAt),
  }
}
