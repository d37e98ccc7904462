import type { authEndpoints } from '@/lib/contract/accounts'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { personalWords } from '@/lib/domain/password'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, refuse, type Handlers, withOutcome } from '@/lib/server/http/handler'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { noteConfirmed, issueLink, takeLink, voidLinks, waitForLink } from './links'
import { passwordFaults, hashPassword } from './passwords'
import { rememberedDevice, endSessions, type Sessions, deactivationRefusal } from './sessions'
import type { SignInGuard } from './sign-in-guard'
import { findUser } from './users'
import { removeStrangersFactor } from './second-factor/endpoints'
import { queueLetter } from '@/lib/server/jobs/letters'

export interface ResetDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  linkTokens: LinkTokens
  guard: SignInGuard
  secureCookies: boolean
}

export function createPasswordReset(
  deps: ResetDependencies,
): Pick<Handlers<typeof authEndpoints>, 'requestPasswordReset' | 'confirmPasswordReset'> {
  const { pool, clock, sessions, linkTokens, guard, secureCookies } = deps
  return {
    async requestPasswordReset({ email }, call) {
      // The specification wants unknown addresses named, so that few may be asked for.
      const admitted = await guard.askForLetter('reset', call.address)
      if (!admitted.ok) return admitted
      return withOutcome(pool, async (client) => {
        const { rows } = await client.query<{ account_id: number; status: string }>(
          `select account_id, status from portal.accounts where email = $1`,
          [email],
        )
        const account = rows[0]
        // The specification's own words for an unknown address (point 8).
        if (!account) return refuse('email_not_registered')
        if (account.status === 'deactivated') return deactivationRefusal(client, account.account_id)
        const link = { kind: 'password_reset', accountId: account.account_id, email } as const
        const wait = await waitForLink(client, link.accountId, link.kind, clock.now())
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        const id = await issueLink(client, linkTokens, link, clock.now())
        await queueLetter(client, 'password_reset', link.accountId, { token_id: id, email })
        return answer({ data: {} })
      })
    },

    async confirmPasswordReset({ token, password }, call) {
      const hash = await hashPassword(password)
      let changed: { accountId: number; email: string } | null = null as { accountId: number; email: string } | null
      const outcome = await withOutcome(pool, async (client) => {
        const taken = await takeLink(client, token, ['password_reset'], clock.now())
        if (!taken.ok) return taken
        const { accountId, email } = taken.link
        const user = await findUser(client, accountId)
        // The account has another address by now.
        if (user === null || user.email.toLowerCase() !== email) return refuse('link_used')
        const errors = await passwordFaults(password, personalWords(user))
        if (errors.length > 0) return refuse('invalid_input', { errors })
        const isFirstProof = await noteConfirmed(client, accountId, email)
        if (isFirstProof) await removeStrangersFactor(client, accountId, call.address, clock.now())
        await setPassword(client, accountId, hash, clock.now())
        await endSessions(client, accountId)
        changed = { accountId, email }
        return answer({ data: {} })
      })
      if (!outcome.ok || changed === null) return outcome
      sessions.forget(changed.accountId)
      // Who reads the mailbox is the owner, and comes in whatever strangers have tried.
      const known = await guard.succeed({ login: changed.email, address: call.address, device: call.device ?? null })
      return { ...outcome, cookies: [rememberedDevice(known, secureCookies)] }
    },
  }
}

/** Voids the links that were asked for by whoever had the old password, a change of address above all. */
export async function setPassword(client: PoolClient, accountId: number, hash: string, now: number): Promise<void> {
  await client.query(
    `insert into portal.credentials (account_id, password_hash, changed_at) values ($1, $2, $3)
     on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [accountId, hash, new Date(now)],
  )
  await voidLinks(client, accountId, 'password_reset', now)
  await voidLinks(client, accountId, 'email_change', now)
  await queueLetter(client, 'password_changed', accountId, { at: new Date(now).toISOString() })
}
