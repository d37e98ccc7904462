import * as z from 'zod'
import type { User } from '@/lib/contract/accounts'
import { companyFields, personNames, phone } from '@/lib/contract/company'
import type { Parsed } from '@/lib/contract/endpoint'
import { language } from '@/lib/contract/primitives'
import type { profileEndpoints } from '@/lib/contract/profile'
import { personalWords } from '@/lib/domain/password'
import { accountOf, answer, type Handlers, refuse, withOutcome } from '@/lib/server/platform/call'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { hashPassword, passwordFaults } from './passwords'
import { type IdentityDependencies, mailLink, setPassword } from './registration'
import { endSessions } from './sessions'
import { recordAction } from '@/lib/server/platform/company-audit'
import { lockCompany } from '@/lib/server/platform/company-sql'
import { buyer, lockHolder, voidTokens, waitForEmail, waitForLink } from './tokens'
import { companyFaults, findUser, isUsed } from './users'

/** Maximum number of browsers per person with push messages; a new one replaces the oldest. */
const MAX_SUBSCRIPTIONS = 20

/** People change their own data and, as owners, the company's. */
export function createProfileEndpoints(deps: IdentityDependencies): Handlers<typeof profileEndpoints> {
  const { pool, clock, sessions, companies, linkTokens, signIn } = deps

  return {
    async update(change, call) {
      const { companyId, personId, role } = accountOf(call)
      const errors = companyFaults(change)
      if (errors.length > 0) return refuse('invalid_input', { errors })
      return withOutcome(pool, async (client) => {
        await lockCompany(client, companyId)
        const before = await findUser(client, personId)
        if (!before) return refuse('unauthorized')
        const changes = changesOf(before, change)
        if (role !== 'owner' && changes.some(({ field }) => !(field in ownFields.shape)))
          return refuse('role_insufficient')
        // A manager has confirmed this data, and applications are based on it.
        if (before.status !== 'awaiting_confirmation' && changes.some(({ field }) => field in companyFields))
          return refuse('company_data_confirmed')
        if (changes.length === 0 && (change.language ?? before.language) === before.language)
          return answer({ data: before })
        await updatePerson(client, personId, ownFields.parse(change))
        const company = changes.filter(({ field }) => !(field in ownFields.shape))
        if (company.length > 0) {
          const updated = await companies.update(
            client,
            companyId,
            Object.fromEntries(company.map(({ field, after }) => [field, after])),
          )
          if (!updated.ok) return refuse(updated.code, 'errors' in updated ? { errors: updated.errors } : {})
          const fields = company.map(({ field }) => field)
          await recordAction(client, { companyId, personId, action: 'company_changed', details: { fields } })
        }
        // Managers need to know whom to call: an owner's phone concerns them, a trader's only the company.
        if (company.length > 0 || (changes.length > 0 && role === 'owner'))
          await queueEmail(client, 'account_updated', null, { company_id: companyId, changes })
        const user = await findUser(client, personId)
        return user ? answer({ data: user }) : refuse('unauthorized')
      })
    },

    async changePassword({ current_password: present, password }, call) {
      const { companyId, personId, sessionId } = accountOf(call)
      const proven = await signIn.reauthenticate(personId, present, call)
      if (!proven.ok) return proven
      const user = await findUser(pool, personId)
      const errors = await passwordFaults(password, user ? personalWords(user) : [])
      if (errors.length > 0) return refuse('invalid_input', { errors })
      const hash = await hashPassword(password)
      const outcome = await withOutcome(pool, async (client) => {
        await lockHolder(client, buyer(personId))
        // Comparing and hashing take time: only the first of concurrent changes with the same current password is
        // allowed.
        const current = await signIn.rules.find(client, { id: personId })
        if (current?.passwordHash !== proven.person.passwordHash) return refuse('password_incorrect')
        await setPassword(client, personId, hash, clock.now())
        await endSessions(client, buyer(personId), { except: sessionId })
        return answer({ data: {} })
      })
      sessions.forget(companyId)
      return outcome
    },

    async changeEmail({ email, password }, call) {
      const { personId } = accountOf(call)
      const proven = await signIn.reauthenticate(personId, password, call)
      if (!proven.ok) return proven
      return withOutcome(pool, async (client) => {
        await lockHolder(client, buyer(personId))
        const user = await findUser(client, personId)
        if (user?.email === email) return refuse('email_unchanged')
        if (await isUsed(client, email)) return refuse('email_already_used')
        const wait = await waitForLink(client, buyer(personId), 'email_change', clock.now())
        if (wait > 0) return tooSoon(wait)
        await mailLink(client, linkTokens, 'email_change', personId, email, clock.now())
        return answer({ data: {} })
      })
    },

    /** Needs no password, because the address does not change. */
    cancelEmailChange: (_input, call) =>
      withOutcome(pool, async (client) => {
        const holder = buyer(accountOf(call).personId)
        await lockHolder(client, holder)
        await voidTokens(client, holder, ['email_change'], clock.now())
        return answer({ data: {} })
      }),

    resendLink: ({ link: kind }, call) =>
      withOutcome(pool, async (client) => {
        const { personId } = accountOf(call)
        const holder = buyer(personId)
        await lockHolder(client, holder)
        const user = await findUser(client, personId)
        const email = kind === 'email_change' ? user?.pending_email : user?.email_confirmed ? null : user?.email
        if (!email) return refuse('email_nothing_to_confirm')
        const wait = await waitForEmail(client, holder, kind, clock.now())
        if (wait > 0) return tooSoon(wait)
        await mailLink(client, linkTokens, kind, personId, email, clock.now())
        const again = Math.ceil((await waitForEmail(client, holder, kind, clock.now())) / 1000)
        return answer({ data: { email, again_after: again } })
      }),

    /** A browser subscription belongs to one person and one session; registering it again moves it. */
    addPushId: ({ push_id }, call) =>
      withTransaction(pool, async (client) => {
        const { personId, sessionId } = accountOf(call)
        await client.query(`delete from portal.push_subscriptions where push_id = $2 and person_id <> $1`, [
          personId,
          push_id,
        ])
        await client.query(
          `insert into portal.push_subscriptions (person_id, push_id, session_id) values ($1, $2, $3)
           on conflict (person_id, push_id) do update set session_id = excluded.session_id`,
          [personId, push_id, sessionId],
        )
        await client.query(
          `delete from portal.push_subscriptions
           where person_id = $1 and id not in (select id from portal.push_subscriptions where person_id = $1 order by id desc limit $2)`,
          [personId, MAX_SUBSCRIPTIONS],
        )
        return answer({ data: {} })
      }),

    async removePushId({ push_id }, call) {
      const { personId } = accountOf(call)
      await pool.query(`delete from portal.push_subscriptions where person_id = $1 and push_id = $2`, [
        personId,
        push_id,
      ])
      return answer({ data: {} })
    },
  }
}

function tooSoon(wait: number) {
  return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

type Change = Parsed<typeof profileEndpoints.update>

/** A person's own data; the rest is the company's. */
const ownFields = z.object({ ...personNames, patronymic: personNames.patronymic.unwrap(), phone, language }).partial()

async function updatePerson(client: PoolClient, personId: number, change: z.infer<typeof ownFields>): Promise<void> {
  await client.query(
    `update portal.people set surname = coalesce($2, surname), name = coalesce($3, name), patronymic = coalesce($4, patronymic),
       phone = coalesce($5, phone), language = coalesce($6, language) where id = $1`,
    [personId, change.surname, change.name, change.patronymic, change.phone, change.language],
  )
}

/** The differences, for the email to the managers, without the language of emails. */
function changesOf(before: User, change: Change): { field: string; before: string; after: string }[] {
  const { language: _language, ...fields } = change
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
    const after = fields[field]
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field], after }]
  })
}
