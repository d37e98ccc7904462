import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import QRCode from 'qrcode'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { addDays } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { makeAgreement } from '@/tests/support/agreements'
import { type Caller, startFulfilmentPortal } from '@/tests/support/fulfilment-portal'
import { findPdfAFaults, qrCodeOf, readPdf } from '@/tests/support/printed-pdf'
import { bearer, post, sendForm, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

const TODAY = kyivDayOf(Date.now())
const YESTERDAY = addDays(TODAY, -1)

describe.each(transports)('the documents of an agreement, %s', (way, transport) => {
  let test: TestPortal
  let buyer: number
  const over: Transport = (path, init) => transport(test)(path, init)
  let tokens: Record<Caller, string>

  beforeAll(async () => {
    ;({ test, buyer, tokens } = await startFulfilmentPortal())
  })
  afterAll(() => test.close())

  const call = async (path: string, body: object) => {
    const answered = await post(over, `/api/manager/fulfilment/${path}`, body, bearer(tokens.manager))
    expect(answered.status).toBe(200)
    return ((await answered.json()) as { data: Fulfilment }).data
  }
  const get = (name: string, caller: keyof typeof tokens | null) =>
    over(`/storage/files/${name}`, { headers: caller === null ? {} : bearer(tokens[caller]) })
  const download = async (name: string, lang = 'en', caller: keyof typeof tokens = 'buyer') => {
    const response = await get(`${name}${name.includes('?') ? '&' : '?'}lang=${lang}`, caller)
    expect(response.status).toBe(200)
    return response.arrayBuffer()
  }
  const textOf = async (name: string, lang = 'en') => (await readPdf(await download(name, lang))).text

  const agreement = () => makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
  const issue = async (id: number) => {
    const { invoices } = await call('invoices/issue', { agreement_id: id })
    const invoice = invoices.at(-1)
    if (invoice === undefined) throw new Error('no invoice')
    return invoice
  }
  const pay = async (id: number, amount: string, further: object = {}) => {
    const { money } = await call('read', { agreement_id: id })
    return call('payments/count', {
      ...{ agreement_id: id, amount, on: TODAY, note: 'By hand', received: money.received },
      ...further,
    })
  }
  let waybills = 0
  const load = async (id: number, volume: string) => {
    const number = `${way} D-${(waybills += 1)}`
    const form = { agreement_id: String(id), number, on: TODAY, volume }
    expect((await sendForm(over, '/api/manager/fulfilment/waybills/record', form, tokens.manager)).status).toBe(200)
    return number
  }
  const accept = async (id: number, isLast: boolean) => {
    const { acts } = await call('acts/make', { agreement_id: id, is_last: isLast })
    const act = acts.at(-1)
    if (act === undefined) throw new Error('no act')
    return act
  }
  const signOnPaper = async (id: number, actId: number) => {
    const form = { agreement_id: String(id), act_id: String(actId), file: new File([PNG], 'act.png') }
    expect((await sendForm(over, '/api/manager/agreements/mark-signed', form, tokens.manager)).status).toBe(200)
  }

  it('prints an invoice with what the payer needs, and the code of what is missing', async () => {
    const { id, number } = await agreement()
    const invoice = await issue(id)
    const bytes = await download(`invoice-${invoice.id}.pdf`)
    expect(await findPdfAFaults(bytes.slice(0))).toEqual([])
    expect(qrCodeOf(bytes.slice(0))).toBe(codeOf(invoice.payment?.url ?? ''))
    const { text, ...print } = await readPdf(bytes)
    expect(print).toMatchObject({ title: `Invoice No.\u00A0${invoice.number}`, conformance: '2A', language: 'en' })
    for (const expected of [
      `No. ${number} of`,
      'Company 1',
      '14360570',
      'UA90 3052 9929 9000 4149 1234 5678 9',
      'Advance payment, 100% of the agreement’s total',
      'Gas condensate',
      '15 200.00',
      'VAT 20% 760 000.00 UAH',
      'To pay: 4 560 000.00 UAH',
      'Four million five hundred sixty thousand hryvnias and 00 kopecks',
      invoice.payment?.reference,
      'registers the tax invoice separately',
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('CANCELLED')
    await pay(id, '60000.00')
    const partly = await download(`invoice-${invoice.id}.pdf`)
    const { payment } = (await call('read', { agreement_id: id })).invoices[0] ?? {}
    expect(qrCodeOf(partly.slice(0))).toBe(codeOf(payment?.url ?? ''))
    expect((await readPdf(partly)).text).toContain('Still to pay 4 500 000.00 UAH')
    await pay(id, '4500000.00')
    expect(qrCodeOf(await download(`invoice-${invoice.id}.pdf`))).toBe('')
  })

  it('deducts from an invoice what was paid before, and says across a cancelled one that it is', async () => {
    const { id } = await agreement()
    await pay(id, '560000.00')
    const invoice = await issue(id)
    const text = await textOf(`invoice-${invoice.id}.pdf`)
    for (const expected of ['Less paid earlier 560 000.00 UAH', 'To pay: 4 000 000.00 UAH', 'Four million hryvnias'])
      expect(text).toContain(expected)
    await call('invoices/cancel', { agreement_id: id, invoice_id: invoice.id, reason: 'Wrong payer' })
    expect(await textOf(`invoice-${invoice.id}.pdf`)).toMatch(/CANCELLED on .* 20\d\d: Wrong payer/)
    expect(qrCodeOf(await download(`invoice-${invoice.id}.pdf`))).toBe('')
  })

  it('keeps the payer of an invoice as it was on the day of issue', async () => {
    const { id } = await agreement()
    const { pool } = test.db
    const renamed = ['New Company', '14360570', 'Nova Street 5']
    const { rows } = await pool.query<{ name: string; edrpou: string; address: string | null }>(
      'select company_name as name, edrpou, address from cms.companies where id = $1',
      [buyer],
    )
    const rename = ([name, edrpou, address]: (string | null | undefined)[]) =>
      pool.query('update cms.companies set company_name = $2, edrpou = $3, address = $4 where id = $1', [
        ...[buyer, name, edrpou, address],
      ])
    const [before] = rows
    const invoice = await issue(id)
    const printed = await download(`invoice-${invoice.id}.pdf`)
    await rename(renamed)
    expect(Buffer.from(await download(`invoice-${invoice.id}.pdf`))).toEqual(Buffer.from(printed))
    const { text } = await readPdf(printed)
    expect(text).toContain(before?.name)
    for (const detail of renamed.slice(2)) expect(text).not.toContain(detail)
    expect((await call('read', { agreement_id: id })).invoices[0]?.payer).toMatchObject({ name: before?.name })

    await call('invoices/cancel', { agreement_id: id, invoice_id: invoice.id, reason: 'Renamed' })
    const anew = await issue(id)
    for (const detail of renamed) expect(await textOf(`invoice-${anew.id}.pdf`)).toContain(detail)
    expect(anew.payer).toEqual({ name: renamed[0], edrpou: renamed[1], address: renamed[2] })
    await rename([before?.name, before?.edrpou, before?.address])
  })

  it('prints an act over its waybills once, in each language', async () => {
    const { id } = await agreement()
    await issue(id)
    await pay(id, '4560000.00')
    const numbers = [await load(id, '100.500'), await load(id, '20.000')]
    const act = await accept(id, false)
    const bytes = await download(`act-${act.id}.pdf`)
    expect(await findPdfAFaults(bytes.slice(0))).toEqual([])
    expect(Buffer.from(await download(`act-${act.id}.pdf`, 'en', 'accountant'))).toEqual(Buffer.from(bytes))
    const { text } = await readPdf(bytes)
    for (const expected of [
      `Act of acceptance No. ${act.number}`,
      ...numbers,
      '100.5',
      'Volume 120.5',
      'Total, including VAT 1 831 600.00 UAH',
      'One million eight hundred thirty-one thousand six hundred hryvnias and 00 kopecks',
      'Signature, seal',
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('last act')
    expect(await textOf(`act-${act.id}.pdf`, 'uk')).toContain(`Акт приймання-передачі № ${act.number}`)
    expect(await textOf(`act-${act.id}.pdf`, 'ru')).toContain(`Акт приёма-передачи № ${act.number}`)
    await call('acts/cancel', { agreement_id: id, act_id: act.id, reason: 'Wrong volume' })
    expect(await textOf(`act-${act.id}.pdf`)).toContain('CANCELLED: Wrong volume')
  })

  it('reconciles a period: its balances, and each row on its side', async () => {
    const { id, number } = await agreement()
    await issue(id)
    await pay(id, '5000000.00', { on: YESTERDAY })
    await load(id, '300.000')
    const act = await accept(id, true)
    await signOnPaper(id, act.id)
    await call('payments/return', { agreement_id: id, amount: '440000.00', on: TODAY, note: 'Back', returned: '0.00' })
    const period = `from=${TODAY}&until=${TODAY}`
    const { text } = await readPdf(await download(`reconciliation-${id}.pdf?${period}`))
    for (const expected of [
      `under agreement No. ${number}`,
      'Opening balance 5 000 000.00',
      `Act of acceptance No. ${act.number} 4 560 000.00`,
      'Overpayment returned −440 000.00',
      'neither party owes the other',
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('Payment of invoice')
    const csv = new TextDecoder().decode(
      await download(`reconciliation-${id}.csv?from=${YESTERDAY}&until=${YESTERDAY}`),
    )
    expect(csv.split('\r\n').map((line) => line.split(',').slice(1).join(','))).toEqual([
      'Document,"Debit, UAH","Credit, UAH"',
      'Opening balance,0.00,0.00',
      'Payment,0.00,5000000.00',
      'Turnover of the period,0.00,5000000.00',
      'Closing balance,0.00,5000000.00',
      expect.any(String),
      '',
    ])
    const workbook = await get(`reconciliation-${id}.xlsx?${period}`, 'accountant')
    expect(workbook.headers.get('content-disposition')).toContain(`-${TODAY}-${TODAY}.xlsx`)
  })

  it('refuses a wrong period in words', async () => {
    const { id } = await agreement()
    for (const [from, until] of [
      [TODAY, YESTERDAY],
      [TODAY, addDays(TODAY, 1)],
      ['2026-02-30', TODAY],
      ['', ''],
    ] as const) {
      const response = await get(`reconciliation-${id}.pdf?from=${from}&until=${until}`, 'buyer')
      expect([response.status, await response.json()]).toMatchObject([422, { code: 'period_wrong' }])
    }
  })

  it('serves them to the company and the staff of money only', async () => {
    const { id } = await agreement()
    const invoice = await issue(id)
    await pay(id, '4560000.00')
    await load(id, '10.000')
    const act = await accept(id, false)
    const statement = `reconciliation-${id}.xlsx?from=${TODAY}&until=${TODAY}`
    for (const name of [`invoice-${invoice.id}.pdf`, `act-${act.id}.pdf`, statement]) {
      for (const caller of ['buyer', 'accountant', 'manager'] as const)
        expect([caller, (await get(name, caller)).status]).toEqual([caller, 200])
      for (const caller of ['other', 'dispatcher', 'editor', null] as const)
        expect([caller, (await get(name, caller)).status]).toEqual([caller, 404])
    }
    for (const name of [
      `act-${invoice.id}.pdf`,
      `invoice-${act.id}.pdf`,
      'invoice-999999999.pdf',
      `act-${act.id}.xlsx`,
    ])
      expect([name, (await get(name, 'manager')).status]).toEqual([name, 404])
  })
})

function codeOf(text: string): string {
  const { data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  return Array.from(data, (module) => (module ? '1' : '0')).join('')
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
