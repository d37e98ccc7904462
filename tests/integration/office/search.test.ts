import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, type TestPortal, ways } from '@/tests/support/test-portal'
import type { SearchResults } from '@/lib/contract/manager'

let test: TestPortal
let manager: string
let company: number

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  ;[company] = (await registerBuyers(test.db.pool, 1)) as [number]
  await test.db.pool.query(`update cms.companies set company_short_name = 'Полтавський газ' where id = $1`, [company])
  await test.db.pool.query(
    `insert into portal.outbox (kind, account_id, payload) values ('account_confirmed', $1, '{}')`,
    [company],
  )
})

afterAll(() => test.close())

describe.each(ways)('the search of the back office, %s', (_way, over) => {
  const ask = async (text: string, token: string) => {
    const response = await post(over(test), '/api/manager/search', { text }, bearer(token))
    return { status: response.status, body: (await response.json()) as { code?: string; data: SearchResults } }
  }

  it('finds a company with its letters by a part of its name, in any case', async () => {
    const { body } = await ask('  полтавський  ', manager)
    expect(body.data.companies).toMatchObject([{ id: company, name: 'Полтавський газ', status: 'active' }])
    expect(body.data.letters).toMatchObject([{ kind: 'account_confirmed', company_name: 'Полтавський газ' }])
    expect(body.data).toMatchObject({ lots: [], bids: [], agreements: [] })
  })

  it('takes signs of a pattern and numbers of any size for themselves', async () => {
    for (const text of ['%', '_', '999999999/999999999', '12345678901234567890']) {
      const { status, body } = await ask(text, manager)
      expect([text, status]).toEqual([text, 200])
      expect(body.data.bids).toEqual([])
    }
    expect((await ask('   ', manager)).body.code).toBe('invalid_input')
  })

  it('is closed to editors', async () => {
    expect(await ask('полтавський', await test.staff('editor'))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})
