import {
  type Application,
  type AuctionState,
  type Halt,
  haltAt,
  isBiddingOver,
  isHaltOpen,
  isOver,
  startingApplications,
} from './auction-state'
import { settleOrders } from './automatic-bids'
import { evolveAll } from './evolve'
import { accepted, type AuctionEvent, type Decision, type EventOf, type Outage, refused } from './events'
import type { EpochMs } from './lot'
import { decideLapses } from './selection'

/** Cancels an auction that is not over yet, with a reason that every applicant is sent (R1.2). */
export function decideCancel(
  state: AuctionState,
  reason: string,
  now: EpochMs,
): Decision<{ readonly code: 'auction_already_finished' }> {
  return isOver(state)
    ? refused({ code: 'auction_already_finished' })
    : accepted({ kind: 'cancelled', at: now, reason })
}

/** Minimum time from the manager's decision to the first bid after a halt, so that bidders can return (R13.1). */
export const SHORTEST_NOTICE_MS = 60_000

type HaltRefusal =
  | { readonly code: 'auction_not_running' }
  | { readonly code: 'auction_halted'; readonly resumesAt: EpochMs | null }
  | { readonly code: 'auction_not_halted' }

/** Halts a running auction (R13.1). Bids received before are still decided. */
export function decideHalt(state: AuctionState, reason: string, now: EpochMs): Decision<HaltRefusal> {
  const halt = haltAt(state, now)
  if (halt !== null) return refused({ code: 'auction_halted', resumesAt: halt.resumesAt })
  if (!isRunning(state) || now >= state.effectiveEnd) return refused({ code: 'auction_not_running' })
  return accepted({ kind: 'halted', at: now, reason })
}

/** Resumes bidding at an instant, but not before the shortest notice; both ends move by the length of the halt (R13.1). */
export function decideResume(state: AuctionState, resumesAt: EpochMs, now: EpochMs): Decision<HaltRefusal> {
  const { halt } = state
  if (!isRunning(state)) return refused({ code: 'auction_not_running' })
  if (halt === null || halt.resumesAt !== null) return refused({ code: 'auction_not_halted' })
  const from = Math.max(resumesAt, now + SHORTEST_NOTICE_MS)
  return accepted({ kind: 'resumed', at: now, resumesAt: from, shift: from - halt.at })
}

function isRunning({ startedAt, endedAt, cancelled }: AuctionState): boolean {
  return startedAt !== null && endedAt === null && cancelled === null
}

/** A shorter outage moves nothing (R3.2). */
export const SHORTEST_OUTAGE_MS = 15_000
/** Further outages move nothing, so that a failing server cannot keep an auction open forever (R3.2). */
export const MAX_OUTAGES = 3

interface Times {
  readonly startsAt: number
  readonly effectiveEnd: number
  /** Milliseconds. */
  readonly extensionWindow: number
}

/**
 * The milliseconds by which an outage moves the effective end and the hard end; 0 if it moves nothing (R3.2).
 *
 * It counts from the start of bidding, and even past the effective end: bidders get all of the lost time back, and at least
 * the extension window after the outage.
 */
export function outageShift({ startsAt, effectiveEnd, extensionWindow }: Times, { from, to }: Outage): number {
  const lost = to - Math.max(from, startsAt)
  if (lost < SHORTEST_OUTAGE_MS || from >= effectiveEnd) return 0
  return Math.max(lost, to + extensionWindow - effectiveEnd)
}

/** Records an outage in an auction that it hit, without the time that is already on record. */
export function decideOutage(state: AuctionState, { from: began, to }: Outage): readonly EventOf<'outage'>[] {
  if (isBiddingOver(state) || state.outages.length >= MAX_OUTAGES) return []
  const recorded = state.outages.filter((outage) => outage.from < to && began < outage.to)
  const from = Math.max(haltAt(state, began)?.resumesAt ?? began, ...recorded.map((outage) => outage.to))
  const { startsAt, extensionWindow } = state.lot
  const effectiveEnd = state.effectiveEnd - (state.halt?.resumesAt ? lengthOf(state.halt) : 0)
  const span = { from: withoutHalt(state, from), to: withoutHalt(state, to) }
  const shift = outageShift({ startsAt, extensionWindow, effectiveEnd }, span)
  return shift === 0 ? [] : [{ kind: 'outage', at: to, from, to, shift }]
}

/** An instant by a clock that stood still during the halt, when no bidding time is lost (R13.1). */
function withoutHalt({ halt }: AuctionState, at: EpochMs): EpochMs {
  return halt === null ? at : Math.min(at, Math.max(halt.at, at - lengthOf(halt)))
}

function lengthOf({ at, resumesAt }: Halt): number {
  return (resumesAt ?? Infinity) - at
}

/**
 * Decides the start once it is due: rejections (R2.5), then either `unsuccessful` (R2.6) or the first bids (R3.1) and
 * the automatic bids they cause, received at the start (R10.2).
 */
export function decideStart(state: AuctionState, now: EpochMs): readonly AuctionEvent[] {
  const decided = state.startedAt !== null || state.unsuccessfulAt !== null || state.cancelled !== null
  if (decided || now < state.lot.startsAt) return []
  const starting = startingApplications(state)
  const rejections = [...state.applications.values()]
    .filter((application) => !starting.includes(application))
    .filter(({ status }) => status !== 'withdrawn' && status !== 'rejected')
    .map((application) => rejection(application, now))
  const minimum = state.lot.minimumParticipants
  if (starting.length < minimum) {
    return [...rejections, { kind: 'unsuccessful', at: now, confirmed: starting.length, minimum }]
  }
  const bids = starting.map((application, index) => firstBid(application, state.seq + index + 1, now))
  const events: AuctionEvent[] = [...rejections, { kind: 'started', at: now, participants: starting.length }, ...bids]
  if (state.orders.size === 0) return events
  return [...events, ...settleOrders(evolveAll(state, events), { at: now, receivedAt: state.lot.startsAt })]
}

/** From the effective end to its record, in which every server writes or refuses the bids that it received in time (R6.2). */
export const CLOSE_DELAY_MS = 5_000

/** Decides the end once its record is due. */
export function decideEnd(state: AuctionState, now: EpochMs): readonly EventOf<'ended'>[] {
  if (!isRunning(state) || isHaltOpen(state) || now < state.effectiveEnd + CLOSE_DELAY_MS) return []
  return [{ kind: 'ended', at: now, effectiveEnd: state.effectiveEnd }]
}

/** From the end of a partial offer's term to its lapse, so that an answer received in time is recorded first (R7.3). */
export const LAPSE_DELAY_MS = 5_000

/** Decides the next step that is due by the clock. Call it again on the evolved state until it returns no event. */
export function decideDue(state: AuctionState, now: EpochMs): readonly AuctionEvent[] {
  if (state.startedAt === null) return decideStart(state, now)
  if (state.endedAt === null) return decideEnd(state, now)
  const due = nextDueAt(state)
  return due === null || now < due ? [] : decideLapses(state, now)
}

/** The instant from which `decideDue` returns events; null if only a person's decision can change the auction. */
export function nextDueAt(state: AuctionState): EpochMs | null {
  if (isOver(state)) return null
  if (state.startedAt === null) return state.lot.startsAt
  if (state.selection === null) return isHaltOpen(state) ? null : state.effectiveEnd + CLOSE_DELAY_MS
  const { offer } = state.selection
  return offer === null ? null : offer.answerBy + LAPSE_DELAY_MS
}

/** A confirmed applicant is rejected only if its account is deactivated (R2.7). */
function rejection({ bidderId, status }: Application, now: EpochMs): AuctionEvent {
  const reason = status === 'confirmed' ? 'account_deactivated' : 'not_confirmed_before_start'
  return { kind: 'application_rejected', at: now, bidderId, by: 'system', reason }
}

function firstBid(application: Application, seq: number, now: EpochMs): EventOf<'bid'> {
  if (application.participant === null) throw new Error(`Bidder ${application.bidderId} is confirmed without a number`)
  return {
    kind: 'bid',
    at: now,
    seq,
    bidderId: application.bidderId,
    participant: application.participant,
    price: application.price,
    quantity: application.quantity,
    minimumQuantity: application.minimumQuantity,
    final: false,
    receivedAt: application.receivedAt,
    preliminary: true,
    automatic: false,
  }
}
