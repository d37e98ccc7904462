import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createLocalReq, type PayloadRequest } from 'payload'
import sharp from 'sharp'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

async function requestGaps(role: 'editor' | null, routeParams: Record<string, string>): Promise<unknown> {
  const { payload } = cms
  const user = role && ({ id: 1, collection: 'staff', email: 'editor@example.com', role } as PayloadRequest['user'])
  const req = await createLocalReq({ ...(user && { user }) }, payload)
  const endpoint = payload.config.endpoints.find(({ path }) => path.startsWith('/translation-gaps'))
  const outcome = await Promise.resolve(endpoint?.handler(Object.assign(req, { routeParams }))).catch(
    (error: { status?: number }) => error.status,
  )
  return outcome instanceof Response ? outcome.json() : outcome
}

it('counts missing texts per language in the latest draft, for those who may edit it', async () => {
  const { id } = await cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    data: { title: 'Сторінка', slug: 'gaps', _status: 'published' },
  })
  const page = { collection: 'pages', id: String(id) }
  expect(await requestGaps('editor', page)).toEqual({ uk: 0, en: 1, ru: 1 })
  await cms.payload.update({ collection: 'pages', id, locale: 'en', draft: true, data: { title: 'Page' } })
  expect(await requestGaps('editor', page)).toEqual({ uk: 0, en: 0, ru: 1 })
  expect(await requestGaps(null, page)).toBe(403)
})

it('counts missing texts in blocks and their lists, but not in page meta', async () => {
  const { id } = await cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    data: {
      title: 'Сторінка',
      slug: 'gaps-of-blocks',
      blocks: [{ blockType: 'steps', items: [{ title: 'Крок', text: 'Слова' }, { title: 'Ще крок' }] }],
      meta: { title: 'Заголовок' },
    },
  })
  expect(await requestGaps('editor', { collection: 'pages', id: String(id) })).toEqual({ uk: 0, en: 4, ru: 4 })
})

it('counts missing texts of files in the library', async () => {
  const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1660F0' } })
    .png()
    .toBuffer()
  const { id } = await cms.payload.create({
    collection: 'media',
    locale: 'uk',
    data: { alt: 'Установка' },
    file: { data: file, name: 'plant.png', mimetype: 'image/png', size: file.length },
  })
  expect(await requestGaps('editor', { collection: 'media', id: String(id) })).toEqual({ uk: 0, en: 1, ru: 1 })
})

it('is not found for other collections, invalid ids and deleted records', async () => {
  for (const [collection, id] of [
    ['staff', '1'],
    ['companies', '1'],
    ['pages', '0'],
    ['pages', 'x'],
    ['pages', '99999999999'],
    ['pages', '424242'],
  ] as const)
    expect([collection, id, await requestGaps('editor', { collection, id })]).toEqual([collection, id, 404])
  expect(await requestGaps('editor', { collection: 'products', id: '1' })).toBe(403)
})
