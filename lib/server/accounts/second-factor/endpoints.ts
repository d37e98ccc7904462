import type { twoFactorEndpoints } from '@/lib/contract/two-factor'
import { queueLetter } from '@/lib/server/accounts/letters'
import { lockAccount } from '@/lib/server/accounts/links'
import { isOwnPassword } from '@/lib/server/accounts/own-password'
import { endSessions } from '@/lib/server/accounts/session-writes'
import type { Sessions } from '@/lib/server/accounts/sessions'
import { findUser } from '@/lib/server/accounts/users'
import type { Pool, PoolClient } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { Clock } from '@/lib/server/kernel/clock'
import { accountOf, answer, refuse, type Call, type Handlers, type Outcome } from '@/lib/server/kernel/handler'
import { newAppSecret } from './codes'
import { noteEvent } from './events'
import { accountHolders, beginFactor, enableFactor, lockFactor, replaceRecoveryCodes, spendCode, statusOfFactor, type SecondFactor } from './factors'
import type { SecondFactorKeys } from './keys'

export interface TwoFactorDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  secondFactor: SecondFactorKeys
  /** As the account is called in the app: the portal's host. */
  issuer: string
}

/** What an account does with its second factor. */
export function createTwoFactorEndpoints(deps: TwoFactorDependencies): Handlers<typeof twoFactorEndpoints> {
  const { pool, clock, sessions, secondFactor: keys, issuer } = deps

  /** For what takes the password and a code, both right, whatever it is. */
  async function withBoth<T>(
    { password, code }: { password: string; code: string },
    call: Call,
    work: (client: PoolClient, factor: SecondFactor) => Promise<T>,
  ): Promise<Outcome<T>> {
    const { accountId } = accountOf(call)
    if (!(await isOwnPassword(pool, accountId, password))) return refuse('password_incorrect')
    return withTransaction(pool, async (client) => {
      const factor = await lockFactor(client, accountHolders, accountId)
      if (!factor?.enabled) return refuse('second_factor_not_enabled')
      const spent = await spendCode(client, keys, factor, code, clock.now())
      return spent.ok ? answer(await work(client, factor)) : spent
    })
  }

  return {
    async status(_input, call) {
      const status = await statusOfFactor(pool, accountHolders, accountOf(call).accountId)
      return answer({
        data: { enabled: status !== null, enabled_at: status?.enabledAt.toISOString() ?? null, recovery_codes_left: status?.codesLeft ?? 0 },
      })
    },

    async begin({ password }, call) {
      const { accountId } = accountOf(call)
      if (!(await isOwnPassword(pool, accountId, password))) return refuse('password_incorrect')
      const user = await findUser(pool, accountId)
      const { secret, uri, drawing } = await newAppSecret(issuer, user?.email ?? String(accountId))
      // A factor that is on is never replaced by a password alone.
      const begun = await beginFactor(pool, keys, accountHolders, accountId, secret, clock.now())
      return begun ? answer({ data: { secret, uri, qr_svg: drawing } }) : refuse('second_factor_enabled')
    },

    async enable({ code }, call) {
      const { accountId, sessionId } = accountOf(call)
      const now = clock.now()
      const outcome = await withTransaction(pool, async (client): Promise<Outcome<{ data: { recovery_codes: string[] } }>> => {
        await lockAccount(client, accountId)
        const enabled = await enableFactor(client, keys, accountHolders, accountId, code, now)
        if (!enabled.ok) return enabled
        // They were opened without the code that is asked for from now on.
        await endSessions(client, accountId, { except: sessionId })
        await noteEvent(client, { accountId, kind: 'enabled', address: call.address, at: now })
        await queueLetter(client, 'two_factor_enabled', accountId, { at: new Date(now).toISOString() })
        return answer({ data: { recovery_codes: enabled.recoveryCodes } })
      })
      sessions.forget(accountId)
      return outcome
    },

    disable: (input, call) =>
      withBoth(input, call, async (client, { id: accountId }) => {
        await client.query(`delete from portal.second_factors where account_id = $1`, [accountId])
        await noteEvent(client, { accountId, kind: 'disabled', address: call.address, at: clock.now() })
        await queueLetter(client, 'two_factor_disabled', accountId, { at: new Date(clock.now()).toISOString(), by: 'owner' })
        return { data: {} }
      }),

    renewRecoveryCodes: (input, call) =>
      withBoth(input, call, async (client, { id: accountId }) => {
        await noteEvent(client, { accountId, kind: 'recovery_codes_renewed', address: call.address, at: clock.now() })
        return { data: { recovery_codes: await replaceRecoveryCodes(client, keys, accountHolders, accountId) } }
      }),
  }
}
