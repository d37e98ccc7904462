import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome, DEPOSIT_OF_3_PERCENT } from '@/tests/support/builders/lot'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase } from '@/tests/support/database'
import { bearer, post, startTestPortal, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

let test: TestPortal
let token: string
let stranger: string

beforeAll(async () => {
  const db = await createTestDatabase()
  await completeAuctions(db, 2)
  test = await startTestPortal({ RATE_LIMITS: 'off' }, db)
  const { rows } = await db.pool.query<{ id: number }>('select min(company_id) as id from portal.applications')
  token = await test.signIn(rows[0]?.id ?? 0)
  const [other] = (await registerBuyers(db.pool, 1)) as [number]
  stranger = await test.signIn(other)
})
afterAll(() => test.close())

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe.each(transports)('files of results, %s', (_way, over) => {
  const file = (address: string) => over(test)(`/storage/files/${address}`)

  it('are served as CSV with a file name in the requested language', async () => {
    const response = await file('results.csv?lang=uk')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toBe(
      "attachment; filename*=UTF-8''Результати аукціонів.csv",
    )
    const bytes = await bytesOf(response)
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, first, second, end] = strFromU8(bytes.slice(3)).split('\r\n')
    expect(head).toMatch(/^Аукціон №;Лот;Продукція;/)
    expect(first).toContain(';20,000;')
    expect(first).toContain(';14000,00;')
    expect(second).not.toBe('')
    expect(end).toBe('')
  })

  it('are served as a workbook with figures as numbers', async () => {
    const response = await file('results.xlsx?lang=en')
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('Auction results.xlsx')
    const parts = unzipSync(await bytesOf(response))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array()) + sheet).toContain('Highest winning price')
    expect(sheet).toContain('<v>14000</v>')
    expect(sheet).toContain('<v>20</v>')
  })

  it('apply the filters of the page', async () => {
    const lines = async (query: string) =>
      (await (await file(`results.csv?lang=ru&${query}`)).text()).trim().split('\r\n').length - 1
    expect(await lines('category=gas_condensate')).toBe(2)
    expect(await lines('category=natural_gas')).toBe(0)
    expect(await lines('year=2026')).toBe(2)
    expect(await lines('category=gas_condensate&year=2020')).toBe(0)
  })

  it.each(['results.csv?year=next', 'results.xlsx?category=oil', 'results.csv?lang=de', 'results.csv?rows=1'])(
    'are refused for %s',
    async (address) => {
      const response = await file(address)
      expect(response.status).toBe(422)
      expect(((await response.json()) as { code: string }).code).toBe('invalid_input')
    },
  )

  it('are also served by the call of the contract', async () => {
    const response = await post(over(test), auctionsEndpoints.exportResults.path, {
      lang: 'en',
      format: 'csv',
      year: 2026,
    })
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('Auction results, 2026.csv')
  })
})

it('the points of the chart contain each completed auction', async () => {
  const response = await post(transports[0]![1](test), auctionsEndpoints.resultPoints.path, {
    category: 'gas_condensate',
  })
  const { data } = auctionsEndpoints.resultPoints.response.parse(await response.json())
  expect(data.more).toBe(false)
  expect(data.list).toHaveLength(2)
  expect(data.list[0]).toMatchObject({
    category: 'gas_condensate',
    category_slug: 'condensate',
    lowest_price: '14000.00',
    average_price: '14000.00',
    final_price: '14000.00',
    premium: '0.0',
    volume_sold: '20.000',
  })
  const other = await post(transports[0]![1](test), auctionsEndpoints.resultPoints.path, { year: 2020 })
  expect(auctionsEndpoints.resultPoints.response.parse(await other.json()).data).toEqual({ list: [], more: false })
})

describe.each(transports)('files of own auctions and bids, %s', (_way, way) => {
  const over: Transport = (path, init) => way(test)(path, init)
  const file = (address: string, headers: Record<string, string> = bearer(token)) =>
    over(`/storage/files/${address}`, { headers })
  const linesOf = async (response: Response) => (await response.text()).replace('\ufeff', '').trim().split('\r\n')

  it('contain the application status and result of each auction', async () => {
    const response = await file('own-auctions.csv?lang=uk')
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toBe(
      "attachment; filename*=UTF-8''Мої аукціони.csv",
    )
    const [head, ...rows] = await linesOf(response)
    expect(head).toMatch(/^Аукціон №;Лот;Продукція;Стан аукціону;/)
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatch(/;завершено;.*;підтверджено;;1;14000,00;10,000;14000,00;10,000;1;10,000;[^;]*;140000,00;;$/)
  })

  it('contain time, price and volume of each bid', async () => {
    const [head, ...rows] = await linesOf(await file('own-bids.csv?lang=en'))
    expect(head).toMatch(/^Auction No\.,Lot,Bid No\.,/)
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatch(/,14000\.00,10\.000,[^,]*,140000\.00,preliminary,S\d{8} N$/)
  })

  it('contain the state of a deposit', async () => {
    const lot = await publishLot(test.db.pool, aLotToCome(DEPOSIT_OF_3_PERCENT))
    const [companyId] = (await registerBuyers(test.db.pool, 1)) as [number]
    const depositor = await test.signIn(companyId)
    const applied = { auction_id: lot, price: '14000.00', quantity: '10.000' }
    expect((await post(over, '/api/auctions/apply', applied, bearer(depositor))).status).toBe(200)
    const [, row] = await linesOf(await file('own-auctions.csv?lang=en', bearer(depositor)))
    expect(row).toMatch(/,0\.00,expected$/)
  })

  it('are also available as workbooks', async () => {
    for (const what of ['auctions', 'bids']) {
      const response = await file(`own-${what}.xlsx?lang=ru`)
      expect([what, response.status, response.headers.get('content-type')]).toEqual([
        what,
        200,
        expect.stringContaining('spreadsheetml'),
      ])
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    }
  })

  it('contain only the caller’s data, and are refused to visitors', async () => {
    for (const what of ['auctions', 'bids'])
      expect(await linesOf(await file(`own-${what}.csv`, bearer(stranger)))).toHaveLength(1)
    expect((await file('own-bids.csv', {})).status).toBe(401)
  })

  it('accept the cookie only from the site’s own pages', async () => {
    const cookie = `accessToken=${token}`
    expect((await file('own-bids.csv', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await file('own-bids.csv', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it.each([
    ['own-bids.csv?lang=en', '/en/cabinet'],
    ['protocol-999.pdf?lang=en', '/en/cabinet'],
    ['protocol-999.txt?head=abc&lang=ru', '/ru/cabinet'],
    ['agreement-999.pdf?lang=ru', '/ru/cabinet/agreements'],
    ['agreement-999.signed', '/cabinet/agreements'],
    ['999', '/cabinet/documents'],
    ['personal-data.zip', '/cabinet/info'],
  ])('lead a visitor who opens %s in a tab to its page of the cabinet', async (address, page) => {
    const opened = { 'sec-fetch-dest': 'document' }
    const response = await over(`/storage/files/${address}`, { headers: opened, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${page}?file-refused`])
    // A download would be saved as the page, and the staff have no cabinet.
    for (const headers of [{ 'sec-fetch-dest': 'empty' }, { ...opened, cookie: 'payload-token=abc' }])
      expect((await file(address, headers)).headers.get('content-type')).toBe('application/problem+json')
  })

  it('lead to the cabinet in the language of the page with the link', async () => {
    const headers = { 'sec-fetch-dest': 'document', referer: 'https://portal.test/en/cabinet/documents' }
    const response = await over('/storage/files/999', { headers, redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/en/cabinet/documents?file-refused')
  })

  it.each(['own-bids.csv?lang=de', 'own-auctions.xlsx?rows=1'])('are refused for %s', async (address) => {
    const response = await file(address)
    expect(response.status).toBe(422)
    expect(((await response.json()) as { code: string }).code).toBe('invalid_input')
  })
})

it('the file of own auctions contains the reason why the portal rejected an application', async () => {
  await test.db.pool.query(
    `insert into portal.application_decisions (application_id, kind, auction_id, reason, at)
     select id, 'rejected', auction_id, 'not_confirmed_before_start', now() from portal.applications
     where company_id = (select min(company_id) from portal.applications)`,
  )
  const response = await fetch(`${test.origin}/storage/files/own-auctions.csv?lang=en`, { headers: bearer(token) })
  expect(await response.text()).toContain(',not confirmed before bidding started,')
})

it('requests for files are limited per address', async () => {
  const limiting = await startTestPortal()
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      fetch(`${limiting.origin}/storage/files/results.csv`, { headers: { connection: 'close' } }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await limiting.close()
})
