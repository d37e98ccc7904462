import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { toString as drawQrCode } from 'qrcode'
import { refuse } from '@/lib/server/platform/call'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import type { Keys } from '@/lib/server/platform/signatures'
import { createVault, type Vault } from '@/lib/server/platform/vault'
import { type Holder, HOLDER_COLUMN } from './tokens'

/** Lifetime of a code; the previous and the next one are valid too, for clocks that differ a little. */
const PERIOD_S = 30
/** Without letters that look alike: about 49 bits per code. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 10
const RECOVERY_COUNT = 10
/** Wrong codes of one holder within FAILURES_MS, from all addresses; no further code is compared until then. */
const MAX_FAILURES = 10
const FAILURES_MS = 15 * 60_000
/** How long a new secret may wait for its first code. */
const BEGUN_MS = 30 * 60_000

type TypedCode = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string } | { kind: 'neither' }

/** Distinguishes an app's code from a recovery code by its form. */
export function readCode(typed: string): TypedCode {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'app', digits: code }
  if (code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_ALPHABET.includes(letter)))
    return { kind: 'recovery', code }
  return { kind: 'neither' }
}

/** The time step of a correct code, if it is later than `after`; null otherwise. `now` in epoch milliseconds. */
export function stepOfCode(secret: string, digits: string, now: number, after: number | null): number | null {
  const epoch = Math.floor(now / 1000)
  // No valid code is later than that.
  if (after !== null && after >= Math.floor(epoch / PERIOD_S) + 1) return null
  const result = verifySync({
    secret,
    token: digits,
    epoch,
    period: PERIOD_S,
    epochTolerance: PERIOD_S,
    afterTimeStep: after ?? undefined,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_COUNT }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
  )
}

/** As shown to people: "abcde-fghjk". */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
}

/** The keys are not in the database, so that a stolen copy of it does not help to sign in. A secret's place is its holder. */
interface FactorKeys extends Vault {
  /** The hashes of a recovery code by each key, the current one first. */
  hashes(code: string, holder: string): [Buffer, ...Buffer[]]
}

/** The first key is the current one; the others only read. */
export function createFactorKeys(keys: Keys): FactorKeys {
  const derive = (purpose: string) =>
    keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))) as [Buffer, ...Buffer[]]
  const hashing = derive('hashing')
  return {
    ...createVault(derive('sealing')),
    hashes: (code, holder) =>
      hashing.map((key) => createHmac('sha256', key).update(`${holder}:${code}`).digest()) as [Buffer, ...Buffer[]],
  }
}

const nameOf = ({ realm, id }: Holder) => `${realm}:${id}`

export interface Factor {
  holder: Holder
  secret: Buffer
  begunAt: number
  enabledAt: Date | null
  lastStep: number | null
  failures: number
  failuresSince: number | null
  recoveryHashes: Buffer[]
}

const COLUMNS = `secret, begun_at, enabled_at, last_step, failures, failures_since, recovery_hashes`

export async function readFactor(db: Queryable, holder: Holder, lock: '' | 'for update' = ''): Promise<Factor | null> {
  const { rows } = await db.query<{
    secret: Buffer
    begun_at: Date
    enabled_at: Date | null
    last_step: number | null
    failures: number
    failures_since: Date | null
    recovery_hashes: Buffer[]
  }>(`select ${COLUMNS} from portal.second_factors where ${HOLDER_COLUMN[holder.realm]} = $1 ${lock}`, [holder.id])
  const row = rows[0]
  if (!row) return null
  return {
    holder,
    secret: row.secret,
    begunAt: row.begun_at.getTime(),
    enabledAt: row.enabled_at,
    lastStep: row.last_step === null ? null : Number(row.last_step),
    failures: row.failures,
    failuresSince: row.failures_since?.getTime() ?? null,
    recoveryHashes: row.recovery_hashes,
  }
}

async function updateFactor(client: PoolClient, { realm, id }: Holder, set: string, values: unknown[]): Promise<void> {
  await client.query(`update portal.second_factors set ${set} where ${HOLDER_COLUMN[realm]} = $1`, [id, ...values])
}

/** @returns whether a factor was removed that was enabled */
export async function removeFactor(client: PoolClient, { realm, id }: Holder, onlyEnabled = false): Promise<boolean> {
  const { rows } = await client.query<{ enabled: boolean }>(
    `delete from portal.second_factors where ${HOLDER_COLUMN[realm]} = $1 and (enabled_at is not null or not $2)
     returning enabled_at is not null as enabled`,
    [id, onlyEnabled],
  )
  return rows[0]?.enabled === true
}

/** Stores a new secret, which a first code must confirm, and returns it with its QR code. */
export async function beginFactor(
  db: Queryable,
  keys: FactorKeys,
  holder: Holder,
  { issuer, label, now }: { issuer: string; label: string; now: number },
) {
  const secret = generateSecret()
  const uri = generateURI({ issuer, label, secret, period: PERIOD_S })
  const column = HOLDER_COLUMN[holder.realm]
  // Keeps the count of failures, and never replaces an enabled factor.
  const { rowCount } = await db.query(
    `insert into portal.second_factors as factor (${column}, secret, begun_at) values ($1, $2, $3)
     on conflict (${column}) do update set secret = excluded.secret, begun_at = excluded.begun_at, last_step = null
     where factor.enabled_at is null`,
    [holder.id, keys.seal(secret, nameOf(holder)), new Date(now)],
  )
  if (rowCount !== 1) return refuse('second_factor_enabled')
  const qr_svg = await drawQrCode(uri, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  return { ok: true as const, secret: { secret, uri, qr_svg } }
}

/** Enables a begun factor by its first code; returns the recovery codes. The caller commits in any case, see `consumeCode`. */
export async function enableFactor(client: PoolClient, keys: FactorKeys, holder: Holder, code: string, now: number) {
  const factor = await readFactor(client, holder, 'for update')
  if (factor?.enabledAt) return refuse('second_factor_enabled')
  if (!factor || factor.begunAt < now - BEGUN_MS) return refuse('second_factor_not_begun')
  const consumed = await consumeCode(client, keys, factor, code, now)
  if (!consumed.ok) return consumed
  await updateFactor(client, holder, 'enabled_at = $2', [new Date(now)])
  return { ok: true as const, recoveryCodes: await replaceRecoveryCodes(client, keys, holder) }
}

type Consumed = { ok: true; by: 'app' | 'recovery'; codesLeft: number } | ReturnType<typeof refuse>

/** Checks a code against a locked factor and consumes it. A wrong one is counted, so the caller's transaction must commit in any case. */
export async function consumeCode(
  client: PoolClient,
  keys: FactorKeys,
  factor: Factor,
  typed: string,
  now: number,
): Promise<Consumed> {
  const { holder, failuresSince, recoveryHashes } = factor
  const since = failuresSince !== null && failuresSince > now - FAILURES_MS ? failuresSince : null
  if (since !== null && factor.failures >= MAX_FAILURES)
    return refuse('too_many_requests', { retryAfter: Math.ceil((since + FAILURES_MS - now) / 1000) })
  const code = readCode(typed)
  if (code.kind === 'app') {
    const secret = keys.open(factor.secret, nameOf(holder))
    // The portal's secret was replaced, and PAYLOAD_SECRET_PREVIOUS lacks the former one.
    if (secret === null) return refuse('second_factor_unavailable')
    const step = stepOfCode(secret, code.digits, now, factor.lastStep)
    if (step !== null) {
      // Sealed with the current key, so that a former one is needed only until the next sign-in.
      const sealed = keys.seal(secret, nameOf(holder))
      await updateFactor(client, holder, 'failures = 0, failures_since = null, last_step = $2, secret = $3', [
        step,
        sealed,
      ])
      return { ok: true, by: 'app', codesLeft: recoveryHashes.length }
    }
  }
  if (code.kind === 'recovery') {
    const hashes = keys.hashes(code.code, nameOf(holder))
    const unused = recoveryHashes.filter((stored) => !hashes.some((hash) => hash.equals(stored)))
    if (unused.length < recoveryHashes.length) {
      await updateFactor(client, holder, 'failures = 0, failures_since = null, recovery_hashes = $2', [unused])
      return { ok: true, by: 'recovery', codesLeft: unused.length }
    }
  }
  await updateFactor(client, holder, 'failures = $2, failures_since = $3', [
    since === null ? 1 : factor.failures + 1,
    new Date(since ?? now),
  ])
  return refuse('second_factor_code_invalid')
}

/** Returns the new recovery codes as shown to people. */
export async function replaceRecoveryCodes(client: PoolClient, keys: FactorKeys, holder: Holder): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => keys.hashes(code, nameOf(holder))[0])
  await updateFactor(client, holder, 'recovery_hashes = $2', [hashes])
  return codes.map(formatRecoveryCode)
}
