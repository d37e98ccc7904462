import type { AccessRequest } from '@/lib/contract/people'
import type { PersonRole } from '@/lib/contract/company'
import { refuse } from '@/lib/server/platform/call'
import { queueEmail } from '@/lib/server/jobs/emails'
import { type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { recordAction } from '@/lib/server/platform/company-audit'
import { removePerson, withdrawDeletionOf } from './removal'
import { endSessions } from './sessions'
import { lockCompany } from '@/lib/server/platform/company-sql'
import { buyer, lockHolder, voidTokens } from './tokens'

/**
 * Asks the owners of the active company with the same EDRPOU to admit the person (R14.3). The registration is answered like any
 * other, so that it does not disclose which codes are registered.
 */
export async function requestAccess(
  client: PoolClient,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<void> {
  const { rows } = await client.query<{ id: number; company_id: number; hour: string }>(
    `insert into portal.access_requests (company_id, person_id)
     select existing.id, $2 from cms.companies registered
     join cms.companies existing on existing.edrpou = registered.edrpou and existing.id <> registered.id
     join portal.accounts account on account.company_id = existing.id and account.status = 'active'
     where registered.id = $1 order by existing.id limit 1
     on conflict (company_id, person_id) do nothing
     returning id, company_id, to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD HH24') as hour`,
    [companyId, personId],
  )
  const request = rows[0]
  if (request === undefined) return
  const { id, company_id: owners, hour } = request
  // Strangers must not fill the owners' mailboxes; the page lists all requests.
  await queueEmail(client, 'access_requested', owners, { request_id: id }, `access_requested:${owners}:${hour}`)
}

/**
 * Undecided requests of people whose own registration no manager has decided on, and which still has the EDRPOU: a person who has corrected
 * a mistyped code no longer asks the other company.
 */
const OPEN = `request.decision is null and person.removed_at is null and person.company_id <> request.company_id and account.status = 'awaiting_confirmation'
  and exists (select from cms.companies registered join cms.companies existing using (edrpou)
    where registered.id = person.company_id and existing.id = request.company_id)`

/** Anyone can register with a company's code. */
const MAX_SHOWN = 100

export function listAccessRequests(db: Queryable, companyId: number): Promise<AccessRequest[]> {
  return readRows(
    db,
    `select request.id, portal.person_name(person) as name, person.email, person.phone, request.requested_at
     from portal.access_requests request
     join portal.people person on person.id = request.person_id
     join portal.accounts account on account.company_id = person.company_id
     where request.company_id = $1 and ${OPEN} order by request.id limit ${MAX_SHOWN}`,
    [companyId],
  )
}

type AccessDecision = { id: number } & ({ decision: 'admit'; role: PersonRole } | { decision: 'refuse' })

/**
 * Records an owner's decision. An admitted person moves to the owner's company with password, second factor and confirmed
 * address, and has to sign in again; the company that the person registered is closed. The caller has locked the owner's company.
 */
export async function decideAccess(
  client: PoolClient,
  owner: { companyId: number; personId: number },
  input: AccessDecision,
  now: number,
): Promise<{ ok: true } | ReturnType<typeof refuse>> {
  const { rows } = await client.query<{ person_id: number; registered: number }>(
    `select request.person_id, person.company_id as registered
     from portal.access_requests request join portal.people person on person.id = request.person_id
     where request.id = $1 and request.company_id = $2`,
    [input.id, owner.companyId],
  )
  const request = rows[0]
  if (!request) return refuse('not_found')
  // A manager may decide on the registration concurrently.
  await lockCompany(client, request.registered)
  await lockHolder(client, buyer(request.person_id))
  const open = await client.query(
    `select from portal.access_requests request
     join portal.people person on person.id = request.person_id
     join portal.accounts account on account.company_id = person.company_id
     where request.id = $1 and person.company_id = $2 and ${OPEN}`,
    [input.id, request.registered],
  )
  if (open.rowCount === 0) return refuse('access_request_closed')
  await client.query(
    `update portal.access_requests set decision = $2, decided_by = $3, decided_at = $4 where id = $1`,
    [input.id, input.decision === 'admit' ? 'admitted' : 'refused', owner.personId, new Date(now)],
  )
  const subject = `person:${request.person_id}`
  if (input.decision === 'refuse') {
    const company = await client.query<{ name: string }>(
      'select company_short_name as name from cms.companies where id = $1',
      [owner.companyId],
    )
    await queueEmail(
      client,
      'access_refused',
      { personId: request.person_id },
      { company: company.rows[0]?.name ?? '' },
    )
    await recordAction(client, { ...owner, action: 'access_refused', subject })
    return { ok: true }
  }
  await endSessions(client, buyer(request.person_id))
  await voidTokens(client, buyer(request.person_id), null, now)
  await withdrawDeletionOf(client, request.person_id, now)
  // Those whom the person had invited cannot use a closed registration, and their addresses must be free again.
  const others = await client.query<{ id: number; email: string }>(
    'select id, email from portal.people where company_id = $1 and id <> $2 and removed_at is null order by id',
    [request.registered, request.person_id],
  )
  for (const other of others.rows) await removePerson(client, other, now)
  await closeRegistration(client, request.registered)
  await client.query('update portal.people set company_id = $2, role = $3 where id = $1', [
    request.person_id,
    owner.companyId,
    input.role,
  ])
  await queueEmail(client, 'access_granted', { personId: request.person_id }, { role: input.role })
  await recordAction(client, { ...owner, action: 'admitted', subject, details: { role: input.role } })
  return { ok: true }
}

/** Deactivates a company whose owner was admitted to another one, and erases its contact. */
async function closeRegistration(client: PoolClient, companyId: number): Promise<void> {
  await client.query(`insert into portal.account_decisions (company_id, kind) values ($1, 'deactivated')`, [companyId])
  await client.query(
    `update cms.companies set name = '—', surname = '—', patronymic = null, phone = '—', email = format('closed-%s@closed.invalid', id), updated_at = now()
     where id = $1`,
    [companyId],
  )
}
