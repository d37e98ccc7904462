import { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { type DeliveryReport, readDeliveryReport } from './delivery-reports'
import { noteRefused } from './refusals'

/** Messages read by one job; the next one continues. */
const MAX_MESSAGES = 200
/** Reports repeat the email, with its attachments; what is needed stands before it, but for the email's own headers. */
const MAX_BYTES = 512 * 1024
/** Older messages tell nothing new of an email: mail servers give up within five days. */
const MAX_AGE_MS = 14 * 24 * 60 * 60_000
const TIMEOUT_MS = 30_000

export interface ReportMailboxDependencies {
  pool: Pool
  clock: Clock
  log: Pick<Logger, 'info'>
  /** imaps://user:password@host/Folder; INBOX without a folder. */
  url: string
}

/** Reads the reports that have come to the mailbox since the last time. Changes nothing in it: people read it too. */
export async function readReportMailbox({ pool, clock, log, url }: ReportMailboxDependencies): Promise<void> {
  const client = new ImapFlow({ ...optionsOf(url), logger: false })
  // Its operations reject as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const mailbox = await client.mailboxOpen(folderOf(url), { readOnly: true })
    const validity = String(mailbox.uidValidity)
    const last = await readPosition(pool, validity)
    const since = new Date(clock.now() - MAX_AGE_MS)
    const found = (await client.search({ uid: `${last + 1}:*`, since }, { uid: true })) || []
    // `8:*` of a mailbox that ends at 7 finds 7 again.
    const uids = found.filter((uid) => uid > last).sort((left, right) => left - right)
    for (const uid of uids.slice(0, MAX_MESSAGES)) {
      const message = await client.fetchOne(String(uid), { source: { maxLength: MAX_BYTES } }, { uid: true })
      // What cannot be read is no report, and must not stop the reading of those behind it.
      const reports = message && message.source ? await readDeliveryReport(message.source).catch(() => []) : []
      await withTransaction(pool, async (db) => {
        for (const report of reports) {
          const emailId = await markReported(db, report, clock.now())
          if (emailId !== null) log.info({ email: emailId, reason: report.reason }, 'email reported as undelivered')
        }
        await writePosition(db, validity, uid)
      })
    }
  } finally {
    client.close()
  }
}

function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
}

const folderOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'

async function readPosition(db: Queryable, validity: string): Promise<number> {
  const { rows } = await db.query<{ uid: number }>(
    `select last_uid as uid from portal.report_mailbox where validity = $1`,
    [validity],
  )
  return Number(rows[0]?.uid ?? 0)
}

async function writePosition(db: Queryable, validity: string, uid: number): Promise<void> {
  await db.query(
    `insert into portal.report_mailbox (validity, last_uid) values ($1, $2)
     on conflict (validity) do update set last_uid = greatest(report_mailbox.last_uid, excluded.last_uid)`,
    [validity, uid],
  )
}

/**
 * Marks the email as failed, and the address as refusing. A report is believed if it knows the email's Message-ID, which nobody
 * can guess, and names one of its recipients. Returns the email's id; null if there is no such email.
 */
async function markReported(db: Queryable, report: DeliveryReport, now: number): Promise<number | null> {
  const id = Number(/^<email-(\d+)\./.exec(report.messageId)?.[1])
  if (!Number.isSafeInteger(id)) return null
  const { rows } = await db.query<{ recipients: string[] }>(
    `select recipients from portal.emails where outbox_id = $1 and lower(message_id) = lower($2)`,
    [id, report.messageId],
  )
  if (!rows[0]) return null
  const recipients = rows[0].recipients.map((address) => address.toLowerCase())
  const [only] = recipients
  // An email to one address that was forwarded is reported by the address behind it.
  const address = recipients.length === 1 ? only : recipients.find((recipient) => recipient === report.address)
  if (address === undefined) return null
  if (report.isRecipientRefused) await noteRefused(db, [{ address, reason: report.reason }], now)
  await db.query(
    recipients.length === 1
      ? `update portal.outbox set sent_at = null, failed_at = $2, last_error = $3 where id = $1 and sent_at is not null`
      : `update portal.outbox set last_error = concat_ws(' · ', nullif(last_error, ''), $3::text) where id = $1 and sent_at is not null and $2::timestamptz is not null`,
    [id, new Date(now), `${address}: ${report.reason}`.slice(0, 500)],
  )
  return id
}
