import type { Logger } from 'pino'
import { z } from 'zod'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { enqueue, type JobHandlers } from '@/lib/server/jobs/enqueue'
import { type EmailKind, emailOf } from '@/lib/server/jobs/emails'
import { readAuction, readRecipient } from '@/lib/server/notifications/details'
import { auctionValues, type Draft } from '@/lib/server/notifications/draft'
import { isWanted } from '@/lib/server/notifications/preferences'
import { contextOf, draftOf } from '@/lib/server/notifications/write-email'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { type Notice, noticeOf, parsePushSubscription, type SendPush } from './push-service'

interface PushDependencies {
  pool: Pool
  streams: Snapshots
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  send: SendPush
  /** Origins of push services beside those of the browsers' makers. */
  services: readonly string[]
  linkTokens: LinkTokens
  publicUrl: string
}

/** An email, and the browser that shows its short form. */
interface PushRow {
  pushId: string
  outboxId: number
  kind: EmailKind
  companyId: number
  personId: number
  payload: unknown
  createdAt: Date
}

interface BrowserRow {
  pushId: string
  kind: CategoryKey
  language: Language
  announcedAt: Date
}

interface Sending {
  pushId: string
  notice: Notice
  expiresAt: number
  urgent: boolean
  /** Deletes the subscription of a browser that has unsubscribed. */
  forget(): Promise<unknown>
  /** Schedules the job again after the pause that the push service requests. */
  retry(after: number): Promise<void>
}

/** Notices are useless after a day. */
const MAX_LIFETIME_MS = 24 * 60 * 60_000

/**
 * The jobs that send a notice to one browser: of a person, or of a visitor who subscribed to new auctions. The queue retries a
 * failed job until its notice is too late to be of use.
 */
export function createPushJobs(deps: PushDependencies): Pick<JobHandlers, 'push' | 'browser_notice'> {
  const { pool, clock, log, send } = deps

  async function push(job: { email_id: number; subscription_id: number }): Promise<void> {
    const { rows } = await pool.query<PushRow>(
      `select subscription.push_id as "pushId", queued.id as "outboxId", queued.kind, queued.company_id as "companyId", queued.person_id as "personId", queued.payload,
         queued.created_at as "createdAt"
       from portal.outbox queued join portal.push_subscriptions subscription using (person_id)
       where queued.id = $1 and subscription.id = $2`,
      [job.email_id, job.subscription_id],
    )
    const row = rows[0]
    if (row === undefined) return
    const expiresAt = row.createdAt.getTime() + (emailOf(row.kind)?.maxAge ?? MAX_LIFETIME_MS)
    if (expiresAt <= clock.now()) return
    const notice = await writeNotice(row)
    if (notice === null) return
    await deliver({
      pushId: row.pushId,
      notice,
      expiresAt,
      urgent: emailOf(row.kind)?.push === 'urgent',
      forget: () => pool.query(`delete from portal.push_subscriptions where id = $1`, [job.subscription_id]),
      retry: (after) => enqueue(pool, 'push', job, { after }),
    })
  }

  /** Null if the person does not want the notice, or its subject no longer exists. */
  async function writeNotice(row: PushRow): Promise<Notice | null> {
    // A kind of a newer version: one of its servers will send it.
    const email = emailOf(row.kind)
    if (email === undefined) throw new Error(`unknown kind of email: ${row.kind}`)
    const { topic, push } = email
    if (topic === undefined || push === undefined || !(await isWanted(pool, row.personId, topic, 'push'))) return null
    const account = await readRecipient(pool, { ...row, email: null })
    if (account === null) return null
    const context = contextOf({ ...deps, db: pool }, row, account, clock.now())
    const draft = await draftOf(row.kind, row.payload, context)
    if ('dropped' in draft) return null
    return noticeOf(draft, { tag: tagOf(row), lang: context.language, publicUrl: deps.publicUrl })
  }

  async function browserNotice(job: { auction_id: number; subscription_id: number }): Promise<void> {
    const { rows } = await pool.query<BrowserRow>(
      `select subscription.push_id as "pushId", subscription.auction_kind as kind, subscription.language, announcement.at as "announcedAt"
       from portal.browser_subscriptions subscription, portal.browser_announcements announcement
       where subscription.id = $1 and announcement.auction_id = $2`,
      [job.subscription_id, job.auction_id],
    )
    const row = rows[0]
    const expiresAt = row ? row.announcedAt.getTime() + MAX_LIFETIME_MS : 0
    if (!row || expiresAt <= clock.now()) return
    const auction = await readAuction(pool, job.auction_id, row.language)
    if (auction === null || auction.applicationDeadline.getTime() <= clock.now()) return
    const context = contextOf({ ...deps, db: pool }, { payload: { language: row.language } }, null, clock.now())
    const { write, links, writer } = context
    const start = writer.at(auction.startsAt)
    const deadline = writer.at(auction.applicationDeadline)
    const draft: Draft = {
      texts: write('auction_announced', { ...auctionValues(context, auction), start, deadline }),
      href: links.auction(auction),
    }
    const about = { tag: `auction_announced-${job.auction_id}`, lang: row.language, publicUrl: deps.publicUrl }
    await deliver({
      pushId: row.pushId,
      notice: {
        ...noticeOf(draft, about),
        stop: { label: context.t('labels.stopNotices'), auction_kind: row.kind },
      },
      expiresAt,
      urgent: false,
      forget: () => pool.query(`delete from portal.browser_subscriptions where push_id = $1`, [row.pushId]),
      retry: (after) => enqueue(pool, 'browser_notice', job, { after }),
    })
  }

  async function deliver({ pushId, notice, expiresAt, urgent, forget, retry }: Sending): Promise<void> {
    const subscription = parsePushSubscription(pushId, deps.services)
    if (subscription === null) return
    const outcome = await send(subscription, {
      content: JSON.stringify(notice),
      lifetime: Math.ceil((expiresAt - clock.now()) / 1000),
      urgent,
      topic: notice.tag.slice(0, 32),
    })
    switch (outcome.as) {
      case 'sent':
        return
      case 'gone':
        log.info({ notice: notice.tag }, 'browser unsubscribed')
        await forget()
        return
      case 'refused':
        return log.warn({ notice: notice.tag, reason: outcome.reason }, 'notice refused')
      case 'later':
        if (outcome.afterMs === null) throw new Error(outcome.reason)
        return retry(outcome.afterMs)
      default:
        return outcome satisfies never
    }
  }

  return { push, browser_notice: browserNotice }
}

const aboutAuction = z.object({ auction_id: z.int() })

/** A newer notice with the same tag replaces the older one. */
export function tagOf({ kind, payload, outboxId }: Pick<PushRow, 'kind' | 'payload' | 'outboxId'>): string {
  const auction = aboutAuction.safeParse(payload).data?.auction_id
  return emailOf(kind)?.push === 'each' || auction === undefined ? `${kind}-${outboxId}` : `${kind}-${auction}`
}
