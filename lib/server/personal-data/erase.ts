import type { PoolClient } from '@/lib/server/db/pool'

/** Kinds of letters to the managers that tell of a company's people. */
const ofAccount = `(payload ->> 'account_id' = $1::text or payload ->> 'user_id' = $1::text)`

/**
 * Takes a company's personal data away, in the caller's transaction, which has locked the company. What it bought and bid
 * stays with the company's own name and codes: agreements and protocols must be kept (law on accounting), and they name
 * companies, not people. A company that never applied leaves not even these.
 */
export async function erasePersonalData(client: PoolClient, { accountId, requestId, at }: { accountId: number; requestId: number; at: Date }): Promise<void> {
  await client.query(`insert into portal.erasures (account_id, request_id, at) values ($1, $2, $3)`, [accountId, requestId, at])
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
    `delete from portal.push_messages where subscription_id in (select id from portal.push_subscriptions where account_id = $1)`,
    ...[
      'cms.feedback where company_id', 'portal.push_subscriptions where account_id', 'portal.notification_choices where account_id',
      'portal.sign_in_tickets where account_id', 'portal.second_factors where account_id', 'portal.second_factor_events where account_id',
      'portal.account_tokens where account_id', 'portal.credentials where account_id', 'portal.sessions where account_id',
      'portal.email_confirmations where account_id', 'portal.account_notes where account_id',
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

/** Letters to the company, and to the managers about it: they name people, telephones and addresses. */
async function deleteLetters(client: PoolClient, accountId: number): Promise<void> {
  await client.query(
    `delete from portal.letters where account_id = $1 or outbox_id in (select id from portal.outbox where account_id is null and ${ofAccount})`,
    [accountId],
  )
  await client.query(`delete from portal.outbox where account_id = $1 or (account_id is null and ${ofAccount})`, [accountId])
}
