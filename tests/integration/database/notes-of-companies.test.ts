import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { readNotes } from '@/lib/server/identity/managed/accounts'
import { registerBuyers } from '@/tests/support/auction-house'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('keeps what was written into the forms of companies, by whom the audit trail knows', async () => {
  const [known, unknown, blank, none] = (await registerBuyers(db.pool, 4)) as [number, number, number, number]
  const long = `${'а'.repeat(2000)}ї кінець`
  await db.pool.query('alter table cms.companies add column notes varchar')
  await db.pool.query(
    `update cms.companies set notes = case id when $1 then 'Платить вчасно' when $2 then $4 when $3 then '  ' end`,
    [known, unknown, blank, long],
  )
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into cms.staff (name, role, email) values ('Olha', 'manager', 'olha@example.com') returning id`,
  )
  await db.pool.query(
    `insert into portal.audit (staff_id, action, subject, details) values ($1, 'content.update', $2, '{"fields": ["notes"]}')`,
    [rows[0]!.id, `companies:${known}`],
  )

  await db.pool.query(await readFile('lib/server/platform/db/migrations/0018-notes-of-companies.sql', 'utf8'))

  expect(await readNotes(db.pool, known)).toMatchObject([{ text: 'Платить вчасно', by: 'Olha' }])
  const parts = await readNotes(db.pool, unknown)
  expect(parts.map(({ text }) => text).join('')).toBe(long)
  expect(parts.map(({ by }) => by)).toEqual(['', ''])
  expect([await readNotes(db.pool, blank), await readNotes(db.pool, none)]).toEqual([[], []])
  await expect(db.pool.query('select notes from cms.companies')).rejects.toThrow('notes')
})
