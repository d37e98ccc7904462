// Runs alone: the storage of media is chosen when Payload's configuration loads.
import { callStaffApi } from '@/tests/support/staff-client'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { getCms } from '@/lib/server/cms/cms'
import { previewSecret } from '@/lib/server/cms/drafts'
import { type PreviewScope } from '@/lib/contract/content'
import { publishDue, readPlannedPublications } from '@/lib/server/cms/scheduled-publishing'
import type { Media, Page } from '@/lib/server/payload/payload-types'
import { createLot } from '@/tests/integration/cms/support'
import { registerBuyers } from '@/tests/support/auction-house'
import {
  post,
  staffToken,
  startTestPortal,
  transports,
  type TestPortal,
  type Transport,
} from '@/tests/support/test-portal'

let test: TestPortal

beforeAll(async () => {
  test = await startTestPortal()
})

afterAll(() => test.close())

async function upload(data: Buffer, mimetype: string, name = 'x'): Promise<Media> {
  const cms = await getCms()
  return cms.create({
    collection: 'media',
    locale: 'uk',
    data: { alt: 'Установка' },
    file: { data, mimetype, name, size: data.length },
  })
}

const picture = () =>
  sharp(randomBytes(1200 * 700 * 3), { raw: { width: 1200, height: 700, channels: 3 } })
    .png()
    .toBuffer()

describe.each(transports)('the calls for content, %s', (_name, transportOf) => {
  it('show a draft only in a preview', async () => {
    const cms = await getCms()
    const slug = `page-${crypto.randomUUID().slice(0, 8)}`
    await cms.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug } })
    const transport = transportOf(test)
    expect((await post(transport, '/api/pages/get', { slug })).status).toBe(404)
    const preview = previewSecret('content', test.portal.environment.payloadSecret, Date.now())
    const shown = await post(transport, '/api/pages/get', { slug, preview })
    expect(shown.status).toBe(200)
    expect(await shown.json()).toMatchObject({ data: { title: 'Чернетка', language: 'uk' } })
    expect((await post(transport, '/api/pages/get', { slug, preview: `${preview.slice(0, -1)}~` })).status).toBe(404)
  })

  it('show drafts of lots only in a preview of lots, and drafts of content only in one of content', async () => {
    const slug = `lot-${crypto.randomUUID().slice(0, 8)}`
    const cms = await getCms()
    await cms.create({ collection: 'auctions', draft: true, data: { title: 'Чернетка', slug } })
    await cms.create({ collection: 'pages', draft: true, data: { title: 'Чернетка', slug } })
    const shown = (path: string, scope: PreviewScope) => {
      const preview = previewSecret(scope, test.portal.environment.payloadSecret, Date.now())
      return post(transportOf(test), path, { slug, preview, lang: 'en' })
    }
    const statusOf = async (path: string, scope: PreviewScope) => (await shown(path, scope)).status
    expect(await statusOf('/api/auctions/draft', 'content')).toBe(404)
    expect(await (await shown('/api/auctions/draft', 'lots')).json()).toMatchObject({
      data: { title: 'Чернетка', untranslated: true, ukrainian_texts: ['title'] },
    })
    expect(await statusOf('/api/pages/get', 'lots')).toBe(404)
    expect(await statusOf('/api/pages/get', 'content')).toBe(200)
  })

  it('answer without content, and refuse invalid addresses and cursors', async () => {
    const transport = transportOf(test)
    for (const [path, body] of [
      ['/api/pages/list', {}],
      ['/api/news/list', { lang: 'en' }],
      ['/api/certificates/list', { category: 'natural_gas' }],
      ['/api/shop/products', {}],
      ['/api/pages/auction-page', { kind: 'rules' }],
      ['/api/pages/redirect', { path: '/nowhere' }],
    ] as const) {
      expect([path, (await post(transport, path, body)).status]).toEqual([path, 200])
    }
    expect((await post(transport, '/api/news/get', { slug: '../..' })).status).toBe(404)
    expect((await post(transport, '/api/pages/redirect', { path: 'nowhere' })).status).toBe(422)
    expect((await post(transport, '/api/news/list', { lang: 'en', cursor: 'broken' })).status).toBe(422)
    const cursor = Buffer.from('[1,"x",2]').toString('base64url')
    expect((await post(transport, '/api/certificates/list', { category: 'natural_gas', cursor })).status).toBe(422)
  })
})

describe('media', () => {
  it('are stored in several widths under safe names and cached forever', async () => {
    const media = await upload(await picture(), 'image/png', '../../etc/passwd.png')
    expect(media.filename).toMatch(/^[a-z-]*passwd-[0-9a-f]{12}\.png$/)
    const sizes = Object.values(media.sizes ?? {}).flatMap(({ url, width }) => (url ? [{ url, width }] : []))
    expect(sizes.map(({ width }) => width)).toEqual([480, 960])
    for (const { url } of [{ url: media.url ?? '' }, ...sizes]) {
      const response = await fetch(`${test.origin}${url ?? ''}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-type')).toBe(url?.endsWith('.png') ? 'image/png' : 'image/webp')
      expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
    }
  })

  it('are checked by their content, not by the declared type', async () => {
    await expect(
      upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image/png'),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      upload(Buffer.from('<html><script>alert(1)</script></html>'), 'application/pdf'),
    ).rejects.toMatchObject({ status: 400 })
  })

  it.each(['..%2f..%2fsecret', '%2e%2e%2fpostgres', 'x.png', `${'a'.repeat(32)}.png`, `${'a'.repeat(32)}.svg`])(
    'are not found under the name %s',
    async (name) => {
      const response = await fetch(`${test.origin}/storage/media/${name}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
    },
  )

  it.each(['%00', 'a\\b', `${'0'.repeat(32)}.png%00.pdf`])('are refused under the impossible name %s', async (name) => {
    const { status } = await fetch(`${test.origin}/storage/media/${name}`)
    expect([400, 404]).toContain(status)
  })

  it('are served to HEAD without a body', async () => {
    const media = await upload(await picture(), 'image/png')
    const response = await fetch(`${test.origin}${media.url ?? ''}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  })
})

describe('scheduled publication', () => {
  it('publishes the draft once it is due', async () => {
    const cms = await getCms()
    const admin = await cms.create({
      collection: 'staff',
      data: { email: 'planner@example.com', password: 'a-password-of-tests', name: 'p', role: 'editor' },
    })
    const item = await cms.create({
      collection: 'news',
      draft: true,
      data: { title: 'Заплановане', summary: 'Анонс', slug: 'planned' },
    })
    const plan = (waitUntil: Date) =>
      cms.jobs.queue({
        task: 'schedulePublish',
        waitUntil,
        input: {
          type: 'publish',
          doc: { relationTo: 'news', value: String(item.id) },
          user: { relationTo: 'staff', value: admin.id },
        },
      } as unknown as Parameters<typeof cms.jobs.queue>[0])
    const transport: Transport = (path, init) => fetch(`${test.origin}${path}`, init)
    const published = async () => (await post(transport, '/api/news/get', { slug: 'planned' })).status

    await plan(new Date(Date.now() + 3_600_000))
    await publishDue(cms)
    expect(await published()).toBe(404)
    await plan(new Date(Date.now() - 1000))
    await publishDue(cms)
    expect(await published()).toBe(200)
  })

  it('reports documents that were refused when due, until they are published or rescheduled', async () => {
    const cms = await getCms()
    const { id } = await cms.create({ collection: 'news', draft: true, data: { title: 'Без анонсу', slug: 'lacking' } })
    const plan = (waitUntil: Date) =>
      cms.jobs.queue({
        task: 'schedulePublish',
        waitUntil,
        input: { type: 'publish', doc: { relationTo: 'news', value: String(id) } },
      } as unknown as Parameters<typeof cms.jobs.queue>[0])
    const failed = { collection: 'news', id, title: 'Без анонсу' }
    const before = await readPlannedPublications(cms, 'uk')

    const due = new Date(Date.now() - 1000)
    await plan(due)
    expect((await readPlannedPublications(cms, 'uk')).waiting).toContainEqual({
      ...failed,
      type: 'publish',
      at: due.toISOString(),
    })
    await publishDue(cms)
    expect(await readPlannedPublications(cms, 'uk')).toEqual({ ...before, failed: [failed, ...before.failed] })

    await plan(new Date(Date.now() + 3_600_000))
    expect((await readPlannedPublications(cms, 'uk')).failed).toEqual(before.failed)
    await cms.delete({ collection: 'payload-jobs', where: { waitUntil: { greater_than: new Date().toISOString() } } })
    expect((await readPlannedPublications(cms, 'en')).failed).toEqual([failed, ...before.failed])
    await cms.update({ collection: 'news', id, data: { summary: 'Анонс', _status: 'published' } })
    expect((await readPlannedPublications(cms, 'uk')).failed).toEqual(before.failed)
  })
})

describe('the audit trail of the staff', () => {
  it('records each action with its author and cannot be changed', async () => {
    const cms = await getCms()
    const staff = await cms.create({
      collection: 'staff',
      data: { email: 'editor@example.com', password: 'a-password-of-tests', name: 'e', role: 'editor' },
    })
    const user = { ...staff, collection: 'staff' as const }
    expect(
      (await callStaffApi(cms, '/staff/login', { email: 'editor@example.com', password: 'a-password-of-tests' }))
        .status,
    ).toBe(200)
    const page = await cms.create({
      collection: 'pages',
      data: { title: 'Сторінка', slug: 'audited', blocks: [] } as unknown as Page,
      user,
      overrideAccess: false,
    })
    await cms.update({
      collection: 'pages',
      id: page.id,
      data: { title: 'Інша', _status: 'published' },
      user,
      overrideAccess: false,
    })
    await cms.update({
      collection: 'pages',
      id: page.id,
      draft: true,
      autosave: true,
      data: { title: 'Ще' },
      user,
      overrideAccess: false,
    })
    await cms.delete({ collection: 'pages', id: page.id, user, overrideAccess: false })
    const { rows } = await test.db.pool.query<{ action: string; details: { fields?: string[] } }>(
      'select action, details from portal.audit where staff_id = $1 order by id',
      [staff.id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'staff.login',
      'content.create',
      'content.update',
      'content.delete',
    ])
    expect(rows[2]?.details.fields).toEqual(['title'])
    await expect(test.db.pool.query(`update portal.audit set action = 'none'`)).rejects.toThrow()
    await expect(test.db.pool.query('delete from portal.audit')).rejects.toThrow()
  })

  it('records each action completely, whatever fields the caller selects', async () => {
    const cms = await getCms()
    const { docs } = await cms.find({ collection: 'staff', where: { email: { equals: 'editor@example.com' } } })
    const token = await staffToken(test.db.pool, Number(docs[0]?.id))
    const { id } = await cms.create({ collection: 'pages', data: { title: 'Перша', slug: 'whole', blocks: [] } })
    const change = async (query: string, data: object) =>
      expect((await callStaffApi(cms, `/pages/${id}?${query}`, data, { token, method: 'PATCH' })).status).toBe(200)
    await change('select[slug]=true', { title: 'Друга', _status: 'published' })
    await change('select[title]=false', { title: 'Третя', _status: 'published' })
    await change('autosave=true', { title: 'Четверта', _status: 'published' })
    await change('autosave=true&draft=true', { title: 'П’ята', _status: 'draft' })
    const data = {
      company_name: 'Газ',
      support_email: 'help@portal.test',
      copyright: '© Газ',
      working_hours: 'Пн–Чт 09:00–18:00',
    }
    const settings = await callStaffApi(cms, '/globals/settings?select[copyright]=true', data, { token })
    expect(settings.status).toBe(200)
    const { rows } = await test.db.pool.query<{ details: unknown }>(
      `select details - 'language' as details from portal.audit where subject in ($1, 'settings') order by id`,
      [`pages:${id}`],
    )
    expect(rows.map(({ details }) => details)).toEqual([
      { title: 'Друга', fields: ['title'] },
      { title: 'Третя', fields: ['title'] },
      { title: 'Четверта', fields: ['title'] },
      { fields: expect.arrayContaining(['company_name', 'support_email']) },
    ])
  })
})

describe('the rights of roles', () => {
  const call = async (role: 'editor' | 'manager' | 'admin', method: string, path: string, body?: unknown) => {
    const cms = await getCms()
    const { docs } = await cms.find({
      collection: 'staff',
      where: { email: { equals: `${role}@roles.example` } },
      limit: 1,
    })
    const member =
      docs[0] ??
      (await cms.create({
        collection: 'staff',
        data: { email: `${role}@roles.example`, password: 'a-password-of-tests', name: role, role },
      }))
    const user = { ...member, collection: 'staff' as const }
    const common = { user, overrideAccess: false } as const
    const attempt =
      method === 'read'
        ? cms.find({ collection: path as 'orders', limit: 1, ...common })
        : cms.create({ collection: path as 'pages', data: body as Page, ...common })
    return attempt.then(
      () => 'allowed',
      (error: { status?: number }) => error.status,
    )
  }

  it.each(['orders', 'feedback', 'companies', 'agreements'] as const)(
    'show %s to managers and not to editors',
    async (collection) => {
      expect(await call('editor', 'read', collection)).toBe(403)
      expect(await call('manager', 'read', collection)).toBe('allowed')
    },
  )

  it('do not include creating orders, feedback or agreements', async () => {
    for (const collection of ['orders', 'feedback', 'agreements'])
      expect(await call('admin', 'create', collection, {})).toBe(403)
    expect(await call('manager', 'create', 'agreements', {})).toBe(403)
  })

  it('include setting the days of an agreement, if the last is not before the first', async () => {
    const cms = await getCms()
    const { id } = await cms.create({
      collection: 'agreements',
      data: {
        number: 'days',
        name: 'Договір',
        product: 'Газ',
        company: (await registerBuyers(test.db.pool, 1))[0]!,
        quantity: '1.000',
        price: '1.00',
        sum: '1.00',
        status: 'current',
      },
    })
    const setDays = (starts_on: string, ends_on: string) =>
      cms.update({ collection: 'agreements', id, data: { starts_on, ends_on } }).then(
        () => 'accepted',
        (error: { data?: { errors?: { path: string }[] } }) => error.data?.errors?.map(({ path }) => path),
      )
    expect(await setDays('2026-12-02T12:00:00.000Z', '2026-12-01T12:00:00.000Z')).toEqual(['ends_on'])
    expect(await setDays('2026-12-02T12:00:00.000Z', '2026-12-02T12:00:00.000Z')).toBe('accepted')
    const earlier = cms.update({ collection: 'agreements', id, data: { ends_on: '2026-12-01T12:00:00.000Z' } })
    await expect(earlier).rejects.toThrow()
  })

  it('send the buyer one email once the days of its agreement are set', async () => {
    const cms = await getCms()
    const [company] = await registerBuyers(test.db.pool, 1)
    const { id: auction } = await createLot(cms)
    const amounts = { quantity: '1.000', price: '1.00', sum: '1.00' }
    const texts = { number: 'signable', name: 'Договір', product: 'Газ' }
    const data = { ...texts, ...amounts, company: company!, auction, status: 'awaiting_signature' as const }
    const { id } = await cms.create({ collection: 'agreements', data })
    const emails = async () => {
      const { rows } = await test.db.pool.query(
        `select id from portal.outbox where kind = 'agreement_ready' and payload ->> 'agreement_id' = $1::text`,
        [id],
      )
      return rows.length
    }
    await cms.update({ collection: 'agreements', id, data: { starts_on: '2026-12-01T12:00:00.000Z' } })
    expect(await emails()).toBe(0)
    await cms.update({ collection: 'agreements', id, data: { ends_on: '2026-12-31T12:00:00.000Z' } })
    expect(await emails()).toBe(1)
    await cms.update({ collection: 'agreements', id, data: { ends_on: '2026-12-30T12:00:00.000Z' } })
    expect(await emails()).toBe(1)
  })

  it('allow editors to write pages', async () => {
    expect(await call('editor', 'create', 'pages', { title: 'Сторінка', slug: 'by-an-editor', blocks: [] })).toBe(
      'allowed',
    )
  })
})
