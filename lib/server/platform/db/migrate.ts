import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connectForLongWork, liftTimeLimits } from './long-work'
import { LOCK_PATIENCE, type LockPatience, MigrationError, withRetriedLocks } from './migration-locks'

export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the file, hex. */
  checksum: string
}

/** The key of the advisory lock under which servers that start together migrate one after the other. */
const MIGRATION_LOCK = 4_207_310_001
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/** The migrations of a directory, ordered by the number in their names. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name)).sort()
  const numbers = names.map((name) => name.slice(0, 4))
  const repeated = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (repeated !== undefined) throw new MigrationError(`Two migrations have the number ${repeated}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the schema `portal` up to date, each migration in its own transaction, and returns the names of those
 * that ran. Refuses a database that is newer than this code, or of which an applied migration differs from its file. A migration that
 * cannot lock a table soon is rolled back and tried again: bids would wait behind it.
 *
 * @throws {MigrationError}
 */
export async function migrate(
  databaseUrl: string,
  migrations: Migration[],
  patience: LockPatience = LOCK_PATIENCE,
): Promise<string[]> {
  const client = await connectForLongWork(databaseUrl, 'migrate')
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    // Only now: waiting for another server's migration must not be limited.
    await liftTimeLimits(client, patience.waitMs)
    await client.query('CREATE SCHEMA IF NOT EXISTS portal')
    await client.query(`CREATE TABLE IF NOT EXISTS portal.migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM portal.migrations ORDER BY name',
    )
    const pending = pendingMigrations(migrations, rows)
    for (const migration of pending)
      await withRetriedLocks(databaseUrl, migration.name, () => apply(client, migration), patience)
    return pending.map((migration) => migration.name)
  } finally {
    // Ends the session, which releases the lock.
    await client.end()
  }
}

/** The migrations that a version needs, by schema. */
export interface NeededMigrations {
  portal: readonly string[]
  cms: readonly string[]
  /** Number of the job queue's last one. */
  jobs: number
}

/** Number of the job queue's last migration that has run; 0 for none. */
export async function lastJobMigration(db: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await db.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM graphile_worker.migrations')
  return rows[0]?.id ?? 0
}

/**
 * Null if the database has all of these migrations, else a sentence. Additional ones of a newer version do not matter.
 */
export async function missingMigrations(
  db: Pick<pg.Pool, 'query'>,
  { portal, cms, jobs }: NeededMigrations,
): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) needed (name) WHERE NOT EXISTS (SELECT FROM portal.migrations WHERE migrations.name = needed.name)
     UNION ALL
     SELECT name FROM unnest($2::text[]) needed (name) WHERE NOT EXISTS (SELECT FROM cms.payload_migrations applied WHERE applied.name = needed.name)
     ORDER BY name`,
    [portal, cms],
  )
  const missing = rows.map(({ name }) => name)
  const last = await lastJobMigration(db)
  if (last < jobs) missing.push(`${jobs} of the job queue, which is at ${last}`)
  return missing.length === 0 ? null : `migrations are missing: ${missing.join(', ')}`
}

/** @throws {MigrationError} unless the applied migrations are a prefix of the code's */
export function pendingMigrations(migrations: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (migration === undefined) {
      throw new MigrationError(
        `The database has the migration ${name}, which this version of the portal does not know.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(`The migration ${name} was changed after it had run on this database.`)
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const last = applied.at(-1)?.name
  const late = pending.find(({ name }) => last !== undefined && name < last)
  if (late !== undefined) {
    throw new MigrationError(`The migration ${late.name} comes before ${last}, which has already run.`)
  }
  return pending
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(migration.sql)
    await client.query('INSERT INTO portal.migrations (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`The migration ${migration.name} failed: ${reason}`, { cause: error })
  }
}
