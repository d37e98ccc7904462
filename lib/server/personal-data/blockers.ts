import type { DeletionBlocker } from '@/lib/contract/personal-data'
import type { Queryable } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'

/** What keeps each account's data from being deleted: auctions that it is still in, agreements that still run. */
export async function readBlockers(db: Queryable, accountIds: readonly number[]): Promise<Map<number, DeletionBlocker[]>> {
  const { rows } = await db.query<{ account_id: number; running: boolean; current: boolean }>(
    `select account_id,
       exists (
         select from portal.applications application
         join portal.auction_heads head using (auction_id)
         where application.account_id = account.account_id and head.finished_at is null and not exists (
           select from portal.application_decisions decision
           where decision.application_id = application.id and decision.kind in ('rejected', 'withdrawn')
         )
       ) as running,
       exists (select from cms.agreements agreement where agreement.company_id = account.account_id and agreement.status = 'current') as current
     from unnest($1::integer[]) account (account_id)`,
    [accountIds],
  )
  return new Map(
    rows.map(({ account_id: accountId, running, current }) => [
      accountId,
      [...(running ? (['auctions_running'] as const) : []), ...(current ? (['agreements_current'] as const) : [])],
    ]),
  )
}

export async function blockersOf(db: Queryable, accountId: number): Promise<DeletionBlocker[]> {
  return (await readBlockers(db, [accountId])).get(accountId) ?? []
}

/** The refusal for the first thing in the way; null where nothing is. */
export function refusalFor(blockers: readonly DeletionBlocker[]): ReturnType<typeof refuse> | null {
  const [first] = blockers
  return first === undefined ? null : refuse(`deletion_${first}`)
}
