import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createAgreementServing } from '@/lib/server/protocol/agreement/agreement'
import { readPdf } from '@/tests/support/printed-pdf'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal, type Transport } from '@/tests/support/test-portal'

let test: TestPortal
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

it('printing an agreement is refused with Retry-After if too many are being printed', async () => {
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

describe.each(transports)('the PDF of an agreement, %s', (_way, way) => {
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
    const { text, ...print } = await readPdf(await response.arrayBuffer())
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
