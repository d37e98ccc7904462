import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate, readMigrations, type Migration } from '@/lib/server/platform/db/migrate'
import { MigrationError } from '@/lib/server/platform/db/migration-locks'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
let migrations: Migration[]

beforeAll(async () => {
  database = await createTestDatabase()
  migrations = await readMigrations('lib/server/platform/db/migrations')
})
afterAll(() => database.close())

const additional = (sql: string, name = '9999-additional.sql'): Migration => ({ name, sql, checksum: `of ${sql}` })

describe('migrate', () => {
  it('does nothing on a database that has every migration', async () => {
    expect(await migrate(database.url, migrations)).toEqual([])
  })

  it('rolls back a migration that fails', async () => {
    const broken = additional('CREATE TABLE portal.half (id int); SELECT 1 / 0')
    await expect(migrate(database.url, [...migrations, broken])).rejects.toThrow(
      /^The migration 9999-additional.sql failed/,
    )
    const { rows } = await database.pool.query(`SELECT to_regclass('portal.half') AS found`)
    expect(rows).toEqual([{ found: null }])
  })

  describe('with a table in use', () => {
    const altering = additional('ALTER TABLE portal.auction_heads ADD COLUMN another int', '9997-altering.sql')
    const lockPolicy = { waitMs: 100, attempts: 3, pauseMs: 300 }

    /** Reads like a backup, which holds its lock until it ends. */
    async function startReading() {
      const client = await connectForLongWork(database.url, 'backup')
      await client.query('BEGIN')
      await client.query('SELECT FROM portal.auction_heads')
      return client
    }

    it('does not block bids while waiting, and on giving up names the process that holds the table', async () => {
      const backup = await startReading()
      const refused = expect(migrate(database.url, [...migrations, altering], lockPolicy)).rejects.toThrow(
        /^The migration 9997-altering\.sql failed 3 times: .* gas-auction-portal backup \(process \d+, for \d+ s\)/,
      )
      let over = false
      const bidding = (async () => {
        while (!over) await database.pool.query('SELECT FROM portal.auction_heads FOR UPDATE')
      })()
      try {
        // Fails if a bid waits for the table for so long that the pool refuses it.
        await Promise.race([refused, bidding])
      } finally {
        over = true
        await backup.end()
      }
      await bidding
    })

    it('succeeds once it is free', async () => {
      const backup = await startReading()
      const migrating = migrate(database.url, [...migrations, altering], { ...lockPolicy, attempts: 100 })
      await new Promise((resolve) => setTimeout(resolve, 250))
      await backup.end()
      expect(await migrating).toEqual(['9997-altering.sql'])
    })

    it('ignores timeouts in the database’s URL', async () => {
      const slow = additional('SELECT pg_sleep(0.5)', '9997-slow.sql')
      const limited = new URL(database.url)
      for (const limit of ['statement_timeout', 'query_timeout', 'idle_in_transaction_session_timeout'])
        limited.searchParams.set(limit, '100')
      expect(await migrate(limited.href, [...migrations, altering, slow])).toEqual(['9997-slow.sql'])
      await database.pool.query(`DELETE FROM portal.migrations WHERE name LIKE '9997-%'`)
    })
  })

  it('runs each migration once, even if several servers start together', async () => {
    const counting = additional('CREATE TABLE portal.counted (id int)', '9998-counted.sql')
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, [...migrations, counting])))
    expect(runs.flat()).toEqual(['9998-counted.sql'])
  })

  it('refuses a migration that was changed after it ran', async () => {
    const changed = additional('CREATE TABLE portal.counted (id bigint)', '9998-counted.sql')
    await expect(migrate(database.url, [...migrations, changed])).rejects.toThrow(MigrationError)
  })

  it('refuses a database that is newer than the code', async () => {
    await expect(migrate(database.url, migrations)).rejects.toThrow(/does not know/)
  })
})
