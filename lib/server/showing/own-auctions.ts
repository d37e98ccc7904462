import type { AuctionState } from '@/lib/contract/auctions'
import type { Queryable } from '@/lib/server/db/pool'
import { phaseSql } from './phase-sql'

/** The auctions in which the account applied, the newest application first. */
export async function placeOwn(
  db: Queryable,
  accountId: number,
  states: readonly AuctionState[] | undefined,
  before: number | null,
  limit: number,
  now: number,
): Promise<{ id: number; applicationId: number }[]> {
  const { rows } = await db.query<{ id: number; application_id: number }>({
    name: 'showing-own-auctions',
    text: `select lot.id, application.id as application_id
      from portal.applications application
      join cms.lots lot on lot.id = application.auction_id
      join portal.auction_heads head on head.auction_id = lot.id
      where application.account_id = $1 and ($2::bigint is null or application.id < $2)
        and ($3::text[] is null or ${phaseSql('$4')} = any ($3))
      order by application.id desc limit $5`,
    values: [accountId, before, states === undefined || states.length === 0 ? null : states, new Date(now), limit],
  })
  return rows.map(({ id, application_id: applicationId }) => ({ id, applicationId }))
}

/** The account's finished auctions, the newest first. */
export async function placeFinishedOwn(
  db: Queryable,
  accountId: number,
  before: { at: number; id: number } | null,
  limit: number,
): Promise<{ id: number; at: number }[]> {
  const { rows } = await db.query<{ id: number; at: Date }>({
    name: 'showing-own-history',
    text: `select head.auction_id as id, head.finished_at as at
      from portal.applications application
      join portal.auction_heads head using (auction_id)
      where application.account_id = $1 and head.finished_at is not null
        and ($2::timestamptz is null or (head.finished_at, head.auction_id) < ($2, $3::integer))
      order by head.finished_at desc, head.auction_id desc limit $4`,
    values: [accountId, before && new Date(before.at), before?.id ?? null, limit],
  })
  return rows.map(({ id, at }) => ({ id, at: at.getTime() }))
}
