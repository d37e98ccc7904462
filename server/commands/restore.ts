import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readEnvironment } from '@/lib/config/environment'
import { openBackup, type OpenBackup } from '@/lib/server/backup/archive'
import { hasTables, loadDatabase } from '@/lib/server/backup/database'
import { RestoreError, secretFingerprint } from '@/lib/server/backup/manifest'
import { restoreMedia } from '@/lib/server/backup/media-files'
import type { PortalEnvironment } from '@/lib/server/compose/portal'
import { readMigrations } from '@/lib/server/platform/db/migrate'
import { migrateAll, StartError, withDatabase } from '@/server/resolve-database'

const USAGE = `Usage: npm run restore -- FILE.tar.gz            into the empty database of DATABASE_URL, or of an empty DATA_DIR
       npm run restore -- --check FILE.tar.gz    only reads the file and compares its checksums`
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `npm run restore`: a backup into an empty database, embedded or external, brought up to this version's schema. */
export async function run(args: string[]): Promise<number> {
  const check = args[0] === '--check'
  const [file, ...others] = check ? args.slice(1) : args
  if (file === undefined || file.startsWith('-') || others.length > 0) {
    console.error(USAGE)
    return 1
  }
  const scratch = await mkdtemp(join(tmpdir(), 'portal-restore-'))
  // The unpacked backup contains personal data, and perhaps the secret: a signal that ends the process removes it first.
  const abort = (): never => {
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  }
  for (const name of SIGNALS) process.once(name, abort)
  try {
    const backup = await openBackup(resolve(file), scratch)
    console.log(`Backup of ${backup.manifest.madeAt}, portal ${backup.manifest.portalVersion}: all checksums match.`)
    if (backup.manifest.missingMedia.length > 0)
      console.log(`It was made without ${backup.manifest.missingMedia.length} media files that its database names.`)
    if (check) return 0
    placeSecret(backup)
    return await withDatabase((environment) => restore(backup, environment))
  } catch (error) {
    console.error(error instanceof RestoreError || error instanceof StartError ? error.message : error)
    return 1
  } finally {
    for (const name of SIGNALS) process.off(name, abort)
    await rm(scratch, { recursive: true, force: true })
  }
}

async function restore(
  backup: OpenBackup,
  { databaseUrl, payloadSecret, formerSecrets }: PortalEnvironment,
): Promise<void> {
  const { manifest, directory } = backup
  if (![payloadSecret, ...formerSecrets].map(secretFingerprint).includes(manifest.secretFingerprint)) {
    throw new StartError(
      'The backup belongs to another PAYLOAD_SECRET: second factors and sealed prices could not be decrypted. Restore with the secret of the backup, as PAYLOAD_SECRET or in PAYLOAD_SECRET_PREVIOUS.',
    )
  }
  if (await hasTables(databaseUrl)) {
    throw new StartError(
      'The database already has the tables of a portal: restore into an empty one (another DATA_DIR or DATABASE_URL). If only a failed restore wrote to it, empty it with: drop schema if exists cms, portal, graphile_worker cascade;',
    )
  }
  await assertSupported(backup)
  // Before the database: if access or space is missing, the same command can be repeated, because the database is still
  // empty.
  await restoreMedia(
    join(directory, 'media'),
    manifest.media.map(({ name }) => name),
  )
  await migrateAll(databaseUrl, manifest.migrations)
  await loadDatabase(databaseUrl, directory, manifest)
  const { closeCms, getCms, migrateCms } = await import('@/lib/server/cms/cms')
  await migrateCms(await getCms())
  const applied = await migrateAll(databaseUrl)
  await closeCms()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored: ${manifest.tables.length} tables with ${rows} rows, ${manifest.media.length} media files.`)
  if (applied.length > 0) console.log(`Brought up to this version: ${applied.join(', ')}`)
}

/** The portal's own secret is stored beside the embedded database, unless the environment provides one. */
function placeSecret({ secret }: OpenBackup): void {
  const reading = readEnvironment(process.env)
  if (!reading.ok) throw new StartError(reading.problems.join('\n'))
  const { databaseUrl, dataDir, payloadSecret } = reading.environment
  if (databaseUrl !== null || payloadSecret !== null || secret === null) return
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  try {
    writeFileSync(join(dataDir, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // An existing secret is compared with that of the backup before anything is written.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A backup of a newer portal has migrations that this one does not know. */
async function assertSupported({ manifest }: OpenBackup): Promise<void> {
  const { migrations } = await import('@/lib/server/cms/migrations')
  const ours = await readMigrations(resolve('lib/server/platform/db/migrations'))
  const names = new Set([...migrations, ...ours].map(({ name }) => name))
  const unknown = [...manifest.migrations.cms, ...manifest.migrations.portal].find((name) => !names.has(name))
  if (unknown !== undefined) {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    throw new StartError(
      `The backup is of portal ${manifest.portalVersion} and has the migration ${unknown}, which this one (${version}) does not know: restore it with that version.`,
    )
  }
}
