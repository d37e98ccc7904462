import { type FeedbackFile, type FeedbackMessage, feedbackStatus, feedbackTopic, type FeedbackTopic } from '@/lib/contract/feedback'
import type { Queryable } from '@/lib/server/db/pool'

export interface NewMessage {
  company: number
  topic: FeedbackTopic
  subject: string
  message: string
  /** Numbers of portal.files. */
  file_ids: number[]
}

export interface MessageRow {
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

/** An account's messages, the newest first. `before`: those with a smaller id only; 0 for the first page. */
export async function readMessages(db: Queryable, accountId: number, page: { before?: number; only?: number; limit: number }): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `select id, company_id, topic::text as topic, subject, message, file_ids, status::text as status, answer, answered_at, created_at
     from cms.feedback
     where company_id = $1 and ($2 = 0 or id < $2) and ($3 = 0 or id = $3)
     order by id desc limit $4`,
    [accountId, page.before ?? 0, page.only ?? 0, page.limit],
  )
  return rows
}

/** The rows as the API shows them. An answer that a manager is still writing is not shown before the message counts as answered. */
export async function shapesOf(db: Queryable, rows: readonly MessageRow[]): Promise<FeedbackMessage[]> {
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

async function filesOf(db: Queryable, messages: readonly MessageRow[]): Promise<Map<number, FeedbackFile>> {
  const ids = messages.flatMap(({ file_ids }) => file_ids ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Omit<FeedbackFile, 'url'>>(
    `select id, name, media_type, bytes from portal.files where id = any ($1) and account_id = any ($2) and deleted_at is null`,
    [ids, [...new Set(messages.map(({ company_id }) => company_id))]],
  )
  return new Map(rows.map((row) => [row.id, { ...row, url: `/storage/files/${row.id}` }]))
}
