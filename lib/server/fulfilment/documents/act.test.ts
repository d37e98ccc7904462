import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import type { Act } from '@/lib/domain/fulfilment'
import { printDocument } from '@/lib/server/printing/print-document'
import { readPdf } from '@/tests/support/printed-pdf'
import type { LoadedAgreement } from '../open-agreement'
import { actDocument } from './act'

const directory = mkdtempSync(join(tmpdir(), 'act-'))
afterAll(() => rmSync(directory, { recursive: true }))

const PARTY = {
  ...{ name: 'ТОВ «Газовидобувна компанія»', edrpou: '37027819', taxNumber: '370278126544', eic: '56X0000000000001' },
  ...{
    iban: 'UA903052992990004149123456789',
    bank: 'АТ «Банк», м. Дніпро',
    address: '36000, Полтава, вул. Соборності, 25',
  },
  ...{ signatory: 'Директор Іваненко Іван Іванович', authority: 'Статуту' },
}

async function printAct(count: number): Promise<string[]> {
  const waybills = Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, number: `WB-${index + 1};`, on: '2026-12-05', volume: 10_000 },
    ...{ loading: null, act: 1, cancelled: false },
  }))
  const act: Act = {
    ...{ id: 1, number: '1/2026', madeAt: Date.parse('2026-12-30T10:00:00Z'), from: '2026-12-01', until: '2026-12-30' },
    ...{ volume: count * 10_000, value: BigInt(count) * 15_200_000n, isLast: true },
    ...{ waybills: waybills.map(({ id }) => id), signed: { buyer: null, organiser: null } },
    ...{ inForceAt: null, cancelled: null },
  }
  const agreement = { terms: { price: 1_520_000 }, state: { waybills } } as unknown as LoadedAgreement
  const details = {
    ...{ number: '35/2', madeOn: '2026-12-01', product: 'Газовий конденсат', unit: 'т' },
    ...{ seller: PARTY, buyer: PARTY, recipient: PARTY.name },
  }
  const path = join(directory, `${count}.pdf`)
  await printDocument(path, actDocument({ agreement, details, act }, 'uk', new Date('2026-12-30T10:00:00Z')))
  const bytes = readFileSync(path)
  const { pages } = await readPdf(new Uint8Array(bytes).buffer)
  return pages
}

it.each([20, 30])('the signatures of an act over %i waybills share a page with the last of them', async (count) => {
  const pages = await printAct(count)
  expect(pages).toHaveLength(2)
  const waybillsOf = (page = '') => page.match(/WB-\d+;/g) ?? []
  expect(pages.map((page) => waybillsOf(page).length)).toEqual([count - 3, 3])
  expect(pages[1]).toContain('Підпис, печатка')
})
