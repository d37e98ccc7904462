import type { Queryable } from '@/lib/server/db/pool'
import { type LetterKind, letterKinds } from '../payloads'

/** One notice on its way to one browser. */
export interface PushRow {
  id: number
  subscriptionId: number
  /** Null where the browser has been forgotten since. */
  pushId: string | null
  outboxId: number
  kind: LetterKind
  accountId: number
  payload: unknown
  createdAt: Date
  /** With this one. */
  attempts: number
}

const second = 1000
const hour = 60 * 60 * second
/** A notice that comes a day late is none. */
export const longestLife = 24 * hour
const claimFor = 60 * second

/** Takes one notice that is due, for this server alone (see ../outbox.ts). */
export async function claimNotice(db: Queryable, now: number): Promise<PushRow | null> {
  const { rows } = await db.query<PushRow>(
    `with claimed as (
       update portal.push_messages set attempts = attempts + 1, next_attempt_at = greatest($1, now()) + $2 * interval '1 ms'
       where id = (
         select message.id from portal.push_messages message join portal.outbox on outbox.id = message.outbox_id
         where message.sent_at is null and message.failed_at is null and message.next_attempt_at <= greatest($1, now()) and outbox.kind = any ($3)
         order by message.next_attempt_at, message.id limit 1 for update of message skip locked
       )
       returning *
     )
     select claimed.id, claimed.subscription_id as "subscriptionId", subscription.push_id as "pushId", outbox.id as "outboxId", outbox.kind,
       outbox.account_id as "accountId", outbox.payload, claimed.created_at as "createdAt", claimed.attempts
     from claimed join portal.outbox on outbox.id = claimed.outbox_id
     left join portal.push_subscriptions subscription on subscription.id = claimed.subscription_id and subscription.account_id = outbox.account_id`,
    [new Date(now), claimFor, letterKinds],
  )
  return rows[0] ?? null
}

export async function markNoticeSent(db: Queryable, id: number, now: number): Promise<void> {
  await db.query(`update portal.push_messages set sent_at = $2, last_error = null where id = $1`, [id, new Date(now)])
}

export async function dropNotice(db: Queryable, id: number, now: number, reason: string): Promise<void> {
  await db.query(`update portal.push_messages set failed_at = $2, last_error = $3 where id = $1 and sent_at is null`, [id, new Date(now), reason.slice(0, 500)])
}

export async function retryNotice(db: Queryable, row: PushRow, now: number, reason: string, afterMs: number | null, random: () => number): Promise<void> {
  const pause = afterMs ?? Math.min(10 * second * 2 ** (row.attempts - 1), hour)
  const scattered = Math.round(pause * (1 + 0.25 * random()))
  await db.query(`update portal.push_messages set next_attempt_at = greatest($2, now()) + $4 * interval '1 ms', last_error = $3 where id = $1`, [
    row.id,
    new Date(now),
    reason.slice(0, 500),
    scattered,
  ])
}

/** The browser is told nothing any more; what was on its way to it is dropped. */
export async function forgetSubscription(db: Queryable, subscriptionId: number, now: number): Promise<void> {
  await db.query(`delete from portal.push_subscriptions where id = $1`, [subscriptionId])
  await db.query(
    `update portal.push_messages set failed_at = $2, last_error = 'the browser has unsubscribed' where subscription_id = $1 and sent_at is null and failed_at is null`,
    [subscriptionId, new Date(now)],
  )
}
