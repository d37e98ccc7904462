import type { User } from '@/lib/contract/accounts'
import { companyFields } from '@/lib/contract/company'
import type { Parsed } from '@/lib/contract/endpoint'
import type { profileEndpoints } from '@/lib/contract/profile'
import { personalWords } from '@/lib/domain/password'
import { accountOf, answer, type Handlers, refuse, withOutcome } from '@/lib/server/http/handler'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { hashPassword, passwordFaults } from './passwords'
import { type IdentityDependencies, mailLink, setPassword } from './registration'
import { endSessions } from './sessions'
import { buyer, lockHolder, voidTokens, waitForLetter, waitForLink } from './tokens'
import { companyFaults, findUser, isUsed } from './users'

/** Browsers of one account that get notices; the oldest makes room for another. */
const MAX_SUBSCRIPTIONS = 20

/** A company changes its own account. */
export function createProfileEndpoints(deps: IdentityDependencies): Handlers<typeof profileEndpoints> {
  const { pool, clock, sessions, companies, linkTokens, signIn } = deps

  return {
    async update(change, call) {
      const { accountId } = accountOf(call)
      const errors = companyFaults(change)
      if (errors.length > 0) return refuse('invalid_input', { errors })
      return withOutcome(pool, async (client) => {
        await lockHolder(client, buyer(accountId))
        const before = await findUser(client, accountId)
        if (!before) return refuse('unauthorized')
        const changes = changesOf(before, change)
        // A manager has confirmed these of this company, and applications rest on them.
        if (before.status !== 'awaiting_confirmation' && changes.some(({ field }) => field in companyFields))
          return refuse('company_data_confirmed')
        if (changes.length === 0 && (change.language ?? before.language) === before.language)
          return answer({ data: before })
        const written = await companies.update(client, accountId, change)
        if (!written.ok) return refuse(written.code, 'errors' in written ? { errors: written.errors } : {})
        if (changes.length > 0) await queueLetter(client, 'account_updated', null, { account_id: accountId, changes })
        const user = await findUser(client, accountId)
        return user ? answer({ data: user }) : refuse('unauthorized')
      })
    },

    async changePassword({ current_password: current, password }, call) {
      const { accountId, sessionId } = accountOf(call)
      const proven = await signIn.proveOwner(accountId, current, call)
      if (!proven.ok) return proven
      const user = await findUser(pool, accountId)
      const errors = await passwordFaults(password, user ? personalWords(user) : [])
      if (errors.length > 0) return refuse('invalid_input', { errors })
      const hash = await hashPassword(password)
      const outcome = await withOutcome(pool, async (client) => {
        await lockHolder(client, buyer(accountId))
        // Comparing and hashing take their time: of several changes with one present password only the first is right.
        const now = await signIn.rules.find(client, { id: accountId })
        if (now?.passwordHash !== proven.person.passwordHash) return refuse('password_incorrect')
        await setPassword(client, accountId, hash, clock.now())
        await endSessions(client, buyer(accountId), { except: sessionId })
        return answer({ data: {} })
      })
      sessions.forget(accountId)
      return outcome
    },

    async changeEmail({ email, password }, call) {
      const { accountId } = accountOf(call)
      const proven = await signIn.proveOwner(accountId, password, call)
      if (!proven.ok) return proven
      return withOutcome(pool, async (client) => {
        await lockHolder(client, buyer(accountId))
        const user = await findUser(client, accountId)
        if (user?.email.toLowerCase() === email) return refuse('email_unchanged')
        if (await isUsed(client, email)) return refuse('email_already_used')
        const wait = await waitForLink(client, buyer(accountId), 'email_change', clock.now())
        if (wait > 0) return tooSoon(wait)
        await mailLink(client, linkTokens, 'email_change', accountId, email, clock.now())
        return answer({ data: {} })
      })
    },

    /** Needs no password: it leaves everything as it is. */
    cancelEmailChange: (_input, call) =>
      withOutcome(pool, async (client) => {
        const holder = buyer(accountOf(call).accountId)
        await lockHolder(client, holder)
        await voidTokens(client, holder, ['email_change'], clock.now())
        return answer({ data: {} })
      }),

    resendLink: ({ link: kind }, call) =>
      withOutcome(pool, async (client) => {
        const { accountId } = accountOf(call)
        const holder = buyer(accountId)
        await lockHolder(client, holder)
        const user = await findUser(client, accountId)
        const email = kind === 'email_change' ? user?.pending_email : user?.email_confirmed ? null : user?.email
        if (!email) return refuse('email_nothing_to_confirm')
        const wait = await waitForLetter(client, holder, kind, clock.now())
        if (wait > 0) return tooSoon(wait)
        await mailLink(client, linkTokens, kind, accountId, email.toLowerCase(), clock.now())
        const again = Math.ceil((await waitForLetter(client, holder, kind, clock.now())) / 1000)
        return answer({ data: { email, again_after: again } })
      }),

    /** A browser subscription belongs to one account and one session; registering it again moves it. */
    async addPushId({ push_id }, call) {
      const { accountId, sessionId } = accountOf(call)
      return withTransaction(pool, (client) => moveSubscription(client, { accountId, sessionId, pushId: push_id }))
    },

    async removePushId({ push_id }, call) {
      const { accountId } = accountOf(call)
      await pool.query(`delete from portal.push_subscriptions where account_id = $1 and push_id = $2`, [
        accountId,
        push_id,
      ])
      return answer({ data: {} })
    },
  }
}

function tooSoon(wait: number) {
  return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

async function moveSubscription(
  client: PoolClient,
  { accountId, sessionId, pushId }: { accountId: number; sessionId: string; pushId: string },
) {
  await client.query(`delete from portal.push_subscriptions where push_id = $2 and account_id <> $1`, [
    accountId,
    pushId,
  ])
  await client.query(
    `insert into portal.push_subscriptions (account_id, push_id, session_id) values ($1, $2, $3)
     on conflict (account_id, push_id) do update set session_id = excluded.session_id`,
    [accountId, pushId, sessionId],
  )
  await client.query(
    `delete from portal.push_subscriptions
     where account_id = $1 and id not in (select id from portal.push_subscriptions where account_id = $1 order by id desc limit $2)`,
    [accountId, MAX_SUBSCRIPTIONS],
  )
  return answer({ data: {} })
}

type Change = Parsed<typeof profileEndpoints.update>

/** The differences, for the managers' letter; the language of letters is the company's own affair. */
function changesOf(before: User, change: Change): { field: string; before: string; after: string }[] {
  const { language: _language, ...fields } = change
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
    const after = fields[field]
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field], after }]
  })
}
