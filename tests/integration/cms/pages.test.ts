import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { contentPage, newsItem } from '@/lib/contract/pages'
import { isPreviewSecret, previewSecret } from '@/lib/server/cms/drafts'
import type { News, Page } from '@/lib/server/cms/payload-types'
import { listNews, readNewsItem } from '@/lib/server/content/news'
import { findRedirect, listPages, readAuctionPage, readPage } from '@/lib/server/content/pages'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { paragraph } from '@/tests/support/builders/rich-text'
import { createRecordFaults } from '@/lib/server/kernel/lot-row'

const faults = createRecordFaults({ warn: () => undefined })

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

const PUBLISHED = { lang: 'uk', draft: false } as const
const DRAFT = { lang: 'uk', draft: true } as const

type Blocks = NonNullable<Page['blocks']>

function blocksIn(word: string, ids: readonly (string | undefined)[] = []): Blocks {
  return [
    { blockType: 'hero', id: ids[0], title: `${word} hero`, text: word, links: [] },
    { blockType: 'text', id: ids[1], title: word, content: paragraph(`${word} text`) },
    { blockType: 'portal', id: ids[2], section: 'rules' },
  ]
}

async function makePage(slug: string, changes: Partial<Page> = {}): Promise<Page> {
  return cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    depth: 0,
    data: { title: 'Сторінка', slug, blocks: blocksIn('укр'), ...changes },
  })
}

describe('pages of blocks', () => {
  it('keep three languages in one order of blocks', async () => {
    const page = await makePage('three-languages')
    const ids = page.blocks?.map(({ id }) => id ?? undefined)
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      locale: 'en',
      data: { title: 'Page', blocks: blocksIn('eng', ids) },
    })
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      locale: 'ru',
      data: { title: 'Страница', blocks: blocksIn('рус', ids) },
    })
    for (const [lang, word] of [
      ['uk', 'укр'],
      ['en', 'eng'],
      ['ru', 'рус'],
    ] as const) {
      const read = contentPage.parse(await readPage(cms.payload, faults, 'three-languages', { lang, draft: false }))
      expect(read).toMatchObject({ language: lang, languages: ['uk', 'en', 'ru'] })
      expect(read.blocks).toEqual([
        { kind: 'hero', title: `${word} hero`, text: word, image: null, links: [] },
        { kind: 'text', title: word, html: `<p>${word} text</p>` },
        { kind: 'portal', section: 'rules' },
      ])
    }
  })

  it('say in which language they are where the asked one is not written', async () => {
    await makePage('ukrainian-only')
    expect(await readPage(cms.payload, faults, 'ukrainian-only', { lang: 'en', draft: false })).toMatchObject({
      title: 'Сторінка',
      language: 'uk',
      languages: ['uk'],
    })
  })

  it('are listed once published', async () => {
    await makePage('listed')
    await cms.payload.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug: 'a-draft' } })
    const { list } = await listPages(cms.payload, faults, undefined, 100)
    const slugs = list.map(({ slug }) => slug)
    expect(slugs).toContain('listed')
    expect(slugs).not.toContain('a-draft')
  })

  it('refuse an address that a section of the site has', async () => {
    await expect(makePage('shop')).rejects.toMatchObject({ status: 400 })
  })

  it('refuse links that could run as a script, in blocks too', async () => {
    const links = [{ name: 'x', url: 'javascript:alert(1)' }]
    await expect(makePage('scripted', { blocks: [{ blockType: 'hero', title: 'x', links }] })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('drafts', () => {
  it('are unseen until published, and seen in a preview', async () => {
    const page = await makePage('draft-over')
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      draft: true,
      data: { title: 'Новий заголовок', _status: 'draft' },
    })
    expect(await readPage(cms.payload, faults, 'draft-over', PUBLISHED)).toMatchObject({ title: 'Сторінка' })
    expect(await readPage(cms.payload, faults, 'draft-over', DRAFT)).toMatchObject({ title: 'Новий заголовок' })
  })

  it('that were never published do not exist for visitors', async () => {
    await cms.payload.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug: 'never-published' } })
    expect(await readPage(cms.payload, faults, 'never-published', PUBLISHED)).toBeNull()
    expect(await readPage(cms.payload, faults, 'never-published', DRAFT)).toMatchObject({ title: 'Чернетка' })
  })

  it('are shown to whoever brings a permission of the back office that is still good', () => {
    const now = Date.parse('2026-11-24T08:00:00Z')
    const secret = previewSecret('the portal’s secret', now)
    expect(isPreviewSecret(secret, 'the portal’s secret', now + 60_000)).toBe(true)
    expect(isPreviewSecret(secret, 'the portal’s secret', now + 3 * 3_600_000)).toBe(false)
    expect(isPreviewSecret(secret, 'another secret', now)).toBe(false)
    expect(isPreviewSecret(secret.replace(/^\d+/, '9999999999'), 'the portal’s secret', now)).toBe(false)
    expect(isPreviewSecret(undefined, 'the portal’s secret', now)).toBe(false)
  })

  it('are kept as versions that can be brought back', async () => {
    const page = await makePage('versions')
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      data: { title: 'Друга редакція', blocks: [], _status: 'published' },
    })
    const { docs } = await cms.payload.findVersions({
      collection: 'pages',
      where: { parent: { equals: page.id } },
      sort: 'createdAt',
      depth: 0,
    })
    await cms.payload.restoreVersion({ collection: 'pages', id: docs[0]?.id ?? '' })
    const restored = await readPage(cms.payload, faults, 'versions', PUBLISHED)
    expect(restored).toMatchObject({ title: 'Сторінка' })
    expect(restored?.blocks).toHaveLength(3)
  })
})

describe('redirects', () => {
  it('lead from the address that a published page had, without chains', async () => {
    const page = await makePage('first-address')
    for (const slug of ['second-address', 'third-address']) {
      await cms.payload.update({ collection: 'pages', id: page.id, data: { slug, _status: 'published' } })
    }
    expect(await findRedirect(cms.payload, '/first-address')).toBe('/third-address')
    expect(await findRedirect(cms.payload, '/second-address')).toBe('/third-address')
    const { docs } = await cms.payload.find({ collection: 'redirects', where: { from: { equals: '/first-address' } } })
    expect(docs.map(({ to }) => to)).toEqual(['/third-address'])
  })

  it('end where a page returns to its address', async () => {
    const page = await makePage('there')
    await cms.payload.update({ collection: 'pages', id: page.id, data: { slug: 'and-back', _status: 'published' } })
    await cms.payload.update({ collection: 'pages', id: page.id, data: { slug: 'there', _status: 'published' } })
    expect(await findRedirect(cms.payload, '/there')).toBeNull()
    expect(await findRedirect(cms.payload, '/and-back')).toBe('/there')
  })

  it('come of the published address alone, however often a draft changed it', async () => {
    const page = await makePage('seen')
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      draft: true,
      data: { slug: 'thought-of', _status: 'draft' },
    })
    await cms.payload.update({ collection: 'pages', id: page.id, data: { slug: 'decided', _status: 'published' } })
    expect(await findRedirect(cms.payload, '/seen')).toBe('/decided')
    expect(await findRedirect(cms.payload, '/thought-of')).toBeNull()
  })

  it('refuse circles, other sites and what is longer than an address', async () => {
    const make = (from: string, to: string) => cms.payload.create({ collection: 'redirects', data: { from, to } })
    await make('/a', '/b')
    await make('/b', '/c')
    await expect(make('/c', '/a')).rejects.toMatchObject({ status: 400 })
    await expect(make('/x', '//elsewhere.example')).rejects.toMatchObject({ status: 400 })
    await expect(make('/x', 'https://elsewhere.example')).rejects.toMatchObject({ status: 400 })
    await expect(make(`/${'x'.repeat(500)}`, '/b')).rejects.toMatchObject({ status: 400 })
    await expect(make('/x', '/'.repeat(501))).rejects.toMatchObject({ status: 400 })
    expect(await findRedirect(cms.payload, '/a')).toBe('/c')
  })
})

describe('news', () => {
  async function makeNews(slug: string, published_at: string): Promise<News> {
    return cms.payload.create({
      collection: 'news',
      locale: 'uk',
      data: { title: slug, summary: 'Анонс', slug, published_at, blocks: [] } as unknown as News,
    })
  }

  it('are listed page by page, the newest first, by Kyiv’s years, and know their neighbours', async () => {
    await makeNews('old', '2025-06-01T12:00:00.000Z')
    // Half past midnight of New Year’s Day in Kyiv.
    await makeNews('new-year', '2025-12-31T22:30:00.000Z')
    await makeNews('latest', '2026-02-01T12:00:00.000Z')
    const first = await listNews(cms.payload, faults, { lang: 'uk', limit: 2 })
    expect(first.list.map(({ slug }) => slug)).toEqual(['latest', 'new-year'])
    expect(first.years).toEqual([2026, 2025])
    const second = await listNews(cms.payload, faults, { lang: 'uk', limit: 2, cursor: first.next_cursor ?? '' })
    expect(second).toMatchObject({ list: [{ slug: 'old' }], next_cursor: null })
    const ofYear = await listNews(cms.payload, faults, { lang: 'uk', year: 2026 })
    expect(ofYear.list.map(({ slug }) => slug)).toEqual(['latest', 'new-year'])
    expect((await listNews(cms.payload, faults, { lang: 'uk', year: 2020 })).list).toEqual([])
    const item = await readNewsItem(cms.payload, faults, 'new-year', PUBLISHED)
    expect(newsItem.parse(item)).toMatchObject({ slug: 'new-year' })
    expect(item).toMatchObject({ newer: { slug: 'latest' }, older: { slug: 'old' } })
  })
})

describe('the words around auctions', () => {
  const make = (kind: 'rules' | 'results', title: string, category?: number) =>
    cms.payload.create({ collection: 'auction-pages', data: { kind, title, category, blocks: [] } })

  it('are a product’s own before those for all', async () => {
    await make('rules', 'Для всіх')
    await make('rules', 'Для газу', 2)
    expect(await readAuctionPage(cms.payload, faults, 'rules', 'natural_gas', PUBLISHED)).toMatchObject({
      title: 'Для газу',
    })
    expect(await readAuctionPage(cms.payload, faults, 'rules', 'gas_condensate', PUBLISHED)).toMatchObject({
      title: 'Для всіх',
    })
    expect(await readAuctionPage(cms.payload, faults, 'rules', undefined, PUBLISHED)).toMatchObject({
      title: 'Для всіх',
    })
    expect(await readAuctionPage(cms.payload, faults, 'results', undefined, PUBLISHED)).toBeNull()
  })

  it('stand once a place', async () => {
    await make('results', 'Перша', 1)
    await expect(make('results', 'Друга', 1)).rejects.toMatchObject({ status: 400 })
  })
})

describe('page meta', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing of schema.org', '{"@type":"Thing"}'],
    [
      'a way out of its element',
      '{"@context":"https://schema.org","@type":"Thing","name":"</script><script>alert(1)</script>"}',
    ],
  ])('refuses %s as structured data', async (_what, schema) => {
    await expect(makePage(crypto.randomUUID(), { meta: { schema } })).rejects.toMatchObject({ status: 400 })
  })

  it('answers every field', async () => {
    const schema = '{ "@context": "https://schema.org", "@type": "FAQPage" }'
    const og = {
      title: 'OG',
      description: 'Опис OG',
      url: '/x',
      type: 'article',
      locale: 'uk_UA',
      site_name: 'Сайт',
    } as const
    await makePage('with-meta', {
      meta: { title: 'Т', description: 'О', og, schema, micro_marking: [{ snippet: schema }] },
    })
    const compact = JSON.stringify(JSON.parse(schema))
    expect((await readPage(cms.payload, faults, 'with-meta', PUBLISHED))?.meta).toEqual({
      title: 'Т',
      description: 'О',
      favicon: '',
      og: { ...og, image: '' },
      schema: compact,
      micro_marking: [compact],
    })
  })
})
