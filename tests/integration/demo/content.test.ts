import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { certificate, contentPage, newsItem } from '@/lib/contract/content'
import { product } from '@/lib/contract/shop'
import { PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { readGaps } from '@/lib/server/cms/translation-gaps'
import { listCertificates, listProducts } from '@/lib/server/content/certificates'
import { listNews, readNewsItem } from '@/lib/server/content/news'
import { listPages, readAuctionPage, readPage } from '@/lib/server/content/pages'
import { seedContent, seedSite } from '@/demo/content'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { createRecordFaults } from '@/lib/server/platform/record-faults'

const faults = createRecordFaults({ warn: () => undefined })

const NOW = Date.now()
const LANGUAGES = ['uk', 'en', 'ru'] as const
let cms: TestCms
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'portal-demo-'))
  process.env.DATA_DIR = directory
  cms = await createTestCms()
  await seedSite(cms.payload, 2026)
  await seedContent(cms.payload, NOW)
})

afterAll(async () => {
  await cms.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('the demo’s content', () => {
  it('is complete in three languages', async () => {
    for (const collection of [
      'pages',
      'news',
      'auction-pages',
      'products',
      'certificates',
      'media',
      'menus',
    ] as const) {
      const { docs } = await cms.payload.find({ collection, pagination: false, depth: 0 })
      expect(docs.length).toBeGreaterThan(0)
      const ids = docs.map(({ id }) => id)
      expect([collection, await readGaps(cms.payload, collection, [...ids, 0])]).toEqual([
        collection,
        [...ids.map(() => ({ uk: 0, en: 0, ru: 0 })), null],
      ])
    }
  })

  it.each(LANGUAGES)('is readable through the calls for content, %s', async (lang) => {
    const reading = { lang, draft: false }
    const { list: pages } = await listPages(cms.payload, faults, undefined, 100)
    expect(pages.map(({ slug }) => slug)).toContain(PRIVACY_POLICY_SLUG)
    for (const { slug } of pages)
      expect(contentPage.parse(await readPage(cms.payload, faults, slug, reading))).toMatchObject({ language: lang })
    const { list: news } = await listNews(cms.payload, faults, { lang, limit: 100 })
    expect(news.length).toBeGreaterThanOrEqual(8)
    for (const { slug } of news) {
      const item = newsItem.parse(await readNewsItem(cms.payload, faults, slug, reading))
      expect(item.image?.sizes.map(({ width }) => width)).toEqual([480, 960, 1600])
    }
    for (const kind of ['landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page'] as const) {
      expect(contentPage.parse(await readAuctionPage(cms.payload, faults, kind, 'natural_gas', reading)).language).toBe(
        lang,
      )
    }
    expect((await listProducts(cms.payload, faults, lang)).map((item) => product.parse(item).minimum_volume)).toEqual([
      '20.000',
      '50.000',
      '10.000',
      '5.000',
    ])
    const { list: certificates } = await listCertificates(cms.payload, faults, { lang })
    const inForce = certificates
      .map((item) => certificate.parse(item).valid_until)
      .map((day) => day === null || Date.parse(day) > NOW)
    expect(inForce).toEqual([true, true, true, false, false])
  })

  it('has no broken links in its menus', async () => {
    const { docs } = await cms.payload.find({ collection: 'menus', pagination: false, depth: 0 })
    const urls = docs.flatMap(({ items }) =>
      (items ?? []).flatMap((item) => [item.url, ...(item.children ?? []).map(({ url }) => url)]),
    )
    const { list } = await listPages(cms.payload, faults, undefined, 100)
    const pages = new Set(list.map(({ slug }) => `/${slug}`))
    const codedPage = /^\/(?:news|shop|auctions\/.+)$/
    expect(urls.filter((url) => !codedPage.test(url) && !pages.has(url))).toEqual([])
  })

  it('is created once', async () => {
    const countAll = async () =>
      Promise.all(
        (['pages', 'news', 'auction-pages', 'products', 'certificates', 'media'] as const).map(
          async (collection) => (await cms.payload.count({ collection })).totalDocs,
        ),
      )
    const before = await countAll()
    await seedContent(cms.payload, NOW)
    expect(await countAll()).toEqual(before)
  })
})
