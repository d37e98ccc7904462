import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { addBankingDays, addDays } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { makeAgreement } from '@/tests/support/agreements'
import { type Caller, startFulfilmentPortal } from '@/tests/support/fulfilment-portal'
import { bearer, post, sendForm, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

const TODAY = kyivDayOf(Date.now())

describe.each(transports)('from the agreement to closed, %s', (_way, way) => {
  let test: TestPortal
  let buyer: number
  const over: Transport = (path, init) => way(test)(path, init)
  let tokens: Record<Caller, string>

  beforeAll(async () => {
    ;({ test, buyer, tokens } = await startFulfilmentPortal())
  })
  afterAll(() => test.close())

  async function call<Answer = Fulfilment>(caller: Caller, path: string, body: object, isForm = false) {
    const response = isForm
      ? await sendForm(over, `/api/${path}`, body as Record<string, string | File>, tokens[caller])
      : await post(over, `/api/${path}`, body, bearer(tokens[caller]))
    const answer = (await response.json()) as { data: Answer; code?: string; maximum?: string }
    return { status: response.status, ...answer }
  }

  const issue = (id: number) => call('accountant', 'manager/fulfilment/invoices/issue', { agreement_id: id })
  const read = async (id: number, caller: Caller = 'accountant') =>
    (await call(caller, caller === 'buyer' ? 'agreements/fulfilment' : 'manager/fulfilment/read', { agreement_id: id }))
      .data
  const pay = async (id: number, amount: string, further: object = {}) => {
    const { money } = await read(id)
    return call('accountant', 'manager/fulfilment/payments/count', {
      ...{ agreement_id: id, amount, on: TODAY, note: 'By hand', received: money.received },
      ...further,
    })
  }
  let waybills = 0
  const newWaybill = (id: number, volume: string, further: Record<string, string | File> = {}) => ({
    ...{ agreement_id: String(id), number: `${_way} W-${(waybills += 1)}`, on: TODAY, volume },
    ...further,
  })
  const record = (fields: object) => call('dispatcher', 'manager/fulfilment/waybills/record', fields, true)
  const load = (id: number, volume: string, further: Record<string, string | File> = {}) =>
    record(newWaybill(id, volume, further))
  const board = async (search: string) =>
    (
      await call<{
        list: { number: string; column: string; missing: string }[]
        columns: { column: string; agreements: number }[]
      }>('accountant', 'manager/fulfilment/board', { search })
    ).data

  it('shows both sides the same figures at each step, until it is closed', async () => {
    const { id, number } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    expect((await board(number)).list).toMatchObject([{ number, column: 'to_pay' }])
    expect(await issue(id)).toMatchObject({
      status: 200,
      data: { invoices: [{ amount: '4560000.00', missing: '4560000.00' }] },
    })
    const invoiced = await read(id, 'buyer')
    expect(invoiced.next).toMatchObject({ side: 'buyer', action: 'pay', amount: '4560000.00' })
    expect(invoiced.invoices[0]?.payment).toMatchObject({
      url: expect.stringMatching(/^https:\/\/bank\.gov\.ua\/qr\//),
    })
    await pay(id, '4560000.00')
    const requested = await call('buyer', 'agreements/loadings/request', {
      ...{ agreement_id: id, on: addDays(TODAY, 1), volume: '300.000', place: 'AA 1234 BB' },
    })
    const [loading] = requested.data.loadings
    const answered = { agreement_id: id, loading_id: loading?.id, version: loading?.version, answer: 'agree' }
    expect(await call('dispatcher', 'manager/fulfilment/loadings/answer', answered)).toMatchObject({ status: 200 })
    expect(
      await load(id, '300.000', { loading_id: String(loading?.id), file: new File([PNG], 'passport.png') }),
    ).toMatchObject({ status: 200 })
    expect((await board(number)).list).toMatchObject([{ column: 'to_accept' }])
    const passport = (await read(id)).waybills[0]?.file?.url ?? ''
    const readPassport = async (caller: Caller) => (await over(passport, { headers: bearer(tokens[caller]) })).status
    for (const reader of ['buyer', 'manager', 'dispatcher', 'accountant'] as const)
      expect([reader, await readPassport(reader)]).toEqual([reader, 200])
    expect([await readPassport('other'), await readPassport('editor')]).toEqual([404, 404])
    const made = await call('manager', 'manager/fulfilment/acts/make', { agreement_id: id, is_last: true })
    const scan = {
      ...{ agreement_id: String(id), act_id: String(made.data.acts[0]?.id) },
      file: new File([PNG], 'act.png', { type: 'image/png' }),
    }
    expect(await call('manager', 'manager/agreements/mark-signed', scan, true)).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({ stage: 'closed', money: { received: '4560000.00', owed: '4560000.00' } })
    expect(await read(id, 'buyer')).toEqual(await read(id))
    expect((await board(number)).list).toMatchObject([{ column: 'closed', missing: '0.00' }])
    const { rows } = await test.db.pool.query('select status from cms.agreements where id = $1', [id])
    expect(rows).toEqual([{ status: 'archived' }])
    // The bank takes a part back: the buyer sees how to pay it.
    const taken = await call('accountant', 'manager/fulfilment/payments/reverse', {
      ...{ agreement_id: id, payment_id: (await read(id)).payments[0]?.id, reversed: '0.00' },
      ...{ amount: '10.00', on: TODAY, note: 'Taken back' },
    })
    expect(taken.data).toMatchObject({ stage: 'closed', next: { action: 'pay', amount: '10.00' } })
    expect((await read(id, 'buyer')).invoices[0]?.payment?.url).toMatch(/^https:\/\/bank\.gov\.ua\/qr\//)
    expect((await board(number)).list).toMatchObject([{ column: 'to_pay', missing: '10.00' }])
  })

  it('issues each invoice once, and numbers without a gap, if two press at once', async () => {
    const agreements = await Promise.all(
      Array.from({ length: 4 }, () => makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })),
    )
    const pressed = await Promise.all([...agreements, ...agreements].map(({ id }) => issue(id)))
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
    const { rows } = await test.db.pool.query<{ numbers: number[] }>(
      `select array_agg(split_part(body ->> 'number', '/', 1)::integer order by id) as numbers from portal.fulfilment_facts
       where kind = 'invoice_issued' and body ->> 'type' <> 'penalty'`,
    )
    const numbers = [...(rows[0]?.numbers ?? [])].sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('counts one of two payments that were typed at once', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    const payment = { agreement_id: id, amount: '100.00', on: TODAY, note: 'By hand', received: '0.00' }
    const typed = await Promise.all([1, 2].map(() => call('accountant', 'manager/fulfilment/payments/count', payment)))
    expect(typed.map(({ code }) => code ?? 'counted').sort()).toEqual(['counted', 'payments_changed'])
    expect((await read(id)).money.received).toBe('100.00')
    // A year of two digits is a slip.
    expect(await pay(id, '1.00', { on: TODAY.replace('20', '00') })).toMatchObject({
      status: 422,
      code: 'invalid_input',
    })
  })

  it('counts one of two returns, and of two reversals, that were typed at once', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    await pay(id, '4560300.00')
    const [payment] = (await read(id)).payments
    const typed = { agreement_id: id, amount: '100.00', on: TODAY, note: 'By hand' }
    const twice = async (path: string, further: object) => {
      const entry = { ...typed, ...further }
      const pressed = await Promise.all(
        [1, 2].map(() => call('accountant', `manager/fulfilment/payments/${path}`, entry)),
      )
      return pressed.map(({ code }) => code ?? 'counted').sort()
    }
    expect(await twice('return', { returned: '0.00' })).toEqual(['counted', 'payments_changed'])
    expect(await twice('reverse', { payment_id: payment?.id, reversed: '0.00' })).toEqual([
      'counted',
      'payments_changed',
    ])
    expect(await read(id)).toMatchObject({
      money: { received: '4560200.00', returned: '100.00', unallocated: '100.00' },
    })
  })

  it('records a waybill once, and never more than is paid for', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    await pay(id, '2280000.00')
    expect(await load(id, '150.001')).toMatchObject({ status: 422, code: 'volume_not_covered', maximum: '150.000' })
    const both = await Promise.all([load(id, '100.000'), load(id, '100.000')])
    expect(both.map(({ code }) => code ?? 'recorded').sort()).toEqual(['recorded', 'volume_not_covered'])
    const waybill = newWaybill(id, '1.000')
    const copies = await Promise.all([1, 2].map(() => record(waybill)))
    expect(copies.map(({ code }) => code ?? 'recorded').sort()).toEqual(['recorded', 'waybill_known'])
    const typed = (number: string, on = TODAY) => load(id, '1.000', { number: `${number}${id}`, on })
    expect(await typed('ТТН № 7/')).toMatchObject({ status: 200 })
    for (const number of ['ТТН №7/', 'ттн 7/', 'ТТН № 7/'])
      expect(await typed(number)).toMatchObject({ code: 'waybill_known' })
    // Waybill numbering restarts each year, so the number is accepted and only the day is refused.
    expect(await typed('ТТН № 7/', addDays(TODAY, -181))).toMatchObject({ code: 'waybill_day_wrong' })
    expect(await load(id, '1.000', { on: addDays(TODAY, 1) })).toMatchObject({ code: 'waybill_day_wrong' })
    expect(await load(id, '1.000', { on: addDays(TODAY, -400) })).toMatchObject({ code: 'waybill_day_wrong' })
  })

  it('takes a request for a loading once, however often it is sent under its key', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    await pay(id, '4560000.00')
    const request = { agreement_id: id, on: TODAY, volume: '100.000', place: 'AA 1234 BB' }
    const send = async (body: object) => {
      const headers = { ...bearer(tokens.buyer), 'idempotency-key': `loading-${id}` }
      const response = await post(over, '/api/agreements/loadings/request', body, headers)
      return (await response.json()) as { data?: Fulfilment; code?: string }
    }
    const sent = await Promise.all([1, 2, 3].map(() => send(request)))
    expect(sent.map(({ data }) => data?.volume.planned)).toEqual(['100.000', '100.000', '100.000'])
    expect((await read(id)).loadings).toHaveLength(1)
    expect(await send({ ...request, volume: '200.000' })).toMatchObject({ code: 'idempotency_key_reused' })
    expect((await call('buyer', 'agreements/loadings/request', request)).data.loadings).toHaveLength(2)
  })

  it('lets one of both sides move a loading, and tells the other', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    await pay(id, '4560000.00')
    const requested = await call('buyer', 'agreements/loadings/request', {
      agreement_id: id,
      on: TODAY,
      volume: '1.000',
      place: '',
    })
    const [loading] = requested.data.loadings
    const move = {
      agreement_id: id,
      loading_id: loading?.id,
      version: loading?.version,
      answer: 'move',
      on: addDays(TODAY, 2),
    }
    const moved = await Promise.all([
      call('buyer', 'agreements/loadings/answer', move),
      call('dispatcher', 'manager/fulfilment/loadings/answer', move),
    ])
    expect(moved.map(({ code }) => code ?? 'moved').sort()).toEqual(['loading_changed', 'moved'])
  })

  it('keeps money from the dispatcher, shipments from the accountant, and everything from strangers', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    const forbidden = { status: 403, code: 'forbidden' }
    const about = { agreement_id: id }
    for (const path of ['read', 'board', 'invoices/issue', 'payments/count'])
      expect(await call('dispatcher', `manager/fulfilment/${path}`, about)).toMatchObject(forbidden)
    for (const path of ['loadings', 'waybills/cancel', 'acts/make', 'end'])
      expect(await call('accountant', `manager/fulfilment/${path}`, about)).toMatchObject(forbidden)
    expect(await call('editor', 'manager/fulfilment/read', about)).toMatchObject(forbidden)
    expect(await call('accountant', 'manager/auctions/list', {})).toMatchObject(forbidden)
    expect(await call('other', 'agreements/fulfilment', about)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('tells the buyer what happened, and queues the reminders of an invoice', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    const queued = async () => {
      const { rows } = await test.db.pool.query<{ event: string; on: string | null }>(
        `select payload ->> 'event' as event, to_char(next_attempt_at at time zone 'Europe/Kyiv', 'YYYY-MM-DD HH24:MI') as on
         from portal.outbox where payload ->> 'agreement_id' = $1 order by next_attempt_at`,
        [String(id)],
      )
      return rows
    }
    const due = (await read(id)).invoices[0]?.due_on ?? ''
    expect(await queued()).toEqual([
      { event: 'invoice_issued', on: expect.any(String) },
      { event: 'due_soon', on: `${addBankingDays(due, -2)} 09:00` },
      { event: 'due_today', on: `${due} 09:00` },
      ...[1, 5, 10].map((days) => ({ event: 'late', on: `${addDays(due, days)} 09:00` })),
    ])
    await pay(id, '4560000.00')
    expect(await queued()).toContainEqual({ event: 'payment_counted', on: expect.any(String) })
  })

  it('takes a reversal after it was closed, and stays closed', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await issue(id)
    await pay(id, '4560000.00')
    await call('manager', 'manager/fulfilment/end', { agreement_id: id, reason: 'Force majeure' })
    expect(
      await call('accountant', 'manager/fulfilment/payments/return', {
        agreement_id: id,
        amount: '4560000.00',
        on: TODAY,
        note: 'Back',
        returned: '0.00',
      }),
    ).toMatchObject({
      data: { stage: 'closed', ended_early: { reason: 'Force majeure' } },
    })
    const [payment] = (await read(id)).payments
    const reversal = {
      agreement_id: id,
      payment_id: payment?.id,
      amount: '10.00',
      on: TODAY,
      note: 'The bank took it back',
      reversed: '0.00',
    }
    expect(await call('accountant', 'manager/fulfilment/payments/reverse', reversal)).toMatchObject({
      status: 200,
      data: { stage: 'closed', money: { unallocated: '-10.00' } },
    })
    expect(await call('accountant', 'manager/fulfilment/invoices/issue', { agreement_id: id })).toMatchObject({
      code: 'agreement_closed',
    })
  })

  it('corrects a rate of the National Bank that was mistyped', async () => {
    const add = (rate: string) => call('accountant', 'manager/fulfilment/rates/add', { since: '2020-02-03', rate })
    const rateOf = async (since: string) =>
      (
        await call<{ list: { since: string; rate: string }[] }>('accountant', 'manager/fulfilment/rates', {})
      ).data.list.filter((entry) => entry.since === since)
    expect(await add('51.50')).toMatchObject({ status: 200 })
    expect(await add('51.50')).toMatchObject({ status: 409, code: 'rate_known' })
    expect(await add('15.50')).toMatchObject({ status: 200 })
    expect(await rateOf('2020-02-03')).toEqual([{ since: '2020-02-03', rate: '15.50' }])
    // Back again: only the entry that counts is a repetition.
    expect(await add('51.50')).toMatchObject({ status: 200 })
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
