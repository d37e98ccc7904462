import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase } from '@/tests/support/database'
import { post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal

beforeAll(async () => {
  const db = await createTestDatabase()
  await completeAuctions(db, 2)
  test = await startTestPortal({}, db)
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

it('requests for files are limited per address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      fetch(`${test.origin}/storage/files/results.csv`, { headers: { connection: 'close' } }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
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
