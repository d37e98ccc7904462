import type { Logger } from 'pino'
import { z } from 'zod'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { enqueue, enqueueMissing } from '@/lib/server/jobs/enqueue'
import type { Clock } from '@/lib/server/platform/clock'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { readCompany } from '@/lib/server/notifications/details'
import { type LetterKind, letterKinds, usefulFor } from '@/lib/server/jobs/letters'
import { isWanted, kinds } from '@/lib/server/notifications/preferences'
import { contextOf, draftOf } from '@/lib/server/notifications/write-letter'
import { type Notice, noticeOf, readSubscription, type SendPush } from './push-service'

/** One notice on its way to one browser. */
interface PushRow {
  id: number
  subscriptionId: number
  /** Null if the browser has unsubscribed since. */
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
/** Notices are useless after a day. */
const maxLifetime = 24 * hour
const claimFor = 60 * second

/** Claims a notice for this server; null if it is not due, claimed or done (see ../outbox.ts). */
async function claimNotice(db: Queryable, id: number, now: number): Promise<PushRow | null> {
  const { rows } = await db.query<PushRow>(
    `with claimed as (
       update portal.push_messages message set attempts = message.attempts + 1, next_attempt_at = greatest($1, now()) + $2 * interval '1 ms'
       from portal.outbox
       where message.id = $4 and outbox.id = message.outbox_id and outbox.kind = any ($3)
         and message.sent_at is null and message.failed_at is null and message.next_attempt_at <= greatest($1, now())
       returning message.*
     )
     select claimed.id, claimed.subscription_id as "subscriptionId", subscription.push_id as "pushId", outbox.id as "outboxId", outbox.kind,
       outbox.account_id as "accountId", outbox.payload, claimed.created_at as "createdAt", claimed.attempts
     from claimed join portal.outbox on outbox.id = claimed.outbox_id
     left join portal.push_subscriptions subscription on subscription.id = claimed.subscription_id and subscription.account_id = outbox.account_id`,
    [new Date(now), claimFor, letterKinds, id],
  )
  return rows[0] ?? null
}

async function markNoticeSent(db: Queryable, id: number, now: number): Promise<void> {
  await db.query(`update portal.push_messages set sent_at = $2, last_error = null where id = $1`, [id, new Date(now)])
}

async function dropNotice(db: Queryable, id: number, now: number, reason: string): Promise<void> {
  await db.query(`update portal.push_messages set failed_at = $2, last_error = $3 where id = $1 and sent_at is null`, [
    id,
    new Date(now),
    reason.slice(0, 500),
  ])
}

async function retryNotice(
  pool: Pool,
  row: PushRow,
  now: number,
  reason: string,
  afterMs: number | null,
  random: () => number,
): Promise<void> {
  const pause = afterMs ?? Math.min(10 * second * 2 ** (row.attempts - 1), hour)
  const scattered = Math.round(pause * (1 + 0.25 * random()))
  await withTransaction(pool, async (client) => {
    await client.query(
      `update portal.push_messages set next_attempt_at = greatest($2, now()) + $4 * interval '1 ms', last_error = $3 where id = $1`,
      [row.id, new Date(now), reason.slice(0, 500), scattered],
    )
    await enqueue(client, 'push', { message_id: row.id }, { key: keyOf(row.id), after: scattered })
  })
}

const keyOf = (id: number) => `push:${id}`

/** Queues a job for each notice that is due and has none. */
async function queueMissingNotices(db: Queryable, now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `select id from portal.push_messages where sent_at is null and failed_at is null and next_attempt_at <= greatest($1, now())
     order by next_attempt_at, id limit 1000`,
    [new Date(now)],
  )
  await enqueueMissing(
    db,
    'push',
    rows.map(({ id }) => ({ key: keyOf(id), payload: { message_id: id } })),
  )
}

/** Deletes the subscription and drops its queued notices. */
async function forgetSubscription(db: Queryable, subscriptionId: number, now: number): Promise<void> {
  await db.query(`delete from portal.push_subscriptions where id = $1`, [subscriptionId])
  await db.query(
    `update portal.push_messages set failed_at = $2, last_error = 'the browser has unsubscribed' where subscription_id = $1 and sent_at is null and failed_at is null`,
    [subscriptionId, new Date(now)],
  )
}

interface PushWorkerDependencies {
  pool: Pool
  streams: Snapshots
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  send: SendPush
  /** Origins of push services beside those of the browsers' makers. */
  services: readonly string[]
  linkTokens: LinkTokens
  publicUrl: string
  random?: () => number
}

export type PushWorker = ReturnType<typeof createPushWorker>

/** Kinds for which a minute counts. */
const urgent = new Set<string>(['outbid', 'auction_started', 'partial_offer'])

/**
 * Sends push notices to the browsers of the recipients of letters. Failures are retried, then dropped.
 */
export function createPushWorker(deps: PushWorkerDependencies) {
  const { pool, clock, log, send, random = Math.random } = deps

  /** The job of a notice. */
  async function work(messageId: number): Promise<void> {
    const row = await claimNotice(pool, messageId, clock.now())
    if (row === null) return
    try {
      await deliver(row)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ notice: row.id, kind: row.kind, reason }, 'notice not sent')
      if (error instanceof z.ZodError) await dropNotice(pool, row.id, clock.now(), 'its payload is wrong')
      else await retryNotice(pool, row, clock.now(), reason, null, random)
    }
  }

  async function deliver(row: PushRow): Promise<void> {
    const left = row.createdAt.getTime() + (usefulFor[row.kind] ?? maxLifetime) - clock.now()
    const notice = left > 0 ? await write(row) : { dropped: 'too late to be of use' }
    if ('dropped' in notice) return dropNotice(pool, row.id, clock.now(), notice.dropped)
    const subscription = row.pushId === null ? null : readSubscription(row.pushId, deps.services)
    if (subscription === null) return dropNotice(pool, row.id, clock.now(), 'there is no such browser to send to')
    const outcome = await send(subscription, {
      content: JSON.stringify(notice),
      lifetime: Math.ceil(left / 1000),
      urgent: urgent.has(row.kind),
      topic: notice.tag.slice(0, 32),
    })
    switch (outcome.as) {
      case 'sent':
        return markNoticeSent(pool, row.id, clock.now())
      case 'gone':
        log.info({ subscription: row.subscriptionId }, 'a browser has unsubscribed')
        return forgetSubscription(pool, row.subscriptionId, clock.now())
      case 'refused':
        log.warn({ notice: row.id, reason: outcome.reason }, 'notice refused')
        return dropNotice(pool, row.id, clock.now(), outcome.reason)
      case 'later':
        return retryNotice(pool, row, clock.now(), outcome.reason, outcome.afterMs, random)
      default:
        return outcome satisfies never
    }
  }

  async function write(row: PushRow): Promise<Notice | { dropped: string }> {
    const kind = kinds[row.kind]
    if (!kind?.push) return { dropped: 'news of this kind go by letter only' }
    const account = await readCompany(pool, row.accountId)
    if (account === null) return { dropped: 'the account is gone' }
    if (!(await isWanted(pool, row.accountId, kind.topic, 'push')))
      return { dropped: 'the account does not want such notices' }
    const context = contextOf({ ...deps, db: pool }, row, account, clock.now())
    const draft = await draftOf(row.kind, row.payload, context)
    return 'dropped' in draft
      ? draft
      : noticeOf(draft, { tag: tagOf(row), lang: context.language, publicUrl: deps.publicUrl })
  }

  return { send: work, catchUp: () => queueMissingNotices(pool, clock.now()) }
}

const aboutAuction = z.object({ auction_id: z.int() })

/** A newer notice of a kind and auction replaces the older one, but for chat messages. */
function tagOf({ kind, payload, outboxId }: PushRow): string {
  const auction = aboutAuction.safeParse(payload).data?.auction_id
  return kind === 'chat_message' || auction === undefined ? `${kind}-${outboxId}` : `${kind}-${auction}`
}
