import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { refuse } from '@/lib/server/http/handler'
import { SealBroken, type SecondFactorKeys } from './keys'
import { readCode, stepOfCode, newRecoveryCodes, shownRecoveryCode } from './codes'

/** Where the second factors of a kind of people are kept, and under which name they are sealed. */
interface FactorHolders {
  factors: string
  codes: string
  column: string
  nameOf(id: number): string
}

export const accountHolders: FactorHolders = {
  factors: 'portal.second_factors',
  codes: 'portal.recovery_codes',
  column: 'account_id',
  nameOf: String,
}
export const staffHolders: FactorHolders = {
  factors: 'portal.staff_second_factors',
  codes: 'portal.staff_recovery_codes',
  column: 'staff_id',
  nameOf: (id) => `staff:${id}`,
}

export interface SecondFactor {
  holders: FactorHolders
  id: number
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
/** A secret that nobody proved for this long has to be made anew. */
const begunFor = 30 * 60_000

/** Keeps a new secret that a first code has yet to prove; false where a factor is on, which nothing replaces. */
export async function beginFactor(
  db: Queryable,
  keys: SecondFactorKeys,
  holders: FactorHolders,
  id: number,
  secret: string,
  now: number,
): Promise<boolean> {
  const { factors, column, nameOf } = holders
  // Failures are not forgotten by beginning anew.
  const { rowCount } = await db.query(
    `insert into ${factors} as factor (${column}, secret, begun_at) values ($1, $2, $3)
     on conflict (${column}) do update set secret = excluded.secret, begun_at = excluded.begun_at, last_step = null
     where factor.enabled_at is null`,
    [id, keys.seal(secret, nameOf(id)), new Date(now)],
  )
  return rowCount === 1
}

/** Turns a begun factor on by its first code; answers the recovery codes. The caller's transaction is committed whatever comes out. */
export async function enableFactor(
  client: PoolClient,
  keys: SecondFactorKeys,
  holders: FactorHolders,
  id: number,
  code: string,
  now: number,
) {
  const factor = await lockFactor(client, holders, id)
  if (factor?.enabled) return refuse('second_factor_enabled')
  if (!factor || factor.begunAt < now - begunFor) return refuse('second_factor_not_begun')
  const spent = await spendCode(client, keys, factor, code, now)
  if (!spent.ok) return spent
  await client.query(`update ${holders.factors} set enabled_at = $2 where ${holders.column} = $1`, [id, new Date(now)])
  return { ok: true as const, recoveryCodes: await replaceRecoveryCodes(client, keys, holders, id) }
}

/** When the factor was turned on, and the recovery codes that are left; null where it is off. */
export async function statusOfFactor(
  db: Queryable,
  holders: FactorHolders,
  id: number,
): Promise<{ enabledAt: Date; codesLeft: number } | null> {
  const { rows } = await db.query<{ enabled_at: Date | null }>(
    `select enabled_at from ${holders.factors} where ${holders.column} = $1`,
    [id],
  )
  const enabledAt = rows[0]?.enabled_at ?? null
  return enabledAt === null ? null : { enabledAt, codesLeft: await countRecoveryCodes(db, holders, id) }
}

/** The holder's second factor, locked: codes are spent one after the other. */
export async function lockFactor(client: PoolClient, holders: FactorHolders, id: number): Promise<SecondFactor | null> {
  const { rows } = await client.query<{
    secret: Buffer
    begun_at: Date
    enabled: boolean
    last_step: number | null
    failures: number
    failures_since: Date | null
  }>(
    `select secret, begun_at, enabled_at is not null as enabled, last_step, failures, failures_since
     from ${holders.factors} where ${holders.column} = $1 for update`,
    [id],
  )
  const row = rows[0]
  if (!row) return null
  return {
    holders,
    id,
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
export async function spendCode(
  client: PoolClient,
  keys: SecondFactorKeys,
  factor: SecondFactor,
  typed: string,
  now: number,
): Promise<Spending> {
  const { factors, column } = factor.holders
  const counting = factor.failuresSince !== null && factor.failuresSince > now - failuresForgotten
  if (counting && factor.failures >= failuresAllowed) {
    return refuse('too_many_requests', {
      retryAfter: Math.ceil(((factor.failuresSince ?? now) + failuresForgotten - now) / 1000),
    })
  }
  const by = await compare(client, keys, factor, typed, now)
  if (by === 'sealed') return refuse('second_factor_unavailable')
  if (by !== null) {
    await client.query(`update ${factors} set failures = 0, failures_since = null where ${column} = $1`, [factor.id])
    return { ok: true, by }
  }
  await client.query(`update ${factors} set failures = $2, failures_since = $3 where ${column} = $1`, [
    factor.id,
    counting ? factor.failures + 1 : 1,
    new Date(counting ? (factor.failuresSince ?? now) : now),
  ])
  return refuse('second_factor_code_invalid')
}

async function compare(client: PoolClient, keys: SecondFactorKeys, factor: SecondFactor, typed: string, now: number) {
  const { holders, id } = factor
  const code = readCode(typed)
  switch (code.kind) {
    case 'app': {
      const secret = opened(keys, factor)
      if (secret === null) return 'sealed'
      const step = stepOfCode(secret, code.digits, now, factor.lastStep)
      if (step === null) return null
      // Sealed anew, so that a former key is needed no longer than until the next sign-in.
      await client.query(`update ${holders.factors} set last_step = $2, secret = $3 where ${holders.column} = $1`, [
        id,
        step,
        keys.seal(secret, holders.nameOf(id)),
      ])
      return 'app'
    }
    case 'recovery': {
      const { rowCount } = await client.query(
        `update ${holders.codes} set used_at = $3 where ${holders.column} = $1 and code_hash = any ($2) and used_at is null`,
        [id, keys.hashes(code.code, holders.nameOf(id)), new Date(now)],
      )
      return rowCount === 1 ? 'recovery' : null
    }
    case 'neither':
      return null
    default:
      return code satisfies never
  }
}

/** Null where the portal's secret was replaced, and the former one is not among PAYLOAD_SECRET_PREVIOUS. */
function opened(keys: SecondFactorKeys, { holders, id, secret }: SecondFactor): string | null {
  try {
    return keys.open(secret, holders.nameOf(id))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** Replaces the recovery codes; answers the new ones as they are shown. */
export async function replaceRecoveryCodes(
  client: PoolClient,
  keys: SecondFactorKeys,
  holders: FactorHolders,
  id: number,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await client.query(`delete from ${holders.codes} where ${holders.column} = $1`, [id])
  await client.query(`insert into ${holders.codes} (${holders.column}, code_hash) select $1, unnest($2::bytea[])`, [
    id,
    codes.map((code) => keys.hash(code, holders.nameOf(id))),
  ])
  return codes.map(shownRecoveryCode)
}

export async function countRecoveryCodes(db: Queryable, holders: FactorHolders, id: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*)::integer as left from ${holders.codes} where ${holders.column} = $1 and used_at is null`,
    [id],
  )
  return rows[0]?.left ?? 0
}
