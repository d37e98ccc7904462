import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createPasswordCheck, type CheckPassword } from '@/lib/server/accounts/passwords'

/**
 * The forms in which Payload keeps a password: PBKDF2 with SHA-256, 600 000 times since its version 3.8x, 25 000 times
 * and without a prefix before. A hash comes as "salt$hash".
 */
const currentPrefix = 'pbkdf2-sha256-v1:'
const derive = promisify(pbkdf2)

export function storedPassword({ hash, salt }: { hash: string | null; salt: string | null }): string | null {
  return hash && salt ? `${salt}$${hash}` : null
}

async function matches(stored: string, password: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('$', 2)
  const isCurrent = hash.startsWith(currentPrefix)
  const expected = Buffer.from(isCurrent ? hash.slice(currentPrefix.length) : hash, 'hex')
  const [times, length] = isCurrent ? [600_000, 32] : [25_000, 512]
  const given = await derive(password, salt, times, length, 'sha256')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Compares with nobody's password where there is none, so that an unknown address takes as long as a known one. */
export const checkStaffPassword: CheckPassword = createPasswordCheck(matches, async () => `${randomBytes(32).toString('hex')}$${currentPrefix}${randomBytes(32).toString('hex')}`)
