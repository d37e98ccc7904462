import { resolve } from 'node:path'
import pg from 'pg'
import { type Environment, readEnvironment } from '@/lib/config/environment'
import { attachEmbedded, type EmbeddedDatabase, startEmbedded } from '@/lib/server/platform/db/embedded'
import { sqlState } from '@/lib/server/platform/db/transaction'
import { migrate, readMigrations } from '@/lib/server/platform/db/migrate'
import { LOCK_PATIENCE, MigrationError, withRetriedLocks } from '@/lib/server/platform/db/migration-locks'
import { poolForLongWork } from '@/lib/server/platform/db/long-work'
import type { PortalEnvironment } from '@/lib/server/compose/portal'
import { storedSecret } from '@/lib/server/platform/secrets'
import { Logger, runMigrations } from 'graphile-worker'

/** Migrates the schema `graphile_worker`. Several servers may do so at the same time. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  // The library's own pool has no error listener: an idle connection that the database ends would end the process.
  const pgPool = poolForLongWork(databaseUrl, 'migrate', LOCK_PATIENCE.waitMs)
  try {
    const logger = new Logger(() => () => undefined)
    await withRetriedLocks(databaseUrl, 'of the job queue', () => runMigrations({ pgPool, logger }))
  } finally {
    await pgPool.end()
  }
}

/** Names of migrations, of Payload's schema and of the portal's own. */
interface MigrationNames {
  cms: readonly string[]
  portal: readonly string[]
}

/**
 * Brings all schemas up to date: Payload's first (opening it migrates it) and the job queue's, because ours refer to them.
 *
 * @param only applies only these migrations of ours and Payload's, as an older backup needs; Payload must not be open yet
 * @throws {StartError}
 */
export async function migrateAll(databaseUrl: string, only?: MigrationNames): Promise<string[]> {
  const { getCms } = await import('@/lib/server/cms/cms')
  const migrations = await readMigrations(resolve('lib/server/platform/db/migrations'))
  try {
    await getCms(only?.cms)
    await migrateJobs(databaseUrl)
    return await migrate(
      databaseUrl,
      only === undefined ? migrations : migrations.filter(({ name }) => only.portal.includes(name)),
    )
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message, { cause: error })
    throw error
  }
}

/** The portal cannot start, and not because of a defect; the message is a sentence for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface ResolvedDatabase {
  environment: PortalEnvironment
  /** Directory of the embedded database; `null` for an external one. */
  home: string | null
  stop(): Promise<void>
}

const OLDEST_SERVER = 150_000
/** Sum of a server's pools (docs/operations.md, "Connections"). */
const CONNECTIONS_OF_A_SERVER = 36
const SPARE_CONNECTIONS = 10

/**
 * Starts the embedded database, or checks the one that DATABASE_URL names. Address and secret are put into `process.env` too, because
 * Payload's configuration reads them there: import nothing of Payload before. `running` is an embedded database that already runs.
 *
 * @throws {StartError}
 */
export async function resolveDatabase(
  environment: Environment,
  onRestart: (reason: string) => void,
  running: EmbeddedDatabase | null = null,
): Promise<ResolvedDatabase> {
  const resolved =
    environment.databaseUrl === null
      ? await openEmbedded(environment, onRestart, running)
      : await checkExternal(environment, environment.databaseUrl)
  process.env.DATABASE_URL = resolved.environment.databaseUrl
  process.env.PAYLOAD_SECRET = resolved.environment.payloadSecret
  return resolved
}

async function openEmbedded(
  environment: Environment,
  onRestart: (reason: string) => void,
  running: EmbeddedDatabase | null,
): Promise<ResolvedDatabase> {
  const connections = String(Math.max(100, environment.servers * CONNECTIONS_OF_A_SERVER + SPARE_CONNECTIONS))
  const settings = { max_connections: connections }
  const { dataDir } = environment
  const start = () =>
    startEmbedded({ dataDirectory: dataDir, settings, onRestart }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (/ENOSPC|No space left on device/i.test(reason))
        throw new StartError(`The disk of ${dataDir} is full: free some space on it, then start the portal again.`, {
          cause: error,
        })
      throw new StartError(`The database in ${dataDir} could not be started: ${reason}`, { cause: error })
    })
  const database = running ?? (await start())
  const payloadSecret = environment.payloadSecret ?? storedSecret(dataDir)
  return {
    environment: { ...environment, databaseUrl: database.url, payloadSecret },
    home: database.home,
    stop: database.stop,
  }
}

async function checkExternal(environment: Environment, databaseUrl: string): Promise<ResolvedDatabase> {
  const payloadSecret = environment.payloadSecret
  if (payloadSecret === null) throw new StartError('PAYLOAD_SECRET is required with DATABASE_URL.')
  let client: pg.Client | null = null
  try {
    // Reads the files that the address names, such as sslrootcert.
    client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ version: string; may: boolean; folds: boolean }>(
      `SELECT current_setting('server_version_num') AS version, has_database_privilege(current_database(), 'CREATE') AS may,
         current_setting('server_encoding') = 'UTF8' AND lower('ЇҐ') = 'їґ' AS folds`,
    )
    if (Number(rows[0]?.version) < OLDEST_SERVER) throw new StartError('The database must be PostgreSQL 15 or newer.')
    if (rows[0]?.may === false) {
      throw new StartError(
        'The user of DATABASE_URL may not create schemas in the database: GRANT CREATE ON DATABASE … TO …',
      )
    }
    if (rows[0]?.folds === false) {
      throw new StartError(
        "The database must be in UTF-8 with a locale that knows Ukrainian letters: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'uk'",
      )
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(explainConnection(error, databaseUrl), { cause: error })
  } finally {
    await client?.end().catch(() => undefined)
  }
  return { environment: { ...environment, databaseUrl, payloadSecret }, home: null, stop: async () => undefined }
}

/** Names the address, never the password. */
export function explainConnection(error: unknown, databaseUrl: string): string {
  // Node's error for a host with several addresses has a code and no message.
  const reason = error instanceof Error && error.message !== '' ? error.message : (sqlState(error) ?? String(error))
  return `The database at ${new URL(databaseUrl).host} (DATABASE_URL) cannot be used: ${reason}.`
}

/** For commands: runs `work` with the portal's database, started here unless a portal runs on it. Returns the exit code. */
export async function withDatabase(work: (environment: PortalEnvironment) => Promise<void>): Promise<number> {
  let stop = async (): Promise<void> => undefined
  try {
    const reading = readEnvironment(process.env)
    if (!reading.ok) throw new StartError(reading.problems.join('\n'))
    if (reading.environment.mode === 'remote') throw new StartError('With API_BASE_URL there is no database here.')
    const running = reading.environment.databaseUrl === null ? attachEmbedded(reading.environment.dataDir) : null
    const resolved = await resolveDatabase(reading.environment, () => undefined, running)
    stop = resolved.stop
    await work(resolved.environment)
    return 0
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    return 1
  } finally {
    const { closeCms } = await import('@/lib/server/cms/cms')
    await closeCms()
    await stop()
  }
}
