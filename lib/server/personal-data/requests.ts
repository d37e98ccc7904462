import type { DeletionRequest } from '@/lib/contract/personal-data'
import type { Queryable } from '@/lib/server/db/pool'

export interface RequestRow {
  id: number
  account_id: number
  status: DeletionRequest['status']
  comment: string | null
  reason: string | null
  requested_at: Date
  decided_at: Date | null
}

export const requestColumns = `request.id, request.account_id, request.comment, request.reason, request.requested_at, request.decided_at,
  case when request.withdrawn_at is not null then 'withdrawn' else coalesce(request.decision, 'waiting') end as status`

export async function lastRequest(db: Queryable, accountId: number): Promise<DeletionRequest | null> {
  const { rows } = await db.query<RequestRow>(
    `select ${requestColumns} from portal.deletion_requests request where account_id = $1 order by id desc limit 1`,
    [accountId],
  )
  return rows[0] ? requestOf(rows[0]) : null
}

export function requestOf(row: RequestRow): DeletionRequest {
  return {
    id: row.id,
    status: row.status,
    comment: row.comment,
    reason: row.reason,
    requested_at: row.requested_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}
