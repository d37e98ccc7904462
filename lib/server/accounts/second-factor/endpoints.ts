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
import { countRecoveryCodes, lockFactor, replaceRecoveryCodes, spendCode, type SecondFactor } from './factors'
import type { SecondFactorKeys } from './keys'

export interface TwoFactorDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  secondFactor: SecondFactorKeys
  /** As the account is called in the app: the portal's host. */
  issuer: string
}

/** A secret that nobody proved for this long has to be made anew. */
const begunFor = 30 * 60_000

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
      const factor = await lockFactor(client, accountId)
      if (!factor?.enabled) return refuse('second_factor_not_enabled')
      const spent = await spendCode(client, keys, factor, code, clock.now())
      return spent.ok ? answer(await work(client, factor)) : spent
    })
  }

  return {
    async status(_input, call) {
      const { accountId } = accountOf(call)
      const { rows } = await pool.query<{ enabled_at: Date | null }>(`select enabled_at from portal.second_factors where account_id = $1`, [accountId])
      const enabledAt = rows[0]?.enabled_at ?? null
      return answer({
        data: {
          enabled: enabledAt !== null,
          enabled_at: enabledAt?.toISOString() ?? null,
          recovery_codes_left: enabledAt === null ? 0 : await countRecoveryCodes(pool, accountId),
        },
      })
    },

    async begin({ password }, call) {
      const { accountId } = accountOf(call)
      if (!(await isOwnPassword(pool, accountId, password))) return refuse('password_incorrect')
      const user = await findUser(pool, accountId)
      const { secret, uri, drawing } = await newAppSecret(issuer, user?.email ?? String(accountId))
      // A factor that is on is never replaced by a password alone; failures are not forgotten by beginning anew.
      const { rowCount } = await pool.query(
        `insert into portal.second_factors (account_id, secret, begun_at) values ($1, $2, $3)
         on conflict (account_id) do update set secret = excluded.secret, begun_at = excluded.begun_at, last_step = null
         where second_factors.enabled_at is null`,
        [accountId, keys.seal(secret, accountId), new Date(clock.now())],
      )
      return rowCount === 0 ? refuse('second_factor_enabled') : answer({ data: { secret, uri, qr_svg: drawing } })
    },

    async enable({ code }, call) {
      const { accountId, sessionId } = accountOf(call)
      const now = clock.now()
      const outcome = await withTransaction(pool, async (client): Promise<Outcome<{ data: { recovery_codes: string[] } }>> => {
        await lockAccount(client, accountId)
        const factor = await lockFactor(client, accountId)
        if (factor?.enabled) return refuse('second_factor_enabled')
        if (!factor || factor.begunAt < now - begunFor) return refuse('second_factor_not_begun')
        const spent = await spendCode(client, keys, factor, code, now)
        if (!spent.ok) return spent
        await client.query(`update portal.second_factors set enabled_at = $2 where account_id = $1`, [accountId, new Date(now)])
        const recovery_codes = await replaceRecoveryCodes(client, keys, accountId)
        // They were opened without the code that is asked for from now on.
        await endSessions(client, accountId, { except: sessionId })
        await noteEvent(client, { accountId, kind: 'enabled', address: call.address, at: now })
        await queueLetter(client, 'two_factor_enabled', accountId, { at: new Date(now).toISOString() })
        return answer({ data: { recovery_codes } })
      })
      sessions.forget(accountId)
      return outcome
    },

    disable: (input, call) =>
      withBoth(input, call, async (client, { accountId }) => {
        await client.query(`delete from portal.second_factors where account_id = $1`, [accountId])
        await noteEvent(client, { accountId, kind: 'disabled', address: call.address, at: clock.now() })
        await queueLetter(client, 'two_factor_disabled', accountId, { at: new Date(clock.now()).toISOString(), by: 'owner' })
        return { data: {} }
      }),

    renewRecoveryCodes: (input, call) =>
      withBoth(input, call, async (client, { accountId }) => {
        await noteEvent(client, { accountId, kind: 'recovery_codes_renewed', address: call.address, at: clock.now() })
        return { data: { recovery_codes: await replaceRecoveryCodes(client, keys, accountId) } }
      }),
  }
}
