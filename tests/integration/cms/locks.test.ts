import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { callStaffApi } from '@/tests/support/staff-calls'
import { staffToken } from '@/tests/support/test-portal'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { paragraph } from '@/tests/support/builders/rich-text'

let cms: TestCms
let first: string
let second: string

beforeAll(async () => {
  cms = await createTestCms()
  const editor = async (email: string) => {
    const data = { email, password: 'a-long-enough-password', name: email, role: 'editor' as const }
    return staffToken(cms.database.pool, (await cms.payload.create({ collection: 'staff', data })).id)
  }
  first = await editor('first@portal.test')
  second = await editor('second@portal.test')
})

afterAll(() => cms.close())

it('a page that one editor is writing is not overwritten by another until it is published', async () => {
  const { id } = await cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    data: { title: 'Умови', slug: 'umovy', blocks: [{ blockType: 'text', content: paragraph('Умови') }] },
  })
  const save = async (token: string, title: string, query: string) => {
    const from = { token, method: 'PATCH' }
    return (await callStaffApi(cms.payload, `/pages/${id}?locale=uk&${query}`, { title }, from)).status
  }
  const autosave = 'draft=true&autosave=true'
  expect(await save(first, 'Перша редакція', autosave)).toBe(200)
  expect(await save(first, 'Перша редакція, далі', autosave)).toBe(200)
  expect(await save(second, 'Друга редакція', autosave)).toBe(423)
  expect(await save(first, 'Перша редакція', 'draft=false')).toBe(200)
  expect(await save(second, 'Друга редакція', autosave)).toBe(200)
})
