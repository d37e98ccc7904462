import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getCms } from '@/lib/server/cms/cms'
import { removeEmptyDrafts } from '@/lib/server/cms/drafts'
import type { Page } from '@/lib/server/cms/payload-types'
import { startTestPortal, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal

beforeAll(async () => {
  test = await startTestPortal()
})

afterAll(() => test.close())

it('removes empty drafts only', async () => {
  const cms = await getCms()
  const draft = (data: Partial<Page>, locale: 'uk' | 'en' = 'uk') =>
    cms.create({ collection: 'pages', draft: true, locale, data: data })
  const empty = await draft({})
  const english = await draft({ title: 'Only in English' }, 'en')
  const addressed = await draft({ slug: 'soon' })
  const emptied = await cms.create({
    collection: 'pages',
    data: { title: 'Сторінка', slug: 'emptied', _status: 'published' },
  })
  await cms.update({ collection: 'pages', id: emptied.id, draft: true, data: { title: '', slug: '' } })
  // The form restores an address; a draft can lack it all the same, and the published page must stay.
  await test.db.pool.query('update cms._pages_v set version_slug = null where parent_id = $1 and latest', [emptied.id])

  const remainingIds = async () =>
    (await cms.find({ collection: 'pages', depth: 0, pagination: false, draft: true })).docs
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  expect(await removeEmptyDrafts(cms, new Date(Date.now() - 60_000))).toBe(0)
  expect(await removeEmptyDrafts(cms, new Date(Date.now() + 60_000))).toBe(1)
  expect(await remainingIds()).toEqual([english.id, addressed.id, emptied.id])
  expect(await remainingIds()).not.toContain(empty.id)
})
