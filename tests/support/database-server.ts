/**
 * Runs PostgreSQL for one test run in a temporary directory: the embedded one or that of TEST_POSTGRES_BINARIES. Prints
 * the URL of a database with all migrations, and stops when its standard input ends, which is when its parent exits.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { migrateAll } from '@/server/resolve-database'
import { closingStatements } from '@/tests/support/database'
import { startDebianPostgres } from '@/tests/support/debian-postgres'

const directory = mkdtempSync(join(tmpdir(), 'portal-tests-'))
// If root runs the tests, PostgreSQL's account must be able to traverse it; the cluster's directory inside is private.
chmodSync(directory, 0o711)
// Test data need not survive a power cut; commits behave the same.
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300', autovacuum: 'off' }
const binaries = process.env.TEST_POSTGRES_BINARIES
const database =
  binaries === undefined
    ? await startEmbedded({ dataDirectory: directory, settings })
    : await startDebianPostgres(binaries, directory, settings)
process.env.DATABASE_URL = database.url
process.env.PAYLOAD_SECRET ??= 'the-secret-of-the-tests-and-of-nothing-else'
process.env.LOG_LEVEL ??= 'warn'

try {
  await migrateAll(database.url)
  const { closeCms } = await import('@/lib/server/cms/cms')
  await closeCms()
  await endSessions(database.url)
  process.stdout.write(`ready ${database.url}\n`)
  await new Promise((resolve) => process.stdin.on('end', resolve).resume())
} finally {
  await database.stop()
  // Deleting thousands of files may take minutes on a busy machine, so a detached process does it.
  spawn('rm', ['-rf', database.home, directory], { stdio: 'ignore', detached: true }).unref()
}
process.exit(process.exitCode ?? 0)

/** Ends all sessions, because a database can be copied only without any; Payload never closes its connection. */
async function endSessions(url: string): Promise<void> {
  const administration = new URL(url)
  administration.pathname = '/postgres'
  const client = new pg.Client({ connectionString: administration.href })
  await client.connect()
  for (const sql of closingStatements('portal')) await client.query(sql)
  await client.end()
}
