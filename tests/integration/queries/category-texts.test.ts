import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const textsOf = async (category: string, lang: string) => {
  const { rows } = await db.pool.query<{ name: string; unit_label: string; price_unit_label: string }>(
    `select names.* from (select 1) one ${joinCategoryTexts(category, `'${lang}'`)}`,
  )
  return rows[0]
}

it('each text of a category is in the requested language or else in Ukrainian', async () => {
  expect(await textsOf('1', 'en')).toMatchObject({ unit_label: 't', price_unit_label: 'UAH/t' })
  await db.pool.query(`update cms.categories_locales set unit_label = '' where _parent_id = 1 and _locale = 'en'`)
  expect(await textsOf('1', 'en')).toMatchObject({ unit_label: 'т', price_unit_label: 'UAH/t' })
  await db.pool.query(`delete from cms.categories_locales where _parent_id = 1 and _locale = 'en'`)
  expect(await textsOf('1', 'en')).toEqual(await textsOf('1', 'uk'))
})

it('the texts are empty without a category', async () => {
  expect(await textsOf('null::integer', 'uk')).toEqual({ name: '', unit_label: '', price_unit_label: '' })
})
