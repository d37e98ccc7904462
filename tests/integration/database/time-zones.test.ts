import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { findZoneDifference } from '@/lib/server/platform/db/time-zones'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('the database and the portal agree on Kyiv’s time', async () => {
  expect(await findZoneDifference(db.pool, 2026)).toBeNull()
})

it('a table without summer time in Kyiv is noticed', async () => {
  const old = {
    query: (text: string, values: unknown[]) =>
      db.pool.query(text.replace(/'Europe\/Kyiv'/, `interval '2 hours'`), values),
  } as unknown as Queryable
  expect(await findZoneDifference(old, 2026)).toBe(
    'Europe/Kyiv at 2026-07-15T12:00:00.000Z: 14:00 in the database, 15:00 in the portal; update the older table of time zones',
  )
})
