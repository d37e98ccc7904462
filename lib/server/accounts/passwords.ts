import argon2 from 'argon2'

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
