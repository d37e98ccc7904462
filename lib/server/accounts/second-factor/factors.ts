import type { PoolClient } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'
import { newRecoveryCodes, readCode, shownRecoveryCode, stepOfCode } from './codes'
import type { SecondFactorKeys } from './keys'

export interface SecondFactor {
  accountId: number
  secret: Buffer
  begunAt: number
  enabled: boolean
  lastStep: number | null
  failures: number
  failuresSince: number | null
}

type Spending = { ok: true; by: 'app' | 'recovery' } | ReturnType<typeof refuse>

/** Wrong codes of one account in the time below, from however many addresses; then nothing is compared until it is over. */
const failuresAllowed = 10
const failuresForgotten = 15 * 60_000

/** The account's second factor, locked: codes are spent one after the other. */
export async function lockFactor(client: PoolClient, accountId: number): Promise<SecondFactor | null> {
  const { rows } = await client.query<{
    secret: Buffer
    begun_at: Date
    enabled: boolean
    last_step: number | null
    failures: number
    failures_since: Date | null
  }>(
    `select secret, begun_at, enabled_at is not null as enabled, last_step, failures, failures_since
     from portal.second_factors where account_id = $1 for update`,
    [accountId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    accountId,
    secret: row.secret,
    begunAt: row.begun_at.getTime(),
    enabled: row.enabled,
    lastStep: row.last_step === null ? null : Number(row.last_step),
    failures: row.failures,
    failuresSince: row.failures_since?.getTime() ?? null,
  }
}

/**
 * Compares a code with a locked factor and uses it up. A wrong one is counted, so the caller's transaction must be
 * committed whatever comes out.
 */
export async function spendCode(client: PoolClient, keys: SecondFactorKeys, factor: SecondFactor, typed: string, now: number): Promise<Spending> {
  const counting = factor.failuresSince !== null && factor.failuresSince > now - failuresForgotten
  if (counting && factor.failures >= failuresAllowed) {
    return refuse('too_many_requests', { retryAfter: Math.ceil(((factor.failuresSince ?? now) + failuresForgotten - now) / 1000) })
  }
  const by = await compare(client, keys, factor, typed, now)
  if (by !== null) {
    await client.query(`update portal.second_factors set failures = 0, failures_since = null where account_id = $1`, [factor.accountId])
    return { ok: true, by }
  }
  await client.query(`update portal.second_factors set failures = $2, failures_since = $3 where account_id = $1`, [
    factor.accountId,
    counting ? factor.failures + 1 : 1,
    new Date(counting ? (factor.failuresSince ?? now) : now),
  ])
  return refuse('second_factor_code_invalid')
}

async function compare(client: PoolClient, keys: SecondFactorKeys, factor: SecondFactor, typed: string, now: number) {
  const code = readCode(typed)
  switch (code.kind) {
    case 'app': {
      const step = stepOfCode(keys.open(factor.secret, factor.accountId), code.digits, now, factor.lastStep)
      if (step === null) return null
      await client.query(`update portal.second_factors set last_step = $2 where account_id = $1`, [factor.accountId, step])
      return 'app'
    }
    case 'recovery': {
      const { rowCount } = await client.query(
        `update portal.recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null`,
        [factor.accountId, keys.hash(code.code, factor.accountId), new Date(now)],
      )
      return rowCount === 1 ? 'recovery' : null
    }
    case 'neither':
      return null
    default:
      return code satisfies never
  }
}

/** Replaces the recovery codes; answers the new ones as they are shown. */
export async function replaceRecoveryCodes(client: PoolClient, keys: SecondFactorKeys, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await client.query(`delete from portal.recovery_codes where account_id = $1`, [accountId])
  await client.query(`insert into portal.recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[])`, [
    accountId,
    codes.map((code) => keys.hash(code, accountId)),
  ])
  return codes.map(shownRecoveryCode)
}

export async function countRecoveryCodes(client: Pick<PoolClient, 'query'>, accountId: number): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    `select count(*)::integer as left from portal.recovery_codes where account_id = $1 and used_at is null`,
    [accountId],
  )
  return rows[0]?.left ?? 0
}
