import type { Logger } from 'pino'
import { z } from 'zod'
import type { Listener } from '@/lib/server/db/listener'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { isWanted } from '../choices'
import { readCompany } from '../facts'
import { usefulFor } from '../payloads'
import { OUTBOX_CHANNEL } from '../post-office'
import { createRounds } from '../rounds'
import { kinds } from '../topics'
import { contextOf, draftOf } from '../write-letter'
import { noticeOf, type Notice } from './notice'
import type { SendPush } from './push-service'
import { claimNotice, dropNotice, forgetSubscription, longestLife, markNoticeSent, type PushRow, retryNotice } from './queue'
import { readSubscription } from './subscription'

export interface PushOfficeDependencies {
  pool: Pool
  listener: Listener
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  send: SendPush
  /** Origins of push services beside those of the browsers' makers. */
  services: readonly string[]
  linkTokens: LinkTokens
  publicUrl: string
  random?: () => number
  pollEvery?: number
}

export interface PushOffice {
  start(): Promise<void>
  run(): Promise<void>
  stop(): Promise<void>
}

/** Kinds for which a minute counts. */
const urgent = new Set<string>(['outbid', 'auction_started', 'partial_offer'])

/**
 * Sends notices to the browsers of those whom letters go to. A queue beside the letters', so that neither waits for the
 * other; what fails here is retried, then dropped, and touches nothing else.
 */
export function createPushOffice(deps: PushOfficeDependencies): PushOffice {
  const { pool, listener, clock, log, send, random = Math.random, pollEvery = 15_000 } = deps
  let polling: NodeJS.Timeout | undefined
  const rounds = createRounds({ workers: 4, next, onError: (error) => log.warn({ err: error }, 'notices could not be sent') })

  async function next(): Promise<boolean> {
    const row = await claimNotice(pool, clock.now())
    if (row === null) return false
    try {
      await deliver(row)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ notice: row.id, kind: row.kind, reason }, 'notice not sent')
      if (error instanceof z.ZodError) await dropNotice(pool, row.id, clock.now(), 'its payload is wrong')
      else await retryNotice(pool, row, clock.now(), reason, null, random)
    }
    return true
  }

  async function deliver(row: PushRow): Promise<void> {
    const left = row.createdAt.getTime() + (usefulFor[row.kind] ?? longestLife) - clock.now()
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
    if (!(await isWanted(pool, row.accountId, kind.topic, 'push'))) return { dropped: 'the account does not want such notices' }
    const context = contextOf({ ...deps, db: pool }, row, account, clock.now())
    const draft = await draftOf(row.kind, row.payload, context)
    return 'dropped' in draft ? draft : noticeOf(draft, { tag: tagOf(row), lang: context.language, publicUrl: deps.publicUrl })
  }

  return {
    run: () => rounds.run(),
    async start() {
      await listener.on(OUTBOX_CHANNEL, () => void rounds.run())
      polling = setInterval(() => void rounds.run(), pollEvery)
      void rounds.run()
    },
    async stop() {
      clearInterval(polling)
      await rounds.stop()
    },
  }
}

const aboutAuction = z.object({ auction_id: z.int() })

/** One notice of a kind about an auction at a time: that one was outbid twice is one thing to know. Messages are told each. */
function tagOf({ kind, payload, outboxId }: PushRow): string {
  const auction = aboutAuction.safeParse(payload).data?.auction_id
  return kind === 'chat_message' || auction === undefined ? `${kind}-${outboxId}` : `${kind}-${auction}`
}
