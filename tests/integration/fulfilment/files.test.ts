import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { makeAgreement } from '@/tests/support/agreements'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, type TestPortal, transports } from '@/tests/support/test-portal'

const TODAY = kyivDayOf(Date.now())
const SELLER = 'UA903052992990004149123456789'
const BUYER = 'UA883006140000026006500211904'
const over = transports[0]![1]
let test: TestPortal
let buyer: number
let accountant: string
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  await test.db.pool.query(`insert into cms.seller (iban, edrpou) values ($1, '14360570')`, [SELLER])
  const [company = 0] = await registerBuyers(test.db.pool, 1)
  buyer = company
  await test.db.pool.query('update cms.companies set iban = $2 where id = $1', [buyer, BUYER])
  accountant = await test.staff('accountant')
  manager = await test.staff('manager')
})
afterAll(() => test.close())

const call = (path: string, body: object, token = accountant) =>
  post(over(test), `/api/manager/${path}`, body, bearer(token))
const returns = (format: 'csv' | 'xml') => call('export/returns', { format, lang: 'en' })

async function pay(amount: string, companyId = buyer) {
  const { id, number } = await makeAgreement(test.db.pool, { companyId, isInForce: true })
  await call('fulfilment/invoices/issue', { agreement_id: id })
  const payment = { agreement_id: id, amount, on: TODAY, note: 'By hand', received: '0.00' }
  expect(await call('fulfilment/payments/count', payment)).toMatchObject({ status: 200 })
  return { id, number }
}

it('money to return is a file for the bank and a table, with the company’s account if the payer’s is unknown', async () => {
  const none = await returns('xml')
  expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([409, 'nothing_to_return'])
  const { id, number } = await pay('1000.00')
  expect(await call('fulfilment/end', { agreement_id: id, reason: 'No gas' }, manager)).toMatchObject({ status: 200 })
  const xml = await (await returns('xml')).text()
  expect(xml).toContain(`<EndToEndId>AGREEMENT-${id}</EndToEndId>`)
  expect(xml).toContain('<InstdAmt Ccy="UAH">1000.00</InstdAmt>')
  expect(xml.match(/<IBAN>(.*?)<\/IBAN>/g)).toEqual([`<IBAN>${SELLER}</IBAN>`, `<IBAN>${BUYER}</IBAN>`])
  const csv = await (await returns('csv')).text()
  expect(csv).toContain(`${BUYER},1000.00,`)
  expect(csv).toContain(number)
  await test.db.pool.query(`update cms.companies set iban = '' where id = $1`, [buyer])
  expect((await returns('xml')).status).toBe(409)
  expect(await (await returns('csv')).text()).toContain(',,1000.00,')
})

it('what the file for the bank leaves out is named before, with the reason', async () => {
  const { pool } = test.db
  const checked = async () => ((await (await call('export/returns/check', {})).json()) as { data: object }).data
  const [second = 0] = await registerBuyers(pool, 1)
  await pool.query('update cms.companies set iban = $2 where id = $1', [second, BUYER])
  const { id } = await pay('2000.50', second)
  await call('fulfilment/end', { agreement_id: id, reason: 'No gas' }, manager)
  const without = (reason: string) => ({
    ...{ transfers: 1, total: '2000.50' },
    left_out: [{ company: expect.any(String), purpose: expect.any(String), amount: '1000.00', reason }],
  })
  expect(await checked()).toEqual(without('account'))
  expect(await (await returns('xml')).text()).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>2000.50</CtrlSum>')
  // A digit is wrong.
  await pool.query('update cms.companies set iban = $2 where id = $1', [buyer, BUYER.replace(/.$/, '5')])
  expect(await checked()).toEqual(without('account'))
  await pool.query(`update cms.companies set iban = $2, edrpou = '—' where id = $1`, [buyer, BUYER])
  expect(await checked()).toEqual(without('code'))
  await pool.query(`update cms.companies set edrpou = '37027819' where id = $1`, [buyer])
  expect(await checked()).toEqual({ transfers: 2, total: '3000.50', left_out: [] })
  expect((await call('export/returns/check', {}, await test.staff('dispatcher'))).status).toBe(403)
})

it('invoices, payments and acts of a period are tables', async () => {
  const { id, number } = await pay('4560000.00')
  const act = {
    invoices: { file: `Invoice,` },
    payments: { file: `,4560000.00,` },
    acts: { file: `,300.000,15200.00,4560000.00,` },
  }
  await test.db.pool.query(
    `with waybill as (
       insert into portal.fulfilment_facts (agreement_id, kind, body, at)
       values ($1, 'waybill_recorded', jsonb_build_object('number', 'W-1', 'on', $2::text, 'volume', 300000, 'loading', null), now()) returning id)
     insert into portal.fulfilment_facts (agreement_id, kind, body, at)
     select $1, 'act_made', jsonb_build_object('number', '1/2026', 'waybills', array[id], 'isLast', true), now() from waybill`,
    [id, TODAY],
  )
  for (const [what, { file }] of Object.entries(act)) {
    const period = { what, from: TODAY, until: TODAY, lang: 'en' }
    const csv = await (await call('export/fulfilment', { ...period, format: 'csv' })).text()
    expect(csv.split('\r\n').find((line) => line.includes(number))).toContain(file)
    const before = { ...period, from: '2020-01-01', until: '2020-12-31' }
    expect(await (await call('export/fulfilment', { ...before, format: 'csv' })).json()).toMatchObject({
      code: 'period_empty',
    })
    expect((await call('export/fulfilment', { ...period, format: 'xlsx' })).headers.get('content-type')).toContain(
      'sheet',
    )
  }
})

it('a claim and an invoice of the same number differ by their kind, and name the payer of their day', async () => {
  const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
  await call('fulfilment/invoices/issue', { agreement_id: id })
  await test.db.pool.query(
    `insert into portal.fulfilment_facts (agreement_id, kind, body, at)
     select agreement_id, kind, body || '{"type": "penalty", "part": null, "amount": "15.00"}', at from portal.fulfilment_facts
     where agreement_id = $1 and kind = 'invoice_issued'`,
    [id],
  )
  await test.db.pool.query(`update cms.companies set company_name = 'Renamed' where id = $1`, [buyer])
  for (const [lang, heading, invoice, claim] of [
    ['uk', 'Сума, грн', 'Рахунок', 'Претензія'],
    ['en', '"Amount, UAH"', 'Invoice', 'Claim'],
    ['ru', 'Сумма, грн', 'Счёт', 'Претензия'],
  ] as const) {
    const period = { what: 'invoices', from: TODAY, until: TODAY, lang, format: 'csv' }
    const lines = (await (await call('export/fulfilment', period)).text()).split('\r\n')
    const both = lines.filter((line) => /[,;]"?T\d+-/.test(line)).slice(-2)
    expect(both.map((line) => line.replace(/^\uFEFF/, '').split(/[,;]/)[0])).toEqual([invoice, claim])
    expect(lines[0]).toContain(heading.replaceAll('"', ''))
    expect(both.join()).not.toContain('Renamed')
  }
})

it('a dispatcher, who sees no money, gets none of them', async () => {
  const dispatcher = await test.staff('dispatcher')
  const period = { what: 'payments', from: TODAY, until: TODAY, format: 'csv' }
  expect((await call('export/fulfilment', period, dispatcher)).status).toBe(403)
  expect((await call('export/returns', { format: 'csv' }, dispatcher)).status).toBe(403)
})
