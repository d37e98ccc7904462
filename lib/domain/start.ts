import { type Application, type AuctionState, startingApplications } from '@/lib/domain/auction-state'
import type { AuctionFact, FactOf } from '@/lib/domain/facts'
import type { EpochMs } from '@/lib/domain/lot'
import { decideLapses } from '@/lib/domain/partial-offers'

/** The start, once its time has come: rejections (R2.5), then either `unsuccessful` (R2.6) or the first bids (R3.1). */
export function decideStart(state: AuctionState, now: EpochMs): readonly AuctionFact[] {
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
  return [...rejections, { kind: 'started', at: now, participants: starting.length }, ...bids]
}

/** The end, once the effective end has come. To be recorded after every bid received in time is decided (R6.2). */
export function decideEnd(state: AuctionState, now: EpochMs): readonly FactOf<'ended'>[] {
  const running = state.startedAt !== null && state.endedAt === null && state.cancelled === null
  if (!running || now < state.effectiveEnd) return []
  return [{ kind: 'ended', at: now, effectiveEnd: state.effectiveEnd }]
}

/** Everything that the clock has made due, one step at a time: call it again on the evolved state until it gives nothing. */
export function decideDue(state: AuctionState, now: EpochMs): readonly AuctionFact[] {
  if (state.startedAt === null) return decideStart(state, now)
  return state.endedAt === null ? decideEnd(state, now) : decideLapses(state, now)
}

/** The instant from which `decideDue` will give something; null where only people can move the auction on. */
export function nextDueAt(state: AuctionState): EpochMs | null {
  if (state.cancelled !== null || state.unsuccessfulAt !== null || state.completedAt !== null) return null
  if (state.startedAt === null) return state.lot.startsAt
  if (state.selection === null) return state.effectiveEnd
  return state.selection.offer?.answerBy ?? null
}

/** A confirmed applicant is left out of the start only where its account has been deactivated (R2.7). */
function rejection({ bidderId, status }: Application, now: EpochMs): AuctionFact {
  const reason = status === 'confirmed' ? 'account_deactivated' : 'not_confirmed_before_start'
  return { kind: 'application_rejected', at: now, bidderId, by: 'system', reason }
}

function firstBid(application: Application, seq: number, now: EpochMs): FactOf<'bid'> {
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
  }
}
