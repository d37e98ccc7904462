import type { AccountStatus } from '@/lib/server/kernel/account-status'
import { decideAccountStanding } from '@/lib/domain/account-standing'
import type { PoolClient } from '@/lib/server/db/pool'
import type { BiddingBooks } from './books'
import { openAuction } from './change-auction'

/**
 * An account's status, held until the end of the transaction: a decision on the account waits for it, or has been made
 * before. Take it before an auction's head, as the decision itself does.
 */
export async function holdAccountStatus(client: PoolClient, accountId: number): Promise<AccountStatus | null> {
  const { rowCount } = await client.query('select from cms.companies where id = $1 for share', [accountId])
  if (rowCount === 0) return null
  const { rows } = await client.query<{ status: AccountStatus }>('select status from portal.accounts where account_id = $1', [
    accountId,
  ])
  return rows[0]?.status ?? null
}

/**
 * Carries a decision on an account into every auction that it applied to and that is not over (R2.7), in the transaction
 * of the decision: from its commit on every server leaves the bidder out, because their next write sees the log moved.
 */
export async function carryAccountStatus(
  { books, now }: { books: BiddingBooks; now: () => number },
  client: PoolClient,
  change: { accountId: number; status: AccountStatus },
): Promise<void> {
  const { rows } = await client.query<{ auction_id: number }>(
    `select application.auction_id from portal.applications application join portal.auction_heads head using (auction_id)
     where application.account_id = $1
       and head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null
     order by application.auction_id`,
    [change.accountId],
  )
  for (const { auction_id: auctionId } of rows) {
    const auction = await openAuction(client, books, auctionId)
    if (auction === null) continue
    const standing = { bidderId: change.accountId, active: change.status === 'active' }
    await auction.append(decideAccountStanding(auction.journal().state, standing, now()))
  }
}
