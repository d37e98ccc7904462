import { emailKinds, emailOf } from './emails'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
/** Rows deleted by one statement, so that none blocks others for long. */
const BATCH_ROWS = 5_000

interface Rule {
  /** With its schema. */
  table: string
  key: string
  /** SQL: when the row was over; null while it is not. */
  endedAt: string
  retainMs: number
  where?: string
}

/** Emails that contained a link. Their copies, without it, show who received one. */
const withLink = `kind in (${emailKinds
  .filter((kind) => emailOf(kind)?.link)
  .map((kind) => `'${kind}'`)
  .join()})`
const SENT_OR_FAILED = 'coalesce(sent_at, failed_at)'

/** Orders of the shop without an agreement; their earlier versions are deleted with them. */
const orderWithoutAgreement = `status <> 'done'`
const orderEnded = `(select updated_at from cms.orders where orders.id = _orders_v.parent_id and ${orderWithoutAgreement})`

/** Data with a limited lifetime; docs/operations.md lists it for operators. */
const RULES: readonly Rule[] = [
  {
    table: 'portal.sessions',
    key: 'token_hash',
    endedAt: "coalesce(ended_at, least(expires_at, last_seen_at + interval '1 day'))",
    retainMs: 30 * DAY_MS,
    where: 'person_id is not null',
  },
  {
    table: 'portal.sessions',
    key: 'token_hash',
    endedAt: 'coalesce(ended_at, expires_at)',
    retainMs: 90 * DAY_MS,
    where: 'staff_id is not null',
  },
  {
    table: 'portal.one_time_tokens',
    key: 'id',
    endedAt: 'coalesce(used_at, voided_at, expires_at)',
    retainMs: 30 * DAY_MS,
  },
  // A dismissed line; one that was counted, or a part of it, documents a payment.
  {
    table: 'portal.statement_lines',
    key: 'id',
    endedAt: 'dismissed_at',
    retainMs: YEAR_MS,
    where: 'not exists (select from portal.line_parts where line_id = statement_lines.id)',
  },
  {
    table: 'portal.api_tokens',
    key: 'id',
    endedAt: 'least(ended_at, expires_at)',
    retainMs: 90 * DAY_MS,
  },
  { table: 'portal.rate_limits', key: 'key', endedAt: 'to_timestamp(expire / 1000.0)', retainMs: HOUR_MS },
  // Unconfirmed addresses are deleted; stopped subscriptions stay for a month, so that their links still work.
  {
    table: 'portal.subscriptions',
    key: 'id',
    endedAt: 'coalesce(stopped_at, asked_at)',
    retainMs: 7 * DAY_MS,
    where: 'confirmed_at is null',
  },
  { table: 'portal.subscriptions', key: 'id', endedAt: 'stopped_at', retainMs: 30 * DAY_MS },
  // A browser renews its subscription whenever it opens a page with the form.
  { table: 'portal.browser_subscriptions', key: 'id', endedAt: 'seen_at', retainMs: YEAR_MS },
  // A message is repeated immediately after a lost answer, or from a tab that was left open.
  { table: 'portal.sent_messages', key: 'id', endedAt: 'sent_at', retainMs: 7 * DAY_MS },
  { table: 'portal.refused_addresses', key: 'email', endedAt: 'over_at', retainMs: 0 },
  // The address is no longer anybody's here, or was a customer's of the shop.
  {
    table: 'portal.refused_addresses',
    key: 'email',
    endedAt: 'last_at',
    retainMs: 30 * DAY_MS,
    where: `not exists (select from portal.people person where person.email = refused_addresses.email and person.removed_at is null)
      and not exists (select from portal.documents_addresses other where other.email = refused_addresses.email)
      and not exists (select from cms.staff where lower(staff.email) = refused_addresses.email)`,
  },
  { table: 'portal.outbox', key: 'id', endedAt: SENT_OR_FAILED, retainMs: 90 * DAY_MS, where: withLink },
  { table: 'portal.outbox', key: 'id', endedAt: SENT_OR_FAILED, retainMs: 3 * YEAR_MS },
  { table: 'cms._orders_v', key: 'id', endedAt: orderEnded, retainMs: 2 * YEAR_MS },
  { table: 'cms.orders', key: 'id', endedAt: 'updated_at', retainMs: 2 * YEAR_MS, where: orderWithoutAgreement },
]

/** Idempotency records (R4.8) of auctions that ended so long ago; a trigger protects all others. */
const BID_REQUESTS_MS = 90 * DAY_MS
/** Failed jobs that were given up. The queue deletes completed jobs. */
const FAILED_JOBS_MS = 30 * DAY_MS

/** Deletes expired rows and returns their number. Two servers may run it at the same time. */
export async function removeExpired({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> {
  const now = clock.now()

  async function remove(sql: string, after: number): Promise<number> {
    for (let removed = 0; ;) {
      const { rowCount } = await pool.query(sql, [new Date(now - after), BATCH_ROWS])
      removed += rowCount ?? 0
      if ((rowCount ?? 0) < BATCH_ROWS) return removed
    }
  }

  let removed = 0
  for (const { table, key, endedAt, retainMs, where = 'true' } of RULES) {
    removed += await remove(
      `delete from ${table} where ${key} in (select ${key} from ${table} where ${where} and ${endedAt} < $1 limit $2)`,
      retainMs,
    )
  }
  removed += await remove(
    `delete from portal.bid_requests where ctid in (
       select request.ctid from portal.bid_requests request join portal.auction_heads head using (auction_id)
       where coalesce(head.ended_at, head.unsuccessful_at, head.cancelled_at) < $1 limit $2)`,
    BID_REQUESTS_MS,
  )
  removed += await remove(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < $1 limit $2))`,
    FAILED_JOBS_MS,
  )
  return removed
}
