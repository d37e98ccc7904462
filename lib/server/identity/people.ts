import type { PersonRole } from '@/lib/contract/company'
import type { Invitation, People, peopleEndpoints, Person } from '@/lib/contract/people'
import type { Language } from '@/lib/contract/primitives'
import { personalWords } from '@/lib/domain/password'
import {
  accountOf,
  answer,
  type Call,
  type Handlers,
  type Outcome,
  refuse,
  withOutcome,
} from '@/lib/server/platform/call'
import { queueEmail } from '@/lib/server/jobs/emails'
import { type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { decideAccess, listAccessRequests } from './access-requests'
import { listActions, recordAction } from '@/lib/server/platform/company-audit'
import { hashPassword, passwordFaults } from './passwords'
import { confirmEmail, type IdentityDependencies } from './registration'
import { announceAccount } from './sessions'
import { removePerson, withdrawDeletionOf, withdrawInvitationsOf } from './removal'
import { lockCompany } from '@/lib/server/platform/company-sql'
import { hashToken, HOUR_MS, EMAIL_PAUSE_MS, LINKS_PER_HOUR } from './tokens'
import { isUsed } from './users'

const INVITATION_MS = 7 * 24 * 60 * 60_000
/** People and invitations of a company together. */
const MAX_PEOPLE = 50

/** A company's people and their roles (R14.2). The lock of the company serialises changes by several owners. */
export function createPeopleEndpoints(deps: IdentityDependencies): Handlers<typeof peopleEndpoints> {
  const { pool, clock, sessions, linkTokens } = deps

  async function answerPeople(call: Call): Promise<Outcome<{ data: People }>> {
    return answer({ data: await readPeople(pool, accountOf(call), clock.now()) })
  }

  /**
   * Changes the people of the caller's company, if the caller is still an owner once the lock is held, and returns the
   * new state.
   */
  async function change(
    call: Call,
    work: (
      client: PoolClient,
      owner: { companyId: number; personId: number },
    ) => Promise<{ ok: true } | ReturnType<typeof refuse>>,
  ): Promise<Outcome<{ data: People }>> {
    const { companyId, personId } = accountOf(call)
    const outcome = await withOutcome(pool, async (client): Promise<Outcome<null>> => {
      await lockCompany(client, companyId)
      const caller = await findOne(client, companyId, personId)
      if (caller?.role !== 'owner' || caller.deactivated) return refuse('role_insufficient')
      const changed = await work(client, { companyId, personId })
      return changed.ok ? answer(null) : changed
    })
    // Other servers are notified; this one must clear its own cache, for all companies: a person may have come from
    // another one.
    sessions.forget()
    return outcome.ok ? answerPeople(call) : outcome
  }

  return {
    list: (_input, call) => answerPeople(call),

    async activity(paging, call) {
      return answer({ data: await listActions(pool, accountOf(call).companyId, paging) })
    },

    invite: ({ email, role, lang }, call) =>
      change(call, async (client, owner) => {
        if (await hasUnconfirmedEmail(client, owner)) return refuse('account_email_not_confirmed')
        if (await isUsed(client, email)) return refuse('email_already_used')
        const now = clock.now()
        const wait = await waitForInvitation(client, email, now)
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        await client.query(
          `update portal.invitations set withdrawn_at = $3 where company_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null`,
          [owner.companyId, email, new Date(now)],
        )
        if ((await countPeople(client, owner.companyId, now)) >= MAX_PEOPLE) return refuse('people_limit_reached')
        const id = crypto.randomUUID()
        await client.query(
          `insert into portal.invitations (id, token_hash, company_id, email, role, invited_by, invited_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            id,
            hashToken(linkTokens.tokenOf(id)),
            owner.companyId,
            email,
            role,
            owner.personId,
            new Date(now),
            new Date(now + INVITATION_MS),
          ],
        )
        const invitation = { invitation_id: id, language: lang }
        await queueEmail(client, 'invitation', null, invitation, `invitation:${id}`)
        await recordAction(client, { ...owner, action: 'invited', subject: `invitation:${id}`, details: { role } })
        return { ok: true }
      }),

    withdrawInvitation: ({ id }, call) =>
      change(call, async (client, owner) => {
        const { rowCount } = await client.query(
          `update portal.invitations set withdrawn_at = $3
           where id = $1 and company_id = $2 and accepted_at is null and withdrawn_at is null`,
          [id, owner.companyId, new Date(clock.now())],
        )
        if (rowCount === 0) return refuse('not_found')
        await recordAction(client, { ...owner, action: 'invitation_withdrawn', subject: `invitation:${id}` })
        return { ok: true }
      }),

    changeRole: ({ id, role }, call) =>
      change(call, async (client, owner) => {
        const person = await findOne(client, owner.companyId, id)
        if (!person) return refuse('not_found')
        if (person.role === role) return { ok: true }
        if (await isLastOwner(client, owner.companyId, person)) return refuse('last_owner')
        await client.query('update portal.people set role = $2 where id = $1', [id, role])
        if (person.role === 'owner') {
          await withdrawInvitationsOf(client, id, clock.now())
          await withdrawDeletionOf(client, id, clock.now())
        }
        // Sessions continue with the new role; streams are closed, and cached sessions dropped.
        await announceAccount(client, owner.companyId)
        await queueEmail(client, 'role_changed', { personId: id }, { role })
        await recordAction(client, { ...owner, action: 'role_changed', subject: `person:${id}`, details: { role } })
        return { ok: true }
      }),

    async remove({ id }, call) {
      const { companyId, personId } = accountOf(call)
      const outcome = await withOutcome(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
        await lockCompany(client, companyId)
        const caller = await findOne(client, companyId, personId)
        const isOwner = caller?.role === 'owner' && !caller.deactivated
        if (!caller || (id !== personId && !isOwner)) return refuse('role_insufficient')
        const person = id === personId ? caller : await findOne(client, companyId, id)
        if (!person) return refuse('not_found')
        if (await isLastOwner(client, companyId, person)) return refuse('last_owner')
        await removePerson(client, person, clock.now())
        await recordAction(client, {
          companyId,
          personId,
          action: id === personId ? 'left' : 'removed',
          subject: `person:${id}`,
        })
        return answer({ data: {} })
      })
      sessions.forget(companyId)
      return outcome
    },

    decideAccess: (input, call) =>
      change(call, async (client, owner) => {
        if (input.decision === 'admit' && (await countPeople(client, owner.companyId, clock.now())) >= MAX_PEOPLE)
          return refuse('people_limit_reached')
        return decideAccess(client, owner, input, clock.now())
      }),

    setDocumentsEmail: ({ email }, call) =>
      change(call, async (client, owner) => {
        if (email !== null && (await hasUnconfirmedEmail(client, owner))) return refuse('account_email_not_confirmed')
        if (email === null)
          await client.query('delete from portal.documents_addresses where company_id = $1', [owner.companyId])
        else
          await client.query(
            `insert into portal.documents_addresses (company_id, email) values ($1, $2) on conflict (company_id) do update set email = excluded.email`,
            [owner.companyId, email],
          )
        await queueEmail(client, 'documents_address_changed', owner.companyId, { email })
        await recordAction(client, { ...owner, action: 'documents_email_changed' })
        return { ok: true }
      }),

    async invitation({ token }) {
      const opened = await findInvitation(pool, token, clock.now())
      if (!opened.ok) return opened
      const { email, role, edrpou, company_name, invited_by, confirmed } = opened.invitation
      return answer({
        data: {
          email,
          role,
          edrpou,
          ...(confirmed ? { company_name, invited_by } : { company_name: null, invited_by: null }),
        },
      })
    },

    async accept({ token, lang, password, accept_rules: _accepted, ...details }) {
      const opened = await findInvitation(pool, token, clock.now())
      if (!opened.ok) return opened
      const { email, company_name } = opened.invitation
      const words = personalWords({ ...details, email, company_name, company_short_name: '' })
      const errors = await passwordFaults(password, words)
      if (errors.length > 0) return refuse('invalid_input', { errors })
      // Slow on purpose, so outside of the transaction.
      const hash = await hashPassword(password)
      return withOutcome(pool, async (client) => {
        await lockCompany(client, opened.invitation.company_id)
        const locked = await findInvitation(client, token, clock.now(), 'for update of invitation')
        if (!locked.ok) return locked
        const { id, company_id: companyId, role } = locked.invitation
        const company = await client.query(
          `select from portal.accounts where company_id = $1 and status <> 'deactivated'`,
          [companyId],
        )
        if (company.rowCount === 0) return refuse('link_used')
        await client.query('update portal.invitations set accepted_at = $2 where id = $1', [id, new Date(clock.now())])
        const personId = await addPerson(client, { ...details, companyId, email, role, language: lang })
        if (personId === null) return refuse('email_already_used')
        await client.query('insert into portal.credentials (person_id, password_hash) values ($1, $2)', [
          personId,
          hash,
        ])
        // The link was mailed to this address, which proves it.
        await confirmEmail(client, personId, email)
        await recordAction(client, {
          companyId,
          personId,
          action: 'joined',
          subject: `person:${personId}`,
          details: { role },
        })
        return answer({ data: { email } })
      })
    },
  }
}

/**
 * Whether a new registration's email is still unconfirmed. Anyone can register with somebody else's address, and the mailbox's owner takes
 * such a registration over by resetting the password: it must not come with people whom a stranger invited.
 */
async function hasUnconfirmedEmail(
  db: Queryable,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from portal.accounts where company_id = $1 and status = 'awaiting_confirmation'
       and not exists (select from portal.email_confirmations where person_id = $2)`,
    [companyId, personId],
  )
  return rowCount !== 0
}

interface Member {
  id: number
  email: string
  role: PersonRole
  deactivated: boolean
}

async function findOne(db: Queryable, companyId: number, id: number): Promise<Member | null> {
  const { rows } = await db.query<Member>(
    `select id, email, role, deactivated_at is not null as deactivated from portal.people
     where company_id = $1 and id = $2 and removed_at is null`,
    [companyId, id],
  )
  return rows[0] ?? null
}

/** A person whom a manager has deactivated cannot act for the company, so does not count as an owner. */
async function isLastOwner(db: Queryable, companyId: number, { id, role }: Member): Promise<boolean> {
  if (role !== 'owner') return false
  const { rowCount } = await db.query(
    `select from portal.people where company_id = $1 and id <> $2 and role = 'owner' and removed_at is null and deactivated_at is null`,
    [companyId, id],
  )
  return rowCount === 0
}

async function countPeople(db: Queryable, companyId: number, now: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select (select count(*) from portal.people where company_id = $1 and removed_at is null)::integer
       + (select count(*) from portal.invitations where company_id = $1 and accepted_at is null and withdrawn_at is null and expires_at > $2)::integer as n`,
    [companyId, new Date(now)],
  )
  return rows[0]?.n ?? 0
}

/** The new person's id; null if another person has the email address. */
async function addPerson(
  client: PoolClient,
  person: {
    companyId: number
    email: string
    role: PersonRole
    language: Language
    name: string
    surname: string
    patronymic: string
    phone: string
  },
): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `insert into portal.people (company_id, email, role, language, name, surname, patronymic, phone)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) where removed_at is null do nothing returning id`,
    [
      person.companyId,
      person.email,
      person.role,
      person.language,
      person.name,
      person.surname,
      person.patronymic,
      person.phone,
    ],
  )
  return rows[0]?.id ?? null
}

async function readPeople(
  db: Queryable,
  { companyId, personId, role }: { companyId: number; personId: number; role: PersonRole },
  now: number,
): Promise<People> {
  const isOwner = role === 'owner'
  const [list, invitations, requests, documents] = await Promise.all([
    listPeople(db, companyId, { personId, isOwner }),
    isOwner ? listInvitations(db, companyId, now) : [],
    isOwner ? listAccessRequests(db, companyId) : [],
    readRows<{ email: string; refused_since: string | null }>(
      db,
      'select email, portal.refuses_since(email) as refused_since from portal.documents_addresses where company_id = $1',
      [companyId],
    ),
  ])
  return {
    list,
    invitations,
    access_requests: requests,
    documents_email: documents[0]?.email ?? null,
    documents_email_refused_since: documents[0]?.refused_since ?? null,
  }
}

/** Owners and the staff (`isOwner`) see how the others sign in. */
export async function listPeople(
  db: Queryable,
  companyId: number,
  { personId, isOwner }: { personId: number | null; isOwner: boolean },
): Promise<Person[]> {
  return readRows<Person>(
    db,
    `select person.id, person.email, portal.person_name(person) as name, person.phone, person.role, person.created_at,
       case when $3 or person.id = $2 then person.signed_in_at end as signed_in_at,
       case when $3 or person.id = $2 then factor.enabled_at is not null end as second_factor,
       person.deactivated_at is not null as deactivated,
       case when $3 or person.id = $2 then portal.refuses_since(person.email) end as email_refused_since, coalesce(person.id = $2, false) as self
     from portal.people person left join portal.second_factors factor on factor.person_id = person.id
     where person.company_id = $1 and person.removed_at is null
     order by array_position(array['owner', 'trader', 'viewer'], person.role), person.id`,
    [companyId, personId, isOwner],
  )
}

/** Milliseconds until the address may be invited again, by any company: a mailbox must not be flooded. */
async function waitForInvitation(db: Queryable, email: string, now: number): Promise<number> {
  const { rows } = await db.query<{ invited_at: Date }>(
    `select invited_at from portal.invitations where email = $1 and invited_at > $2 order by invited_at desc limit $3`,
    [email, new Date(now - HOUR_MS), LINKS_PER_HOUR],
  )
  const [last] = rows
  const oldest = rows[LINKS_PER_HOUR - 1]
  return Math.max(
    0,
    last ? last.invited_at.getTime() + EMAIL_PAUSE_MS - now : 0,
    oldest ? oldest.invited_at.getTime() + HOUR_MS - now : 0,
  )
}

async function listInvitations(db: Queryable, companyId: number, now: number): Promise<Invitation[]> {
  return readRows<Invitation>(
    db,
    `select invitation.id, invitation.email, invitation.role, invitation.invited_at, invitation.expires_at, portal.person_name(person) as invited_by,
       case when queued.failed_at is not null and queued.sent_at is null then 'refused'
         when queued.sent_at is null and queued.last_error is not null then 'late' end as undelivered
     from portal.invitations invitation join portal.people person on person.id = invitation.invited_by
     left join portal.outbox queued on queued.dedupe_key = 'invitation:' || invitation.id and not queued.not_needed
     where invitation.company_id = $1 and invitation.accepted_at is null and invitation.withdrawn_at is null and invitation.expires_at > $2
     order by invitation.invited_at`,
    [companyId, new Date(now)],
  )
}

interface FoundInvitation {
  id: string
  company_id: number
  email: string
  role: PersonRole
  edrpou: string
  company_name: string
  invited_by: string
  confirmed: boolean
  over: boolean
  expired: boolean
}

async function findInvitation(
  db: Queryable,
  token: string,
  now: number,
  lock: '' | 'for update of invitation' = '',
): Promise<{ ok: true; invitation: FoundInvitation } | ReturnType<typeof refuse>> {
  const hash = hashToken(token.trim())
  if (hash === null) return refuse('link_invalid')
  const { rows } = await db.query<FoundInvitation>(
    `select invitation.id, invitation.company_id, invitation.email, invitation.role, company.edrpou, company.company_short_name as company_name,
       (select status = 'active' from portal.accounts where company_id = invitation.company_id) as confirmed,
       portal.person_name(person) as invited_by, invitation.accepted_at is not null or invitation.withdrawn_at is not null as over,
       invitation.expires_at <= $2 as expired
     from portal.invitations invitation
     join cms.companies company on company.id = invitation.company_id
     join portal.people person on person.id = invitation.invited_by
     where invitation.token_hash = $1 ${lock}`,
    [hash, new Date(now)],
  )
  const invitation = rows[0]
  if (!invitation) return refuse('link_invalid')
  if (invitation.over) return refuse('link_used')
  return invitation.expired ? refuse('link_expired') : { ok: true, invitation }
}
