import type { Language } from '@/lib/contract/primitives'
import { decideAccountStanding } from '@/lib/domain/application'
import { formatSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import { agreementsOf } from '@/lib/domain/results'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { enqueue, enqueueMissing } from '@/lib/server/jobs/enqueue'
import type { AccountStatus } from '@/lib/server/cms/sql'
import { openAuction } from '@/lib/server/auctions/change-auction'

/**
 * An account's status, held until the end of the transaction: a decision on the account waits for it, or has been made
 * before. Take it before an auction's head, as the decision itself does.
 */
export async function holdAccountStatus(client: PoolClient, accountId: number): Promise<AccountStatus | null> {
  const { rowCount } = await client.query('select from cms.companies where id = $1 for share', [accountId])
  if (rowCount === 0) return null
  const { rows } = await client.query<{ status: AccountStatus }>(
    'select status from portal.accounts where account_id = $1',
    [accountId],
  )
  return rows[0]?.status ?? null
}

/**
 * Which of an auction's applicants are deactivated, held until the end of the transaction as one account's status is: after the end the
 * log is told no more of accounts, and whoever decides on winners asks here (R2.7).
 */
export async function holdDeactivated(client: PoolClient, auctionId: number): Promise<ReadonlySet<number>> {
  await client.query(
    `select from cms.companies where id in (select account_id from portal.applications where auction_id = $1) order by id for share`,
    [auctionId],
  )
  const { rows } = await client.query<{ account_id: number }>(
    `select account_id from portal.applications join portal.accounts using (account_id) where auction_id = $1 and status = 'deactivated'`,
    [auctionId],
  )
  return new Set(rows.map(({ account_id: accountId }) => accountId))
}

/**
 * Carries a decision on an account into every auction that it applied to and that is not over (R2.7), in the transaction
 * of the decision: from its commit on every server leaves the bidder out, because their next write sees the log moved.
 */
export async function carryAccountStatus(
  { streams, now }: { streams: StreamCache; now: () => number },
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
    const auction = await openAuction(client, streams, auctionId)
    if (auction === null) continue
    const standing = { bidderId: change.accountId, active: change.status === 'active' }
    await auction.append(decideAccountStanding(auction.stream().state, standing, now()))
  }
}

/** What a winner has bought, in the wire's decimal strings (R8.2). */
export interface NewAgreement {
  readonly auctionId: number
  readonly accountId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
  /** The lot's title in each language, as the record had it when the auction was completed; null in a record without texts. */
  readonly products: Readonly<Record<Language, string>> | null
}

/**
 * Makes agreements, which are edited afterwards, in the transaction of `client`: all of them, in every language, or none. An
 * agreement of the same auction and company is not made twice.
 */
export type CreateAgreements = (client: PoolClient, agreements: readonly NewAgreement[]) => Promise<void>

/** The first key of the advisory locks, beside the auction's number. */
const AGREEMENTS_LOCK = 420_731

export interface AgreementDependencies {
  pool: Pool
  streams: StreamCache
  createAgreements: CreateAgreements
}

/** To be called in the transaction that completes the auction. Made apart from it: starts, ends and completing never wait for the back office. */
export function queueAgreements(client: PoolClient, auctionId: number): Promise<void> {
  return enqueue(client, 'agreements', { auction_id: auctionId }, { key: keyOf(auctionId) })
}

/** Queues the agreements of every completed auction that has none yet and no job for them. */
export async function queueMissingAgreements(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ auction_id: number }>({
    name: 'agreements-to-make',
    text: `select auction_id from portal.auction_results result
           where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
           order by auction_id`,
  })
  await enqueueMissing(
    db,
    'agreements',
    rows.map(({ auction_id }) => ({ key: keyOf(auction_id), payload: { auction_id } })),
  )
}

function keyOf(auctionId: number): string {
  return `agreements:${auctionId}`
}

/**
 * Makes all of an auction's agreements in one transaction with the note that they are made: whole or not at all, one server at a
 * time. Nothing of the auction itself is locked meanwhile. Once they are made it does nothing.
 */
export async function makeAgreements(
  { pool, streams, createAgreements }: AgreementDependencies,
  auctionId: number,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [AGREEMENTS_LOCK, auctionId])
    const made = await client.query('select from portal.agreements_made where auction_id = $1', [auctionId])
    const stream = made.rowCount === 0 ? await streams.current(client, auctionId) : null
    if (stream === null) return
    const { state, texts } = stream
    const products = texts && { uk: texts.uk.title, en: texts.en.title, ru: texts.ru.title }
    await createAgreements(
      client,
      agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
        auctionId,
        accountId: bidderOf(state.lastBids[participant - 1]?.bidderId),
        participant,
        quantity: toQuantityString(quantity),
        price: toPriceString(price),
        sum: formatSum(sum),
        products,
      })),
    )
    await client.query(
      'insert into portal.agreements_made (auction_id, at) values ($1, now()) on conflict do nothing',
      [auctionId],
    )
  })
}

function bidderOf(bidderId: number | undefined): number {
  if (bidderId === undefined) throw new Error('A winner has no bid')
  return bidderId
}
