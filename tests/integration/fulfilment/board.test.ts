import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Fulfilment, FulfilmentTotals } from '@/lib/contract/fulfilment'
import { addDays } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { countDeposit } from '@/lib/server/fulfilment/open-agreement'
import { withTransaction } from '@/lib/server/platform/db/transaction'
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

const load = (id: number, further: Record<string, string>) =>
  sendForm(
    over(test),
    '/api/manager/fulfilment/waybills/record',
    { agreement_id: String(id), on: TODAY, volume: '100.000', ...further },
    tokens.dispatcher,
  )

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
  await load(id, { number: 'W-1', loading_id: String(loadings[0]?.id) })
  expect(await listed(second)).toEqual([`of ${second} loaded`])
})

it('adds up the agreements in force a month and a product, and tables them', async () => {
  const { pool } = test.db
  const { rows: auctions } = await pool.query<{ id: number }>(
    'insert into cms.auctions (category_id) values (1), (1), (2), (1), (1) returning id',
  )
  /** @param month in which it came into force */
  const agreeIn = async (month: string, isInForce = true) => {
    const { id } = await makeAgreement(pool, { companyId: buyer, isInForce })
    await pool.query('update cms.agreements set auction_id = $2 where id = $1', [id, auctions.pop()?.id])
    await pool.query('update portal.agreement_signatures set at = $2 where agreement_id = $1', [id, `${month}-15`])
    return id
  }
  const late = await agreeIn('2024-03')
  await agreeIn('2024-03')
  const gas = await agreeIn('2024-03')
  const ended = await agreeIn('2025-01')
  await agreeIn('2025-02', false)
  await pool.query(
    `insert into portal.fulfilment_facts (agreement_id, kind, body, at)
     values ($1, 'invoice_issued', '{"number": "1/2024", "type": "plan", "part": 0, "amount": "4560000.00", "deducted": "0.00", "dueOn": "2024-03-22", "late": null, "payer": {"name": "", "edrpou": "", "taxNumber": "", "iban": "", "bank": "", "address": ""}}', now())`,
    [late],
  )
  await pay(late, '1000000.00')
  await issue(gas)
  await issue(ended)
  await pay(ended, '4560000.00')
  await load(ended, { number: 'W-2' })
  await call('manager', 'manager/fulfilment/end', { agreement_id: ended, reason: 'No gas' })
  await call('accountant', 'manager/fulfilment/payments/return', {
    ...{ agreement_id: ended, amount: '1000000.00', on: TODAY, note: 'Back', returned: '0.00' },
  })
  const totals = async (filters: object = {}) => {
    const { list } = await call<{ list: FulfilmentTotals[] }>('accountant', 'manager/fulfilment/totals', {
      ...{ ...filters, lang: 'en' },
    })
    return list.map(({ month, product, agreements, volume, ...sums }) =>
      [
        ...[month ?? 'all', product?.name ?? 'all', agreements],
        ...[sums.agreed, sums.invoiced, sums.received, sums.outstanding, sums.overdue],
        ...(volume === null ? [] : [volume.agreed, volume.shipped, volume.left, volume.unit]),
      ].join(' '),
    )
  }
  const condensateOf2024 =
    '2024-03 Gas condensate 2 9120000.00 4560000.00 1000000.00 3560000.00 3560000.00 600.000 0.000 600.000 t'
  const condensateOf2025 = '2025-01 Gas condensate 1 4560000.00 1520000.00 3560000.00 0.00 0.00 300.000 100.000 0.000 t'
  const gasOf2024 = '2024-03 Natural gas 1 4560000.00 4560000.00 0.00 4560000.00 0.00 300.000 0.000 300.000 thousand m³'
  expect(await totals()).toEqual([
    'all all 4 18240000.00 10640000.00 4560000.00 8120000.00 3560000.00',
    'all Gas condensate 3 13680000.00 6080000.00 4560000.00 3560000.00 3560000.00 900.000 100.000 600.000 t',
    condensateOf2025,
    '2024-03 all 3 13680000.00 9120000.00 1000000.00 8120000.00 3560000.00',
    ...[condensateOf2024, gasOf2024],
  ])
  expect(await totals({ year: 2025 })).toEqual([condensateOf2025])
  expect(await totals({ year: 2024, category_id: 2 })).toEqual([gasOf2024])
  expect(await totals({ year: 2023 })).toEqual([])
  const file = await post(
    over(test),
    '/api/manager/export/fulfilment-totals',
    { year: 2024 },
    bearer(tokens.accountant),
  )
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('sheet')])
  for (const path of ['fulfilment/totals', 'export/fulfilment-totals'])
    expect((await post(over(test), `/api/manager/${path}`, {}, bearer(tokens.dispatcher))).status).toBe(403)
})

it('counts a deposit that is set against an agreement as received', async () => {
  const { pool } = test.db
  const { id, number } = await makeAgreement(pool, { companyId: buyer, isInForce: true })
  await issue(id)
  const { rows } = await pool.query<{ auction_id: number }>(
    `with auction as (insert into cms.auctions (category_id) values (1) returning id),
     agreement as (update cms.agreements set auction_id = auction.id from auction where agreements.id = $1),
     application as (
       insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at)
       select id, $2, '1', 1, '', now() from auction returning id, auction_id)
     insert into portal.deposit_settlements (application_id, kind, amount, staff_id, at) select id, 'applied', 21750000, 1, now() from application
     returning (select auction_id from application)`,
    [id, buyer],
  )
  const [row] = rows
  await withTransaction(pool, (client) =>
    countDeposit(client, { auctionId: row?.auction_id ?? 0, companyId: buyer, staffId: 1 }, Date.now()),
  )
  const { list } = await call<{ list: object[] }>('accountant', 'manager/fulfilment/board', { search: number })
  expect(list).toMatchObject([{ received: '217500.00', missing: '4342500.00' }])
})
