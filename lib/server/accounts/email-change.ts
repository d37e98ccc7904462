import type { profileEndpoints } from '@/lib/contract/profile'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'
import { accountOf, answer, refuse, type Handlers, withOutcome } from '@/lib/server/kernel/handler'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { issueLink, lockAccount, voidLinks, waitForLetter, waitForLink } from './links'
import { isOwnPassword } from './passwords'
import { findUser, isUsed } from './users'
import { queueLetter } from '@/lib/server/jobs/letters'

type Names = 'changeEmail' | 'cancelEmailChange' | 'resendLink'

/** Asking for another address, taking that back, and the letter once more. */
export function createEmailChange(deps: {
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
