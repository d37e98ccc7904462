import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHANGED_MEANWHILE } from '@/lib/config/constants'
import { callStaffApi, type StaffReply } from '@/tests/support/staff-client'
import { addStaff, staffToken } from '@/tests/support/test-portal'
import { createLot, createTestCms, type TestCms } from './support'

let cms: TestCms
let first: string
let second: string

beforeAll(async () => {
  cms = await createTestCms()
  const { pool } = cms.database
  first = await staffToken(pool, await addStaff(pool, 'admin'))
  second = await staffToken(pool, await addStaff(pool, 'admin'))
})

afterAll(() => cms.close())

const call = (path: string, body: object, token: string, method = 'PATCH') =>
  callStaffApi(cms.payload, path, body, { token, method, language: 'en' })

const stampOf = ({ body }: StaffReply) => String(field(body, 'updatedAt'))

function field(body: Record<string, unknown>, name: string): unknown {
  const doc = (body.doc ?? body.result ?? body) as Record<string, unknown>
  return doc[name]
}

const read = (path: string, token: string) => call(path, {}, token, 'GET')

const RECORDS = [
  { name: 'a news item', slug: 'news', field: 'title', data: { title: 'Початок', summary: 'Про що', slug: 'stale' } },
  { name: 'a page', slug: 'pages', field: 'title', data: { title: 'Сторінка', slug: 'stale-page' } },
  { name: 'a menu', slug: 'menus', field: 'items', id: 1 },
  { name: 'a product category', slug: 'categories', field: 'name', id: 1 },
] as const

describe('a form that is older than its record', () => {
  it.each(RECORDS)('is refused for $name', async (record) => {
    const id =
      'id' in record ? record.id : field((await call(`/${record.slug}`, record.data, first, 'POST')).body, 'id')
    const path = `/${record.slug}/${String(id)}`
    const value = (text: string) => (record.field === 'items' ? [{ name: text, url: '/news' }] : text)
    const form = stampOf(await read(`${path}?depth=0`, second))

    const saved = await call(`${path}?depth=0`, { [record.field]: value('Від першої'), updatedAt: form }, first)
    expect(saved.status).toBe(200)
    const stale = await call(`${path}?depth=0`, { [record.field]: value('Від другої'), updatedAt: form }, second)
    expect(stale.status).toBe(409)
    expect(stale.body.errors?.[0]).toMatchObject({ data: { code: CHANGED_MEANWHILE } })
    expect(stale.body.errors?.[0]?.message).toMatch(
      /^The record was changed while you were editing it \(admin, this minute\)\. Changed fields – [^:]+$/,
    )
    const again = { [record.field]: value('Від другої'), updatedAt: stampOf(saved) }
    expect((await call(`${path}?depth=0`, again, second)).status).toBe(200)
  })

  it.each(['settings', 'seller'])('is refused for the global %s', async (slug) => {
    const path = `/globals/${slug}?depth=0`
    const settings = {
      company_name: 'Компанія',
      support_email: 'info@portal.test',
      copyright: '©',
      working_hours: 'Пн',
    }
    const form = stampOf(await call(path, slug === 'settings' ? settings : { name: 'Продавець' }, first, 'POST'))
    expect((await call(path, { updatedAt: form }, first, 'POST')).status).toBe(200)
    expect((await call(path, { updatedAt: form }, second, 'POST')).status).toBe(409)
    expect((await call(path, {}, second, 'POST')).status).toBe(200)
  })

  it('saves itself as long as nobody else saves', async () => {
    const created = await call(
      '/pages?draft=true',
      { title: 'Чернетка', slug: 'drafts', _status: 'draft' },
      first,
      'POST',
    )
    const path = `/pages/${String(field(created.body, 'id'))}?draft=true&autosave=true&depth=0`
    let form = stampOf(created)
    for (const title of ['Чернетка 1', 'Чернетка 2']) {
      const saved = await call(path, { title, updatedAt: form, _status: 'draft' }, first)
      expect(saved.status).toBe(200)
      form = stampOf(saved)
    }
    // The same person in another tab: an automatic save has no author on record, and keeps others out by its lock.
    const older = await call(path, { title: 'Інше', updatedAt: stampOf(created), _status: 'draft' }, first)
    expect(older.status).toBe(409)
    expect(older.body.errors?.[0]?.message).toMatch(/^The record was changed this minute while/)
    const published = path.replace('draft=true&autosave=true&', '')
    expect((await call(published, { _status: 'published', updatedAt: form }, first)).status).toBe(200)
  })

  it('is refused for one of two that are saved at the same time', async () => {
    const lot = await createLot(cms.payload, { _status: 'draft' } as never)
    const path = `/auctions/${lot.id}?draft=true&depth=0`
    const form = { updatedAt: stampOf(await read(path, first)), _status: 'draft' }
    const saves = [
      call(path, { ...form, volume: '250.000' }, first),
      call(path, { ...form, volume: '100.000' }, second),
    ]
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })
})
