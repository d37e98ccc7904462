import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readLotDocuments } from '@/lib/server/auctions/queries/detail'
import type { StaffRole } from '@/lib/server/cms/access'
import { readSeller } from '@/lib/server/protocol/issuer'
import { createLot, createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

async function as(role: StaffRole) {
  const data = { email: `${role}@portal.test`, password: 'a-long-enough-password', name: role, role }
  const member = await cms.payload.create({ collection: 'staff', data })
  return { overrideAccess: false, user: { ...member, collection: 'staff' as const } }
}

async function paper(alt: string): Promise<number> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  pdf.setTitle(alt)
  const data = Buffer.from(await pdf.save())
  const file = { data, mimetype: 'application/pdf', name: 'paper.pdf', size: data.length }
  return (await cms.payload.create({ collection: 'media', data: { alt }, file })).id
}

describe('the documents of a lot', () => {
  it('are told with name, language, format and size, in their order, and every change of them is audited', async () => {
    const manager = await as('manager')
    const { pool } = cms.database
    const [draft, certificate] = [await paper('Проєкт договору, редакція 1'), await paper('Паспорт якості')]
    const documents = [
      { kind: 'draft_agreement' as const, language: 'uk' as const, file: draft },
      { kind: 'quality_certificate' as const, language: 'en' as const, file: certificate },
    ]
    const { id } = await createLot(cms.payload, { documents })
    const shown = await readLotDocuments(pool, 'en', id)
    expect(shown).toMatchObject([
      { kind: 'draft_agreement', language: 'uk', name: 'Проєкт договору, редакція 1', mime: 'application/pdf' },
      { kind: 'quality_certificate', language: 'en', name: 'Паспорт якості' },
    ])
    expect(shown[0]?.url).toMatch(/^\/storage\/media\/[\da-f]{32}\.pdf$/)
    expect(shown[0]?.bytes).toBeGreaterThan(20)

    const second = await paper('Проєкт договору, редакція 2')
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

describe('the seller’s details', () => {
  it('are the managers’ to change, checked, and printed in the language asked for', async () => {
    const { pool } = cms.database
    expect(await readSeller(pool, 'en')).toMatchObject({ edrpou: '', iban: '', bank: '' })
    const editor = await as('editor')
    const change = (data: object, who: object) => cms.payload.updateGlobal({ slug: 'seller', data, ...who })
    await expect(change({ bank: 'АТ «Банк»' }, editor)).rejects.toMatchObject({ status: 403 })
    const admin = await as('admin')
    expect(await refusedPaths(change({ iban: 'UA00', tax_number: '123' }, admin))).toEqual(['tax_number', 'iban'])
    await change({ edrpou: '37027819', tax_number: '370278112345', bank: 'АТ «Банк»' }, admin)
    const told = { edrpou: '37027819', taxNumber: '370278112345', bank: 'АТ «Банк»', address: '' }
    expect(await readSeller(pool, 'ru')).toMatchObject(told)
    const { rows } = await pool.query(
      `select details from portal.audit where staff_id = $1 and subject = 'seller' and action = 'content.update'`,
      [admin.user.id],
    )
    expect(rows).toMatchObject([{ details: { fields: expect.arrayContaining(['bank', 'edrpou', 'tax_number']) } }])
  })
})
