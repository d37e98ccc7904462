import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Language } from '@/lib/contract/primitives'
import { createAgreementServing } from '@/lib/server/signatures/agreement/agreement'
import { readSeller } from '@/lib/server/printing/issuer'
import { registerBuyers } from '@/tests/support/auction-house'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'
import { findPdfAFaults, readPdf } from '@/tests/support/printed-pdf'
import { bearer, post, startTestPortal, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

let test: TestPortal

describe('the PDF of an agreement', () => {
  let agreementId: number
  const tokens: Record<'owner' | 'other' | 'manager' | 'editor', string> = {
    owner: '',
    other: '',
    manager: '',
    editor: '',
  }

  beforeAll(async () => {
    test = await startTestPortal({ RATE_LIMITS: 'off' })
    const { pool } = test.db
    const [owner = 0, other = 0] = await registerBuyers(pool, 2)
    tokens.owner = await test.signIn(owner)
    tokens.other = await test.signIn(other)
    for (const role of ['manager', 'editor'] as const) tokens[role] = await test.staff(role)
    const { rows } = await pool.query<{ id: number }>(
      `insert into cms.agreements (number, company_id, quantity, price, sum, deposit, starts_on, status)
       values ('12/3', $1, '300.000', '15200.00', '4560000.00', '136800.00', '2026-11-24T12:00:00Z', 'current') returning id`,
      [owner],
    )
    agreementId = rows[0]?.id ?? 0
    await pool.query(
      `insert into cms.agreements_locales (_parent_id, _locale, name, product) values ($1, 'uk', 'Договір купівлі-продажу № 12/3', 'Газовий конденсат')`,
      [agreementId],
    )
  })
  afterAll(() => test.close())

  it('is refused with Retry-After if too many are being printed', async () => {
    const serve = createAgreementServing({
      pool: test.db.pool,
      clock: fixedClock(Date.now()),
      dataDir: join(tmpdir(), crypto.randomUUID()),
      publicUrl: 'https://portal.test',
      serveMedia: () => Promise.resolve(null),
      waiting: 0,
    })
    const manager = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' } as const
    await expect(serve(agreementId, 'en', manager)).rejects.toMatchObject({
      outcome: { refusal: { code: 'service_unavailable', retryAfter: 5 } },
    })
  })

  describe.each(transports)('%s', (_way, way) => {
    const over: Transport = (path, init) => way(test)(path, init)
    const download = (token: string | null, headers: Record<string, string> = {}) =>
      over(`/storage/files/agreement-${agreementId}.pdf?lang=en`, {
        headers: { ...(token && bearer(token)), ...headers },
      })

    it('is linked from the list of agreements and complete', async () => {
      const list = await post(over, '/api/cabinet/agreements', { lang: 'en' }, bearer(tokens.owner))
      const { data } = (await list.json()) as { data: { list: { pdf: string; unit: string; auction: null }[] } }
      expect(data.list).toMatchObject([{ pdf: `/storage/files/agreement-${agreementId}.pdf`, unit: '', auction: null }])
      const response = await download(tokens.owner)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('content-disposition')).toBe('inline; filename="agreement-12-3.pdf"')
      const bytes = await response.arrayBuffer()
      expect(await findPdfAFaults(bytes.slice(0))).toEqual([])
      const { text, ...print } = await readPdf(bytes)
      expect(print).toMatchObject({
        title: 'Sale agreement No.\u00A012/3',
        conformance: '2A',
        tagged: true,
        language: 'en',
        fontsEmbedded: true,
        outputIntent: true,
        bookmarks: [
          '1. Subject of the agreement',
          '2. Price and total',
          '3. Payment',
          '4. Delivery',
          '5. Term of the agreement',
          '6. Details and signatures of the parties',
        ],
      })
      for (const expected of [
        'Total, excluding VAT 3 800 000.00 UAH',
        'VAT 20% 760 000.00 UAH',
        'Total, including VAT 4 560 000.00 UAH',
        'Four million five hundred sixty thousand hryvnias and 00 kopecks',
        'Deposit 136 800.00 UAH',
        'In force from 24 November 2026',
        'Company 1',
        'Signature, seal',
        'Bank to be filled in by the Buyer',
        'Page 1 of',
      ])
        expect(text).toContain(expected)
      // Details that the portal does not have are left to be filled in.
      expect(text).toMatch(/VAT number\s+not on record, to be filled in/)
    })

    it('belongs to an agreement that is archived after its last day in Kyiv', async () => {
      const listed = async (status: string) => {
        const list = await post(over, '/api/cabinet/agreements', { lang: 'en', status }, bearer(tokens.owner))
        const { data } = (await list.json()) as { data: { list: { id: number; status: string }[] } }
        return data.list.map(({ id, status: shown }) => [id, shown])
      }
      const endsOn = (days: number | null) =>
        test.db.pool.query(
          `update cms.agreements set ends_on = (date_trunc('day', now() at time zone 'Europe/Kyiv') + make_interval(days => $2, hours => 12)) at time zone 'Europe/Kyiv'
           where id = $1`,
          [agreementId, days],
        )
      await endsOn(0)
      expect(await listed('current')).toEqual([[agreementId, 'current']])
      expect(await listed('archived')).toEqual([])
      await endsOn(-1)
      expect(await listed('current')).toEqual([])
      expect(await listed('archived')).toEqual([[agreementId, 'archived']])
      // Nothing is archived while something is left to pay, ship or sign (R16.6).
      const setBoard = (board: string) =>
        test.db.pool.query(
          `insert into portal.fulfilments (agreement_id, board, unpaid, invoiced, received, returned, missing, loaded, accepted, to_load, loadings, unanswered, fact_id)
           values ($1, $2, '{}', 0, 0, 0, 0, 0, 0, 0, '[]', 0, 1)
           on conflict (agreement_id) do update set board = excluded.board`,
          [agreementId, board],
        )
      await setBoard('to_pay')
      expect(await listed('current')).toEqual([[agreementId, 'current']])
      await setBoard('closed')
      expect(await listed('archived')).toEqual([[agreementId, 'archived']])
      await endsOn(null)
      const setStatus = (status: string) =>
        test.db.pool.query('update cms.agreements set status = $2::cms.enum_agreements_status where id = $1', [
          agreementId,
          status,
        ])
      await setStatus('awaiting_signature')
      expect(await listed('current')).toEqual([[agreementId, 'awaiting_signature']])
      await endsOn(-1)
      expect(await listed('archived')).toEqual([[agreementId, 'archived']])
      await endsOn(null)
      await setStatus('current')
    })

    it('can be read only by its company and managers', async () => {
      expect((await download(null, { cookie: `payload-token=${tokens.manager}` })).status).toBe(200)
      for (const token of [tokens.other, null]) expect((await download(token)).status).toBe(404)
      expect((await download(null, { cookie: `payload-token=${tokens.editor}` })).status).toBe(404)
      expect((await over('/storage/files/agreement-999999.pdf', { headers: bearer(tokens.owner) })).status).toBe(404)
    })
  })
})

describe('the parties of an agreement', () => {
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
       select '1/1', min(company_id), $1, '10.000', '14000.00', '140000.00', 'current'
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

  it('do not change when their sources change', async () => {
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
    expect(before[1]).toContain(
      'title and risk, liability including late payment penalties, the settlement of disputes',
    )
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

  it('cannot be changed in the database', async () => {
    await expect(test.db.pool.query(`update portal.agreement_parties set buyer = '{}'`)).rejects.toThrow()
  })

  it('include a seller that is named in Ukrainian if its details are blank in a language', async () => {
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
})
