import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresAdapter, sql } from '@payloadcms/db-postgres'
import { migrateCms } from '@/lib/server/cms/cms'
import { poolOf } from '@/lib/server/payload/database'
import { migrations } from '@/lib/server/cms/migrations'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { createTestCms, type TestCms } from './support'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => {
  migrations.pop()
  return cms.close()
})

it('the migrations create the schema that the collections describe', async () => {
  const { requireDrizzleKit, schema, migrationDir } = cms.payload.db as unknown as PostgresAdapter
  const latest =
    (await readdir(migrationDir))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .at(-1) ?? ''
  const { generateDrizzleJson, generateMigration } = requireDrizzleKit()
  const snapshot = JSON.parse(await readFile(join(migrationDir, latest), 'utf8')) as never
  expect(await generateMigration(snapshot, await generateDrizzleJson(schema))).toEqual([])
})

it('a migration does not block readers while it waits for a table, and restores the timeouts afterwards', async () => {
  const { payload, database } = cms
  migrations.push({
    name: '29990101_000000_altering',
    up: async ({ db }) => void (await db.execute(sql`alter table cms.media add column another integer`)),
    down: async () => undefined,
  })
  const reader = await connectForLongWork(database.url, 'backup')
  await reader.query('begin')
  await reader.query('select from cms.media')

  const migrating = migrateCms(payload)
  const isWaiting = async () =>
    (
      await database.pool.query<{ waits: boolean }>(
        `select exists (select from pg_locks where relation = 'cms.media'::regclass and not granted) as waits`,
      )
    ).rows[0]!.waits
  while (!(await isWaiting())) await database.pool.query('select pg_sleep(0.01)')
  // Readers queue behind the migration only until it gives up and retries; the pool refuses one that waits longer.
  await database.pool.query('select from cms.media')
  await reader.end()
  await migrating

  const { rowCount } = await database.pool.query(
    `select from information_schema.columns where table_schema = 'cms' and table_name = 'media' and column_name = 'another'`,
  )
  expect(rowCount).toBe(1)
  const { rows } = await poolOf(payload).query(
    `select name from pg_settings where setting::int > 0 and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  expect(rows).toHaveLength(3)
})
