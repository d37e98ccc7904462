import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readLotDocuments } from '@/lib/server/auctions/queries/detail'
import type { StaffRole } from '@/lib/contract/manager'
import { serveMedia } from '@/lib/server/cms/media-files'
import { readSeller } from '@/lib/server/printing/issuer'
import { createLot, createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'
import { addStaff } from '@/tests/support/test-portal'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
  for (const role of ['editor', 'manager', 'admin'] as const) await addStaff(cms.database.pool, role)
})

afterAll(() => cms.close())

async function as(role: StaffRole) {
  const { docs } = await cms.payload.find({ collection: 'staff', where: { role: { equals: role } } })
  return { overrideAccess: false, user: { ...docs[0]!, collection: 'staff' as const } }
}

async function pdfOf(title: string) {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  pdf.setTitle(title)
  const data = Buffer.from(await pdf.save())
  return { data, mimetype: 'application/pdf', name: 'paper.pdf', size: data.length }
}

async function uploadPaper(alt: string): Promise<number> {
  return (await cms.payload.create({ collection: 'media', data: { alt }, file: await pdfOf(alt) })).id
}

describe('the documents of a lot', () => {
  it('are listed with name, language, format and size, in their order, and every change is audited', async () => {
    const manager = await as('manager')
    const { pool } = cms.database
    const [draft, certificate] = [await uploadPaper('Проєкт договору, редакція 1'), await uploadPaper('Паспорт якості')]
    const documents = [
      { kind: 'draft_agreement' as const, language: 'uk' as const, file: draft },
      { kind: 'quality_certificate' as const, language: 'en' as const, file: certificate },
    ]
    const { id } = await createLot(cms.payload, { documents })
    const publicDocuments = await readLotDocuments(pool, 'en', id)
    expect(publicDocuments).toMatchObject([
      { kind: 'draft_agreement', language: 'uk', name: 'Проєкт договору, редакція 1', mime: 'application/pdf' },
      { kind: 'quality_certificate', language: 'en', name: 'Паспорт якості' },
    ])
    expect(publicDocuments[0]?.url).toMatch(/^\/storage\/media\/paper-[\da-f]{12}\.pdf$/)
    expect(publicDocuments[0]?.bytes).toBeGreaterThan(20)

    const second = await uploadPaper('Проєкт договору, редакція 2')
    await cms.payload.update({
      collection: 'auctions',
      id,
      data: { documents: [{ kind: 'draft_agreement', language: 'uk', file: second }] },
      ...manager,
    })
    expect(await readLotDocuments(pool, 'uk', id)).toMatchObject([{ name: 'Проєкт договору, редакція 2' }])
    const { rows } = await pool.query<{ subject: string; details: unknown }>(
      `select subject, details from portal.audit where staff_id = $1 and action = 'content.update'`,
      [manager.user.id],
    )
    expect(rows).toMatchObject([{ subject: `auctions:${id}`, details: { fields: ['documents'] } }])
  })
})

describe('the file of a lot’s document', () => {
  const collection = 'media'
  type StaffOptions = Partial<Awaited<ReturnType<typeof as>>>

  async function lotWith(file: number) {
    return createLot(cms.payload, { documents: [{ kind: 'draft_agreement', language: 'uk', file }] })
  }
  /** Replaces the file by its id, and as one of several files. */
  async function replacements(id: number, who: StaffOptions) {
    const change = { collection, data: {}, file: await pdfOf(`Інша редакція ${crypto.randomUUID()}`), ...who } as const
    return [
      () => cms.payload.update({ ...change, id }),
      () => cms.payload.update({ ...change, where: { id: { in: [id] } } }),
    ]
  }
  async function expectAllRefused(id: number, who: StaffOptions, status: number) {
    const before = await cms.payload.findByID({ collection, id })
    for (const exchange of await replacements(id, who)) await expect(exchange()).rejects.toMatchObject({ status })
    const cropped = { collection, id, data: {}, req: { query: { uploadEdits: { crop: {} } } }, ...who } as const
    await expect(cms.payload.update(cropped)).rejects.toMatchObject({ status })
    await expect(cms.payload.delete({ collection, id, ...who })).rejects.toMatchObject({ status })
    const several = await cms.payload.delete({ collection, where: { id: { in: [id] } }, ...who })
    expect(several).toMatchObject({ docs: [], errors: [{ id }] })
    const { filename } = await cms.payload.findByID({ collection, id })
    expect(filename).toBe(before.filename)
    expect((await serveMedia(async () => cms.payload, filename ?? ''))?.status).toBe(200)
  }

  it('may be replaced and deleted by managers; editors may only rename it', async () => {
    const [editor, manager] = [await as('editor'), await as('manager')]
    const id = await uploadPaper('Проєкт договору')
    const lot = await lotWith(id)
    await expectAllRefused(id, editor, 403)
    await cms.payload.update({ collection, id, data: { alt: 'Draft agreement' }, locale: 'en', ...editor })
    expect(await readLotDocuments(cms.database.pool, 'en', lot.id)).toMatchObject([{ name: 'Draft agreement' }])

    const { filename } = await cms.payload.findByID({ collection, id })
    for (const exchange of await replacements(id, manager)) await exchange()
    expect((await cms.payload.findByID({ collection, id })).filename).not.toBe(filename)
    await cms.payload.delete({ collection, id, ...manager })
    expect(await readLotDocuments(cms.database.pool, 'uk', lot.id)).toEqual([])
  })

  it('cannot be changed by any role once the lot is frozen, even if the lot now has another file', async () => {
    const [editor, manager, admin] = [await as('editor'), await as('manager'), await as('admin')]
    const id = await uploadPaper('Проєкт договору, за яким подано заявки')
    const lot = await lotWith(id)
    await cms.database.pool.query(
      'insert into portal.auction_heads (auction_id, effective_end, hard_end) values ($1, $2, $3)',
      [lot.id, lot.ends_at, lot.hard_end_at],
    )
    for (const who of [editor, manager, admin, {}]) await expectAllRefused(id, who, 409)

    const second = await uploadPaper('Проєкт договору, уточнений')
    const documents = [{ kind: 'draft_agreement' as const, language: 'uk' as const, file: second }]
    await cms.payload.update({ collection: 'auctions', id: lot.id, data: { documents }, ...manager })
    await expectAllRefused(id, manager, 409)
    await expectAllRefused(second, manager, 409)
  })

  it('may be replaced and deleted by editors if it belongs to no lot', async () => {
    const editor = await as('editor')
    const id = await uploadPaper('Сертифікат')
    for (const exchange of await replacements(id, editor)) await exchange()
    await cms.payload.delete({ collection, id, ...editor })
    expect((await cms.payload.find({ collection, where: { id: { equals: id } } })).docs).toEqual([])
  })
})

describe('the seller’s details', () => {
  it('are validated, and may be changed only by managers', async () => {
    const { pool } = cms.database
    expect(await readSeller(pool, 'en')).toMatchObject({ edrpou: '', iban: '', bank: '' })
    const editor = await as('editor')
    const change = (data: object, who: object) => cms.payload.updateGlobal({ slug: 'seller', data, ...who })
    await expect(change({ bank: 'АТ «Банк»' }, editor)).rejects.toMatchObject({ status: 403 })
    const admin = await as('admin')
    expect(await refusedPaths(change({ iban: 'UA00', tax_number: '123' }, admin))).toEqual(['tax_number', 'iban'])
    await change({ edrpou: '37027819', tax_number: '370278112345', bank: 'АТ «Банк»' }, admin)
    const details = { edrpou: '37027819', taxNumber: '370278112345', bank: 'АТ «Банк»', address: '' }
    expect(await readSeller(pool, 'ru')).toMatchObject(details)
    const { rows } = await pool.query(
      `select details from portal.audit where staff_id = $1 and subject = 'seller' and action = 'content.update'`,
      [admin.user.id],
    )
    expect(rows).toMatchObject([{ details: { fields: expect.arrayContaining(['bank', 'edrpou', 'tax_number']) } }])
  })
})
