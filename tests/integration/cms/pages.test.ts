import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { contentPage, newsItem } from '@/lib/contract/content'
import { previewScope, previewSecret } from '@/lib/server/cms/drafts'
import type { News, Page } from '@/lib/server/payload/payload-types'
import { listProducts } from '@/lib/server/content/certificates'
import { listNews, readNewsItem } from '@/lib/server/content/news'
import { findRedirect, listPages, readAuctionPage, readPage } from '@/lib/server/content/pages'
import { createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'
import { paragraph } from '@/tests/support/builders/rich-text'
import { createRecordFaults } from '@/lib/server/platform/record-faults'

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

async function createPage(slug: string, changes: Partial<Page> = {}): Promise<Page> {
  return cms.payload.create({
    collection: 'pages',
    locale: 'uk',
    depth: 0,
    data: { title: 'Сторінка', slug, blocks: blocksIn('укр'), ...changes },
  })
}

describe('pages of blocks', () => {
  it('have the same blocks in the same order in all languages', async () => {
    const page = await createPage('three-languages')
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

  it('state their language if they have no text in the requested one', async () => {
    await createPage('ukrainian-only')
    expect(await readPage(cms.payload, faults, 'ukrainian-only', { lang: 'en', draft: false })).toMatchObject({
      title: 'Сторінка',
      language: 'uk',
      languages: ['uk'],
    })
  })

  it('show a text in the other languages until it is translated', async () => {
    const page = await createPage('half-translated')
    const [hero, text, portal] = page.blocks ?? []
    const links = [{ name: 'Details', url: '/shop' }]
    const added = { blockType: 'hero', title: 'English hero', links } as const
    const blocks = [hero, text, portal, added] as Blocks
    await cms.payload.update({ collection: 'pages', id: page.id, locale: 'en', data: { title: 'Page', blocks } })
    for (const lang of ['uk', 'ru'] as const) {
      const read = await readPage(cms.payload, faults, 'half-translated', { lang, draft: false })
      expect(read?.blocks.at(-1)).toMatchObject({ kind: 'hero', title: 'English hero', links })
    }
  })

  it('are listed once published', async () => {
    await createPage('listed')
    await cms.payload.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug: 'a-draft' } })
    const { list } = await listPages(cms.payload, faults, undefined, 100)
    const slugs = list.map(({ slug }) => slug)
    expect(slugs).toContain('listed')
    expect(slugs).not.toContain('a-draft')
  })

  it('cannot have the slug of a section of the site', async () => {
    await expect(createPage('shop')).rejects.toMatchObject({ status: 400 })
  })

  it('cannot link to scripts', async () => {
    const links = [{ name: 'x', url: 'javascript:alert(1)' }]
    await expect(createPage('scripted', { blocks: [{ blockType: 'hero', title: 'x', links }] })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('links within texts', () => {
  const linked = (url: string) => {
    const text = paragraph('')
    const link = {
      type: 'link',
      version: 3,
      fields: { linkType: 'custom', newTab: false, url },
      children: [{ type: 'text', version: 1, text: 'далі', format: 0 }],
    }
    const children = [{ type: 'paragraph', version: 1, children: [link] }]
    return [{ blockType: 'text' as const, content: { root: { ...text.root, children } } }] as Blocks
  }

  it.each(['tso', 'tso.ua', 'javascript:alert(1)', '//tso.ua'])(
    'are refused if they could not be followed: %s',
    async (url) => {
      await expect(createPage(crypto.randomUUID(), { blocks: linked(url) })).rejects.toMatchObject({ status: 400 })
    },
  )

  it.each([
    ['www.tso.ua', 'https://www.tso.ua'],
    ['info@company.ua', 'mailto:info@company.ua'],
    ['/новини', '/новини'],
    ['#умови', '#умови'],
    ['tel:+380441234567', 'tel:+380441234567'],
  ])('are rendered from %s as %s', async (url, href) => {
    const slug = crypto.randomUUID()
    await createPage(slug, { blocks: linked(url) })
    const page = await readPage(cms.payload, faults, slug, PUBLISHED)
    expect(page?.blocks).toMatchObject([{ html: expect.stringContaining(`<a href="${href}"`) }])
  })
})

describe('drafts', () => {
  it('are hidden until published, except in a preview', async () => {
    const page = await createPage('draft-over')
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      draft: true,
      data: { title: 'Новий заголовок', _status: 'draft' },
    })
    expect(await readPage(cms.payload, faults, 'draft-over', PUBLISHED)).toMatchObject({ title: 'Сторінка' })
    const draft = { title: 'Новий заголовок', status: 'changed' }
    expect(await readPage(cms.payload, faults, 'draft-over', DRAFT)).toMatchObject(draft)
    await cms.payload.update({ collection: 'pages', id: page.id, data: { title: 'Знову', _status: 'published' } })
    const published = { title: 'Знову', status: 'published' }
    expect(await readPage(cms.payload, faults, 'draft-over', DRAFT)).toMatchObject(published)
    expect(await readPage(cms.payload, faults, 'draft-over', PUBLISHED)).toMatchObject(published)
  })

  it('are not found by visitors before the first publication', async () => {
    await cms.payload.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug: 'never-published' } })
    expect(await readPage(cms.payload, faults, 'never-published', PUBLISHED)).toBeNull()
    expect(await readPage(cms.payload, faults, 'never-published', DRAFT)).toMatchObject({
      title: 'Чернетка',
      status: 'draft',
    })
  })

  it('are shown only with a valid secret of the back office', () => {
    const now = Date.parse('2026-11-24T08:00:00Z')
    const secret = previewSecret('content', 'the portal’s secret', now)
    expect(previewScope(secret, 'the portal’s secret', now + 60_000)).toBe('content')
    expect(previewScope(secret, 'the portal’s secret', now + 3 * 3_600_000)).toBeNull()
    expect(previewScope(secret, 'another secret', now)).toBeNull()
    expect(previewScope(secret.replace(/\d+/, '9999999999'), 'the portal’s secret', now)).toBeNull()
    expect(previewScope(secret.replace('content', 'lots'), 'the portal’s secret', now)).toBeNull()
    expect(previewScope(undefined, 'the portal’s secret', now)).toBeNull()
  })

  it('can be restored from earlier versions', async () => {
    const page = await createPage('versions')
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
  it('lead from the former addresses of a published page, without chains', async () => {
    const page = await createPage('first-address')
    for (const slug of ['second-address', 'third-address']) {
      await cms.payload.update({ collection: 'pages', id: page.id, data: { slug, _status: 'published' } })
    }
    expect(await findRedirect(cms.payload, '/first-address')).toBe('/third-address')
    expect(await findRedirect(cms.payload, '/second-address')).toBe('/third-address')
    const { docs } = await cms.payload.find({ collection: 'redirects', where: { from: { equals: '/first-address' } } })
    expect(docs.map(({ to }) => to)).toEqual(['/third-address'])
  })

  it('are removed when a page returns to its address', async () => {
    const page = await createPage('there')
    await cms.payload.update({ collection: 'pages', id: page.id, data: { slug: 'and-back', _status: 'published' } })
    await cms.payload.update({ collection: 'pages', id: page.id, data: { slug: 'there', _status: 'published' } })
    expect(await findRedirect(cms.payload, '/there')).toBeNull()
    expect(await findRedirect(cms.payload, '/and-back')).toBe('/there')
  })

  it('are not created for addresses that only drafts had', async () => {
    const page = await createPage('seen')
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

  it('are created for pages published together from a list, with a notification', async () => {
    const pages = [await createPage('together-one'), await createPage('together-two')]
    for (const { id, slug } of pages) {
      const data = { slug: `${slug}-moved`, _status: 'draft' as const }
      await cms.payload.update({ collection: 'pages', id, draft: true, data })
    }
    const payloads: (string | undefined)[] = []
    const listener = new pg.Client({ connectionString: cms.database.url })
    await listener.connect()
    listener.on('notification', ({ payload }) => payloads.push(payload))
    await listener.query('listen portal_content')
    const data = { email: 'together@portal.test', password: 'a-long-enough-password', name: 'e' }
    const editor = await cms.payload.create({ collection: 'staff', data: { ...data, role: 'editor' } })
    const { docs } = await cms.payload.update({
      collection: 'pages',
      where: { id: { in: pages.map(({ id }) => id) } },
      draft: true,
      data: { _status: 'published' },
      user: { ...editor, collection: 'staff' },
      overrideAccess: false,
    })
    await listener.query('select')
    await listener.end()
    expect(docs).toHaveLength(2)
    for (const { slug } of pages) {
      expect(await findRedirect(cms.payload, `/${slug}`)).toBe(`/${slug}-moved`)
    }
    expect(payloads).toContain('pages')
    const { rows } = await cms.database.pool.query(
      `select action from portal.audit where staff_id = $1 and subject like 'pages:%'`,
      [editor.id],
    )
    expect(rows).toEqual([{ action: 'content.publish' }, { action: 'content.publish' }])
  })

  it('are found regardless of capitals, encoding and language', async () => {
    const make = (from: string, to: string) => cms.payload.create({ collection: 'redirects', data: { from, to } })
    await make('/Old-Contacts/', '/en/Contacts')
    await make('/старі-новини', '/news')
    await make('/en/Former/Place', '/shop?from=Former')
    expect(await findRedirect(cms.payload, '/old-contacts')).toBe('/contacts')
    expect(await findRedirect(cms.payload, encodeURI('/старі-новини'))).toBe('/news')
    expect(await findRedirect(cms.payload, encodeURI('/старі-новини').toLowerCase())).toBe('/news')
    expect(await findRedirect(cms.payload, '/Former/Place')).toBe('/shop?from=Former')
    await expect(make('/contacts', '/Old-Contacts?again')).rejects.toMatchObject({ status: 400 })
  })

  it('cannot start from an address of the site', async () => {
    await createPage('taken-address')
    const make = (from: string) => cms.payload.create({ collection: 'redirects', data: { from, to: '/news' } })
    const addresses = [
      '/',
      '/shop',
      '/en/Cabinet/info',
      '/auctions',
      '/auctions/gas',
      '/auctions/condensate/certificates',
      '/taken-address',
      '/admin/collections',
      '/api/news/list',
      '/sitemap.xml',
    ]
    // Characters that the database cannot store are refused, typed or escaped.
    for (const address of [...addresses, '/news/%00', '/go\0ne'])
      expect([address, await refusedPaths(make(address))]).toEqual([address, ['from']])
    for (const address of ['/free-address', '/news/gone', '/auctions/oil', '/index.php'])
      expect([address, await refusedPaths(make(address))]).toEqual([address, []])
  })

  it('cannot form cycles, lead to other sites or exceed the length', async () => {
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
  async function createNews(slug: string, published_at: string): Promise<News> {
    return cms.payload.create({
      collection: 'news',
      locale: 'uk',
      data: { title: slug, summary: 'Анонс', slug, published_at, blocks: [] } as unknown as News,
    })
  }

  it('are paged from the newest, filtered by years in Kyiv, and linked to their neighbours', async () => {
    await createNews('old', '2025-06-01T12:00:00.000Z')
    // Half past midnight on New Year’s Day in Kyiv.
    await createNews('new-year', '2025-12-31T22:30:00.000Z')
    await createNews('latest', '2026-02-01T12:00:00.000Z')
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

describe('the texts around auctions', () => {
  const make = (kind: 'rules' | 'results', title: string, category?: number) =>
    cms.payload.create({ collection: 'auction-pages', data: { kind, title, category, blocks: [] } })

  it('are those of the product, or else those for all products', async () => {
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

  it('are unique per product', async () => {
    await make('results', 'Перша', 1)
    await expect(make('results', 'Друга', 1)).rejects.toMatchObject({ status: 400 })
  })
})

describe('products', () => {
  const data = { name: 'Condensate', summary: 'In lots', unit: 't', minimum_volume: '25.000' }

  it('are shown in every language with the texts that exist', async () => {
    const fact = { name: 'Density', value: '720 kg/m³' }
    const english = { ...data, is_offered: true, sort_order: 0, facts: [fact] }
    const { id } = await cms.payload.create({ collection: 'products', locale: 'en', data: english })
    for (const lang of ['uk', 'en', 'ru'] as const) {
      const [product] = await listProducts(cms.payload, faults, lang)
      const inEnglish = { name: 'en', summary: 'en', unit: 'en' }
      expect(product).toMatchObject({ id, name: 'Condensate', unit: 't', facts: [fact], languages: inEnglish })
    }
    const { facts } = await cms.payload.findByID({ collection: 'products', id, locale: 'en' })
    const names = { name: 'Густина', value: '720 кг/м³' }
    await cms.payload.update({
      collection: 'products',
      id,
      locale: 'uk',
      data: {
        ...data,
        name: 'Конденсат',
        facts: [
          { ...names, id: facts?.[0]?.id },
          { name: 'Сірка', value: '0,1 %' },
        ],
      },
    })
    const [russian] = await listProducts(cms.payload, faults, 'ru')
    expect(russian).toMatchObject({ name: 'Конденсат', facts: [names, { name: 'Сірка', value: '0,1 %' }] })
    expect(russian?.languages).toMatchObject({ name: 'uk' })
    const [translated] = await listProducts(cms.payload, faults, 'en')
    expect(translated).toMatchObject({
      name: 'Condensate',
      languages: { name: 'en', summary: 'en', unit: 'en' },
      facts: [
        { ...fact, languages: { name: 'en', value: 'en' } },
        { name: 'Сірка', value: '0,1 %', languages: { name: 'uk', value: 'uk' } },
      ],
    })
  })
})

describe('page meta', () => {
  it.each([
    ['invalid JSON', '{'],
    ['a list', '[]'],
    ['a type outside schema.org', '{"@type":"Thing"}'],
    [
      'markup that closes its script element',
      '{"@context":"https://schema.org","@type":"Thing","name":"</script><script>alert(1)</script>"}',
    ],
  ])('refuses %s as structured data', async (_what, schema) => {
    await expect(createPage(crypto.randomUUID(), { meta: { schema } })).rejects.toMatchObject({ status: 400 })
  })

  it('includes every field', async () => {
    const schema = '{ "@context": "https://schema.org", "@type": "FAQPage" }'
    const og = {
      title: 'OG',
      description: 'Опис OG',
      url: '/x',
      type: 'article',
      locale: 'uk_UA',
      site_name: 'Сайт',
    } as const
    await createPage('with-meta', {
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
