import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { callStaffApi } from '@/tests/support/staff-calls'
import { staffToken } from '@/tests/support/test-portal'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { paragraph } from '@/tests/support/builders/rich-text'

let cms: TestCms
let token: string

beforeAll(async () => {
  cms = await createTestCms()
  const data = { email: 'editor@portal.test', password: 'a-long-enough-password', name: 'e', role: 'editor' as const }
  token = await staffToken(cms.database.pool, (await cms.payload.create({ collection: 'staff', data })).id)
})

afterAll(() => cms.close())

async function copy(path: string): Promise<{ status: number; slug: unknown; state: unknown }> {
  const { status, body } = await callStaffApi(cms.payload, `${path}/duplicate`, { _status: 'draft' }, { token })
  const { doc } = body as { doc?: { slug?: unknown; _status?: unknown } }
  return { status, slug: doc?.slug, state: doc?._status }
}

it('a copy of a page or a news item is a draft with an address of its own', async () => {
  const page = await cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    data: { title: 'Умови', slug: 'umovy', blocks: [{ blockType: 'text', content: paragraph('Умови') }] },
  })
  expect(await copy(`/pages/${page.id}`)).toEqual({ status: 200, slug: 'umovy-2', state: 'draft' })
  expect(await copy(`/pages/${page.id}`)).toEqual({ status: 200, slug: 'umovy-3', state: 'draft' })

  const item = await cms.payload.create({
    collection: 'news',
    locale: 'uk',
    data: { title: 'Ремонт', slug: 'remont', summary: 'Ремонт', published_at: '2026-11-01T10:00:00.000Z' },
  })
  expect(await copy(`/news/${item.id}`)).toEqual({ status: 200, slug: 'remont-2', state: 'draft' })
})
