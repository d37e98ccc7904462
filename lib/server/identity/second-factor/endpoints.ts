import type { managerSecurityEndpoints } from '@/lib/contract/manager-office'
import type { twoFactorEndpoints } from '@/lib/contract/two-factor'
import { hashToken, lockAccount, newToken } from '@/lib/server/identity/links'
import { isOwnPassword } from '@/lib/server/identity/passwords'
import { endSessions, type Sessions } from '@/lib/server/identity/sessions'
import { findUser } from '@/lib/server/identity/users'
import { audit } from '@/lib/server/audit/audit'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Clock } from '@/lib/server/platform/clock'
import { accountOf, answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/http/handler'
import {
  accountHolders,
  beginFactor,
  countRecoveryCodes,
  enableFactor,
  lockFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  spendCode,
  statusOfFactor,
} from './factors'
import type { SecondFactorKeys } from './keys'
import { queueLetter } from '@/lib/server/jobs/letters'
import { newAppSecret } from './codes'

type SecondFactorEvent = 'enabled' | 'disabled' | 'reset_by_manager' | 'recovery_code_used' | 'recovery_codes_renewed'

/** Notes what happened to a second factor, in the transaction that does it. */
async function noteEvent(
  client: PoolClient,
  event: { accountId: number; kind: SecondFactorEvent; address: string; at: number; staffId?: number },
): Promise<void> {
  await client.query(
    `insert into portal.second_factor_events (account_id, kind, staff_id, address, at) values ($1, $2, $3, $4, $5)`,
    [event.accountId, event.kind, event.staffId ?? null, event.address, new Date(event.at)],
  )
}

/**
 * For the owner of a mailbox that nobody had proven before: anybody may have registered with it and turned a second factor on,
 * whose codes the owner would be asked for.
 */
export async function removeStrangersFactor(
  client: PoolClient,
  accountId: number,
  address: string,
  at: number,
): Promise<void> {
  const { rows } = await client.query<{ enabled: boolean }>(
    `delete from portal.second_factors where account_id = $1 returning enabled_at is not null as enabled`,
    [accountId],
  )
  if (rows[0]?.enabled !== true) return
  await noteEvent(client, { accountId, kind: 'disabled', address, at })
  await queueLetter(client, 'two_factor_disabled', accountId, { at: new Date(at).toISOString(), by: 'reset' })
}

/** For a company that lost its phone and its recovery codes; the manager answers for having asked who calls. */
export function createTwoFactorReset({
  pool,
  clock,
}: {
  pool: Pool
  clock: Clock
}): Pick<Handlers<typeof managerSecurityEndpoints>, 'resetTwoFactor'> {
  return {
    resetTwoFactor({ user_id: accountId, reason }, call) {
      const { staffId } = staffOf(call)
      return withTransaction(pool, async (client) => {
        const company = await client.query(`select from cms.companies where id = $1`, [accountId])
        if (company.rowCount === 0) return refuse('not_found')
        const removed = await client.query(
          `delete from portal.second_factors where account_id = $1 and enabled_at is not null`,
          [accountId],
        )
        if (removed.rowCount === 0) return refuse('second_factor_not_enabled')
        await noteEvent(client, {
          accountId,
          kind: 'reset_by_manager',
          staffId,
          address: call.address,
          at: clock.now(),
        })
        await audit(client, staffId, 'two_factor_reset', `account:${accountId}`, { reason })
        await queueLetter(client, 'two_factor_disabled', accountId, {
          at: new Date(clock.now()).toISOString(),
          by: 'manager',
        })
        return answer({ data: {} })
      })
    },
  }
}

/** How long one may look for the phone after the password. */
const ticketLifetime = 5 * 60_000

/** For whoever knew the password: with a right code, within minutes and once, it becomes a session. */
export async function issueTicket(db: Queryable, accountId: number, now: number): Promise<string> {
  const ticket = newToken()
  // Nothing is left to do with those that are over.
  await db.query(`delete from portal.sign_in_tickets where account_id = $1 and expires_at < $2`, [
    accountId,
    new Date(now),
  ])
  await db.query(
    `insert into portal.sign_in_tickets (token_hash, account_id, issued_at, expires_at) values ($1, $2, $3, $4)`,
    [hashToken(ticket), accountId, new Date(now), new Date(now + ticketLifetime)],
  )
  return ticket
}

type SecondStep = { ok: true; accountId: number } | ReturnType<typeof refuse>

/** A wrong code leaves the ticket as it is, and counts against the account. */
export function takeTicket(
  deps: { pool: Pool; keys: SecondFactorKeys },
  { ticket, code }: { ticket: string; code: string },
  call: Call,
  now: number,
): Promise<SecondStep> {
  return withTransaction(deps.pool, async (client): Promise<SecondStep> => {
    const hash = hashToken(ticket)
    if (hash === null) return refuse('sign_in_expired')
    const { rows } = await client.query<{ account_id: number }>(
      // A password that was changed in between ends what the former one began.
      `select ticket.account_id from portal.sign_in_tickets ticket join portal.credentials using (account_id)
       where token_hash = $1 and used_at is null and expires_at > $2 and changed_at <= issued_at for update of ticket`,
      [hash, new Date(now)],
    )
    const accountId = rows[0]?.account_id
    if (accountId === undefined) return refuse('sign_in_expired')
    const factor = await lockFactor(client, accountHolders, accountId)
    // Turned off in between: then the password is asked for again, and is enough.
    if (!factor?.enabled) return refuse('sign_in_expired')
    const spent = await spendCode(client, deps.keys, factor, code, now)
    if (!spent.ok) return spent
    await client.query(`update portal.sign_in_tickets set used_at = $2 where token_hash = $1`, [hash, new Date(now)])
    if (spent.by === 'recovery') {
      await noteEvent(client, { accountId, kind: 'recovery_code_used', address: call.address, at: now })
      await queueLetter(client, 'recovery_code_used', accountId, {
        at: new Date(now).toISOString(),
        left: await countRecoveryCodes(client, accountHolders, accountId),
      })
    }
    return { ok: true, accountId }
  })
}

interface TwoFactorDependencies {
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
        data: {
          enabled: status !== null,
          enabled_at: status?.enabledAt.toISOString() ?? null,
          recovery_codes_left: status?.codesLeft ?? 0,
        },
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
      const outcome = await withTransaction(
        pool,
        async (client): Promise<Outcome<{ data: { recovery_codes: string[] } }>> => {
          await lockAccount(client, accountId)
          const enabled = await enableFactor(client, keys, accountHolders, accountId, code, now)
          if (!enabled.ok) return enabled
          // They were opened without the code that is asked for from now on.
          await endSessions(client, accountId, { except: sessionId })
          await noteEvent(client, { accountId, kind: 'enabled', address: call.address, at: now })
          await queueLetter(client, 'two_factor_enabled', accountId, { at: new Date(now).toISOString() })
          return answer({ data: { recovery_codes: enabled.recoveryCodes } })
        },
      )
      sessions.forget(accountId)
      return outcome
    },

    disable: (input, call) =>
      withBoth(input, call, async (client, { id: accountId }) => {
        await client.query(`delete from portal.second_factors where account_id = $1`, [accountId])
        await noteEvent(client, { accountId, kind: 'disabled', address: call.address, at: clock.now() })
        await queueLetter(client, 'two_factor_disabled', accountId, {
          at: new Date(clock.now()).toISOString(),
          by: 'owner',
        })
        return { data: {} }
      }),

    renewRecoveryCodes: (input, call) =>
      withBoth(input, call, async (client, { id: accountId }) => {
        await noteEvent(client, { accountId, kind: 'recovery_codes_renewed', address: call.address, at: clock.now() })
        return { data: { recovery_codes: await replaceRecoveryCodes(client, keys, accountHolders, accountId) } }
      }),
  }
}
