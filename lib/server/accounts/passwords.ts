import argon2 from 'argon2'

/** OWASP’s argon2id parameters: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, parameters)
}

/**
 * Whether the password is the hashed one. Without a hash (no such account) the same work is done on another one,
 * so that the time of the answer does not tell whether the account exists.
 */
export async function checkPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? (await hashOfNobody()), password)
  return hash !== null && matches
}

let nobody: Promise<string> | null = null

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}
