import { stopStaffIdentities } from '@/lib/server/cms/staff/identity'
import type { MigrateUpArgs } from '@payloadcms/db-postgres'
import { getPayload, type Migration, type Payload } from 'payload'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { withRetriedLocks } from '@/lib/server/platform/db/migration-locks'
import { inSavepoint, limitTime, poolOf, unlimitTime } from './database'
import { migrations } from './migrations'

/**
 * The editor's packages, dependencies first. Their builds for Node use top-level await: imported together, Node 20 hung silently in about one
 * start of four; imported one by one nothing waits for anything else.
 */
const PACKAGES = [
  'lexical',
  '@lexical/selection',
  '@lexical/utils',
  '@lexical/extension',
  '@lexical/html',
  '@lexical/list',
  '@lexical/clipboard',
  '@lexical/headless',
  '@lexical/a11y',
  '@lexical/table',
  '@lexical/dragon',
  '@lexical/rich-text',
  '@lexical/react/LexicalDecoratorBlockNode',
]

/** Call before anything imports Payload's rich text, that is, before its configuration. */
export async function loadEditor(): Promise<void> {
  for (const name of PACKAGES) await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name)
}

// An arbitrary number, the same on all servers: one of them migrates at a time.
const MIGRATION_LOCK = 7_314_402

let opening: Promise<Payload> | null = null
let opened: Payload | null = null
/** On shutdown Payload leaves its connections to the database to end. */
const closed = new WeakSet<Payload>()
let tellLost: ((error: Error) => void) | null = null

/** Gets lost connections instead of Payload's log. */
export function onCmsConnectionLost(tell: (error: Error) => void): void {
  tellLost = tell
}

/**
 * The one Payload instance of this process, with its schema migrated. Call it before Next's first request, so that Next's bundle finds this
 * instance, and before the portal's own migrations, which refer to its tables. A failed call is retried by the next one. `onlyMigrations`
 * leaves the schema at an earlier state, for a restore.
 */
export function getCms(onlyMigrations?: readonly string[]): Promise<Payload> {
  opening ??= open(onlyMigrations).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

async function open(onlyMigrations?: readonly string[]): Promise<Payload> {
  await loadEditor()
  const { default: config } = await import('@/lib/server/cms/payload.config')
  const payload = await getPayload({ config })
  // Without a listener node-postgres ends the process when an idle connection breaks.
  const tell = (error: Error): void => {
    if (closed.has(payload)) return
    if (tellLost === null) payload.logger.warn({ reason: error.message }, 'database connection lost')
    else tellLost(error)
  }
  poolOf(payload).on('error', tell)
  // The pool does not report connections that break in use; see lib/server/platform/db/pool.ts.
  poolOf(payload).on('connect', (client) => client.on('error', tell))
  await runMigrations(payload, onlyMigrations)
  limitTime(payload)
  opened = payload
  return payload
}

/** For metrics; null while Payload is not open. */
export function cmsPool(): ReturnType<typeof poolOf> | null {
  return opened && poolOf(opened)
}

/** Migrates the rest, after opening with `onlyMigrations`. */
export async function migrateCms(payload: Payload): Promise<void> {
  unlimitTime(payload)
  try {
    await runMigrations(payload)
  } finally {
    limitTime(payload)
  }
}

async function runMigrations(payload: Payload, only?: readonly string[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL ?? ''
  const wanted = (only === undefined ? migrations : migrations.filter(({ name }) => only.includes(name))).map(
    ({ up, ...migration }) => ({
      ...migration,
      up: (args: MigrateUpArgs) =>
        withRetriedLocks(databaseUrl, migration.name, () => inSavepoint(args.db, () => up(args))),
    }),
  )
  // Payload's general type lacks the PostgreSQL session that its adapter adds to the arguments.
  await withMigrationLock(databaseUrl, () => payload.db.migrate({ migrations: wanted as unknown as Migration[] }))
}

async function withMigrationLock(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = await connectForLongWork(databaseUrl, 'migrate')
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create schema if not exists cms')
    await work()
  } finally {
    await client.end()
  }
}

export async function closeCms(): Promise<void> {
  const payload = await opening?.catch(() => null)
  opening = null
  opened = null
  if (payload === null || payload === undefined) return
  closed.add(payload)
  await stopStaffIdentities()
  await payload.destroy()
}
