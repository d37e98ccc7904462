import type { MigrateUpArgs } from '@payloadcms/db-postgres'
import { getPayload, type Migration, type Payload } from 'payload'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { withRetriedLocks } from '@/lib/server/platform/db/migration-locks'
import { roleOf, type StaffRole } from './access'
import { inSavepoint, limitTime, poolOf, unlimitTime } from './database'
import { migrations } from './migrations'

/**
 * The editor's packages, each after those that it needs itself.
 *
 * Their builds for Node load their code by a top-level await; where several of those wait at once, as they do when the
 * whole graph is imported together, Node 20 at times never finishes the import (about one start in four hung, silently).
 * Imported one by one nothing waits for anything else.
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

// One arbitrary number for all servers of a database: only one of them migrates at a time.
const MIGRATION_LOCK = 7_314_402

let opening: Promise<Payload> | null = null
let opened: Payload | null = null
/** Payload leaves its connections to the database to end, which is then no news. */
const closed = new WeakSet<Payload>()
let tellLost: ((error: Error) => void) | null = null

/** Who is told of connections that Payload loses, instead of its log. */
export function onCmsConnectionLost(tell: (error: Error) => void): void {
  tellLost = tell
}

/**
 * The one Payload instance of this process, with its schema migrated. Call it before Next answers its first request
 * and before the portal's own migrations, which refer to the tables made here: Next's bundle then finds the same
 * instance instead of opening another. A failed opening is tried again by the next call. `onlyMigrations` leaves the
 * schema at an earlier state, for a restore.
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
  // node-postgres reports a broken idle connection as an event, which would end the process if nobody listened.
  const tell = (error: Error): void => {
    if (closed.has(payload)) return
    if (tellLost === null) payload.logger.warn({ reason: error.message }, 'database connection lost')
    else tellLost(error)
  }
  poolOf(payload).on('error', tell)
  // Of a connection that is cut in use the pool says nothing; see lib/server/platform/db/pool.ts.
  poolOf(payload).on('connect', (client) => client.on('error', tell))
  await runMigrations(payload, onlyMigrations)
  limitTime(payload)
  opened = payload
  return payload
}

/** Payload's connections, for who counts them; null while it is not open. */
export function cmsPool(): ReturnType<typeof poolOf> | null {
  return opened && poolOf(opened)
}

/** Opening migrates already; again for a schema that was left at an earlier state. */
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
  // Payload's general type does not know the PostgreSQL session that its adapter adds to the arguments.
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

/** Closes Payload's connections at shutdown. */
export async function closeCms(): Promise<void> {
  const payload = await opening?.catch(() => null)
  opening = null
  opened = null
  if (payload === null || payload === undefined) return
  closed.add(payload)
  await payload.destroy()
}

export type StaffMember = { id: number; role: StaffRole; email: string; name: string }

/** Whose token this is, as `/cms-api/staff/login` answered it; null for a wrong, expired or signed-out one. */
export async function staffFromToken(token: string): Promise<StaffMember | null> {
  const cms = await getCms()
  const { user } = await cms.auth({ headers: new Headers({ Authorization: `Bearer ${token}` }), canSetHeaders: false })
  const role = roleOf(user)
  if (!user || role === null) return null
  return { id: Number(user.id), role, email: user.email, name: user.name }
}
