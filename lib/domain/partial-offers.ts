import { winners } from '@/lib/domain/allocation'
import type { AuctionState, PartialOffer, SelectionState } from '@/lib/domain/auction-state'
import { accepted, type Decision, type FactOf, refused } from '@/lib/domain/facts'
import type { EpochMs } from '@/lib/domain/lot'
import { allocationOf } from '@/lib/domain/standing'
import { addWorkingDays } from '@/lib/domain/working-hours'

export type PartialRefusal =
  | { readonly code: 'auction_not_in_selection' }
  | { readonly code: 'partial_not_pending' }
  | { readonly code: 'partial_deadline_passed' }

/** A conditional winner's word on the part that it is offered (R7.3). */
export function decidePartial(
  state: AuctionState,
  answer: { readonly participant: number; readonly accept: boolean },
  now: EpochMs,
): Decision<PartialRefusal> {
  const { selection } = state
  if (selection === null || state.completedAt !== null || state.cancelled !== null) {
    return refused({ code: 'auction_not_in_selection' })
  }
  const offer = selection.offers.get(answer.participant)
  if (offer === undefined) return refused({ code: 'partial_not_pending' })
  if (now >= offer.answerBy) return refused({ code: 'partial_deadline_passed' })
  const { participant, quantity } = offer
  if (answer.accept) return accepted({ kind: 'partial_accepted', at: now, participant, quantity })
  return accepted({ kind: 'partial_refused', at: now, participant, quantity, by: 'participant' })
}

/** A part not answered in its term counts as refused, so that the volume passes on. One at a time: each allocates again. */
export function decideLapses(state: AuctionState, now: EpochMs): readonly FactOf<'partial_refused'>[] {
  if (state.selection === null || state.completedAt !== null || state.cancelled !== null) return []
  const lapsed = [...state.selection.offers.values()].find((offer) => offer.answerBy <= now)
  if (lapsed === undefined) return []
  const { participant, quantity } = lapsed
  return [{ kind: 'partial_refused', at: now, participant, quantity, by: 'system' }]
}

/**
 * The offers that the allocation calls for: a part that its participant has not accepted, offered from `at` for one
 * working day. An offer of the same part goes on with its term; another part is a new offer.
 */
export function offersFor(state: AuctionState, selection: SelectionState, at: EpochMs): ReadonlyMap<number, PartialOffer> {
  const offers = new Map<number, PartialOffer>()
  for (const { participant, given, kind } of winners(allocationOf({ ...state, selection }))) {
    if (kind !== 'partial' || selection.acceptedParts.get(participant) === given) continue
    const standing = selection.offers.get(participant)
    const same = standing !== undefined && standing.quantity === given
    offers.set(participant, same ? standing : { participant, quantity: given, offeredAt: at, answerBy: addWorkingDays(at, 1) })
  }
  return offers
}
