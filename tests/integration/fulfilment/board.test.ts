import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { addDays } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { makeAgreement } from '@/tests/support/agreements'
import { type Caller, startFulfilmentPortal } from '@/tests/support/fulfilment-portal'
import { bearer, post, sendForm, type TestPortal, transports } from '@/tests/support/test-portal'

const TODAY = kyivDayOf(Date.now())
const over = transports[0]![1]
let test: TestPortal
let buyer: number
let tokens: Record<Caller, string>

beforeAll(async () => {
  ;({ test, buyer, tokens } = await startFulfilmentPortal())
})
afterAll(() => test.close())

async function call<Answer = Fulfilment>(caller: Caller, path: string, body: object) {
  const response = await post(over(test), `/api/${path}`, body, bearer(tokens[caller]))
  return ((await response.json()) as { data: Answer }).data
}

const issue = (id: number) => call('accountant', 'manager/fulfilment/invoices/issue', { agreement_id: id })
const pay = (id: number, amount: string, received = '0.00') =>
  call('accountant', 'manager/fulfilment/payments/count', {
    ...{ agreement_id: id, amount, on: TODAY, note: 'By hand', received },
  })

it('finds agreements by a part of the number or of the company, and by the company’s code', async () => {
  const { id, number } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
  const { rows } = await test.db.pool.query<{ edrpou: string }>(
    `update cms.companies set company_short_name = 'Газ-Збут' where id = $1 returning edrpou`,
    [buyer],
  )
  const found = async (search: string) => {
    const { list } = await call<{ list: { agreement_id: number }[] }>('accountant', 'manager/fulfilment/board', {
      search,
    })
    return list.map((row) => row.agreement_id)
  }
  expect(await found(number.slice(1))).toEqual([id])
  expect(await found('газ-збу')).toEqual([id])
  expect(await found(rows[0]?.edrpou ?? '')).toEqual([id])
  expect(await found('nothing like it')).toEqual([])
})

it('lists the loadings of a day, and those that wait for an answer', async () => {
  const { id, number } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
  await issue(id)
  await pay(id, '4560000.00')
  const [first, second] = [addDays(TODAY, 1), addDays(TODAY, 2)]
  for (const on of [second, first])
    await call('buyer', 'agreements/loadings/request', { agreement_id: id, on, volume: '100.000', place: `of ${on}` })
  const listed = async (on: string) => {
    const { list } = await call<{
      list: { agreement_number: string; place: string; state: string; version: number }[]
    }>('dispatcher', 'manager/fulfilment/loadings', { on })
    return list.filter((loading) => loading.agreement_number === number).map(({ place, state }) => `${place} ${state}`)
  }
  expect(await listed(TODAY)).toEqual([`of ${first} requested`, `of ${second} requested`])
  const { loadings } = await call('accountant', 'manager/fulfilment/read', { agreement_id: id })
  const decide = (index: number, answer: object) =>
    call('dispatcher', 'manager/fulfilment/loadings/answer', {
      ...{ agreement_id: id, loading_id: loadings[index]?.id, version: loadings[index]?.version },
      ...answer,
    })
  await decide(0, { answer: 'agree' })
  await decide(1, { answer: 'drop', reason: 'No gas' })
  expect(await listed(TODAY)).toEqual([])
  expect(await listed(first)).toEqual([])
  expect(await listed(second)).toEqual([`of ${second} confirmed`])
  const waybill = { agreement_id: String(id), number: 'W-1', on: TODAY, volume: '100.000' }
  const record = { ...waybill, loading_id: String(loadings[0]?.id) }
  await sendForm(over(test), '/api/manager/fulfilment/waybills/record', record, tokens.dispatcher)
  expect(await listed(second)).toEqual([`of ${second} loaded`])
})
