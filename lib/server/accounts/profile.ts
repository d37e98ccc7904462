import type { Parsed } from '@/lib/contract/endpoint'
import type { User } from '@/lib/contract/accounts'
import { companyFields } from '@/lib/contract/company'
import type { profileEndpoints } from '@/lib/contract/profile'
import { ownWords } from '@/lib/domain/password'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import { accountOf, answer, refuse, type Handlers } from '@/lib/server/kernel/handler'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { withOutcome } from '@/lib/server/kernel/outcome-transaction'
import type { Companies } from './companies'
import { companyFaults } from './company-checks'
import { createEmailChange } from './email-change'
import { queueLetter } from './letters'
import { lockAccount } from './links'
import { isOwnPassword } from './own-password'
import { setPassword } from './password-reset'
import { passwordFaults } from './password-rules'
import { hashPassword } from './passwords'
import { createPushEndpoints } from './push'
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
        if (before.status !== 'awaiting_confirmation' && changes.some(({ field }) => field in companyFields)) return refuse('company_data_confirmed')
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
      const errors = await passwordFaults(password, user ? ownWords(user) : [])
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
