import type { User } from '@/lib/contract/accounts'
import { companyFields } from '@/lib/contract/company'
import type { Parsed } from '@/lib/contract/endpoint'
import type { profileEndpoints } from '@/lib/contract/profile'
import { personalWords } from '@/lib/domain/password'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Clock } from '@/lib/server/platform/clock'
import { accountOf, answer, type Handlers, refuse, withOutcome } from '@/lib/server/http/handler'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { lockAccount, issueLink, voidLinks, waitForLetter, waitForLink } from './links'
import { setPassword } from './password-reset'
import { hashPassword, isOwnPassword, passwordFaults } from './passwords'
import { companyFaults } from './auth'
import { endSessions, type Sessions } from './sessions'
import { type Companies, findUser, isUsed } from './users'
import { queueLetter } from '@/lib/server/jobs/letters'

type Names = 'changeEmail' | 'cancelEmailChange' | 'resendLink'

/** Asking for another address, taking that back, and the letter once more. */
function createEmailChange(deps: {
  pool: Pool
  clock: Clock
  linkTokens: LinkTokens
}): Pick<Handlers<typeof profileEndpoints>, Names> {
  const { pool, clock, linkTokens } = deps

  async function mailLink(
    client: PoolClient,
    kind: 'email_confirmation' | 'email_change',
    accountId: number,
    email: string,
  ): Promise<void> {
    const id = await issueLink(client, linkTokens, { kind, accountId, email }, clock.now())
    await queueLetter(client, kind, accountId, { token_id: id, email })
  }

  return {
    async changeEmail({ email, password }, call) {
      const { accountId } = accountOf(call)
      if (!(await isOwnPassword(pool, accountId, password))) return refuse('password_incorrect')
      return withOutcome(pool, async (client) => {
        await lockAccount(client, accountId)
        const user = await findUser(client, accountId)
        if (user?.email.toLowerCase() === email) return refuse('email_unchanged')
        if (await isUsed(client, email)) return refuse('email_already_used')
        const wait = await waitForLink(client, accountId, 'email_change', clock.now())
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        await mailLink(client, 'email_change', accountId, email)
        return answer({ data: {} })
      })
    },

    /** Needs no password: it leaves everything as it is. */
    cancelEmailChange: (_input, call) =>
      withOutcome(pool, async (client) => {
        const { accountId } = accountOf(call)
        await lockAccount(client, accountId)
        await voidLinks(client, accountId, 'email_change', clock.now())
        return answer({ data: {} })
      }),

    resendLink: ({ link: kind }, call) =>
      withOutcome(pool, async (client) => {
        const { accountId } = accountOf(call)
        await lockAccount(client, accountId)
        const user = await findUser(client, accountId)
        const email = kind === 'email_change' ? user?.pending_email : user?.email_confirmed ? null : user?.email
        if (!email) return refuse('email_nothing_to_confirm')
        const wait = await waitForLetter(client, accountId, kind, clock.now())
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        await mailLink(client, kind, accountId, email.toLowerCase())
        return answer({
          data: { email, again_after: Math.ceil((await waitForLetter(client, accountId, kind, clock.now())) / 1000) },
        })
      }),
  }
}

/** Browsers of one account; the one that was added first makes room for another. */
const maxSubscriptions = 20

function createPushEndpoints({
  pool,
}: {
  pool: Pool
}): Pick<Handlers<typeof profileEndpoints>, 'addPushId' | 'removePushId'> {
  return {
    /** A browser tells one account, while the session lasts that added it: whoever signed in there before is told there no more. */
    async addPushId({ push_id }, call) {
      const { accountId, sessionId } = accountOf(call)
      return withTransaction(pool, async (client) => {
        await client.query(`delete from portal.push_subscriptions where push_id = $2 and account_id <> $1`, [
          accountId,
          push_id,
        ])
        await client.query(
          `insert into portal.push_subscriptions (account_id, push_id, session_id) values ($1, $2, $3)
           on conflict (account_id, push_id) do update set session_id = excluded.session_id`,
          [accountId, push_id, sessionId],
        )
        await client.query(
          `delete from portal.push_subscriptions
           where account_id = $1 and id not in (select id from portal.push_subscriptions where account_id = $1 order by id desc limit $2)`,
          [accountId, maxSubscriptions],
        )
        return answer({ data: {} })
      })
    },

    async removePushId({ push_id }, call) {
      await pool.query(`delete from portal.push_subscriptions where account_id = $1 and push_id = $2`, [
        accountOf(call).accountId,
        push_id,
      ])
      return answer({ data: {} })
    },
  }
}

interface ProfileDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  companies: Companies
  linkTokens: LinkTokens
}

/** What a company changes of its own account. */
export function createProfileEndpoints(deps: ProfileDependencies): Handlers<typeof profileEndpoints> {
  const { pool, clock, sessions, companies, linkTokens } = deps
  return {
    ...createPushEndpoints({ pool }),
    ...createEmailChange({ pool, clock, linkTokens }),

    async update(change, call) {
      const { accountId } = accountOf(call)
      const errors = companyFaults(change)
      if (errors.length > 0) return refuse('invalid_input', { errors })
      return withOutcome(pool, async (client) => {
        await lockAccount(client, accountId)
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
      if (!(await isOwnPassword(pool, accountId, current))) return refuse('password_incorrect')
      const user = await findUser(pool, accountId)
      const errors = await passwordFaults(password, user ? personalWords(user) : [])
      if (errors.length > 0) return refuse('invalid_input', { errors })
      const hash = await hashPassword(password)
      const outcome = await withOutcome(pool, async (client) => {
        await lockAccount(client, accountId)
        await setPassword(client, accountId, hash, clock.now())
        await endSessions(client, accountId, { except: sessionId })
        return answer({ data: {} })
      })
      sessions.forget(accountId)
      return outcome
    },
  }
}

type Change = Parsed<typeof profileEndpoints.update>

/** What differs, for the managers' letter; the language of letters is the company's own affair. */
function changesOf(before: User, change: Change): { field: string; before: string; after: string }[] {
  const { language: _language, ...fields } = change
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
    const after = fields[field]
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field], after }]
  })
}
