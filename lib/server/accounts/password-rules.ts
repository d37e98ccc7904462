import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { FieldError } from '@/lib/contract/errors'
import { isCommonPassword, isOwnDataPassword } from '@/lib/domain/password'

/** Of zxcvbn's 0 to 4: from here on a password stands ten thousand million guesses, more than any limit lets through. */
const leastScore = 3
/** What is looked at of a long password; the work grows with the square of it. */
const longestLookedAt = 64

let loading: Promise<ZxcvbnFactory> | null = null

/** The dictionaries (common passwords, English words and names, keyboards) come with the package and are loaded once, when first needed. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
    return new Factory({ dictionary: { ...common.dictionary, ...english.dictionary }, graphs: common.adjacencyGraphs, maxLength: longestLookedAt })
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
