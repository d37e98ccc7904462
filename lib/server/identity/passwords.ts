import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import argon2 from 'argon2'
import type { FieldError } from '@/lib/contract/errors'
import { isCommonPassword, isOwnDataPassword } from '@/lib/domain/password'

/** zxcvbn scores from 0 to 4; 3 withstands 10^8 guesses, far more than the limits allow. */
const MIN_SCORE = 3
/** The estimator's work grows with the square of the length. */
const MAX_INSPECTED_LENGTH = 64
export const MAX_PASSWORD_LENGTH = 200
/** In user-perceived characters. The contract checks the length for buyers. */
const MIN_STAFF_PASSWORD_LENGTH = 12

let loading: Promise<ZxcvbnFactory> | null = null

/** The dictionaries (common passwords, English words and names, keyboards) are loaded when first needed. */
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
      maxLength: MAX_INSPECTED_LENGTH,
    })
  })()
  return loading
}

/** `ownData`: email, names and codes of the password's owner. */
async function isGuessable(password: string, ownData: readonly string[]): Promise<boolean> {
  if (isCommonPassword(password) || isOwnDataPassword(password, ownData)) return true
  const fragments = ownData
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 3)
  return (await estimator()).check(password, fragments).score < MIN_SCORE
}

/** Faults of a buyer's new password, in the contract's form. */
export async function passwordFaults(password: string, ownData: readonly string[]): Promise<FieldError[]> {
  return (await isGuessable(password, ownData)) ? [{ path: 'password', code: 'password_too_simple' }] : []
}

/** The fault of a new password of the staff, as a key of the back office's texts with its values. */
export async function staffPasswordFault(
  password: string,
  ownData: readonly string[],
): Promise<{
  key: 'passwordTooShort' | 'passwordTooLong' | 'passwordGuessable'
  values: Record<string, number>
} | null> {
  if ([...password].length < MIN_STAFF_PASSWORD_LENGTH)
    return { key: 'passwordTooShort', values: { minimum: MIN_STAFF_PASSWORD_LENGTH } }
  if (password.length > MAX_PASSWORD_LENGTH) return { key: 'passwordTooLong', values: { maximum: MAX_PASSWORD_LENGTH } }
  return (await isGuessable(password, ownData)) ? { key: 'passwordGuessable', values: {} } : null
}

/** OWASP’s argon2id parameters: 19 MiB, two passes, one lane. */
const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, ARGON2)
}

/** False for a null hash, which means that the account does not exist. */
export type CheckPassword = (hash: string | null, password: string) => Promise<boolean>

/** Verifies once in any case, so that timing does not reveal whether the account exists. */
export function createPasswordCheck(
  verify: (hash: string, password: string) => Promise<boolean>,
  makeDummy: () => string | Promise<string> = () => hashPassword(crypto.randomUUID()),
): CheckPassword {
  let dummy: Promise<string> | null = null
  return async (hash, password) => {
    // Made at the very first check, so that the first unknown address does not take longer than others.
    dummy ??= Promise.resolve(makeDummy())
    const dummyHash = await dummy
    const matches = await verify(hash ?? dummyHash, password)
    return hash !== null && matches
  }
}

export const checkPassword = createPasswordCheck((hash, password) => argon2.verify(hash, password))

/** Payload hashes the staff's passwords itself: PBKDF2-SHA256, here as "salt$hash". */
const PAYLOAD_PREFIX = 'pbkdf2-sha256-v1:'
const derive = promisify(pbkdf2)

async function verifyPayloadHash(stored: string, password: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('$', 2)
  if (!hash.startsWith(PAYLOAD_PREFIX)) return false
  const expected = Buffer.from(hash.slice(PAYLOAD_PREFIX.length), 'hex')
  const actual = await derive(password, salt, 600_000, 32, 'sha256')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

export const checkStaffPassword = createPasswordCheck(
  verifyPayloadHash,
  () => `${randomBytes(32).toString('hex')}$${PAYLOAD_PREFIX}${randomBytes(32).toString('hex')}`,
)
