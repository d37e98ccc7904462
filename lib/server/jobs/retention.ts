import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'

const hour = 60 * 60_000
const day = 24 * hour
const year = 365 * day
/** Rows of a table in one statement, so that none holds others up. */
const atOnce = 5_000

interface Kept {
  /** With its schema. */
  table: string
  key: string
  /** When one of its rows is over, in SQL; null while it is not. */
  over: string
  /** How long after that it stays, in milliseconds. */
  for: number
  where?: string
}

/** Letters that carried a link: their copies without it, for questions about who was written to. */
const withLink = `kind in ('email_confirmation', 'email_change', 'password_reset', 'subscription_confirmation', 'staff_letter')`
const sentOrFailed = 'coalesce(sent_at, failed_at)'
/** In which the outbox row of a letter is over. Deleting it takes the push messages that say the same with it. */
const letterOver = `(select ${sentOrFailed} from portal.outbox where outbox.id = letters.outbox_id)`

/** Orders of the shop without an agreement. Their earlier versions go with them. */
const orderWithoutAgreement = `status <> 'done'`
const orderOver = `(select updated_at from cms.orders where orders.id = _orders_v.parent_id and ${orderWithoutAgreement})`

/** Data with a limited lifetime; docs/operations.md lists it for operators. */
const kept: readonly Kept[] = [
  {
    table: 'portal.sessions',
    key: 'token_hash',
    over: "coalesce(ended_at, least(expires_at, last_seen_at + interval '1 day'))",
    for: 30 * day,
    where: 'account_id is not null',
  },
  {
    table: 'portal.sessions',
    key: 'token_hash',
    over: 'coalesce(ended_at, expires_at)',
    for: 90 * day,
    where: 'staff_id is not null',
  },
  { table: 'portal.one_time_tokens', key: 'id', over: 'coalesce(used_at, voided_at, expires_at)', for: 30 * day },
  { table: 'portal.sign_in_limits', key: 'key', over: 'to_timestamp(expire / 1000.0)', for: hour },
  // An address that was never confirmed is forgotten; one that stopped is known for a month, so that its links still say so.
  {
    table: 'portal.subscriptions',
    key: 'id',
    over: 'coalesce(stopped_at, asked_at)',
    for: 7 * day,
    where: 'confirmed_at is null',
  },
  { table: 'portal.subscriptions', key: 'id', over: 'stopped_at', for: 30 * day },
  // A browser shows itself whenever it opens a page with the form.
  { table: 'portal.browser_subscriptions', key: 'id', over: 'seen_at', for: year },
  // A message whose answer was lost is sent again immediately, or from a tab that stayed open.
  { table: 'portal.sent_messages', key: 'id', over: 'sent_at', for: 7 * day },
  { table: 'portal.push_messages', key: 'id', over: sentOrFailed, for: 30 * day },
  { table: 'portal.letters', key: 'outbox_id', over: letterOver, for: 90 * day, where: withLink },
  { table: 'portal.outbox', key: 'id', over: sentOrFailed, for: 90 * day, where: withLink },
  { table: 'portal.letters', key: 'outbox_id', over: letterOver, for: 3 * year },
  { table: 'portal.outbox', key: 'id', over: sentOrFailed, for: 3 * year },
  { table: 'cms._orders_v', key: 'id', over: orderOver, for: 2 * year },
  { table: 'cms.orders', key: 'id', over: 'updated_at', for: 2 * year, where: orderWithoutAgreement },
]

/** Idempotency records (R4.8) of auctions that ended so long ago; the database refuses to forget any other. */
const bidRequestsKept = 90 * day
/** Jobs that were given up. Done jobs are deleted by the queue. */
const failedJobsKept = 30 * day

/** Removes expired rows and answers their number. Two servers may run it at the same time. */
export async function removeExpired({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> {
  const now = clock.now()

  async function remove(sql: string, after: number): Promise<number> {
    for (let gone = 0; ;) {
      const { rowCount } = await pool.query(sql, [new Date(now - after), atOnce])
      gone += rowCount ?? 0
      if ((rowCount ?? 0) < atOnce) return gone
    }
  }

  let gone = 0
  for (const { table, key, over, for: after, where = 'true' } of kept) {
    gone += await remove(
      `delete from ${table} where ${key} in (select ${key} from ${table} where ${where} and ${over} < $1 limit $2)`,
      after,
    )
  }
  gone += await remove(
    `delete from portal.bid_requests where ctid in (
       select request.ctid from portal.bid_requests request join portal.auction_heads head using (auction_id)
       where coalesce(head.ended_at, head.unsuccessful_at, head.cancelled_at) < $1 limit $2)`,
    bidRequestsKept,
  )
  gone += await remove(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < $1 limit $2))`,
    failedJobsKept,
  )
  return gone
}
