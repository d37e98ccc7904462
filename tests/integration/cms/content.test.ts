import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { category, menuItem, settings } from '@/lib/contract/content'
import { createContent } from '@/lib/server/content/content'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

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
