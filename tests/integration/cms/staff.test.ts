import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLocalReq } from 'payload'
import type { StaffRole } from '@/lib/contract/manager'
import { mayPlan } from '@/lib/server/cms/scheduled-publishing'
import { registerBuyers } from '@/tests/support/auction-house'
import { addStaff, staffToken } from '@/tests/support/test-portal'
import { createLot, createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'

const PASSWORD = 'a-long-enough-password'
let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
  for (const role of ['editor', 'manager', 'admin'] as const) {
    await addStaff(cms.database.pool, role, `${role}@portal.test`)
  }
})

afterAll(() => cms.close())

async function as(role: StaffRole) {
  const { docs } = await cms.payload.find({ collection: 'staff', where: { role: { equals: role } } })
  const [member] = docs
  if (!member) throw new Error(`no ${role}`)
  return { overrideAccess: false, user: { ...member, collection: 'staff' as const } }
}

describe('the back office', () => {
  it('allows editors to edit content, but not auctions or companies', async () => {
    const editor = await as('editor')
    const data = { title: 'Новина', summary: 'Коротко', published_at: '2026-11-20T00:00:00.000Z', slug: 'novyna' }
    await expect(cms.payload.create({ collection: 'news', data, ...editor })).resolves.toMatchObject({ slug: 'novyna' })
    const { id } = await createLot(cms.payload)
    await expect(
      cms.payload.update({ collection: 'auctions', id, data: { title: 'x' }, ...editor }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(cms.payload.find({ collection: 'companies', ...editor })).rejects.toMatchObject({ status: 403 })
    const settings = {
      company_name: 'Газ',
      support_email: 'help@portal.test',
      copyright: '© Газ',
      working_hours: 'Пн–Чт 09:00–18:00',
    }
    await expect(cms.payload.updateGlobal({ slug: 'settings', data: settings, ...editor })).resolves.toMatchObject(
      settings,
    )
  })

  it('shows editors published lots, but no drafts', async () => {
    const { payload } = cms
    const collection = 'auctions'
    const draft = await payload.create({
      collection,
      draft: true,
      data: { title: 'Чернетка', slug: 'unpublished-lot' },
    })
    const lot = await createLot(payload)
    await payload.update({ collection, id: lot.id, draft: true, data: { title: 'Інша назва', _status: 'draft' } })
    const [editor, manager] = [await as('editor'), await as('manager')]
    const titles = async (member: typeof editor, asDraft: boolean) => {
      const where = { id: { in: [draft.id, lot.id] } }
      const { docs } = await payload.find({ collection, where, draft: asDraft, sort: 'id', ...member })
      return docs.map(({ title }) => title)
    }
    expect(await titles(editor, false)).toEqual([lot.title])
    expect(await titles(editor, true)).toEqual([])
    expect(await titles(manager, true)).toEqual(['Чернетка', 'Інша назва'])
    const read = (id: number) => payload.findByID({ collection, id, draft: true, ...editor })
    await expect(read(draft.id)).rejects.toMatchObject({ status: 404 })
    expect(await read(lot.id)).toMatchObject({ title: lot.title })
  })

  it('does not allow changing the contact of a company, which is its first owner (R14.1)', async () => {
    const manager = await as('manager')
    const [id] = (await registerBuyers(cms.database.pool, 1)) as [number]
    const read = () => cms.payload.findByID({ collection: 'companies', id, ...manager })
    const { surname, name, email, phone, language } = await read()
    const changed = await cms.payload.update({
      collection: 'companies',
      id,
      data: {
        company_short_name: 'ТОВ «Нове»',
        surname: 'Інша',
        name: 'Особа',
        email: 'other@portal.test',
        phone: '+380441112299',
        language: 'en',
      },
      ...manager,
    })
    expect(changed).toMatchObject({ company_short_name: 'ТОВ «Нове»', surname, name, email, phone, language })
  })

  it('allows only administrators to add staff or change roles', async () => {
    const manager = await as('manager')
    const data = { email: 'x@portal.test', password: PASSWORD, name: 'x', role: 'admin' as const }
    await expect(cms.payload.create({ collection: 'staff', data, ...manager })).rejects.toMatchObject({ status: 403 })
    const own = await cms.payload.update({
      collection: 'staff',
      id: manager.user.id,
      data: { role: 'admin', name: 'Ірина' },
      ...manager,
    })
    expect(own).toMatchObject({ role: 'manager', name: 'Ірина' })
  })

  it('does not remove staff without a password, not even for administrators', async () => {
    const [admin, editor] = [await as('admin'), await as('editor')]
    for (const { id } of [admin.user, editor.user])
      await expect(cms.payload.delete({ collection: 'staff', id, ...admin })).rejects.toMatchObject({ status: 403 })
  })

  it('allows locking a record only by editing it, and unlocking only with the right to edit it', async () => {
    const [editor, manager] = [await as('editor'), await as('manager')]
    const { id } = await createLot(cms.payload)
    const collection = 'payload-locked-documents'
    const data = {
      document: { relationTo: 'auctions' as const, value: id },
      user: { relationTo: 'staff' as const, value: manager.user.id },
    }
    for (const member of [editor, manager])
      await expect(cms.payload.create({ collection, data, ...member })).rejects.toMatchObject({ status: 403 })
    const lock = await cms.payload.create({ collection, data })
    await expect(cms.payload.update({ collection, id: lock.id, data, ...editor })).rejects.toMatchObject({
      status: 403,
    })
    await expect(cms.payload.delete({ collection, id: lock.id, ...editor })).rejects.toMatchObject({ status: 403 })
    await expect(cms.payload.delete({ collection, id: lock.id, ...manager })).resolves.toMatchObject({ id: lock.id })
  })

  it('allows scheduling and cancelling a publication only with the right to publish', async () => {
    const { payload } = cms
    const editor = await createLocalReq({ user: (await as('editor')).user }, payload)
    const visitor = await createLocalReq({}, payload)
    const { id } = await payload.create({ collection: 'news', draft: true, data: { title: 'Новина', slug: 'planned' } })
    const doc = { relationTo: 'news', value: String(id) }
    const plan = await payload.jobs.queue({
      task: 'schedulePublish',
      waitUntil: new Date(Date.now() + 3_600_000),
      input: { type: 'publish', doc },
    } as unknown as Parameters<typeof payload.jobs.queue>[0])
    const lot = { relationTo: 'auctions', value: String((await createLot(payload)).id) }
    const ofLot = await payload.create({
      collection: 'payload-jobs',
      data: { taskSlug: 'schedulePublish', input: { type: 'publish', doc: lot } },
    })
    const attempts: [boolean, Record<string, unknown>][] = [
      [true, { type: 'publish', date: '2030-01-01T00:00:00Z', doc, global: undefined }],
      [true, { deleteID: plan.id }],
      [true, { deleteID: 1_000_000 }],
      [false, { doc: lot }],
      [false, { doc: { relationTo: 'staff', value: '1' } }],
      [false, { doc: { relationTo: 'constructor', value: '1' } }],
      [false, { doc, deleteID: ofLot.id }],
      [false, { deleteID: { not_equals: 0 } }],
      [false, { deleteID: [plan.id] }],
      [false, { doc, global: 'settings' }],
      [false, {}],
    ]
    for (const [allowed, args] of attempts) expect([args, await mayPlan(editor, args)]).toEqual([args, allowed])
    for (const args of [{ doc }, { deleteID: plan.id }]) expect(await mayPlan(visitor, args)).toBe(false)
  })

  it('does not expose the paths of the server’s files', () => {
    expect(JSON.stringify(cms.payload.config.admin)).not.toContain(process.cwd())
  })

  it('shows visitors nothing', async () => {
    for (const collection of [
      'auctions',
      'categories',
      'companies',
      'pages',
      'menus',
      'media',
      'staff',
      'agreements',
    ] as const) {
      await expect(cms.payload.find({ collection, overrideAccess: false })).rejects.toMatchObject({ status: 403 })
    }
  })
})

describe('a staff token', () => {
  it('identifies its holder until signed out', async () => {
    const { staffIdentity } = await import('@/lib/server/cms/staff/identity')
    const staffFromToken = (value: string) => staffIdentity(cms.payload).sessions.findStaff(value)
    const { docs } = await cms.payload.find({
      collection: 'staff',
      where: { email: { equals: 'manager@portal.test' } },
    })
    const token = await staffToken(cms.database.pool, Number(docs[0]?.id))
    expect(await staffFromToken(token)).toMatchObject({ role: 'manager', email: 'manager@portal.test' })
    expect(await staffFromToken(`${token.slice(0, -4)}AAAA`)).toBeNull()
    expect(await staffFromToken('')).toBeNull()
  })
})

it.each(['email', 'password'])('refuses a %s that is not a string', async (path) => {
  const data = { email: 'z@portal.test', password: PASSWORD, name: 'z', role: 'editor' as const, [path]: { a: 1 } }
  expect(await refusedPaths(cms.payload.create({ collection: 'staff', data }))).toEqual([path])
  const changed = cms.payload.update({ collection: 'staff', id: (await as('editor')).user.id, data: { [path]: 5 } })
  expect(await refusedPaths(changed)).toEqual([path])
})

it('refuses short passwords', async () => {
  const data = { email: 'y@portal.test', password: 'short', name: 'y', role: 'editor' as const }
  expect(await refusedPaths(cms.payload.create({ collection: 'staff', data }))).toEqual(['password'])
})
