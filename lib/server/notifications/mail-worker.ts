import type { Logger } from 'pino'
import { z } from 'zod'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { enqueue } from '@/lib/server/jobs/enqueue'
import type { Clock } from '@/lib/server/platform/clock'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { type Email, withoutSecrets } from './email'
import {
  claim,
  storeEmail,
  mailKey,
  markForRetry,
  markGivenUp,
  markNotNeeded,
  markSent,
  type OutboxRow,
  queueMissingMail,
} from './outbox'
import { noteRefused } from './refusals'
import { type Accepted, Rejected, type Transport, Unreachable } from './transports'
import { writeEmail } from './write-email'
import type { Unsubscribing } from './subscriptions'

export interface MailWorkerDependencies {
  pool: Pool
  streams: Snapshots
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  transport: Transport
  linkTokens: LinkTokens
  unsubscribing: Unsubscribing
  /** Origin of the site, without a slash at the end. */
  publicUrl: string
  /** Recipients of the managers' emails. */
  managersEmails: () => Promise<string[]>
  /** From 0 to 1; scatters the retries. */
  random?: () => number
  /** Refusals may come later, as reports in a mailbox (report-mailbox.ts). */
  readsReports?: boolean
}

export type MailWorker = ReturnType<typeof createMailWorker>

/** Pause of all sending after the mail server was unreachable. */
const PAUSE_MS = 15_000
/** Interval of attempts to mark sent emails. */
const MARK_RETRY_MS = 5_000

/**
 * Sends emails. Each is claimed by one server, sent, then marked: a second copy (with the same Message-ID) goes out only if the
 * server dies between sending and marking.
 */
export function createMailWorker(deps: MailWorkerDependencies) {
  const { pool, clock, log, transport, random = Math.random, readsReports = false } = deps
  /** Sent while the database was unavailable, to be marked when it is back. */
  const unmarked = new Map<number, { row: OutboxRow; at: number; accepted: Accepted }>()
  let marking: NodeJS.Timeout | undefined
  let pausedUntil = -Infinity

  async function markSentEmails(): Promise<void> {
    for (const [id, { row, at, accepted }] of unmarked) {
      await markSent(pool, row, at, accepted, readsReports)
      unmarked.delete(id)
    }
  }

  /** The claim lasts for minutes, so the email will be marked before it could be sent again. */
  function markLater(): void {
    marking ??= setTimeout(() => {
      marking = undefined
      markSentEmails().catch(markLater)
    }, MARK_RETRY_MS).unref()
  }

  async function deliver(row: OutboxRow): Promise<void> {
    const about = { email: row.id, kind: row.kind, attempt: row.attempts }
    try {
      const email = await writeEmail({ ...deps, db: pool }, row, clock.now())
      if ('dropped' in email) {
        await markNotNeeded(pool, row.id, clock.now(), email.dropped)
        return log.info({ ...about, reason: email.dropped }, 'email not sent')
      }
      await transmit(row, email)
      log.info(about, 'email sent')
    } catch (error) {
      if (error instanceof Unreachable) pausedUntil = clock.now() + PAUSE_MS
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ ...about, reason }, 'email not sent')
      if (error instanceof Rejected) await noteRefused(pool, error.refused, clock.now())
      if (error instanceof z.ZodError) await markGivenUp(pool, row.id, clock.now(), `invalid payload: ${reason}`)
      else if (error instanceof Rejected && error.isFinal) await markGivenUp(pool, row.id, clock.now(), reason)
      else await markForRetry(pool, row, clock.now(), reason, random)
    }
  }

  async function transmit(row: OutboxRow, email: Email): Promise<void> {
    // Stored without secrets, so that nobody in the back office can act for the recipient.
    await storeEmail(pool, row, withoutSecrets(email), clock.now())
    const accepted = await transport.send(email)
    await markSent(pool, row, clock.now(), accepted, readsReports).catch((error: unknown) => {
      unmarked.set(row.id, { row, at: clock.now(), accepted })
      markLater()
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ email: row.id, reason }, 'email sent, but not yet marked as sent')
    })
  }

  return {
    async send(emailId: number) {
      await markSentEmails()
      if (clock.now() < pausedUntil) {
        return enqueue(pool, 'mail', { email_id: emailId }, { key: mailKey(emailId), after: PAUSE_MS })
      }
      const row = await claim(pool, emailId, clock.now())
      if (row !== null) await deliver(row)
    },
    catchUp: () => queueMissingMail(pool, clock.now()),
    async stop() {
      clearTimeout(marking)
      await markSentEmails().catch((error: unknown) =>
        log.warn({ emails: [...unmarked.keys()], err: error }, 'sent emails not marked: they will be sent again'),
      )
      transport.close()
    },
  }
}
