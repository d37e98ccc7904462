import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Email } from './email'
import { noteRefused, noteTaken } from './refusals'
import type { Accepted } from './transports'
import { enqueue, enqueueMissing } from '@/lib/server/jobs/enqueue'
import { type EmailKind, emailKinds, emails } from '@/lib/server/jobs/emails'

export interface OutboxRow {
  id: number
  kind: EmailKind
  /** null: the auction managers */
  companyId: number | null
  /** One of the account's people; null with an account: its address for documents, `email`. */
  personId: number | null
  email: string | null
  payload: unknown
  createdAt: Date
  /** Including this one. */
  attempts: number
}

const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 6 * 60 * 60_000
/** Spread over about three days; after the last one the email has failed, with its last error. */
export const MAX_ATTEMPTS = 20
/** Longer than sending takes: another server claims the email only if the first one died. */
export const CLAIM_MS = 10 * 60_000

/**
 * Claims an email for this server; null if it is not due, claimed or done. Counts the attempt before sending: an email that
 * crashes its server cannot do so forever.
 */
export async function claim(db: Queryable, id: number, now: number): Promise<OutboxRow | null> {
  const { rows } = await db.query<OutboxRow>(
    // New rows are due by the database's clock; in case it was set back, the later of the two clocks counts.
    `update portal.outbox set attempts = attempts + 1, next_attempt_at = greatest($1, now()) + $2 * interval '1 ms'
     where id = $4 and sent_at is null and failed_at is null and next_attempt_at <= greatest($1, now()) and kind = any ($3)
     returning id, kind, company_id as "companyId", person_id as "personId", email, payload, created_at as "createdAt", attempts`,
    [new Date(now), CLAIM_MS, emailKinds, id],
  )
  return rows[0] ?? null
}

/** Stores the email as last written, for the back office. */
export async function storeEmail(db: Queryable, row: OutboxRow, email: Email, now: number): Promise<void> {
  await db.query(
    `insert into portal.emails (outbox_id, kind, company_id, person_id, recipients, language, subject, html, text, message_id, written_at)
     values ($1, $2, $3, $11, $4, $5, $6, $7, $8, $9, $10)
     on conflict (outbox_id) do update set recipients = excluded.recipients, language = excluded.language, subject = excluded.subject,
       html = excluded.html, text = excluded.text, written_at = excluded.written_at`,
    [
      row.id,
      row.kind,
      row.companyId,
      email.to,
      email.language,
      email.subject,
      email.html,
      email.text,
      email.messageId,
      new Date(now),
      row.personId,
    ],
  )
}

export const mailKey = (id: number) => `mail:${id}`

/** Queues a job for each due email without one: its server died, or a backup was restored. */
export async function queueMissingMail(db: Queryable, now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `select id from portal.outbox
     where sent_at is null and failed_at is null and next_attempt_at <= greatest($1, now()) and kind = any ($2)
     order by next_attempt_at, id limit 1000`,
    [new Date(now), emailKinds],
  )
  await enqueueMissing(
    db,
    'mail',
    rows.map(({ id }) => ({ key: mailKey(id), payload: { email_id: id } })),
  )
}

/**
 * Deletes the text of emails of the back office, which may contain
 * secrets. A job records that an application's documents were sent (R2.4).
 */
export async function markSent(
  pool: Pool,
  { id, kind, payload }: Pick<OutboxRow, 'id' | 'kind' | 'payload'>,
  now: number,
  { note, accepted, refused }: Accepted,
  readsReports: boolean,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    await noteTaken(client, accepted, now, { reported: readsReports })
    await noteRefused(client, refused, now)
    await client.query(
      `update portal.outbox set sent_at = $2, last_error = $3, payload = payload - 'html' where id = $1 and sent_at is null`,
      [id, new Date(now), note],
    )
    await client.query(`update portal.emails set sent_at = $2 where outbox_id = $1`, [id, new Date(now)])
    if (kind !== 'application_received') return
    const { auction_id: auctionId, company_id: companyId } = emails.application_received.payload.parse(payload)
    await enqueue(client, 'documents_sent', { auction_id: auctionId, company_id: companyId })
  })
}

export async function markGivenUp(db: Queryable, id: number, now: number, reason: string): Promise<void> {
  await db.query(
    `update portal.outbox set failed_at = $2, last_error = $3, payload = payload - 'html' where id = $1 and sent_at is null`,
    [id, new Date(now), reason.slice(0, 500)],
  )
}

/** The email is obsolete: not a failure that the staff must handle. */
export async function markNotNeeded(db: Queryable, id: number, now: number, reason: string): Promise<void> {
  await db.query(
    `update portal.outbox set failed_at = $2, not_needed = true, last_error = $3, payload = payload - 'html' where id = $1 and sent_at is null`,
    [id, new Date(now), reason.slice(0, 500)],
  )
}

/** Schedules another attempt and its job, unless this was the last one. */
export async function markForRetry(
  pool: Pool,
  row: OutboxRow,
  now: number,
  reason: string,
  random: () => number,
): Promise<void> {
  if (row.attempts >= MAX_ATTEMPTS) return markGivenUp(pool, row.id, now, reason)
  const pause = retryPause(row.attempts, random)
  await withTransaction(pool, async (client) => {
    await client.query(
      `update portal.outbox set next_attempt_at = greatest($2, now()) + $4 * interval '1 ms', last_error = $3 where id = $1 and sent_at is null`,
      [row.id, new Date(now), reason.slice(0, 500), pause],
    )
    await enqueue(client, 'mail', { email_id: row.id }, { key: mailKey(row.id), after: pause })
  })
}

/** Doubles with every attempt; up to a quarter more or less, so that emails are not retried in step. */
function retryPause(attempts: number, random: () => number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)
  return Math.round(pause * (0.75 + 0.5 * random()))
}
