import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { EmbeddedError } from '@/lib/server/db/embedded/embedded-error'

/** The account that PostgreSQL runs under. */
export interface OperatingUser {
  name: string
  uid: number
  gid: number
}

/** Accounts that Linux systems bring, the more fitting first. */
const CANDIDATES = ['postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the owner of a cluster that is already there,
 * else one that the system brings. `null`: we are not root, it runs as ourselves.
 */
export function chooseOperatingUser(clusterDirectory: string): OperatingUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  for (const name of CANDIDATES) {
    const uid = numericId('-u', name)
    const gid = numericId('-g', name)
    if (uid !== null && gid !== null) return { name, uid, gid }
  }
  throw new EmbeddedError(
    'PostgreSQL does not run as root, and this system has neither a "postgres" nor a "nobody" account. ' +
      'Start the portal as another user, or set DATABASE_URL.',
  )
}

/** Whether the user can enter the directory, every directory above it included (also with ACLs: it is tried). */
export function canEnter(user: OperatingUser | null, directory: string): boolean {
  return runsAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory])
}

/** Whether the program runs under the user and ends well. */
export function runsAs(user: OperatingUser | null, program: string, args: string[]): boolean {
  const result = spawnSync(program, args, { ...spawnOptions(user), stdio: 'ignore' })
  if (result.error !== undefined && 'code' in result.error && result.error.code === 'EPERM' && user !== null) {
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and this root may not switch to the account "${user.name}". ` +
        'Start the portal as another user, or set DATABASE_URL.',
    )
  }
  return result.status === 0
}

/**
 * Options under which PostgreSQL's programs are started. Of the environment only what they need: variables such as
 * PGPORT or PGDATA would lead them elsewhere, and secrets are none of their business.
 */
export function spawnOptions(user: OperatingUser | null) {
  return {
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: { NODE_ENV: 'production' as const, PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

function numericId(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number.parseInt(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 10)
  } catch {
    return null
  }
}
