import type { Logger } from 'pino'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { readAuction } from '@/lib/server/notifications/details'
import { auctionValues, type Draft } from '@/lib/server/notifications/draft'
import { contextOf } from '@/lib/server/notifications/write-letter'
import { noticeOf, readSubscription, type SendPush } from './push-service'

interface BrowserNoticeDependencies {
  pool: Pool
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  send: SendPush
  services: readonly string[]
  linkTokens: LinkTokens
  publicUrl: string
}

/** A new lot that was announced so long ago is none. */
const MAX_LIFETIME = 24 * 60 * 60_000

interface Row {
  pushId: string
  kind: CategoryKey
  language: Language
  announcedAt: Date
}

/**
 * The job that notifies one browser of a new lot. If the push service is busy the job fails and the queue retries it; late
 * notices and those of unsubscribed browsers are dropped.
 */
export function createBrowserNotices(deps: BrowserNoticeDependencies) {
  const { pool, clock, log, send } = deps

  return async function tell(auctionId: number, subscriptionId: number): Promise<void> {
    const { rows } = await pool.query<Row>(
      `select subscription.push_id as "pushId", subscription.auction_kind as kind, subscription.language, announcement.at as "announcedAt"
       from portal.browser_subscriptions subscription, portal.browser_announcements announcement
       where subscription.id = $1 and announcement.auction_id = $2`,
      [subscriptionId, auctionId],
    )
    const row = rows[0]
    const subscription = row && readSubscription(row.pushId, deps.services)
    const left = row ? row.announcedAt.getTime() + MAX_LIFETIME - clock.now() : 0
    if (!row || !subscription || left <= 0) return

    const auction = await readAuction(pool, auctionId, row.language)
    if (auction === null || auction.applicationDeadline.getTime() <= clock.now()) return
    const context = contextOf({ ...deps, db: pool }, { payload: { language: row.language } }, null, clock.now())
    const { letter, links, writer } = context
    const start = writer.at(auction.startsAt)
    const deadline = writer.at(auction.applicationDeadline)
    const draft: Draft = {
      words: letter('auction_announced', { ...auctionValues(context, auction), start, deadline }),
      href: links.auction(auction),
    }
    const tag = `auction_announced-${auctionId}`
    const notice = {
      ...noticeOf(draft, { tag, lang: row.language, publicUrl: deps.publicUrl }),
      stop: { label: context.t('labels.stopNotices'), auction_kind: row.kind },
    }
    const outcome = await send(subscription, {
      content: JSON.stringify(notice),
      lifetime: Math.ceil(left / 1000),
      urgent: false,
      topic: tag.slice(0, 32),
    })
    if (outcome.as === 'gone') {
      await pool.query(`delete from portal.browser_subscriptions where push_id = $1`, [row.pushId])
      log.info({ subscription: subscriptionId }, 'a browser has unsubscribed')
    } else if (outcome.as === 'refused') {
      log.warn({ subscription: subscriptionId, reason: outcome.reason }, 'notice refused')
    } else if (outcome.as === 'later') {
      throw new Error(outcome.reason)
    }
  }
}
