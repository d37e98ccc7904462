import type { AutomaticOrder, Bid, Outage } from './events'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import type { Kopecks } from '@/lib/domain/money'
import type { Thousandths } from './money'

export type ApplicationStatus = 'submitted' | 'awaiting_confirmation' | 'confirmed' | 'rejected' | 'withdrawn'

/** A buyer's preliminary bid, which is its application (R2.1). */
export interface Application {
  readonly bidderId: number
  readonly receivedAt: EpochMs
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
  readonly status: ApplicationStatus
  /** The № assigned by confirming; it stays with the bidder. */
  readonly participant: number | null
  /** What has been received from it, less what was reversed (R11.2). */
  readonly deposit: Kopecks
  /** Why the manager confirmed it although the deposit did not cover its quantity. */
  readonly depositWaiver: string | null
}

/** No bids are accepted from `at` until `resumesAt`, which is null until the manager sets it (R13.1). */
export interface Halt {
  readonly at: EpochMs
  readonly reason: string
  readonly resumesAt: EpochMs | null
}

/** Part of the volume, offered to a participant that has not answered yet (R7.3). */
export interface PartialOffer {
  readonly participant: number
  readonly quantity: Thousandths
  readonly offeredAt: EpochMs
  readonly answerBy: EpochMs
}

export interface SelectionState {
  readonly disqualified: ReadonlySet<number>
  /** Participants that refused a part: they accept only their whole quantity, or a part accepted before. */
  readonly refusedParts: ReadonlySet<number>
  /** The part accepted by each participant; any other part is a new offer. */
  readonly acceptedParts: ReadonlyMap<number, Thousandths>
  /** The unanswered offer. There is at most one: a part is all that is left. */
  readonly offer: PartialOffer | null
  /** Every offer in order, the unanswered one included: an offer has no entry in the record, it follows from others. */
  readonly offers: readonly PartialOffer[]
  readonly winnersConfirmedAt: EpochMs | null
  /** Each winner's volume at the last confirmation; kept while a reallocation awaits its own confirmation. */
  readonly confirmedShares: ReadonlyMap<number, Thousandths>
}

/** An automatic order and its seal; the order is null if only the record is known (R10.5). */
export interface SealedOrder {
  readonly seal: string
  readonly order: AutomaticOrder | null
}

/**
 * An auction, derived from its lot and its events (R1.3). Immutable: `evolve` returns a new state that shares unchanged
 * parts, so a batch that fails to commit simply drops its state.
 */
export interface AuctionState {
  readonly lot: Lot
  /** By bidder, in the order received. */
  readonly applications: ReadonlyMap<number, Application>
  /** The № that the next confirmation assigns. */
  readonly nextParticipant: number
  readonly deactivated: ReadonlySet<number>
  /** Each participant's last bid, at its № − 1. */
  readonly lastBids: readonly (Bid | undefined)[]
  /** Each participant's latest times of receipt at its № − 1, as many as R4.11 counts; automatic bids are left out. */
  readonly recentBids: readonly (readonly EpochMs[] | undefined)[]
  /** Automatic orders by bidder, in the order left (R10). */
  readonly orders: ReadonlyMap<number, SealedOrder>
  /** The last bids that take part in the allocation, best first. */
  readonly ranking: readonly Bid[]
  /** The highest price so far, the starting price before the first bid (R4.3). */
  readonly highestPrice: Kopecks
  /** The last bid's sequence number; 0 before the first. */
  readonly seq: number
  readonly effectiveEnd: EpochMs
  readonly hardEnd: EpochMs
  readonly outages: readonly Outage[]
  /** The last halt, over or not. */
  readonly halt: Halt | null
  /** Questions published with their answers (R12.1). */
  readonly answers: number
  readonly startedAt: EpochMs | null
  readonly unsuccessfulAt: EpochMs | null
  readonly endedAt: EpochMs | null
  /** Null until the auction has ended. */
  readonly selection: SelectionState | null
  readonly completedAt: EpochMs | null
  readonly cancelled: { readonly at: EpochMs; readonly reason: string } | null
}

/** `closing`: the end has come, and the last bids are being recorded before it is (R6.2). */
export type Phase = 'planned' | 'running' | 'closing' | 'selection' | 'completed' | 'cancelled' | 'unsuccessful'

export function initialState(lot: Lot): AuctionState {
  return {
    lot,
    applications: new Map(),
    nextParticipant: 1,
    deactivated: new Set(),
    lastBids: [],
    recentBids: [],
    orders: new Map(),
    ranking: [],
    highestPrice: lot.startingPrice,
    seq: 0,
    effectiveEnd: lot.endsAt,
    hardEnd: lot.hardEndAt,
    outages: [],
    halt: null,
    answers: 0,
    startedAt: null,
    unsuccessfulAt: null,
    endedAt: null,
    selection: null,
    completedAt: null,
    cancelled: null,
  }
}

/**
 * The phase at an instant, from the events and the clock (R1.3). Between the scheduled start (or the effective end) and
 * the event that records it, the phase is the one that the event will bring.
 */
export function phaseOf(state: AuctionState, now: EpochMs): Phase {
  if (state.cancelled !== null) return 'cancelled'
  if (state.unsuccessfulAt !== null) return 'unsuccessful'
  if (state.completedAt !== null) return 'completed'
  if (state.endedAt !== null) return 'selection'
  if (state.startedAt === null) {
    if (now < state.lot.startsAt) return 'planned'
    if (startingApplications(state).length < state.lot.minimumParticipants) return 'unsuccessful'
  }
  return now < state.effectiveEnd || isHaltOpen(state) ? 'running' : 'closing'
}

/** Whether the auction is completed, cancelled or unsuccessful: nothing of it changes any more. */
export function isOver({ completedAt, cancelled, unsuccessfulAt }: AuctionState): boolean {
  return completedAt !== null || cancelled !== null || unsuccessfulAt !== null
}

/** Whether no bid can be recorded any more. */
export function isBiddingOver(state: AuctionState): boolean {
  return state.endedAt !== null || isOver(state)
}

/** Whether bidding is halted without a time of resumption yet: the ends are unknown until then (R13.1). */
export function isHaltOpen({ halt }: AuctionState): boolean {
  return halt !== null && halt.resumesAt === null
}

/** The halt in force at an instant; null if bidding is not halted then. */
export function haltAt({ halt }: AuctionState, at: EpochMs): Halt | null {
  return halt !== null && at >= halt.at && (halt.resumesAt === null || at < halt.resumesAt) ? halt : null
}

/** The applications that the start turns into bids, in the order received (R3.1): confirmed, of active accounts. */
export function startingApplications(state: AuctionState): readonly Application[] {
  return [...state.applications.values()]
    .filter((application) => application.status === 'confirmed' && !state.deactivated.has(application.bidderId))
    .sort((a, b) => a.receivedAt - b.receivedAt)
}

/** The bidder's last bid; undefined if it has none. */
export function lastBidOf(state: AuctionState, bidderId: number): Bid | undefined {
  const participant = state.applications.get(bidderId)?.participant
  return participant === undefined || participant === null ? undefined : state.lastBids[participant - 1]
}
