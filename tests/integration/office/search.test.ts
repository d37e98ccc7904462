import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { bearer, post, startTestPortal, type TestPortal, transports } from '@/tests/support/test-portal'
import type { SearchResults } from '@/lib/contract/manager'

let test: TestPortal
let manager: string
let company: number
let other: number

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  ;[company, other] = (await registerBuyers(test.db.pool, 2)) as [number, number]
  await test.db.pool.query(`update cms.companies set company_short_name = 'Полтавський газ' where id = $1`, [company])
  await test.db.pool.query(
    `insert into portal.outbox (kind, account_id, payload) values ('account_confirmed', $1, '{}')`,
    [company],
  )
})

afterAll(() => test.close())

describe.each(transports)('the search of the back office, %s', (_way, over) => {
  const search = async (text: string, token: string) => {
    const response = await post(over(test), '/api/manager/search', { text }, bearer(token))
    return { status: response.status, body: (await response.json()) as { code?: string; data: SearchResults } }
  }

  it('finds a company with its letters by a part of its name, ignoring case', async () => {
    const { body } = await search('  полтавський  ', manager)
    expect(body.data.companies).toMatchObject([{ id: company, name: 'Полтавський газ', status: 'active' }])
    expect(body.data.letters).toMatchObject([{ kind: 'account_confirmed', company_name: 'Полтавський газ' }])
    expect(body.data).toMatchObject({ lots: [], bids: [], agreements: [] })
  })

  it.each([
    ...['ПРОМʼЯЗОК', "пром'язок", 'ПРОМ’ЯЗОК', 'Пром`язок', '«ПРОМʼ', '"пром\'язок"', '“Пром’язок”'],
    ...['+380671234567', '067 123-45-67', '(067) 123 45 67', '380 67 123-45-67'],
  ])('ignores the kind of apostrophes, quotation marks and separators: %s', async (text) => {
    await test.db.pool.query(
      `update cms.companies set company_short_name = 'ТОВ «ПРОМʼЯЗОК»', phone = '+380671234567' where id = $1`,
      [other],
    )
    const { body } = await search(text, manager)
    expect(body.data.companies).toMatchObject([{ id: other }])
  })

  it('finds a lot and an agreement with any kind of apostrophe', async () => {
    const auctionId = await publishLot(test.db.pool, aLotToCome())
    await test.db.pool.query(
      `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат з’єднаний')`,
      [auctionId],
    )
    const { rows } = await test.db.pool.query<{ id: number }>(
      `insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status)
       values ($1, $2, $3, '1.000', '1.00', '1.00', 'current') returning id`,
      [`З’єднання ${auctionId}`, other, auctionId],
    )
    for (const text of ["з'єднан", 'З`ЄДНАН', 'зʼєднан']) {
      const { body } = await search(text, manager)
      expect(body.data.lots.map(({ id }) => id)).toContain(auctionId)
      expect(body.data.agreements.map(({ id }) => id)).toContain(rows[0]?.id)
    }
  })

  it('treats pattern characters and huge numbers literally', async () => {
    for (const text of ['%', '_', '999999999/999999999', '12345678901234567890']) {
      const { status, body } = await search(text, manager)
      expect([text, status]).toEqual([text, 200])
      expect(body.data.bids).toEqual([])
    }
    expect((await search('   ', manager)).body.code).toBe('invalid_input')
  })

  it('is refused to editors', async () => {
    expect(await search('полтавський', await test.staff('editor'))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})
