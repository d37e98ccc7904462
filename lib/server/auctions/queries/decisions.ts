import { type ManagedDecision, managedDecision } from '@/lib/contract/manager-auctions'
import type { PartialOffer } from '@/lib/domain/auction-state'
import { toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/http/keyset'
import type { Paging } from './detail'

interface DecisionRow {
  seq: number
  /** 1 for the offer that follows from the entry, 0 for the entry itself. */
  place: number
  at: Date
  kind: ManagedDecision['kind']
  quantity: string | null
  answer_by: Date | null
  participant: number | null
  account_id: number | null
  reason: string | null
  by_staff: boolean
  by_company: boolean
  staff_name: string | null
}

/**
 * What the auction's record tells of decisions, the newest first, with the reasons and names that stand beside it (R8.3). An offered part
 * has no entry of its own: it follows from one, at its instant, and stands after it.
 */
export async function listDecisions(
  db: Queryable,
  { auctionId, state }: AuctionSnapshot,
  { cursor, limit = defaultLimit }: Paging,
): Promise<Page<ManagedDecision>> {
  const [seq, place] = decodeCursor(cursor, ['id', 'id']) ?? [null, null]
  const offers = state.selection?.offers ?? []
  const eachOffer = <T>(value: (offer: PartialOffer) => T) => offers.map(value)
  const { rows } = await db.query<DecisionRow>({
    name: 'auctions-decisions',
    text: `select entry.seq, entry.place, entry.at, entry.kind, entry.body ->> 'quantity' as quantity, entry.answer_by,
        (entry.body ->> 'participant')::integer as participant, application.account_id,
        coalesce(selection.reason, decision.reason) as reason,
        coalesce(selection.staff_id, decision.staff_id) is not null or entry.kind like 'account_%' as by_staff,
        selection.account_id is not null or entry.kind = 'application_withdrawn' as by_company, staff.name as staff_name
      from (
        select * from (
          select seq, 0 as place, at, kind, body::jsonb as body, null::timestamptz as answer_by from portal.auction_log
          where auction_id = $1 and kind = any ($2)
          union all
          select cause.seq, 1, offer.at, 'partial_offered',
            jsonb_build_object('participant', offer.participant, 'quantity', offer.quantity), offer.answer_by
          from unnest($6::timestamptz[], $7::timestamptz[], $8::integer[], $9::text[]) offer (at, answer_by, participant, quantity)
          cross join lateral (select max(seq) as seq from portal.auction_log where auction_id = $1 and at = offer.at) cause
        ) known
        where $3::bigint is null or (seq, place) < ($3, $4::integer)
        order by seq desc, place desc limit $5
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
      order by entry.seq desc, entry.place desc`,
    values: [
      auctionId,
      managedDecision.shape.kind.options,
      seq,
      place,
      limit + 1,
      eachOffer(({ offeredAt }) => new Date(offeredAt)),
      eachOffer(({ answerBy }) => new Date(answerBy)),
      eachOffer(({ participant }) => participant),
      eachOffer(({ quantity }) => toQuantityString(quantity)),
    ],
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
      answer_by: row.answer_by?.toISOString() ?? null,
      reason: row.reason,
    }
  }

  return pageOf(rows, limit, (row) => [row.seq, row.place], decision)
}
