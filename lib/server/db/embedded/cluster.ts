import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from '@/lib/server/db/embedded/binaries'
import type { ClusterPlace } from '@/lib/server/db/embedded/cluster-place'
import { EmbeddedError, explainOutput } from '@/lib/server/db/embedded/embedded-error'
import { spawnOptions, type OperatingUser } from '@/lib/server/db/embedded/operating-user'

/** Name of the embedded database's role and of the database. */
export const DATABASE_NAME = 'portal'

const POSTGRES_MAJOR = '18'
const NEEDED_BYTES = 200 * 1024 * 1024

/** Makes the cluster where there is none, and returns its password. @throws {EmbeddedError} */
export async function ensureCluster(binaries: Binaries, place: ClusterPlace, user: OperatingUser | null): Promise<string> {
  const versionFile = join(place.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) await createCluster(binaries, place, user)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    throw new EmbeddedError(
      `The database in ${place.home} was written by PostgreSQL ${version}; this portal brings PostgreSQL ${POSTGRES_MAJOR}. ` +
        'Carry it over with pg_dump and pg_restore, or remove the directory to begin with an empty one.',
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

function run(program: string, user: OperatingUser | null, args: string[]): Promise<{ code: number | null; output: string }> {
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
