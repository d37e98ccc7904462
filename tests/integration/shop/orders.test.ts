import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Problem } from '@/lib/contract/errors'
import { getCms } from '@/lib/server/cms/cms'
import { keyFor } from '@/lib/server/platform/secrets'
import { createTickets } from '@/lib/server/shop/shop'
import { type MailServer, startMailServer } from '@/tests/support/mail-server'
import { post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let mail: MailServer
let productId: number
const customer = 'buyer@customer.test'

beforeAll(async () => {
  mail = await startMailServer()
  test = await startTestPortal({ RATE_LIMITS: 'off', SMTP_URL: mail.url, MAIL_FROM: 'portal@portal.test' })
  const cms = await getCms()
  await test.staff('manager')
  const data = { name: 'Газовий конденсат', summary: 'Стабільний', unit: 'т', minimum_volume: '25.000', sort_order: 1 }
  productId = (await cms.create({ collection: 'products', data })).id
})
afterAll(async () => {
  await test.close()
  await mail.stop()
})

/** A ticket of a form that was opened some seconds ago. */
function ticket(openedMsAgo = 10_000): string {
  return createTickets([keyFor('forms of visitors', test.portal.environment.payloadSecret)]).issue(
    Date.now() - openedMsAgo,
  )
}

function order(changes: object = {}) {
  return {
    lang: 'en',
    product_id: productId,
    volume: '60,5',
    name: 'Іван Коваль',
    phone: '050 123-45-67',
    email: customer,
    company: 'ТОВ «Енергоресурс»',
    position: 'директор',
    edrpou: '37027819',
    comment: 'Навантаження в суботу',
    ticket: ticket(),
    ...changes,
  }
}

interface StoredOrder {
  number: number
  volume: string
  unit: string
  status: string
  language: string
  phone: string
}

async function storedOrders(number: number): Promise<StoredOrder[]> {
  const { rows } = await test.db.pool.query<StoredOrder>(
    `select number::int, volume::text, unit, status::text, language::text, phone from cms.orders where number = $1`,
    [number],
  )
  return rows
}

async function emailsOf(kind: string): Promise<number> {
  const { rows } = await test.db.pool.query<{ n: number }>(
    `select count(*)::int as n from portal.outbox where kind = $1`,
    [kind],
  )
  return rows[0]?.n ?? 0
}

describe.each(transports)('the shop’s form, %s', (_way, over) => {
  const send = (body: object) => post(over(test), '/api/shop/order', body)
  const numberOf = async (response: Response) => ((await response.json()) as { data: { number: number } }).data.number
  const codeOf = async (response: Response) => ((await response.json()) as Problem).code

  it('stores an order and returns its number', async () => {
    const response = await send(order())
    expect(response.status).toBe(200)
    expect(await storedOrders(await numberOf(response))).toMatchObject([
      { volume: '60.500', unit: 'т', status: 'new', language: 'en', phone: '+380501234567' },
    ])
  })

  it('refuses a ticket in the first seconds', async () => {
    const answer = (await (await post(over(test), '/api/shop/ticket', {})).json()) as { data: { ticket: string } }
    const response = await send(order({ ticket: answer.data.ticket }))
    expect(response.status).toBe(409)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(response)).toBe('form_ticket_invalid')
  })

  it('refuses expired and forged tickets', async () => {
    expect(await codeOf(await send(order({ ticket: ticket(25 * 60 * 60 * 1000) })))).toBe('form_ticket_invalid')
    expect(await codeOf(await send(order({ ticket: 'forged' })))).toBe('form_ticket_invalid')
  })

  it('stores a resent order once and repeats its number', async () => {
    const once = order()
    const numbers = await Promise.all(Array.from({ length: 6 }, async () => numberOf(await send(once))))
    expect(new Set(numbers).size).toBe(1)
    expect(await storedOrders(numbers[0] as number)).toHaveLength(1)
  })

  it('accepts one of several orders with the same ticket', async () => {
    const one = ticket()
    const before = await emailsOf('order_received')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(order({ ticket: one, comment: `No. ${index}` }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409) as Response
    expect(await codeOf(refused)).toBe('form_ticket_used')
    expect(await emailsOf('order_received')).toBe(before + 1)
  })

  it('stores an order by a robot as spam, without emails', async () => {
    const before = await emailsOf('order_received')
    const response = await send(order({ website: 'https://cheap.example' }))
    expect(response.status).toBe(200)
    expect(await storedOrders(await numberOf(response))).toMatchObject([{ status: 'spam' }])
    expect(await emailsOf('order_received')).toBe(before)
  })

  it.each([
    ['a volume below the minimum', { volume: '24.999' }, 'volume_below_minimum'],
    ['no volume', { volume: '0' }, 'volume_below_minimum'],
    ['an unknown product', { product_id: 999_999 }, 'product_unavailable'],
    ['an invalid EDRPOU', { edrpou: '37027818' }, 'invalid_input'],
    ['no phone number', { phone: '' }, 'invalid_input'],
    ['a name with a line break', { company: 'ТОВ\nBcc: all@example.com' }, 'invalid_input'],
  ])('refuses %s without using up the ticket', async (_what, changes, code) => {
    const one = ticket()
    expect(await codeOf(await send(order({ ...changes, ticket: one })))).toBe(code)
    expect((await send(order({ ticket: one }))).status).toBe(200)
  })

  it('returns the minimum volume', async () => {
    expect(await (await send(order({ volume: '1' }))).json()).toMatchObject({
      code: 'volume_below_minimum',
      minimum: '25.000',
    })
  })

  it('refuses unavailable products', async () => {
    const cms = await getCms()
    const { id } = await cms.create({
      collection: 'products',
      data: {
        name: 'Пропан',
        summary: 'Скраплений',
        unit: 'т',
        minimum_volume: '1.000',
        sort_order: 2,
        is_offered: false,
      },
    })
    expect(await codeOf(await send(order({ product_id: id })))).toBe('product_unavailable')
  })
})

describe('emails of an order', () => {
  it('are sent to the customer in the requested language', async () => {
    mail.emails.length = 0
    const response = await post(transports[0]![1](test), '/api/shop/order', order({ email: 'emails@customer.test' }))
    const { data } = (await response.json()) as { data: { number: number } }
    while (mail.to('emails@customer.test').length === 0) await mail.next()
    const [email] = mail.to('emails@customer.test')
    expect(email?.email.subject).toBe(`We have received your order No.\u00A0${data.number}`)
    expect(email?.email.headers.find(({ key }) => key === 'list-unsubscribe')).toBeUndefined()
  })

  it('do not prevent an order if the mail server fails', async () => {
    mail.refuse(100, 451)
    const response = await post(transports[0]![1](test), '/api/shop/order', order())
    expect(response.status).toBe(200)
    mail.refuse(0, 451)
  })

  it('notify the customer of changes of status', async () => {
    const response = await post(
      transports[0]![1](test),
      '/api/shop/order',
      order({ email: 'status@customer.test', lang: 'ru' }),
    )
    const { data } = (await response.json()) as { data: { number: number } }
    const cms = await getCms()
    const where = { number: { equals: data.number } }
    await cms.update({ collection: 'orders', where, data: { manager_note: 'Передзвонити', status: 'new' } })
    expect(await emailsOf('order_status')).toBe(0)
    await cms.update({ collection: 'orders', where, data: { status: 'declined' } })
    const subjects = () => mail.to('status@customer.test').map(({ email }) => email.subject)
    while (subjects().length < 2) await mail.next()
    expect(subjects()).toContain(`Заказ №\u00A0${data.number}: отклонён`)
  })
})
