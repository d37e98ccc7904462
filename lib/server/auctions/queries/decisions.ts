import { type ManagedDecision, managedDecision } from '@/lib/contract/manager-auctions'
import type { Queryable } from '@/lib/server/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/snapshots'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'
import type { Paging } from './detail'

interface DecisionRow {
  seq: number
  at: Date
  kind: ManagedDecision['kind']
  quantity: string | null
  participant: number | null
  account_id: number | null
  reason: string | null
  by_staff: boolean
  by_company: boolean
  staff_name: string | null
}

/** What the auction's record tells of decisions, the newest first, with the reasons and names that stand beside it (R8.3). */
export async function listDecisions(
  db: Queryable,
  { auctionId, state }: AuctionSnapshot,
  { cursor, limit = defaultLimit }: Paging,
): Promise<Page<ManagedDecision>> {
  const before = decodeCursor(cursor, ['id'])?.[0] ?? null
  const { rows } = await db.query<DecisionRow>({
    name: 'auctions-decisions',
    text: `select entry.seq, entry.at, entry.kind, entry.body ->> 'quantity' as quantity,
        (entry.body ->> 'participant')::integer as participant, application.account_id,
        coalesce(selection.reason, decision.reason) as reason,
        coalesce(selection.staff_id, decision.staff_id) is not null or entry.kind like 'account_%' as by_staff,
        selection.account_id is not null or entry.kind = 'application_withdrawn' as by_company, staff.name as staff_name
      from (
        select seq, at, kind, body::jsonb as body from portal.auction_log
        where auction_id = $1 and kind = any ($2) and ($3::bigint is null or seq < $3)
        order by seq desc limit $4
      ) entry
      left join portal.applications application
        on application.auction_id = $1 and application.number = (entry.body ->> 'application')::integer
      left join portal.application_decisions decision
        on decision.application_id = application.id and 'application_' || decision.kind = entry.kind
      left join lateral (
        select staff_id, account_id, reason from portal.selection_decisions
        where auction_id = $1 and kind = entry.kind and at = entry.at
          and participant is not distinct from (entry.body ->> 'participant')::integer
        order by id limit 1
      ) selection on true
      left join cms.staff staff on staff.id = coalesce(selection.staff_id, decision.staff_id)
      order by entry.seq desc`,
    values: [auctionId, managedDecision.shape.kind.options, before, limit + 1],
  })
  const accounts = new Map(
    [...state.applications.values()].map(({ participant, bidderId }) => [participant, bidderId] as const),
  )

  function decision(row: DecisionRow): ManagedDecision {
    const known = row.participant === null ? null : (accounts.get(row.participant) ?? null)
    const accountId = row.account_id ?? known
    const application = accountId === null ? undefined : state.applications.get(accountId)
    return {
      seq: row.seq,
      at: row.at.toISOString(),
      kind: row.kind,
      by: row.by_staff ? 'staff' : row.by_company ? 'company' : 'portal',
      staff_name: row.staff_name,
      participant: row.participant ?? application?.participant ?? null,
      user_id: accountId,
      quantity: row.quantity,
      reason: row.reason,
    }
  }

  return pageOf(rows, limit, ({ seq }) => [seq], decision)
}
