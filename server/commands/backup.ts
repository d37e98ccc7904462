import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeBackup } from '@/lib/server/backup/archive'
import { StartError, withDatabase } from '@/server/resolve-database'
const USAGE = 'Usage: npm run backup [-- FILE.tar.gz]   (without a file: backups/portal-<time>.tar.gz)'

/**
 * `npm run backup`: database, media and the kept secret in one file, while the portal runs. A PAYLOAD_SECRET of the
 * environment is not put in: it is kept where the environment is.
 */
export function run(args: string[]): Promise<number> {
  // Asked before the database is opened, which puts the secret in use into the environment.
  const secretIsGiven = Boolean(process.env.PAYLOAD_SECRET)
  return withDatabase(async (environment) => {
    if (args.length > 1 || args[0]?.startsWith('-')) throw new StartError(USAGE)
    const now = new Date()
    const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
    const target = resolve(args[0] ?? `backups/portal-${stamp}.tar.gz`)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    const manifest = await writeBackup(target, {
      databaseUrl: environment.databaseUrl,
      secret: environment.payloadSecret,
      includeSecret: !secretIsGiven,
      portalVersion: version,
      now,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${target}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.media.length} media files.`)
    console.log(
      manifest.secretIncluded
        ? 'The file holds the secret of the portal: whoever has it can read everything. Keep it accordingly.'
        : 'PAYLOAD_SECRET is not in the file: a restore needs the same one.',
    )
  })
}
