import { type Application as DomainApplication, type AuctionState, isOver, lastBidOf } from '@/lib/domain/auction-state'
import type { Bid as DomainBid } from '@/lib/domain/events'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { RequiredDocument } from '@/lib/domain/application'
import { keptPart } from '@/lib/domain/selection'
import { type RankingRow, rankingOf } from '@/lib/domain/ranking'
import { instantOf, limitsOf } from './auction-shapes'
import type { Application, AutomaticOrder, Bid, OwnPosition } from '@/lib/contract/stream'

/** Data of an application that is not in the state: its id, and why it was rejected. */
export interface ApplicationNote {
  readonly id: number
  readonly reason: string | null
  /** The company's accreditation documents that are not uploaded yet. */
  readonly missing: readonly RequiredDocument[]
}

export const NO_POSITION: OwnPosition = {
  application: null,
  last_bid: null,
  rank: null,
  provisional_quantity: null,
  limits: null,
  partial_until: null,
}

/**
 * One buyer's position: its present allocation, and the actions open to it.
 *
 * @param note null if the account has not applied
 * @param ranks the ranking by participant, so that a flush to many participants makes it once
 */
export function ownPositionOf(
  snapshot: { readonly auctionId: number; readonly state: AuctionState },
  companyId: number,
  note: ApplicationNote | null,
  now: number,
  ranks: ReadonlyMap<number, RankingRow> = ranksOf(snapshot.state),
): OwnPosition {
  const { state } = snapshot
  const limits = limitsOf(state, companyId, now)
  const application = state.applications.get(companyId)
  if (application === undefined || note === null) return { ...NO_POSITION, limits }
  const bid = lastBidOf(state, companyId)
  // In a cancelled auction no bid has a rank.
  const isRanked = application.participant !== null && state.cancelled === null
  const row = isRanked ? ranks.get(application.participant) : undefined
  const ranked = row?.kind === 'excluded' ? undefined : row
  const offer = state.selection?.offer ?? null
  const isOffered = offer !== null && offer.participant === application.participant
  const awaitsAnswer = isOffered && !isOver(state)
  const kept = awaitsAnswer && state.selection !== null ? keptPart(state.selection) : null
  const automatic = automaticShape(state, companyId, row?.allocated ?? 0)
  return {
    application: applicationShape(snapshot.auctionId, application, note),
    last_bid: bid === undefined ? null : bidShape(bid),
    rank: ranked?.rank ?? null,
    provisional_quantity: ranked === undefined ? null : toQuantityString(ranked.allocated),
    // Before the start it cannot bid: there is no second preliminary bid (R2.1, R2.2).
    limits: state.startedAt === null ? null : limits,
    partial_until: awaitsAnswer ? instantOf(offer.answerBy) : null,
    ...(kept !== null && { kept_part: toQuantityString(kept) }),
    ...(automatic !== null && { automatic }),
  }
}

/** The buyer's own automatic order; null if it has none. */
export function automaticShape(
  state: AuctionState,
  companyId: number,
  allocated = ranksOf(state).get(state.applications.get(companyId)?.participant ?? 0)?.allocated ?? 0,
): AutomaticOrder | null {
  const sealed = state.orders.get(companyId)
  if (sealed === undefined || sealed.order === null) return null
  const { ceiling, quantity, minimumQuantity, salt } = sealed.order
  return {
    ceiling: toPriceString(ceiling),
    quantity: toQuantityString(quantity),
    minimum_quantity: toQuantityString(minimumQuantity),
    seal: sealed.seal,
    salt,
    reached: state.startedAt !== null && allocated < quantity,
  }
}

export function ranksOf(state: AuctionState): ReadonlyMap<number, RankingRow> {
  return new Map(rankingOf(state).map((row) => [row.participant, row]))
}

export function applicationShape(
  auctionId: number,
  application: DomainApplication,
  note: ApplicationNote,
): Application {
  return {
    id: note.id,
    auction_id: auctionId,
    status: application.status,
    participant: application.participant,
    price: toPriceString(application.price),
    quantity: toQuantityString(application.quantity),
    minimum_quantity: toQuantityString(application.minimumQuantity),
    sum: formatSum(sumOf(application.price, application.quantity)),
    received_at: instantOf(application.receivedAt),
    reason: note.reason,
    missing_documents: application.status === 'submitted' ? [...note.missing] : [],
  }
}

export function bidShape(bid: DomainBid): Bid {
  return {
    seq: bid.seq,
    price: toPriceString(bid.price),
    quantity: toQuantityString(bid.quantity),
    minimum_quantity: toQuantityString(bid.minimumQuantity),
    sum: formatSum(sumOf(bid.price, bid.quantity)),
    final: bid.final,
    received_at: instantOf(bid.receivedAt),
  }
}
