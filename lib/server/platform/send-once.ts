import { createHash } from 'node:crypto'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { answer, type Outcome, refuse } from '@/lib/server/platform/call'

/** A message from or to a company, or a document or a loading request of it, under the key chosen by the sender's browser. */
export interface Sending {
  companyId: number
  call: 'chat' | 'staff_chat' | 'feedback' | 'question' | 'document' | 'loading'
  /** Null: always a new message. */
  key: string | null
  /** Everything that distinguishes it from other messages. */
  content: readonly unknown[]
  sentAt: number
}

/** Reads a message by its id; undefined if it was removed. */
type Read<T> = (id: number) => Promise<T | undefined>

const fingerprintOf = ({ content }: Sending) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** The answer to a message already stored under this key; null if there is none. */
export async function answeredBefore<T>(
  db: Queryable,
  sending: Sending,
  read: Read<T>,
): Promise<Outcome<{ data: T }> | null> {
  if (sending.key === null) return null
  const { rows } = await db.query<{ fingerprint: string; message_id: number }>(
    `select fingerprint, message_id from portal.sent_messages where company_id = $1 and call = $2 and idempotency_key = $3`,
    [sending.companyId, sending.call, sending.key],
  )
  const record = rows[0]
  if (record === undefined) return null
  const message = record.fingerprint === fingerprintOf(sending) ? await read(record.message_id) : undefined
  return message === undefined ? refuse('idempotency_key_reused') : answer({ data: message })
}

/**
 * Stores a message once, however often it is sent under its key, so that a lost answer causes no duplicate. Of two
 * concurrent requests the later waits for the earlier one's transaction. Nothing is stored for a company whose personal data has been
 * deleted since the request was admitted: an upload may be inspected for seconds.
 */
export async function sendOnce<T extends { id: number }>(
  client: PoolClient,
  sending: Sending,
  read: Read<T>,
  send: () => Promise<Outcome<{ data: T }>>,
): Promise<Outcome<{ data: T }>> {
  const { companyId, call, key, sentAt } = sending
  await client.query(`select from cms.companies where id = $1 for share`, [companyId])
  // A statement of its own: the one that waits for the lock sees what was committed before it waited.
  const erased = await client.query(`select from portal.erasures where company_id = $1`, [companyId])
  if (erased.rowCount !== 0) return refuse('unauthorized')
  if (key === null) return send()
  const { rows } = await client.query<{ id: number }>(
    `insert into portal.sent_messages (company_id, call, idempotency_key, fingerprint, sent_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
    [companyId, call, key, fingerprintOf(sending), new Date(sentAt)],
  )
  const record = rows[0]
  if (record === undefined) return (await answeredBefore(client, sending, read)) ?? send()
  const outcome = await send()
  if (outcome.ok)
    await client.query(`update portal.sent_messages set message_id = $2 where id = $1`, [
      record.id,
      outcome.answer.data.id,
    ])
  return outcome
}
