import type { AuctionState, PartialOffer, SelectionState } from '@/lib/domain/auction-state'
import { accepted, type Decision, type EventOf, refused } from './events'
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
  const { offer } = selection
  if (offer?.participant !== answer.participant) return refused({ code: 'partial_not_pending' })
  if (now >= offer.answerBy) return refused({ code: 'partial_deadline_passed' })
  const { participant, quantity } = offer
  if (answer.accept) return accepted({ kind: 'partial_accepted', at: now, participant, quantity })
  return accepted({ kind: 'partial_refused', at: now, participant, quantity, by: 'participant' })
}

/** A part not answered in its term counts as refused, so that the volume passes on. */
export function decideLapses(state: AuctionState, now: EpochMs): readonly EventOf<'partial_refused'>[] {
  if (state.selection === null || state.completedAt !== null || state.cancelled !== null) return []
  const { offer } = state.selection
  if (offer === null || now < offer.answerBy) return []
  const { participant, quantity } = offer
  return [{ kind: 'partial_refused', at: now, participant, quantity, by: 'system' }]
}

/**
 * The offer that the allocation calls for: a part that its participant has not accepted, offered from `at` for one
 * working day. An offer of the same part goes on with its term; another part is a new offer.
 */
export function offerFor(state: AuctionState, selection: SelectionState, at: EpochMs): PartialOffer | null {
  const part = allocationOf({ ...state, selection }).rows.find((row) => row.kind === 'partial')
  if (part === undefined || selection.acceptedParts.get(part.participant) === part.given) return null
  const { participant, given: quantity } = part
  const standing = selection.offer
  if (standing?.participant === participant && standing.quantity === quantity) return standing
  return { participant, quantity, offeredAt: at, answerBy: addWorkingDays(at, 1) }
}
