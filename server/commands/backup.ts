import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeBackup } from '@/lib/server/backup/archive'
import { BackupError, type Manifest } from '@/lib/server/backup/manifest'
import { mediaPlace } from '@/lib/server/backup/media-files'
import { StartError, withDatabase } from '@/server/resolve-database'

const USAGE = 'Usage: npm run backup [-- FILE.tar.gz]   (without a file: backups/portal-<time>.tar.gz)'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const MAX_NAMED = 5

/**
 * `npm run backup`: writes database, media and the stored secret to one file while the portal runs. A PAYLOAD_SECRET from the
 * environment is not included: it is stored elsewhere.
 */
export function run(args: string[]): Promise<number> {
  // Read before the database is opened, which sets PAYLOAD_SECRET.
  const hasOwnSecret = !process.env.PAYLOAD_SECRET
  return withDatabase(async (environment) => {
    if (args.length > 1 || args[0]?.startsWith('-')) throw new StartError(USAGE)
    const now = new Date()
    const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
    const target = resolve(args[0] ?? `backups/portal-${stamp}.tar.gz`)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    const manifest = await untilSignal((signal) =>
      writeBackup(target, {
        databaseUrl: environment.databaseUrl,
        secret: environment.payloadSecret,
        includeSecret: hasOwnSecret,
        portalVersion: version,
        now,
        signal,
      }),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${target}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.media.length} media files.`)
    console.log(
      manifest.secretIncluded
        ? 'The file contains the secret of the portal: keep it where no one else can read it.'
        : 'PAYLOAD_SECRET is not in the file: a restore needs the same one.',
    )
    if (manifest.missingMedia.length > 0) throw new StartError(explainMissing(manifest))
  })
}

/** A signal stops the backup, which then removes its unpacked copy. */
async function untilSignal(write: (signal: AbortSignal) => Promise<Manifest>): Promise<Manifest> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of SIGNALS) process.once(name, stop)
  try {
    return await write(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted)
      throw new StartError('The backup was stopped; its files were deleted.', { cause: error })
    if (error instanceof BackupError) throw new StartError(error.message, { cause: error })
    throw error
  } finally {
    for (const name of SIGNALS) process.off(name, stop)
  }
}

function explainMissing({ missingMedia }: Manifest): string {
  const count = missingMedia.length
  const named = missingMedia.slice(0, MAX_NAMED).join(', ')
  const others = count > MAX_NAMED ? ` and ${count - MAX_NAMED} more` : ''
  return `The backup lacks media: ${count} files that the database names are not in ${mediaPlace()}: ${named}${others}. Set DATA_DIR or S3_* as for the portal and repeat the backup; lost files have to be uploaded again.`
}
