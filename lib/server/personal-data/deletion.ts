import type { DeletionBlocker, DeletionRequest } from '@/lib/contract/personal-data'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { isAgreementArchived } from '@/lib/server/cms/sql'
import { refuse } from '@/lib/server/http/handler'

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

/** What keeps each account's data from being deleted: auctions that it is still in, agreements that still run. */
export async function readBlockers(
  db: Queryable,
  accountIds: readonly number[],
): Promise<Map<number, DeletionBlocker[]>> {
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
       exists (select from cms.agreements agreement where agreement.company_id = account.account_id and not ${isAgreementArchived('agreement')}) as current
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

/** Kinds of letters to the managers with personal data of a company's people. */
const ofAccount = `(payload ->> 'account_id' = $1::text or payload ->> 'user_id' = $1::text)`

/**
 * Takes a company's personal data away, in the caller's transaction, which has locked the company. What it bought and bid
 * stays with the company's own name and codes: agreements and protocols must be kept (law on accounting), and they name
 * companies, not people. A company that never applied leaves not even these.
 */
export async function erasePersonalData(
  client: PoolClient,
  { accountId, requestId, at }: { accountId: number; requestId: number; at: Date },
): Promise<void> {
  await deleteSubscriptions(client, accountId)
  await client.query(`insert into portal.erasures (account_id, request_id, at) values ($1, $2, $3)`, [
    accountId,
    requestId,
    at,
  ])
  await client.query(
    `update cms.companies set name = '—', surname = '—', patronymic = null, phone = '—', email = format('erased-%s@erased.invalid', id), updated_at = now()
     where id = $1`,
    [accountId],
  )
  await client.query(
    `update cms.companies set company_name = '—', company_short_name = '—', edrpou = '—', eic = '—', iban = '—'
     where id = $1 and not exists (select from portal.applications where account_id = $1) and not exists (select from cms.agreements where company_id = $1)`,
    [accountId],
  )
  await deleteFiles(client, accountId, at)
  await deleteLetters(client, accountId)
  for (const sql of [
    `update portal.deletion_requests set comment = null where account_id = $1`,
    ...[
      'cms.feedback where company_id',
      'portal.push_subscriptions where account_id',
      'portal.notification_choices where account_id',
      'portal.second_factors where account_id',
      'portal.second_factor_events where account_id',
      'portal.one_time_tokens where account_id',
      'portal.credentials where account_id',
      'portal.sessions where account_id',
      'portal.email_confirmations where account_id',
      'portal.account_notes where account_id',
    ].map((which) => `delete from ${which} = $1`),
  ]) {
    await client.query(sql, [accountId])
  }
}

/** A document that a confirmed application rests on is kept as long as the auction's record; others go. */
async function deleteFiles(client: PoolClient, accountId: number, at: Date): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `update portal.files file set deleted_at = coalesce(deleted_at, $2), name = '—'
     where account_id = $1 and (deleted_at is not null or kind = 'feedback' or not exists (
       select from portal.applications application
       join portal.application_decisions decision on decision.application_id = application.id
       where application.account_id = $1 and decision.kind = 'confirmed' and decision.at >= file.uploaded_at
     )) returning id`,
    [accountId, at],
  )
  await client.query(`delete from portal.file_contents where file_id = any ($1)`, [rows.map(({ id }) => id)])
}

/** News that the company's mailbox asked for without its account, and the emails about them. Before the address itself goes. */
async function deleteSubscriptions(client: PoolClient, accountId: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `delete from portal.subscriptions where email = (select lower(email) from cms.companies where id = $1) returning id`,
    [accountId],
  )
  await client.query(`delete from portal.outbox where (payload ->> 'subscription_id')::integer = any ($1)`, [
    rows.map(({ id }) => id),
  ])
}

/** Letters to the company, and to the managers about it: they name people, telephones and addresses. */
async function deleteLetters(client: PoolClient, accountId: number): Promise<void> {
  await client.query(`delete from portal.outbox where account_id = $1 or (account_id is null and ${ofAccount})`, [
    accountId,
  ])
}
