import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { readAuction, readOrder } from '@/lib/server/notifications/details'
import { aLotToCome } from '@/tests/support/builders/lot'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let manager: string
let auctionId: number

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  auctionId = await publishLot(test.db.pool, aLotToCome())
})

afterAll(() => test.close())

/** The texts and the sheet of a workbook. */
async function readWorkbook(response: Response): Promise<{ text: string; sheet: string }> {
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const strings = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
  return { text: sheet + strings, sheet }
}

describe.each(transports)('exports, %s', (_way, over) => {
  const exportTable = (what: string, body: object = {}) =>
    post(over(test), `/api/manager/export/${what}`, body, bearer(manager))

  it.each([
    ['accounts', {}, 'Registered'],
    ['orders', {}, 'Product'],
    ['feedback', {}, 'Message'],
    ['agreements', {}, 'In force until'],
    ['agreements', {}, 'Unit'],
    ['questions', {}, 'Question as asked'],
    ['audit', {}, 'Who'],
    ['applications', { auction_id: 0 }, 'Documents'],
    ['bids', { auction_id: 0 }, 'Final'],
    ['bids', { auction_id: 0 }, 'Volume, t'],
    ['applications', { auction_id: 0 }, 'Volume, t'],
  ])('contain %s in the requested language and are audited', async (what, body, heading) => {
    const input = 'auction_id' in body ? { auction_id: auctionId } : {}
    const response = await exportTable(what, { ...input, lang: 'en' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''.+\.xlsx$/)
    expect((await readWorkbook(response)).text).toContain(heading)
    const { rows } = await test.db.pool.query<{ action: string }>(
      `select action from portal.audit order by id desc limit 1`,
    )
    expect(rows[0]?.action).toBe('exported')
  })

  it('are available in three languages', async () => {
    for (const [lang, heading] of [
      ['uk', 'Зареєстровано'],
      ['en', 'Registered'],
      ['ru', 'Зарегистрирована'],
    ]) {
      expect((await readWorkbook(await exportTable('accounts', { lang }))).text).toContain(heading)
    }
  })

  it('contain no formulas', async () => {
    const name = `=HYPERLINK("https://elsewhere.example","${crypto.randomUUID()}")`
    await test.db.pool.query(
      `insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
       values ($1, $1, '37027819', '21X000000001397P', 'UA883006140000026006500211904', 'S', $2, gen_random_uuid() || '@example.com', '+380441112233')`,
      [name, 'N\u0001\u000b'],
    )
    const { text, sheet } = await readWorkbook(await exportTable('accounts', { search: 'elsewhere.example' }))
    expect(text).toContain('=HYPERLINK(')
    expect(sheet).not.toContain('<f>')
    expect(text).not.toMatch(/[\u0001\u000b]/)
  })

  it('fall back to Ukrainian names, like letters and the company’s page', async () => {
    const { pool } = test.db
    const [company] = await registerBuyers(pool, 1)
    const word = crypto.randomUUID()
    const idOf = async (sql: string, values: unknown[] = []) =>
      (await pool.query<{ id: number }>(sql, values)).rows[0]!.id
    const name = (table: string, columns: string[], id: number) =>
      pool.query(
        `insert into cms.${table}_locales (_parent_id, _locale, ${columns.join()})
         select $1, language, ${columns.map((column) => `case language when 'uk' then '${column} ${word}' else '' end`).join()}
         from unnest(enum_range(null::cms._locales)) language`,
        [id],
      )
    const agreement = await idOf(
      `insert into cms.agreements (number, company_id, quantity, price, sum, status, ends_on)
       values ($2, $1, '1.000', '2.00', '2.00', 'current', '2031-12-23 22:00Z') returning id`,
      [company, word],
    )
    await name('agreements', ['name', 'product'], agreement)
    const product = await idOf('insert into cms.products (sort_order, minimum_volume) values (1, 25) returning id')
    await name('products', ['name', 'summary', 'unit'], product)
    const order = await idOf(
      `insert into cms.orders (number, status, product_id, volume, unit, name, phone, email, company, position, edrpou)
       values ((select coalesce(max(number), 0) + 1 from cms.orders), 'new', $1, '25.000', 't', 'N', '+380441112233', 'n@example.com', 'C', 'P', '37027819')
       returning id`,
      [product],
    )
    const lot = await publishLot(pool, aLotToCome())
    await name('auctions', ['title'], lot)

    const agreements = await readWorkbook(await exportTable('agreements', { lang: 'en' }))
    expect(agreements.text).toContain(`name ${word}`)
    expect(agreements.text).toContain(`product ${word}`)
    expect((await readWorkbook(await exportTable('orders', { lang: 'en' }))).text).toContain(`name ${word}`)
    expect((await readOrder(pool, order, 'en'))?.product).toBe(`name ${word}`)
    expect((await readAuction(pool, lot, 'en'))?.title).toBe(`title ${word}`)
    const file = { user_id: company, lang: 'en' }
    const account = await post(over(test), '/api/manager/accounts/get', file, bearer(manager))
    expect(await account.json()).toMatchObject({
      data: { agreements: [{ name: `name ${word}`, ends_on: '2031-12-24', status: 'current' }] },
    })
  })

  it('are refused if the list is refused', async () => {
    const unknown = (await (await exportTable('bids', { auction_id: 2_000_000_000 })).json()) as { code: string }
    expect(unknown.code).toBe('not_found')
    const early = (await (await exportTable('winners', { auction_id: auctionId })).json()) as { code: string }
    expect(early.code).toBe('auction_not_in_selection')
  })
})
