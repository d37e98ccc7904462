import type { ManagedAuction } from '@/lib/contract/manager-auctions'
import { completionBlockers } from '@/lib/domain/selection'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { instantOf } from '@/lib/server/events/auction-shapes'

/** What a manager decides once the bidding is over. */
type WaitingDecision = Omit<ManagedAuction['waiting'], 'applications' | 'questions'>

export const noDecision: WaitingDecision = { partial_until: null, winners: false, completion: false }

/** The applicants of an auction that are deactivated now, as an array; `auctionId` names the column. */
export const deactivatedSql = (auctionId: string) => `array(
  select account_id from portal.applications application join portal.accounts account using (account_id)
  where application.auction_id = ${auctionId} and account.status = 'deactivated')`

interface Ended {
  id: number
  deactivated: number[]
}

/** What the auction waits for from its manager (R7.3, R8.1); for winners also where one of them has been deactivated (R2.7). */
export async function waitingDecision(streams: Snapshots, { id, deactivated }: Ended): Promise<WaitingDecision> {
  const state = (await streams.snapshotOf(id))?.state
  if (!state?.selection || state.completedAt !== null) return noDecision
  const blockers = completionBlockers(state, new Set(deactivated))
  const { offer } = state.selection
  return {
    partial_until: offer === null ? null : instantOf(offer.answerBy),
    winners: offer === null && blockers.length > 0,
    completion: blockers.length === 0,
  }
}

/** How many auctions wait for their winners to be confirmed. Few are in selection at a time. */
export async function countWinnersToConfirm(db: Queryable, streams: Snapshots): Promise<number> {
  const { rows } = await db.query<Ended>({
    name: 'auctions-in-selection',
    text: `select auction_id as id, ${deactivatedSql('head.auction_id')} as deactivated
      from portal.auction_heads head
      where ended_at is not null and unsuccessful_at is null and cancelled_at is null and completed_at is null`,
  })
  const decisions = await Promise.all(rows.map((row) => waitingDecision(streams, row)))
  return decisions.filter(({ winners }) => winners).length
}
