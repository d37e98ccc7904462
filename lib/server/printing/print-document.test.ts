import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import type { ProtocolEntry } from '@/lib/contract/protocol'
import { bidColumns, bidRow } from '@/lib/server/protocol/course'
import { type Piece, printDocument } from './print-document'
import { findPdfAFaults, readPdf } from '@/tests/support/printed-pdf'
import { documentTranslators } from './translators'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-print-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const BIDS = 40_000
const PAGE = 500
const MARKED = 777

function bid(number: number): ProtocolEntry {
  const at = new Date(Date.UTC(2026, 10, 24, 8) + number * 90).toISOString()
  const body = {
    bid: number,
    participant: (number % 40) + 1,
    price: `${14_000 + number}.00`,
    quantity: '100.000',
    minimum_quantity: '10.000',
    received_at: at,
    ...(number === MARKED && { preliminary: true, final: true }),
  }
  return { seq: number, at, kind: 'bid', body: JSON.stringify(body), previous_hash: '', hash: '' }
}

function* pieces(): Generator<Piece> {
  yield { kind: 'title', text: 'Protocol' }
  yield { kind: 'table', columns: bidColumns('en', { unit: 't', priceUnit: 'UAH/t' }) }
  for (let first = 1; first <= BIDS; first += PAGE)
    yield {
      kind: 'rows',
      rows: Array.from({ length: PAGE }, (_, index) => bidRow(bid(first + index), documentTranslators.en, 'en')),
    }
}

it('the printer prints 40 000 bids within its thread’s memory, and a mark that is longer than its column', async () => {
  const path = join(directory, 'bids.pdf')
  await printDocument(path, {
    title: 'Protocol',
    author: 'Seller',
    lang: 'en',
    tagged: false,
    printedAt: new Date('2026-11-24T10:00:00.000Z'),
    pieces: pieces(),
  })
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)))
  const textOf = async (page: number) => {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replace(/\s+/g, ' ')
  }
  expect(await textOf(pdf.numPages)).toContain('54 000.00')
  expect(await textOf(1)).toContain('No. Time')
  expect(await textOf(1)).not.toContain('№')
  const perPage = BIDS / pdf.numPages
  const page = Math.floor(MARKED / perPage) + 1
  const near = await Promise.all([page - 1, page, page + 1].map(textOf))
  expect(near.join(' ')).toContain('preliminary, final')
})

const LETTERS = [
  'не‑більше 5 °C, H₂S ≤ 7 мг/м³, метан ≥ 92 %, ≈ 10 ‰, 720 → 760',
  'точка А → точка Б ← назад, Δp = 2 кПа, Ω, π, α, ✓ ☎',
  'Société «ГАЗ‑ТРЕЙД» Αθήνα Łódź № 5 CO₂',
]

it.each([true, false])('the printer keeps each letter, or spells it (tagged: %s)', async (tagged) => {
  const path = join(directory, `letters-${tagged}.pdf`)
  const others = 'Фірма 東\u00AD 🔥'
  await printDocument(path, {
    title: LETTERS[0]!,
    author: others,
    lang: 'uk',
    tagged,
    printedAt: new Date('2026-11-24T10:00:00.000Z'),
    pieces: [
      { kind: 'title', text: LETTERS[0]! },
      { kind: 'heading', text: LETTERS[1]! },
      { kind: 'text', text: LETTERS[2]! },
      { kind: 'details', rows: [[others, LETTERS[0]!]] },
      { kind: 'table', columns: [{ head: LETTERS[2]!, wrap: true }, { head: others }] },
      { kind: 'rows', rows: [[LETTERS[1]!, others]] },
      { kind: 'table', columns: [{ head: 'CO₂' }, { head: '≤' }] },
      { kind: 'rows', rows: [['≥ 7 ‰', 'H₂S → 東']] },
    ],
  })
  const bytes = await readFile(path)
  expect(await findPdfAFaults(new Uint8Array(bytes).buffer)).toEqual([])
  const { text } = await readPdf(new Uint8Array(bytes).buffer)
  const compact = (typed: string) => typed.replace(/\s/g, '')
  for (const expected of [...LETTERS, 'Фірма [U+6771] [U+1F525]', '≥ 7 ‰', 'H₂S → [U+6771]'])
    expect(compact(text)).toContain(compact(expected))
})
