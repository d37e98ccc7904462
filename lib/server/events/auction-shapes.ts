import { createHash } from 'node:crypto'
import type { AuctionResult, BidLimits, Halt as HaltData, RankingRow } from '@/lib/contract/stream'
import {
  type AuctionState,
  type Halt,
  isOver,
  lastBidOf,
  type Phase,
  phaseOf,
  startingApplications,
} from '@/lib/domain/auction-state'
import { limitsAbove, preliminaryLimits } from '@/lib/domain/bidding'
import type { BidLimits as DomainLimits } from '@/lib/domain/bid-limits'
import { formatSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import { agreementsOf, type AuctionResult as DomainResult } from '@/lib/domain/results'
import { type RankingRow as DomainRow, rankingOf } from '@/lib/domain/ranking'

/** Domain values as the contract has them: whole kopecks and thousandths become decimal strings (R0.1, R0.2). */

export function instantOf(at: number): string {
  return new Date(at).toISOString()
}

export function haltShape({ at, reason, resumesAt }: Halt): HaltData {
  return { since: instantOf(at), reason, resumes_at: resumesAt === null ? null : instantOf(resumesAt) }
}

export function rankingRows(state: AuctionState): RankingRow[] {
  return rankingOf(state).map((row) => rankingRow(state, row))
}

export function rankingRow({ selection, lastBids }: AuctionState, row: DomainRow): RankingRow {
  const conditional = selection?.offer?.participant === row.participant && row.kind === 'partial'
  return {
    rank: row.rank,
    participant: row.participant,
    price: toPriceString(row.price),
    quantity: toQuantityString(row.quantity),
    allocated: toQuantityString(row.allocated),
    outcome: conditional ? 'conditional' : row.kind,
    ...(lastBids[row.participant - 1]?.automatic === true && { automatic: true as const }),
  }
}

export function resultShape(result: DomainResult): AuctionResult {
  return {
    participants: result.participants,
    winners: result.winners,
    volume_sold: toQuantityString(result.volumeSold),
    average_price: result.averagePrice === null ? null : toPriceString(result.averagePrice),
    final_price: result.finalPrice === null ? null : toPriceString(result.finalPrice),
  }
}

/** A hash of who wins how much, which confirming the winners does not change (R8.1). */
export function winnersVersion(state: AuctionState): string {
  const winners = agreementsOf(state).map(({ participant, quantity }) => [participant, quantity])
  return createHash('sha256').update(JSON.stringify(winners)).digest('hex')
}

/** The agreements as record and protocol list them (R8.2). */
export function agreementShapes(state: AuctionState) {
  return agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
    participant,
    quantity: toQuantityString(quantity),
    price: toPriceString(price),
    sum: formatSum(sum),
  }))
}

export function limitsShape(limits: DomainLimits): BidLimits {
  return {
    minimum_price: toPriceString(limits.minimumPrice),
    maximum_price: toPriceString(limits.maximumPrice),
    minimum_quantity: toQuantityString(limits.minimumQuantity),
    maximum_quantity: toQuantityString(limits.maximumQuantity),
    ...(limits.coveredQuantity !== null && { covered_quantity: toQuantityString(limits.coveredQuantity) }),
    closed_by_final: limits.closedByFinal,
  }
}

/** Limits of this buyer's application before the start, and of its next bid while the auction runs; else null. */
export function limitsOf(state: AuctionState, companyId: number, now: number): BidLimits | null {
  const phase = phaseOf(state, now)
  if (phase === 'planned') return limitsShape(preliminaryLimits(state))
  if (phase !== 'running' || state.deactivated.has(companyId)) return null
  const lastBid = lastBidOf(state, companyId)
  return lastBid === undefined ? null : limitsShape(limitsAbove(state, lastBid))
}

/** How many participants are confirmed (R2.4); before the start without deactivated accounts, as the start leaves them out (R2.7). */
export function participantsOf(state: AuctionState): number {
  if (state.startedAt === null && !isOver(state)) return startingApplications(state).length
  let count = 0
  for (const { status } of state.applications.values()) if (status === 'confirmed') count += 1
  return count
}

/** Until its public result, a closed auction shows prices and the ranking only to its participants and to the staff. */
export function isHidden(state: AuctionState, phase: Phase): boolean {
  return state.lot.visibility === 'closed' && phase !== 'completed'
}

export function isParticipant(state: AuctionState, companyId: number): boolean {
  return state.applications.get(companyId)?.status === 'confirmed'
}
