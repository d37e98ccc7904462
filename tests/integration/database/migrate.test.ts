import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate, MigrationError, readMigrations, type Migration } from '@/lib/server/db/migrate'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
let known: Migration[]

beforeAll(async () => {
  database = await createTestDatabase()
  known = await readMigrations('lib/server/db/migrations')
})
afterAll(() => database.close())

const additional = (sql: string, name = '9999-additional.sql'): Migration => ({ name, sql, checksum: `of ${sql}` })

describe('migrate', () => {
  it('has nothing to do on a database that has every migration', async () => {
    expect(await migrate(database.url, known)).toEqual([])
  })

  it('leaves nothing of a migration that fails', async () => {
    const broken = additional('CREATE TABLE portal.half (id int); SELECT 1 / 0')
    await expect(migrate(database.url, [...known, broken])).rejects.toThrow(/^The migration 9999-additional.sql failed/)
    const { rows } = await database.pool.query(`SELECT to_regclass('portal.half') AS found`)
    expect(rows).toEqual([{ found: null }])
  })

  it('runs each migration once, however many servers start together', async () => {
    const counting = additional('CREATE TABLE portal.counted (id int)', '9998-counted.sql')
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, [...known, counting])))
    expect(runs.flat()).toEqual(['9998-counted.sql'])
  })

  it('refuses a migration that was changed after it had run', async () => {
    const changed = additional('CREATE TABLE portal.counted (id bigint)', '9998-counted.sql')
    await expect(migrate(database.url, [...known, changed])).rejects.toThrow(MigrationError)
  })

  it('refuses a database that is newer than the code', async () => {
    await expect(migrate(database.url, known)).rejects.toThrow(/does not know/)
  })
})
