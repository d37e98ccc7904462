import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLocalReq, type PayloadRequest } from 'payload'
import pg from 'pg'
import sharp from 'sharp'
import { menuItem, settings } from '@/lib/contract/content'
import { category } from '@/lib/contract/primitives'
import { createContent } from '@/lib/server/content/content'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { paragraph } from '@/tests/support/builders/rich-text'
import { callStaffApi } from '@/tests/support/staff-client'
import { addStaff, staffToken } from '@/tests/support/test-portal'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

/** Adds an editor; returns the token of a session. */
async function editor(): Promise<string> {
  const { pool } = cms.database
  return staffToken(pool, await addStaff(pool, 'editor'))
}

describe('content for the public calls', () => {
  it('includes the categories and both menus from the start', async () => {
    const content = createContent(async () => cms.payload)
    const categories = await content.listCategories('en')
    expect(categories.map((item) => category.parse(item).name)).toEqual(['Gas condensate', 'Natural gas'])
    expect(await content.menusByIds([1, 2, 99], 'ru')).toEqual({ 1: [], 2: [], 99: [] })
  })

  it('includes settings that were never edited', async () => {
    const content = createContent(async () => cms.payload)
    expect(settings.parse(await content.allSettings('uk'))).toMatchObject({ company_name: '', main_menu: [] })
  })

  it('reflects a change once invalidated, and falls back to Ukrainian', async () => {
    const content = createContent(async () => cms.payload)
    await content.menusByIds([1], 'en')
    const items = [
      { name: 'Аукціони', url: '/auctions/gas', children: [{ name: 'Правила', url: '/auctions/gas/rules-auctions' }] },
    ]
    await cms.payload.update({ collection: 'menus', id: 1, locale: 'uk', data: { items } })
    content.forgetContent()
    const { 1: main } = await content.menusByIds([1], 'en')
    expect(main?.map((item) => menuItem.parse(item))).toEqual(items)
  })

  it('falls back to any language that has a text, and omits a link without one', async () => {
    const content = createContent(async () => cms.payload)
    const items = [{ name: 'Auctions', url: '/auctions/gas', children: [{ name: 'Rules', url: '/rules' }] }]
    await cms.payload.update({ collection: 'menus', id: 2, locale: 'en', data: { items } })
    for (const lang of ['uk', 'en', 'ru'] as const) expect(await content.menusByIds([2], lang)).toEqual({ 2: items })

    await cms.database.pool.query(`delete from cms.menus_items_children_locales`)
    content.forgetContent()
    expect(await content.menusByIds([2], 'ru')).toEqual({
      2: [{ name: 'Auctions', url: '/auctions/gas', children: [] }],
    })
  })

  it('notifies of a change on commit', async () => {
    const listener = new pg.Client({ connectionString: cms.database.url })
    await listener.connect()
    await listener.query('listen portal_content')
    const notified = once(listener, 'notification')
    await cms.payload.updateGlobal({
      slug: 'settings',
      data: { company_name: 'Компанія', support_email: 'info@portal.test', copyright: '©', working_hours: 'Пн–Пт' },
    })
    const [message] = (await notified) as [pg.Notification]
    expect(message.payload).toBe('settings')
    await listener.end()
  })

  it('refuses links that could run as a script', async () => {
    const items = [{ name: 'x', url: 'javascript:alert(1)' }]
    await expect(cms.payload.update({ collection: 'menus', id: 2, data: { items } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('a copy of a page or a news item', () => {
  async function copy(path: string, token: string): Promise<{ status: number; slug: unknown; state: unknown }> {
    const { status, body } = await callStaffApi(cms.payload, `${path}/duplicate`, { _status: 'draft' }, { token })
    const { doc } = body as { doc?: { slug?: unknown; _status?: unknown } }
    return { status, slug: doc?.slug, state: doc?._status }
  }

  it('is a draft with an address of its own', async () => {
    const token = await editor()
    const page = await cms.payload.create({
      collection: 'pages',
      locale: 'uk',
      data: { title: 'Умови', slug: 'umovy', blocks: [{ blockType: 'text', content: paragraph('Умови') }] },
    })
    expect(await copy(`/pages/${page.id}`, token)).toEqual({ status: 200, slug: 'umovy-2', state: 'draft' })
    expect(await copy(`/pages/${page.id}`, token)).toEqual({ status: 200, slug: 'umovy-3', state: 'draft' })

    const item = await cms.payload.create({
      collection: 'news',
      locale: 'uk',
      data: { title: 'Ремонт', slug: 'remont', summary: 'Ремонт', published_at: '2026-11-01T10:00:00.000Z' },
    })
    expect(await copy(`/news/${item.id}`, token)).toEqual({ status: 200, slug: 'remont-2', state: 'draft' })
  })
})

describe('a page that one editor is writing', () => {
  it('is not overwritten by another until it is published', async () => {
    const [first, second] = [await editor(), await editor()]
    const { id } = await cms.payload.create({
      collection: 'pages',
      locale: 'uk',
      data: { title: 'Умови', slug: 'umovy-prodazhu', blocks: [{ blockType: 'text', content: paragraph('Умови') }] },
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
})

describe('a refused save', () => {
  it('names its fields by the rows that they are in', async () => {
    const token = await editor()
    const save = async (path: string, data: object, language: string) => {
      const { status, body } = await callStaffApi(cms.payload, `${path}?locale=uk`, data, { token, language })
      return [status, body.errors?.[0]?.message]
    }
    const items = [{ title: 'Крок' }, { text: 'Слова' }]
    const page = { slug: 'refused', blocks: [{ blockType: 'steps', items }], _status: 'published' }
    expect(await save('/pages', page, 'uk')).toEqual([
      400,
      'Заповніть поля – заголовок; блок 1 (Кроки), пункт 2 (крок)',
    ])
    const contacts = [{ label: 'Збут', socials: [{ name: 'Чат', url: 'javascript:' }] }]
    expect(await save('/globals/settings', { contacts }, 'en')).toEqual([
      400,
      expect.stringContaining('department 1, link 1 (link)'),
    ])
  })
})

describe('the audit trail of a draft', () => {
  it('has one entry for what one person saves automatically, until somebody else does', async () => {
    const [first, second] = [await editor(), await editor()]
    const created = await callStaffApi(cms.payload, '/pages?draft=true&locale=uk', { title: 'Угода' }, { token: first })
    const { id } = created.body.doc as { id: number }
    const save = (token: string, title: string) =>
      callStaffApi(
        cms.payload,
        `/pages/${id}?locale=uk&draft=true&autosave=true&overrideLock=true`,
        { title },
        {
          token,
          method: 'PATCH',
        },
      )
    for (const token of [first, first, second, second, first]) expect((await save(token, 'Угода 2')).status).toBe(200)
    const { rows } = await cms.database.pool.query<{ action: string; staff_id: number }>(
      'select action, staff_id from portal.audit where subject = $1 order by id',
      [`pages:${id}`],
    )
    expect(rows.map(({ action }) => action)).toEqual(['content.create', 'content.draft', 'content.draft'])
    expect(new Set(rows.map(({ staff_id: author }) => author)).size).toBe(2)
  })
})

describe('missing texts', () => {
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

  const title = { path: 'title', name: 'Заголовок', required: true }

  it('are named per language in the latest draft, for those who may edit it', async () => {
    const { id } = await cms.payload.create({
      collection: 'pages',
      locale: 'uk',
      data: { title: 'Сторінка', slug: 'gaps', _status: 'published' },
    })
    const page = { collection: 'pages', id: String(id) }
    expect(await requestGaps('editor', page)).toEqual({ uk: [], en: [title], ru: [title] })
    await cms.payload.update({ collection: 'pages', id, locale: 'en', draft: true, data: { title: 'Page' } })
    expect(await requestGaps('editor', page)).toEqual({ uk: [], en: [], ru: [title] })
    expect(await requestGaps(null, page)).toBe(403)
  })

  it('are named in blocks and their lists, but not in page meta', async () => {
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
    const lacking = [
      title,
      { path: 'blocks.0.items.0.title', name: 'Блок 1 (Кроки), пункт 1: Крок', required: true },
      { path: 'blocks.0.items.0.text', name: 'Блок 1 (Кроки), пункт 1: Пояснення', required: false },
      { path: 'blocks.0.items.1.title', name: 'Блок 1 (Кроки), пункт 2: Крок', required: true },
    ]
    expect(await requestGaps('editor', { collection: 'pages', id: String(id) })).toEqual({
      uk: [],
      en: lacking,
      ru: lacking,
    })
  })

  it('are named for files in the library', async () => {
    const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1660F0' } })
      .png()
      .toBuffer()
    const { id } = await cms.payload.create({
      collection: 'media',
      locale: 'uk',
      data: { alt: 'Установка' },
      file: { data: file, name: 'plant.png', mimetype: 'image/png', size: file.length },
    })
    const alt = [{ path: 'alt', name: 'Альтернативний текст', required: true }]
    expect(await requestGaps('editor', { collection: 'media', id: String(id) })).toEqual({ uk: [], en: alt, ru: alt })
  })

  it('are not found for other collections, invalid ids and deleted records', async () => {
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
})
