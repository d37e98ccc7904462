import type { MigrateUpArgs } from '@payloadcms/db-postgres'
import { getPayload, type Migration, type Payload } from 'payload'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { withRetriedLocks } from '@/lib/server/platform/db/migration-locks'
import { inSavepoint, limitTime, poolOf, unlimitTime } from '@/lib/server/payload/database'
import { migrations } from './migrations'
import { stopStaffIdentities } from './staff/identity'

/**
 * The editor's packages, dependencies first. Lexical 0.50's builds for Node use top-level await: when they are imported together, Node 20
 * hangs or ends silently in about one start of four (payloadcms/payload#9382), but not when they are imported one after the other. Can go
 * with Node 20.
 */
const EDITOR_PACKAGES = [
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

// An arbitrary number, the same on all servers: one of them migrates at a time.
const MIGRATION_LOCK = 7_314_402

let opening: Promise<Payload> | null = null
let opened: Payload | null = null
let reportLost: ((error: Error) => void) | null = null

/** Reports lost connections to `report` instead of Payload's log. */
export function onCmsConnectionLost(report: (error: Error) => void): void {
  reportLost = report
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
  // Before the configuration, which imports the editor.
  for (const name of EDITOR_PACKAGES) await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name)
  const { default: config } = await import('@/lib/server/cms/payload.config')
  const payload = await getPayload({ config })
  // A call after failed migrations gets the same instance.
  if (opened !== payload) watchConnections(payload)
  opened = payload
  await migrateCms(payload, onlyMigrations)
  return payload
}

function watchConnections(payload: Payload): void {
  const report = (error: Error): void => {
    // Payload is closed: it leaves ending its connections to the database.
    if (opened !== payload) return
    if (reportLost === null) payload.logger.warn({ reason: error.message }, 'database connection lost')
    else reportLost(error)
  }
  // Without a listener node-postgres ends the process when an idle connection breaks.
  poolOf(payload).on('error', report)
  // The pool does not report connections that break in use; see lib/server/platform/db/pool.ts.
  poolOf(payload).on('connect', (client) => client.on('error', report))
}

/** For metrics; null while Payload is not open. */
export function cmsPool(): ReturnType<typeof poolOf> | null {
  return opened && poolOf(opened)
}

/** Runs the migrations that are due, or those of them that `only` names. */
export async function migrateCms(payload: Payload, only?: readonly string[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL ?? ''
  const due = (only === undefined ? migrations : migrations.filter(({ name }) => only.includes(name))).map(
    ({ up, ...migration }) => ({
      ...migration,
      up: (args: MigrateUpArgs) =>
        withRetriedLocks(databaseUrl, migration.name, () => inSavepoint(args.db, () => up(args))),
    }),
  )
  unlimitTime(payload)
  try {
    // Payload's general type lacks the PostgreSQL session that its adapter adds to the arguments.
    await withMigrationLock(databaseUrl, () => payload.db.migrate({ migrations: due as unknown as Migration[] }))
  } finally {
    limitTime(payload)
  }
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
  if (!payload) return
  await stopStaffIdentities()
  await payload.destroy()
}
