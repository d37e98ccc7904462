import type { Payload } from 'payload'
import {
  type feedbackEndpoints,
  type FeedbackFile,
  type FeedbackMessage,
  feedbackStatus,
  feedbackTopic,
  type managerFeedbackEndpoints,
  MAX_FEEDBACK_BYTES,
} from '@/lib/contract/feedback'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { inTransaction } from '@/lib/server/payload/database'
import { queueEmail } from '@/lib/server/jobs/emails'
import {
  accountOf,
  answer,
  type Call,
  type Handlers,
  type Outcome,
  refuse,
  type RefusedOutcome,
  withOutcome,
} from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { answeredBefore, type Sending, sendOnce } from '@/lib/server/platform/send-once'

interface MessageRow {
  id: number
  company_id: number
  topic: string
  subject: string
  message: string
  file_ids: number[] | null
  status: string
  answer: string | null
  answered_at: Date | null
  created_at: Date
}

/** An account's messages, the newest first. `before`: only those with a smaller id; 0 for the first page. */
async function readMessages(
  db: Queryable,
  companyId: number,
  page: { before?: number; only?: number; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `select id, company_id, topic::text as topic, subject, message, file_ids, status::text as status, answer, answered_at, created_at
     from cms.feedback
     where company_id = $1 and ($2 = 0 or id < $2) and ($3 = 0 or id = $3)
     order by id desc limit $4`,
    [companyId, page.before ?? 0, page.only ?? 0, page.limit],
  )
  return rows
}

/** The rows as the API shows them. A manager's draft of an answer is hidden until the message is marked as answered. */
async function shapesOf(db: Queryable, rows: readonly MessageRow[]): Promise<FeedbackMessage[]> {
  const files = await filesOf(db, rows)
  return rows.map((row) => {
    const status = feedbackStatus.parse(row.status)
    const answered = (status === 'answered' || status === 'closed') && row.answer !== null && row.answer !== ''
    return {
      id: row.id,
      topic: feedbackTopic.parse(row.topic),
      subject: row.subject,
      message: row.message,
      files: (row.file_ids ?? []).flatMap((id) => files.get(id) ?? []),
      status,
      sent_at: row.created_at.toISOString(),
      answer: answered ? row.answer : null,
      answered_at: answered ? (row.answered_at?.toISOString() ?? null) : null,
    }
  })
}

async function filesOf(
  db: Queryable,
  messages: readonly Pick<MessageRow, 'company_id' | 'file_ids'>[],
): Promise<Map<number, FeedbackFile>> {
  const ids = messages.flatMap(({ file_ids }) => file_ids ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Omit<FeedbackFile, 'url'>>(
    `select id, name, media_type, bytes from portal.files where id = any ($1) and company_id = any ($2) and deleted_at is null`,
    [ids, [...new Set(messages.map(({ company_id }) => company_id))]],
  )
  return new Map(rows.map((row) => [row.id, { ...row, url: `/storage/files/${row.id}` }]))
}

/** What managers read beside the record itself. */
export function createManagedFeedback({ pool }: { pool: Pool }): Handlers<typeof managerFeedbackEndpoints> {
  return {
    async feedbackFiles({ feedback_id: id }) {
      const { rows } = await pool.query<Pick<MessageRow, 'company_id' | 'file_ids'>>(
        'select company_id, file_ids from cms.feedback where id = $1',
        [id],
      )
      const [row] = rows
      if (!row) return refuse('not_found')
      const files = await filesOf(pool, [row])
      return answer({ data: { list: (row.file_ids ?? []).flatMap((fileId) => files.get(fileId) ?? []) } })
    },
  }
}

interface FeedbackDependencies<Inspected> {
  pool: Pool
  cms(): Promise<Payload>
  /** Inspects a file's content. */
  inspectFile(file: File, call: Call): Promise<Outcome<Inspected>>
  /** Stores an inspected file as the account's. */
  storeFile(
    client: PoolClient,
    sender: { companyId: number; personId: number },
    inspected: Inspected,
  ): Promise<Outcome<{ id: number }>>
}

/** The messages of companies to the seller, with the answers. */
export function createFeedbackEndpoints<Inspected>({
  pool,
  cms,
  inspectFile,
  storeFile,
}: FeedbackDependencies<Inspected>): Handlers<typeof feedbackEndpoints> {
  return {
    /** The message, its files and the email to the managers are stored in one transaction. */
    async send({ topic, subject, message, files }, call) {
      const { companyId, personId } = accountOf(call)
      if (files.reduce((bytes, file) => bytes + file.size, 0) > MAX_FEEDBACK_BYTES) return refuse('body_too_large')
      const sending: Sending = {
        companyId,
        call: 'feedback',
        key: call.idempotencyKey,
        sentAt: call.receivedAt,
        content: [topic, subject, message, ...files.map(({ name, size }) => [name, size])],
      }
      const readSent = async (db: Queryable, id: number) =>
        (await shapesOf(db, await readMessages(db, companyId, { only: id, limit: 1 })))[0]
      // The files of a repeated message must not be inspected again, or refused because they already count towards the
      // quota.
      const before = await answeredBefore(pool, sending, (id) => readSent(pool, id))
      if (before !== null) return before
      // Before the transaction: inspecting a file may take seconds.
      const inspected: Inspected[] = []
      for (const [index, file] of files.entries()) {
        const inspection = await inspectFile(file, call)
        if (!inspection.ok) return refuseFile(index, inspection)
        inspected.push(inspection.answer)
      }
      async function store(client: PoolClient): Promise<Outcome<{ data: FeedbackMessage }>> {
        const fileIds: number[] = []
        for (const [index, file] of inspected.entries()) {
          const stored = await storeFile(client, { companyId, personId }, file)
          if (!stored.ok) return refuseFile(index, stored)
          fileIds.push(stored.answer.id)
        }
        const payload = await cms()
        const data = { company: companyId, topic, subject, message, file_ids: fileIds, status: 'new' as const }
        const { id } = await inTransaction(payload, client, (req) =>
          payload.create({ collection: 'feedback', data, depth: 0, req }),
        )
        await queueEmail(client, 'feedback_received', null, { feedback_id: id })
        const sent = await readSent(client, id)
        if (sent === undefined) throw new Error('stored message not found')
        return answer({ data: sent })
      }
      return withOutcome(pool, (client) =>
        sendOnce(
          client,
          sending,
          (id) => readSent(client, id),
          () => store(client),
        ),
      )
    },

    async list({ cursor, limit = DEFAULT_LIMIT }, call) {
      const position = decodeCursor(cursor, ['id'])
      const rows = await readMessages(pool, accountOf(call).companyId, {
        before: Number(position?.[0] ?? 0),
        limit: limit + 1,
      })
      const page = pageOf(rows, limit, (row) => [row.id])
      return answer({ data: { list: await shapesOf(pool, page.list), next_cursor: page.next_cursor } })
    },
  }
}

function refuseFile(index: number, { refusal: { code, retryAfter } }: RefusedOutcome) {
  return refuse(code, { errors: [{ path: `files.${index}`, code }], retryAfter })
}
