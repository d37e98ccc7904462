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
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { EmbeddedError, explainFileError } from '@/lib/server/db/embedded/embedded-error'
import { noteLink } from '@/lib/server/db/embedded/former-homes'
import { canEnter, type OperatingUser } from '@/lib/server/db/embedded/operating-user'

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
const LONGEST_SOCKET_DIRECTORY = 103 - '/.s.PGSQL.5432'.length

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
  throw new EmbeddedError(`Neither ${PUBLIC_DIRECTORIES.join(' nor ')} can be written. Set DATABASE_URL, or start the portal as another user.`)
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
  if (Buffer.byteLength(near) <= LONGEST_SOCKET_DIRECTORY) return near
  return `/tmp/gas-auction-portal-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
}

function prepareSocketDirectory(directory: string, user: OperatingUser | null): void {
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 })
  const { uid } = lstatSync(directory)
  if (uid !== process.getuid?.() && uid !== user?.uid) {
    throw new EmbeddedError(`${directory} belongs to somebody else: remove it, then start again.`)
  }
  own(directory, user)
}
