import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { noteLink } from './former-homes'

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
function canEnter(user: OperatingUser | null, directory: string): boolean {
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
    return Number.parseInt(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      10,
    )
  } catch {
    return null
  }
}

/** Where things are that PostgreSQL needs, by absolute and real paths. */
export interface ClusterPlace {
  home: string
  /** PGDATA. */
  cluster: string
  /** Directory of the private unix socket. */
  socket: string
  passwordFile: string
  logDirectory: string
  startLog: string
}

/** The longest path of a unix socket is 103 bytes (macOS); ours ends in `/.s.PGSQL.5432`. */
const MAX_SOCKET_DIRECTORY = 103 - '/.s.PGSQL.5432'.length

/** Durable, and every account can enter it. */
const PUBLIC_DIRECTORIES = ['/var/lib/gas-auction-portal', '/var/tmp/gas-auction-portal']

/**
 * The home of the database: `postgres` in the data directory. Where the user that PostgreSQL runs under cannot enter
 * that (root's checkout under a private home), `postgres` is a link to a directory of its own outside of it.
 */
export function prepareClusterPlace(dataDirectory: string, user: OperatingUser | null): ClusterPlace {
  const entry = join(dataDirectory, 'postgres')
  try {
    const link = lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() === true
    if (link && !existsSync(entry)) {
      throw new EmbeddedError(
        `The database was kept in ${readlinkSync(entry)}, which is gone. Put it back, or remove ${entry} to begin with an empty one.`,
      )
    }
    mkdirSync(entry, { recursive: true, mode: 0o700 })
    own(entry, user)
    if (user !== null && !canEnter(user, realpathSync(entry))) {
      if (link || readdirSync(entry).length > 0) {
        throw new EmbeddedError(
          `The account "${user.name}", which PostgreSQL runs under, cannot enter ${entry}. ` +
            'Make the directories above it passable (chmod o+x), or start the portal as their owner.',
        )
      }
      replaceByLink(entry, user)
    }
    const place = placeOf(realpathSync(entry))
    prepareSocketDirectory(place.socket, user)
    return place
  } catch (error) {
    if (error instanceof EmbeddedError) throw error
    throw explainFileError(`The database’s directory ${entry} cannot be used`, error)
  }
}

/** Where the database of a data directory is, nothing made or changed; null where there is none. */
export function existingClusterPlace(dataDirectory: string): ClusterPlace | null {
  const entry = join(dataDirectory, 'postgres')
  return existsSync(join(entry, 'password')) ? placeOf(realpathSync(entry)) : null
}

function placeOf(home: string): ClusterPlace {
  return {
    home,
    cluster: join(home, 'cluster'),
    socket: socketDirectory(home),
    passwordFile: join(home, 'password'),
    logDirectory: join(home, 'log'),
    startLog: join(home, 'start.log'),
  }
}

/** A directory outside of any home, for what an unprivileged account must reach. */
export function publicDirectory(): string {
  for (const directory of PUBLIC_DIRECTORIES) {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o755 })
      const { uid } = lstatSync(directory)
      // In /var/tmp somebody else may have made it first.
      if (uid !== 0) continue
      chmodSync(directory, 0o755)
      return directory
    } catch {
      continue
    }
  }
  throw new EmbeddedError(
    `Neither ${PUBLIC_DIRECTORIES.join(' nor ')} can be written. Set DATABASE_URL, or start the portal as another user.`,
  )
}

function own(path: string, user: OperatingUser | null): void {
  if (user !== null) chownSync(path, user.uid, user.gid)
}

function replaceByLink(entry: string, user: OperatingUser): void {
  const home = join(publicDirectory(), `database-${randomBytes(6).toString('hex')}`)
  mkdirSync(home, { mode: 0o700 })
  noteLink(home, entry)
  own(home, user)
  rmdirSync(entry)
  symlinkSync(home, entry)
}

/** A socket's path is short by nature; a deep data directory gets its socket under /tmp instead. */
function socketDirectory(home: string): string {
  const near = join(home, 'run')
  if (Buffer.byteLength(near) <= MAX_SOCKET_DIRECTORY) return near
  return `/tmp/gas-auction-portal-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
}

function prepareSocketDirectory(directory: string, user: OperatingUser | null): void {
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 })
  const { uid } = lstatSync(directory)
  if (uid !== process.getuid?.() && uid !== user?.uid) {
    throw new EmbeddedError(`${directory} belongs to another user: remove it, then start again.`)
  }
  own(directory, user)
}

/** What keeps the embedded database from starting; the message is a sentence for the person who starts the portal. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** A file operation's error turned into a sentence. */
export function explainFileError(what: string, error: unknown): EmbeddedError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentences: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'a file of this name is in the way',
  }
  const reason = sentences[code] ?? (error instanceof Error ? error.message : String(error))
  return new EmbeddedError(`${what}: ${reason}.`, { cause: error })
}
