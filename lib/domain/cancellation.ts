import type { AuctionState } from '@/lib/domain/auction-state'
import { accepted, type Decision, refused } from '@/lib/domain/facts'
import type { EpochMs } from '@/lib/domain/lot'

/** Cancels an auction that is not over yet, with a reason that every applicant is sent (R1.2). */
export function decideCancel(
  state: AuctionState,
  reason: string,
  now: EpochMs,
): Decision<{ readonly code: 'auction_already_finished' }> {
  const over = state.cancelled !== null || state.completedAt !== null || state.unsuccessfulAt !== null
  return over ? refused({ code: 'auction_already_finished' }) : accepted({ kind: 'cancelled', at: now, reason })
}
