import type { DeletionBlocker, DeletionRequest } from '@/lib/contract/personal-data'
import { type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { isAgreementArchived } from '@/lib/server/platform/company-sql'
import { refuse } from '@/lib/server/platform/call'

export const requestColumns = `request.id, request.scope,
  (select portal.person_name(person) from portal.people person where person.id = request.person_id) as by, request.comment, request.reason, request.requested_at, request.decided_at,
  case when request.withdrawn_at is not null then 'withdrawn' else coalesce(request.decision, 'waiting') end as status`

/** The company's data, or only the person's. */
export async function lastRequest(
  db: Queryable,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<DeletionRequest | null> {
  const [request] = await readRows<DeletionRequest>(
    db,
    `select ${requestColumns} from portal.deletion_requests request
     where company_id = $1 and (scope = 'company' or person_id = $2) order by id desc limit 1`,
    [companyId, personId],
  )
  return request ?? null
}

/** Reasons why an account's data cannot be deleted yet: unfinished auctions, agreements in force, a deposit to be returned. */
export async function readBlockers(
  db: Queryable,
  companyIds: readonly number[],
): Promise<Map<number, DeletionBlocker[]>> {
  const { rows } = await db.query<{ company_id: number; running: boolean; current: boolean; held: boolean }>(
    `select company_id,
       exists (
         select from portal.applications application
         join portal.auction_heads head using (auction_id)
         where application.company_id = account.company_id and head.finished_at is null and not exists (
           select from portal.application_decisions decision
           where decision.application_id = application.id and decision.kind in ('rejected', 'withdrawn')
         )
       ) as running,
       exists (select from cms.agreements agreement where agreement.company_id = account.company_id and not ${isAgreementArchived('agreement')})
         -- After its last day money or goods may still be owed.
         or exists (
           select from portal.fulfilments fulfilment join cms.agreements agreement on agreement.id = fulfilment.agreement_id
           where agreement.company_id = account.company_id and fulfilment.board <> 'closed'
         )
         -- Or a job has yet to make one.
         or exists (
           select from portal.auction_results result
           join portal.applications application using (auction_id)
           where application.company_id = account.company_id
             and not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
         ) as current,
       exists (select from portal.deposits deposit where deposit.company_id = account.company_id and deposit.balance > 0) as held
     from unnest($1::integer[]) account (company_id)`,
    [companyIds],
  )
  return new Map(
    rows.map(({ company_id: companyId, running, current, held }) => [
      companyId,
      [
        ...(running ? (['auctions_running'] as const) : []),
        ...(current ? (['agreements_current'] as const) : []),
        ...(held ? (['deposit_held'] as const) : []),
      ],
    ]),
  )
}

export async function blockersOf(db: Queryable, companyId: number): Promise<DeletionBlocker[]> {
  return (await readBlockers(db, [companyId])).get(companyId) ?? []
}

/** The refusal for the first blocker; null without blockers. */
export function refusalFor(blockers: readonly DeletionBlocker[]): ReturnType<typeof refuse> | null {
  const [first] = blockers
  return first === undefined ? null : refuse(`deletion_${first}`)
}

/** A company always has an owner (R14.2): the last one can only request the deletion of the whole company's data. */
export async function refusalForPerson(db: Queryable, personId: number): Promise<ReturnType<typeof refuse> | null> {
  const { rowCount } = await db.query(
    `select from portal.people person where id = $1 and role = 'owner' and not exists (
       select from portal.people other where other.company_id = person.company_id and other.id <> person.id and other.role = 'owner'
         and other.removed_at is null and other.deactivated_at is null)`,
    [personId],
  )
  return rowCount === 0 ? null : refuse('last_owner')
}

/**
 * Erases a company's personal data, in the caller's transaction, which has locked the company. Its bids and agreements stay, with
 * the company's name and codes: the law on accounting requires agreements, protocols and what followed from them, and they name companies,
 * not people. If the company never applied, its name and codes are erased too.
 */
export async function erasePersonalData(
  client: PoolClient,
  { companyId, requestId, at }: { companyId: number; requestId: number | null; at: Date },
): Promise<void> {
  await client.query(`insert into portal.erasures (company_id, request_id, at) values ($1, $2, $3)`, [
    companyId,
    requestId,
    at,
  ])
  const people = await client.query<{ id: number }>(
    `select id from portal.people where company_id = $1 order by id for no key update`,
    [companyId],
  )
  for (const { id } of people.rows) await erasePerson(client, id, at)
  await client.query(
    `update cms.companies set name = '—', surname = '—', patronymic = null, phone = '—', signatory = null, email = format('erased-%s@erased.invalid', id), updated_at = now()
     where id = $1`,
    [companyId],
  )
  await client.query(
    `update cms.companies set company_name = '—', company_short_name = '—', edrpou = '—', eic = '—', iban = '—', tax_number = null, bank = null, address = null, authority = null
     where id = $1 and not exists (select from portal.applications where company_id = $1) and not exists (select from cms.agreements where company_id = $1)`,
    [companyId],
  )
  await deleteFiles(client, companyId, at)
  await erasePayer(client, companyId)
  for (const sql of [
    `delete from portal.refused_addresses where email in (
       select email from portal.documents_addresses where company_id = $1 union select email from portal.invitations where company_id = $1)`,
    // Emails to the company, and to the managers about it, contain names, telephones and addresses.
    `delete from portal.outbox where company_id = $1
       or (company_id is null and (payload ->> 'company_id' = $1::text or payload ->> 'company_id' = $1::text
         or payload ->> 'feedback_id' in (select id::text from cms.feedback where company_id = $1)
         or payload ->> 'invitation_id' in (select id::text from portal.invitations where company_id = $1)))`,
    // Nothing is left that requests of single people could delete.
    `update portal.deletion_requests set comment = null, withdrawn_at = case when decision is null then coalesce(withdrawn_at, now()) end where company_id = $1`,
    ...[
      // Payload keeps each saved version of a message, beyond the message itself.
      'cms._feedback_v where version_company_id',
      'cms.feedback where company_id',
      'portal.documents_addresses where company_id',
      'portal.invitations where company_id',
      'portal.questions where company_id',
      'portal.lot_followers where company_id',
      'portal.account_notes where company_id',
    ].map((column) => `delete from ${column} = $1`),
  ]) {
    await client.query(sql, [companyId])
  }
}

/** The person's address if they confirmed it. A stranger may have registered with it, who must not erase its owner's data. */
const CONFIRMED_EMAIL = `(select person.email from portal.people person join portal.email_confirmations confirmation
  on confirmation.person_id = person.id and confirmation.email = person.email where person.id = $1 limit 1)`

/** Erases a person and removes them from the company. Their actions stay on record without the name. */
export async function erasePerson(client: PoolClient, personId: number, at: Date): Promise<void> {
  await deleteSubscriptions(client, personId)
  await client.query(
    `delete from portal.emails where person_id = $1 or outbox_id in (select id from portal.outbox where person_id = $1)`,
    [personId],
  )
  for (const sql of [
    `delete from portal.outbox where person_id = $1 or payload ->> 'person_id' = $1::text or (person_id is null and (
       (kind = 'person_removed' and payload ->> 'email' = (select email from portal.people where id = $1))
       or payload ->> 'invitation_id' in (
         select id::text from portal.invitations where email = ${CONFIRMED_EMAIL})))`,
    `delete from portal.invitations where email = ${CONFIRMED_EMAIL}`,
    `delete from portal.refused_addresses where email = (select email from portal.people where id = $1)`,
    `update portal.deletion_requests set comment = null where person_id = $1`,
    `update portal.people set surname = '—', name = '—', patronymic = '', phone = '—', email = format('erased-person-%s@erased.invalid', id),
       signed_in_at = null, removed_at = coalesce(removed_at, now()), erased_at = now() where id = $1`,
    ...[
      'push_subscriptions',
      'notification_choices',
      'second_factors',
      'second_factor_events',
      'one_time_tokens',
      'credentials',
      'sessions',
      'api_tokens',
      'email_confirmations',
    ].map((table) => `delete from portal.${table} where person_id = $1`),
  ]) {
    await client.query(sql, [personId])
  }
  await client.query(
    'update portal.invitations set withdrawn_at = $2 where invited_by = $1 and accepted_at is null and withdrawn_at is null',
    [personId, at],
  )
}

/** Accounting needs the sums and days of bank statements; payers and purposes are erased. */
async function erasePayer(client: PoolClient, companyId: number): Promise<void> {
  await client.query(
    `update portal.statement_lines line set payer_name = '—', payer_iban = '', purpose = '—'
     where exists (select from portal.deposits deposit where deposit.company_id = $1
       and (deposit.application_id = any (line.referenced_ids) or deposit.edrpou = line.payer_edrpou
         or position(deposit.edrpou in line.purpose) > 0))
       or exists (select from portal.line_parts part
         left join portal.applications application on application.id = part.application_id
         left join cms.agreements agreement on agreement.id = part.agreement_id
         where part.line_id = line.id and $1 in (application.company_id, agreement.company_id))`,
    [companyId],
  )
}

/**
 * A document that a confirmed application relies on stays as long as the auction's record, and the signatures of an agreement as long as
 * the agreement; others are deleted.
 */
async function deleteFiles(client: PoolClient, companyId: number, at: Date): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `update portal.files file set deleted_at = coalesce(deleted_at, $2), name = '—'
     where company_id = $1 and not exists (select from portal.agreement_signatures where file_id = file.id)
     and (deleted_at is not null or kind = 'feedback' or not exists (
       select from portal.applications application
       join portal.application_decisions decision on decision.application_id = application.id
       where application.company_id = $1 and decision.kind = 'confirmed' and decision.at >= file.uploaded_at
     )) returning id`,
    [companyId, at],
  )
  // The results of the checks name the signers.
  for (const table of ['file_contents', 'signature_checks'])
    await client.query(`delete from portal.${table} where file_id = any ($1)`, [rows.map(({ id }) => id)])
}

/** Subscriptions of the person's mailbox without an account, and their emails. Call before the address is erased. */
async function deleteSubscriptions(client: PoolClient, personId: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `delete from portal.subscriptions where email = ${CONFIRMED_EMAIL} returning id`,
    [personId],
  )
  await client.query(`delete from portal.outbox where (payload ->> 'subscription_id')::integer = any ($1)`, [
    rows.map(({ id }) => id),
  ])
}
