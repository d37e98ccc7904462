import type { authEndpoints } from '@/lib/contract/accounts'
import type { PoolClient } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { Afterwards } from '@/lib/server/kernel/afterwards'
import { answer, refuse, type Handlers, type Outcome } from '@/lib/server/kernel/handler'
import { withOutcome } from '@/lib/server/kernel/outcome-transaction'
import { queueLetter } from './letters'
import { issueLink, type Link, lockAccount, takeLink, waitForLink } from './links'
import { isUsed, type RegistrationDependencies } from './register'
import type { SignInGuard } from './sign-in-guard'

type Confirmed = Outcome<{ data: { email: string; changed: boolean } }>

/** The links that confirm an address: the one given at registration, and the one that replaces it later. */
export function createEmailLinks(deps: RegistrationDependencies & { guard: SignInGuard; afterwards: Afterwards }): Pick<Handlers<typeof authEndpoints>, 'emailConfirm' | 'resendConfirmation'> {
  const { pool, clock, companies, linkTokens, guard, afterwards } = deps

  async function changeTo(client: PoolClient, { accountId, email }: Link, before: string): Promise<Confirmed> {
    if (await isUsed(client, email, accountId)) return refuse('email_already_used')
    const changed = await companies.update(client, accountId, { email })
    if (!changed.ok) return refuse(changed.code, 'errors' in changed ? { errors: changed.errors } : {})
    await noteConfirmed(client, accountId, email)
    await queueLetter(client, 'email_changed', accountId, { email: before, new_email: email })
    return answer({ data: { email, changed: true } })
  }

  async function confirm(client: PoolClient, { accountId, email }: Link, current: string): Promise<Confirmed> {
    // The account has another address by now.
    if (current !== email) return refuse('link_used')
    await noteConfirmed(client, accountId, email)
    return answer({ data: { email, changed: false } })
  }

  async function mailConfirmation(accountId: number, email: string): Promise<void> {
    await withTransaction(
      pool,
      async (client) => {
        await lockAccount(client, accountId)
        if ((await waitForLink(client, accountId, 'email_confirmation', clock.now())) > 0) return
        const id = await issueLink(client, linkTokens, { kind: 'email_confirmation', accountId, email }, clock.now())
        await queueLetter(client, 'email_confirmation', accountId, { token_id: id, email })
      },
      { retries: 3 },
    )
  }

  return {
    emailConfirm: ({ token }) =>
      withOutcome(pool, async (client): Promise<Confirmed> => {
        const taken = await takeLink(client, token, ['email_confirmation', 'email_change'], clock.now())
        if (!taken.ok) return taken
        const { rows } = await client.query<{ email: string }>(`select email from portal.accounts where account_id = $1`, [taken.link.accountId])
        const current = rows[0]?.email ?? ''
        return taken.link.kind === 'email_change' ? changeTo(client, taken.link, current) : confirm(client, taken.link, current)
      }),

    /** Says the same, after the same work, whether there is something to confirm or not: the letter is written afterwards. */
    async resendConfirmation({ email }, call) {
      const admitted = await guard.askForLetter('confirmation', call.address)
      if (!admitted.ok) return admitted
      const { rows } = await pool.query<{ account_id: number }>(
        `select account_id from portal.accounts where email = $1 and not email_confirmed and status <> 'deactivated'`,
        [email],
      )
      afterwards(async () => {
        if (rows[0]) await mailConfirmation(rows[0].account_id, email)
      })
      return answer({ data: {} })
    },
  }
}

/**
 * Whoever opens a mailed link reads the mailbox. The managers hear of a new account with its first confirmation, not
 * before: anybody can type an address.
 */
export async function noteConfirmed(client: PoolClient, accountId: number, email: string): Promise<void> {
  const { rows } = await client.query<{ earlier: string[]; status: string }>(
    `select array(select lower(email) from portal.email_confirmations where account_id = $1) as earlier, status
     from portal.accounts where account_id = $1`,
    [accountId],
  )
  const { earlier = [], status } = rows[0] ?? {}
  if (!earlier.includes(email)) {
    await client.query(`insert into portal.email_confirmations (account_id, email) values ($1, $2)`, [accountId, email])
  }
  if (earlier.length === 0 && status === 'awaiting_confirmation') {
    await queueLetter(client, 'account_waiting', null, { account_id: accountId })
  }
}
