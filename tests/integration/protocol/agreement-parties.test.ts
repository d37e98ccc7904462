import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@/lib/contract/primitives'
import { readSeller } from '@/lib/server/protocol/issuer'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { readPdf } from '@/tests/support/printed-pdf'
import { bearer, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let token: string
let agreementId: number
let companyId: number
const DRAFT = { name: 'proiekt-dohovoru-0123456789ab.pdf', content: '%PDF-1.7 the draft agreement' }

beforeAll(async () => {
  const db = await createTestDatabase()
  await db.pool.query(`insert into cms.settings (support_email) values ('support@example.com')`)
  await db.pool.query(`insert into cms.seller (iban) values ('UA903052992990004149123456789')`)
  await writeSeller(db, 'uk', 'Продавець')
  const [auctionId] = await completeAuctions(db, 1)
  // The draft agreement published with the lot, which contains all other terms.
  await db.pool.query(
    `with file as (
       insert into cms.media (filename, mime_type) values ('${DRAFT.name}', 'application/pdf') returning id
     )
     insert into cms.auctions_documents (_order, _parent_id, id, kind, file_id) select 1, $1, 'draft', 'draft_agreement', id from file`,
    [auctionId],
  )
  const { rows } = await db.pool.query<{ id: number; company_id: number }>(
    `with made as (insert into portal.agreements_made (auction_id, at) values ($1, now()))
     insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status)
     select '1/1', min(account_id), $1, '10.000', '14000.00', '140000.00', 'current'
     from portal.applications where auction_id = $1 returning id, company_id`,
    [auctionId],
  )
  agreementId = rows[0]?.id ?? 0
  companyId = rows[0]?.company_id ?? 0
  test = await startTestPortal({ RATE_LIMITS: 'off' }, db)
  const directory = join(process.env.DATA_DIR as string, 'media')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, DRAFT.name), DRAFT.content)
  token = await test.signIn(companyId)
})
afterAll(() => test.close())

/** Writes all texts of the seller in a language. */
function writeSeller({ pool }: Pick<TestDatabase, 'pool'>, language: Language, text: string) {
  return pool.query(
    `with named as (
       insert into cms.settings_locales (_parent_id, _locale, company_name, copyright, working_hours)
       select id, $1::cms._locales, $2, '', '' from cms.settings
       on conflict (_locale, _parent_id) do update set company_name = excluded.company_name
     )
     insert into cms.seller_locales (_parent_id, _locale, bank, address, signatory, authority)
     select id, $1::cms._locales, $2, $2, $2, $2 from cms.seller
     on conflict (_locale, _parent_id) do update set bank = excluded.bank, address = excluded.address,
       signatory = excluded.signatory, authority = excluded.authority`,
    [language, text],
  )
}

/** The text of the agreement without the time of printing. */
async function print(language: string): Promise<string> {
  const response = await fetch(`${test.origin}/storage/files/agreement-${agreementId}.pdf?lang=${language}`, {
    headers: bearer(token),
  })
  expect(response.status).toBe(200)
  const { text } = await readPdf(await response.arrayBuffer())
  return text.replace(/\d{2}[./]\d{2}[./]\d{4} \d{2}:\d{2}:\d{2}/, '')
}

it('an agreement does not change when its sources change', async () => {
  const languages = ['uk', 'en', 'ru'] as const
  const before = await Promise.all(languages.map(print))
  const { rows } = await test.db.pool.query<{ iban: string }>('select iban from cms.companies where id = $1', [
    companyId,
  ])
  expect(before[1]).toContain(rows[0]!.iban.replaceAll(/.{4}(?=.)/g, '$& '))
  expect(before[1]).toContain(`/storage/media/${DRAFT.name}`)
  // The whole hash: the file's name has only a part of it.
  const sha256 = createHash('sha256').update(DRAFT.content).digest('hex')
  for (const text of before) expect(text.replaceAll(' ', '')).toContain(sha256)
  expect(before[1]).toContain('title and risk, liability including late payment penalties, the settlement of disputes')
  expect(before[1]).toContain('Payment terms not on record, to be filled in')

  const { pool } = test.db
  await pool.query(`update cms.media set filename = 'another.pdf'`)
  await pool.query(
    `update cms.companies set iban = 'UA213223130000026007233566001', company_name = 'Another' where id = $1`,
    [companyId],
  )
  await pool.query(
    `insert into cms.auctions_locales (_parent_id, _locale, title, payment_terms)
     select auction_id, 'uk', 'Another', 'Another' from cms.agreements where id = $1
     on conflict (_locale, _parent_id) do update set title = excluded.title, payment_terms = excluded.payment_terms`,
    [agreementId],
  )
  await pool.query(`update cms.categories_locales set unit_label = 'another'`)
  for (const language of languages) await writeSeller(test.db, language, 'Another')
  await pool.query(`update cms.seller set iban = 'UA213223130000026007233566001'`)

  expect(await Promise.all(languages.map(print))).toEqual(before)
})

it('the parties of an agreement cannot be changed in the database', async () => {
  await expect(test.db.pool.query(`update portal.agreement_parties set buyer = '{}'`)).rejects.toThrow()
})

it('the seller is named in Ukrainian if its details are blank in a language', async () => {
  const namesIn = async (language: Language) => {
    const { name, bank, address, signatory, authority } = await readSeller(test.db.pool, language)
    return new Set([name, bank, address, signatory, authority])
  }
  await writeSeller(test.db, 'uk', 'Продавець')
  await writeSeller(test.db, 'en', 'Seller')
  await writeSeller(test.db, 'ru', '')
  expect([await namesIn('uk'), await namesIn('en'), await namesIn('ru')]).toEqual(
    ['Продавець', 'Seller', 'Продавець'].map((text) => new Set([text])),
  )
  await writeSeller(test.db, 'en', ' \u00A0\t')
  expect(await namesIn('en')).toEqual(new Set(['Продавець']))
  await writeSeller(test.db, 'uk', ' ')
  expect(await namesIn('en')).toEqual(new Set(['']))
})
