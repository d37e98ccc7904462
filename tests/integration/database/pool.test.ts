import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL)')
})
afterAll(() => database.close())

describe('the pool', () => {
  it('reads bigint as a safe integer and an instant as a Date', async () => {
    const { rows } = await database.pool.query(`SELECT 9007199254740991::bigint AS n, to_timestamp(0) AS at`)
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER, at: new Date(0) }])
  })

  it('refuses a bigint that a JavaScript integer cannot hold', async () => {
    await expect(database.pool.query('SELECT 9007199254740992::bigint')).rejects.toThrow(RangeError)
  })

  it('sorts by the Ukrainian alphabet', async () => {
    const { rows } = await database.pool.query(
      `SELECT string_agg(letter, '' ORDER BY letter) AS sorted FROM unnest(ARRAY['я','ї','і','и','й','ґ','г','є','е','а']) letter`,
    )
    expect(rows).toEqual([{ sorted: 'агґеєиіїйя' }])
  })
})

describe('withTransaction', () => {
  it('commits when the work returns and rolls back when it throws', async () => {
    await withTransaction(database.pool, (client) => client.query('INSERT INTO account VALUES (1, 100)'))
    const failing = withTransaction(database.pool, async (client) => {
      await client.query('INSERT INTO account VALUES (2, 100)')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const { rows } = await database.pool.query('SELECT id FROM account')
    expect(rows).toEqual([{ id: 1 }])
  })

  it('retries the work after a serialization failure', async () => {
    const increments = Array.from({ length: 5 }, () =>
      withTransaction(
        database.pool,
        async (client) => {
          await client.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE')
          const { rows } = await client.query<{ balance: number }>('SELECT balance FROM account WHERE id = 1')
          await client.query('UPDATE account SET balance = $1 WHERE id = 1', [(rows[0]?.balance ?? 0) + 1])
        },
        { retries: 50 },
      ),
    )
    await Promise.all(increments)
    const { rows } = await database.pool.query('SELECT balance FROM account WHERE id = 1')
    expect(rows).toEqual([{ balance: 105 }])
  })
})
