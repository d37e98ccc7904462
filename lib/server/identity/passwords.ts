import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import argon2 from 'argon2'
import type { FieldError } from '@/lib/contract/errors'
import { isCommonPassword, isOwnDataPassword } from '@/lib/domain/password'
import type { Queryable } from '@/lib/server/platform/db/pool'

/** Of zxcvbn's 0 to 4: from here on a password stands ten thousand million guesses, more than any limit lets through. */
const leastScore = 3
/** What is looked at of a long password; the work grows with the square of it. */
const maxInspected = 64

let loading: Promise<ZxcvbnFactory> | null = null

/** The dictionaries (common passwords, English words and names, keyboards) come with the package and are loaded once, when first needed. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
    return new Factory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      maxLength: maxInspected,
    })
  })()
  return loading
}

/** Whether a password falls to guessing. `own`: e-mail, names and codes of its owner. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  if (isCommonPassword(password) || isOwnDataPassword(password, own)) return true
  const words = own.flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length >= 3)
  return (await estimator()).check(password, words).score < leastScore
}

/** What is wrong with a new password, in the contract's form. `own`: e-mail, names and codes of the account. */
export async function passwordFaults(password: string, own: readonly string[]): Promise<FieldError[]> {
  return (await isGuessable(password, own)) ? [{ path: 'password', code: 'password_too_simple' }] : []
}

/** OWASP’s argon2id parameters: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, parameters)
}

/** Whether the password is the hashed one; never where there is no hash, that is, no such account. */
export type CheckPassword = (hash: string | null, password: string) => Promise<boolean>

/**
 * Does one verification whether there is a hash or not, so that neither the time nor the work of an answer tells
 * whether the account exists.
 */
export function createPasswordCheck(
  verify: (hash: string, password: string) => Promise<boolean>,
  nobodys: () => Promise<string> = () => hashPassword(crypto.randomUUID()),
): CheckPassword {
  let nobody: Promise<string> | null = null
  return async (hash, password) => {
    // Made at the first check of all, whoever that is: it must not be the first unknown address that takes longer.
    nobody ??= nobodys()
    const spare = await nobody
    const matches = await verify(hash ?? spare, password)
    return hash !== null && matches
  }
}

export const checkPassword: CheckPassword = createPasswordCheck((hash, password) => argon2.verify(hash, password))

/** Asked again before what a borrowed session must not do. */
export async function isOwnPassword(db: Queryable, accountId: number, password: string): Promise<boolean> {
  const { rows } = await db.query<{ password_hash: string }>(
    `select password_hash from portal.credentials where account_id = $1`,
    [accountId],
  )
  return checkPassword(rows[0]?.password_hash ?? null, password)
}
