import type { Parsed } from '@/lib/contract/endpoint'
import type { User } from '@/lib/contract/accounts'
import { companyFields } from '@/lib/contract/company'
import type { profileEndpoints } from '@/lib/contract/profile'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import { accountOf, answer, refuse, type Handlers } from '@/lib/server/kernel/handler'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { withOutcome } from '@/lib/server/kernel/outcome-transaction'
import type { Companies } from './companies'
import { companyFaults } from './company-checks'
import { queueLetter } from './letters'
import { issueLink, lockAccount, waitForLink } from './links'
import { isOwnPassword } from './own-password'
import { ownWords, setPassword } from './password-reset'
import { passwordFaults } from './password-rules'
import { hashPassword } from './passwords'
import { createPushEndpoints } from './push'
import { isUsed } from './register'
import { endSessions } from './session-writes'
import type { Sessions } from './sessions'
import { findUser } from './users'

export interface ProfileDependencies {
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
        if (before.status !== 'awaiting_confirmation' && changes.some(({ field }) => field in companyFields)) return refuse('company_data_confirmed')
        const written = await companies.update(client, accountId, change)
        if (!written.ok) return refuse(written.code, 'errors' in written ? { errors: written.errors } : {})
        if (changes.length > 0) await queueLetter(client, 'account_updated', null, { account_id: accountId, changes })
        const user = await findUser(client, accountId)
        return user ? answer({ data: user }) : refuse('unauthorized')
      })
    },

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
        const id = await issueLink(client, linkTokens, { kind: 'email_change', accountId, email }, clock.now())
        await queueLetter(client, 'email_change', accountId, { token_id: id, email })
        return answer({ data: {} })
      })
    },

    async changePassword({ current_password: current, password }, call) {
      const { accountId, sessionId } = accountOf(call)
      if (!(await isOwnPassword(pool, accountId, current))) return refuse('password_incorrect')
      const user = await findUser(pool, accountId)
      const errors = passwordFaults(password, user ? ownWords(user) : [])
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
