import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionFact } from '@/lib/domain/facts'
import type { EpochMs } from '@/lib/domain/lot'

/** Carries an account's deactivation or reactivation into an auction that it applied to and that has not ended (R2.7). */
export function decideAccountStanding(
  state: AuctionState,
  account: { readonly bidderId: number; readonly active: boolean },
  now: EpochMs,
): readonly AuctionFact[] {
  const { bidderId, active } = account
  const over = state.endedAt !== null || state.cancelled !== null || state.unsuccessfulAt !== null
  if (over || !state.applications.has(bidderId) || state.deactivated.has(bidderId) !== active) return []
  return [{ kind: active ? 'account_reactivated' : 'account_deactivated', at: now, bidderId }]
}
