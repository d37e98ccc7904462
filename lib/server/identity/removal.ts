import type { Language } from '@/lib/contract/primitives'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { endSessions } from './sessions'
import { buyer, lockHolder, voidTokens } from './tokens'

/** Invitations end with the right to invite. */
export async function withdrawInvitationsOf(client: PoolClient, personId: number, now: number): Promise<void> {
  await client.query(
    `update portal.invitations set withdrawn_at = $2 where invited_by = $1 and accepted_at is null and withdrawn_at is null`,
    [personId, new Date(now)],
  )
}

/** Only an owner may ask for the company's data to be deleted: the request ends with that right, too. */
export async function withdrawDeletionOf(client: PoolClient, personId: number, now: number): Promise<void> {
  await client.query(
    `update portal.deletion_requests set withdrawn_at = $2
     where person_id = $1 and scope = 'company' and withdrawn_at is null and decision is null`,
    [personId, new Date(now)],
  )
}

/** Removes everything that allows a person to sign in. The row stays, because records refer to it. */
export async function removePerson(
  client: PoolClient,
  { id, email }: { id: number; email: string },
  now: number,
): Promise<void> {
  await lockHolder(client, buyer(id))
  const { rows } = await client.query<{ language: Language; company: string }>(
    `select person.language, company.company_short_name as company
     from portal.people person join cms.companies company on company.id = person.company_id where person.id = $1`,
    [id],
  )
  await endSessions(client, buyer(id))
  await voidTokens(client, buyer(id), null, now)
  await withdrawInvitationsOf(client, id, now)
  await withdrawDeletionOf(client, id, now)
  for (const table of ['push_subscriptions', 'notification_choices', 'second_factors', 'credentials'])
    await client.query(`delete from portal.${table} where person_id = $1`, [id])
  await client.query('update portal.people set removed_at = $2 where id = $1', [id, new Date(now)])
  if (rows[0]) await queueEmail(client, 'person_removed', null, { email, ...rows[0] })
}
