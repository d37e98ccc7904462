import { decideAccountStatus } from '@/lib/domain/application'
import type { AccountStatus } from '@/lib/server/platform/company-sql'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { openAuction } from './change-auction'

/**
 * Locks an account's status until the end of the transaction, so that no decision on the account can interleave. Lock
 * it before an auction's head, as those decisions do: the other order deadlocks.
 */
export async function lockAccountStatus(client: PoolClient, companyId: number): Promise<AccountStatus | null> {
  const { rowCount } = await client.query('select from cms.companies where id = $1 for share', [companyId])
  if (rowCount === 0) return null
  const { rows } = await client.query<{ status: AccountStatus }>(
    'select status from portal.accounts where company_id = $1',
    [companyId],
  )
  return rows[0]?.status ?? null
}

/**
 * The deactivated applicants of an auction, locked like a single account's status. The log does not record decisions on
 * accounts after the end, so the choice of winners reads them here (R2.7).
 */
export async function lockDeactivated(client: PoolClient, auctionId: number): Promise<ReadonlySet<number>> {
  await client.query(
    `select from cms.companies where id in (select company_id from portal.applications where auction_id = $1) order by id for share`,
    [auctionId],
  )
  const { rows } = await client.query<{ company_id: number }>(
    `select company_id from portal.applications join portal.accounts using (company_id) where auction_id = $1 and status = 'deactivated'`,
    [auctionId],
  )
  return new Set(rows.map(({ company_id: companyId }) => companyId))
}

/**
 * Records a decision on an account in every open auction that it applied to (R2.7), in the transaction of the decision: the
 * leader's next write finds that the log has moved on, and leaves the bidder out.
 */
export async function recordAccountStatus(
  { streams, now }: { streams: StreamCache; now: () => number },
  client: PoolClient,
  change: { companyId: number; status: AccountStatus },
): Promise<void> {
  const { rows } = await client.query<{ auction_id: number }>(
    `select application.auction_id from portal.applications application join portal.auction_heads head using (auction_id)
     where application.company_id = $1
       and head.ended_at is null and head.unsuccessful_at is null and head.cancelled_at is null
     order by application.auction_id`,
    [change.companyId],
  )
  for (const { auction_id: auctionId } of rows) {
    const auction = await openAuction(client, streams, auctionId)
    if (auction === null) continue
    const account = { bidderId: change.companyId, active: change.status === 'active' }
    await auction.append(decideAccountStatus(auction.stream().state, account, now()))
  }
}
