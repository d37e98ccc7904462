import { largestFeedback, type feedbackEndpoints } from '@/lib/contract/feedback'
import type { ErrorCode } from '@/lib/contract/errors'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { accountOf, answer, refuse, type Handlers } from '@/lib/server/kernel/handler'
import { decodeCursor, defaultLimit, pageOf } from '@/lib/server/kernel/keyset'
import { withOutcome } from '@/lib/server/kernel/outcome-transaction'
import { type NewMessage, readMessages, shapesOf } from './messages'

export interface FeedbackDependencies<Inspected> {
  pool: Pool
  /** Messages belong to what is edited, because managers answer them there; in the client's transaction. Answers the id. */
  create(client: PoolClient, message: NewMessage): Promise<number>
  /** Checks a file by its content. */
  inspectFile(file: File): Promise<{ ok: true; inspected: Inspected } | FileRefused>
  /** Keeps a checked file as the account's. */
  keepFile(client: PoolClient, accountId: number, inspected: Inspected): Promise<{ ok: true; id: number } | FileRefused>
}

type FileRefused = { ok: false; code: ErrorCode; retryAfter?: number }

/** What a company writes to the portal's company, and what it was answered. */
export function createFeedbackEndpoints<Inspected>({ pool, create, inspectFile, keepFile }: FeedbackDependencies<Inspected>): Handlers<typeof feedbackEndpoints> {
  return {
    /** Kept with its files and told to the managers, all or nothing. */
    async send({ topic, subject, message, files }, call) {
      const { accountId } = accountOf(call)
      if (files.reduce((bytes, file) => bytes + file.size, 0) > largestFeedback) return refuse('body_too_large')
      // Before the transaction: a file may take seconds to check.
      const checked: Inspected[] = []
      for (const [index, file] of files.entries()) {
        const found = await inspectFile(file)
        if (!found.ok) return refuseFile(index, found)
        checked.push(found.inspected)
      }
      return withOutcome(pool, async (client) => {
        const fileIds: number[] = []
        for (const [index, file] of checked.entries()) {
          const stored = await keepFile(client, accountId, file)
          if (!stored.ok) return refuseFile(index, stored)
          fileIds.push(stored.id)
        }
        const id = await create(client, { company: accountId, topic, subject, message, file_ids: fileIds })
        await client.query(`insert into portal.outbox (kind, account_id, payload) values ('feedback_received', null, $1)`, [{ feedback_id: id }])
        const [sent] = await shapesOf(client, await readMessages(client, accountId, { only: id, limit: 1 }))
        if (sent === undefined) throw new Error('A message that was kept is not there')
        return answer({ data: sent })
      })
    },

    async list({ cursor, limit = defaultLimit }, call) {
      const position = decodeCursor(cursor, ['id'])
      const rows = await readMessages(pool, accountOf(call).accountId, { before: Number(position?.[0] ?? 0), limit: limit + 1 })
      const page = pageOf(rows, limit, (row) => [row.id], (row) => row)
      return answer({ data: { list: await shapesOf(pool, page.list), next_cursor: page.next_cursor } })
    },
  }
}

function refuseFile(index: number, { code, retryAfter }: FileRefused) {
  return refuse(code, { errors: [{ path: `files.${index}`, code }], retryAfter })
}
