import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChatMessage } from '@/lib/contract/stream'
import { makeAgreement } from '@/tests/support/agreements'
import { publishLot } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { type Caller, startFulfilmentPortal } from '@/tests/support/fulfilment-portal'
import { bearer, post, type TestPortal, transports } from '@/tests/support/test-portal'

const PASSWORD = 'Nine-Gas-Meters'
const over = transports[0]![1]
let test: TestPortal
let buyer: number
let tokens: Record<Caller, string>
let agreement: { id: number; number: string; auctionId: number }

beforeAll(async () => {
  ;({ test, buyer, tokens } = await startFulfilmentPortal())
  const auctionId = await publishLot(test.db.pool, aLot())
  agreement = { ...(await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })), auctionId }
  await test.db.pool.query('update cms.agreements set auction_id = $2 where id = $1', [agreement.id, auctionId])
})
afterAll(() => test.close())

async function call<Data = { list: ChatMessage[] }>(token: string, path: string, body: object) {
  const response = await post(over(test), `/api/${path}`, body, bearer(token))
  const answer = (await response.json()) as { data: Data; code?: string }
  return { status: response.status, ...answer }
}

const about = () => ({ agreement_id: agreement.id })
const write = (caller: 'buyer' | 'manager', text: string) =>
  call<ChatMessage>(tokens[caller], `${caller === 'buyer' ? 'agreements' : 'manager/fulfilment'}/chat/send`, {
    ...about(),
    text,
  })
const textsOf = ({ data }: { data: { list: ChatMessage[] } }) => data.list.map(({ text }) => text)
const unread = async () => {
  const { data } = await call<{ list: { id: number; unread: number }[] }>(tokens.buyer, 'cabinet/agreements', {
    lang: 'uk',
  })
  return data.list.find(({ id }) => id === agreement.id)?.unread
}

describe('the correspondence about an agreement', () => {
  it('goes on in the conversation of its auction, and both sides read the same', async () => {
    await call(tokens.buyer, 'chat/send', { auction_id: agreement.auctionId, text: 'Where is the loading point?' })
    expect(await write('manager', 'At the plant.')).toMatchObject({
      status: 200,
      data: { from: 'administrator', auction_id: agreement.auctionId },
    })
    expect(await write('buyer', 'When is the invoice due?')).toMatchObject({ status: 200, data: { from: 'buyer' } })
    const texts = ['Where is the loading point?', 'At the plant.', 'When is the invoice due?']
    expect(textsOf(await call(tokens.buyer, 'agreements/chat', about()))).toEqual(texts)
    for (const caller of ['manager', 'accountant'] as const)
      expect(textsOf(await call(tokens[caller], 'manager/fulfilment/chat', about()))).toEqual(texts)
    expect(textsOf(await call(tokens.buyer, 'chat/list', { auction_id: agreement.auctionId }))).toEqual(texts)
  })

  it('is closed to other companies, to viewers who would write, to programs and to other roles of the office', async () => {
    const { pool } = test.db
    await pool.query(
      `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, 'viewer@buyer.test', 'S', 'N', '+380501112233', 'viewer')`,
      [buyer],
    )
    const viewer = await test.signIn(buyer, 'viewer')
    await test.setPassword(buyer, PASSWORD)
    const program = await call<{ secret: string }>(tokens.buyer, 'tokens/create', {
      ...{ name: 'Robot', scope: 'read', days: 30, password: PASSWORD },
    })
    const text = { ...about(), text: 'Let me in' }
    const mark = { ...about(), message_id: 1 }
    const codeOf = async (token: string, path: string, body: object) => {
      const { status, code } = await call(token, path, body)
      return `${status} ${code}`
    }
    const before = textsOf(await call(tokens.buyer, 'agreements/chat', about()))
    expect(textsOf(await call(viewer, 'agreements/chat', about()))).toEqual(before)
    for (const [path, body] of [
      ['agreements/chat', about()],
      ['agreements/chat/send', text],
      ['agreements/chat/read', mark],
    ] as const) {
      expect(await codeOf(tokens.other, path, body)).toBe('404 not_found')
      expect(await codeOf(tokens.manager, path, body)).toBe('401 unauthorized')
      expect(await codeOf(program.data.secret, path, body)).toBe('403 token_scope_insufficient')
      if (body !== text && body !== mark) continue
      expect(await codeOf(viewer, path, body)).toBe('403 role_insufficient')
    }
    for (const caller of ['dispatcher', 'editor'] as const)
      expect(await codeOf(tokens[caller], 'manager/fulfilment/chat', about())).toBe('403 forbidden')
    for (const caller of ['accountant', 'dispatcher', 'editor'] as const)
      expect(await codeOf(tokens[caller], 'manager/fulfilment/chat/send', text)).toBe('403 forbidden')
    expect(await codeOf(tokens.buyer, 'manager/fulfilment/chat', about())).toBe('401 unauthorized')
    expect(textsOf(await call(tokens.manager, 'manager/fulfilment/chat', about()))).toEqual(before)
  })

  it('is unknown for an agreement that has no auction, and for no agreement', async () => {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    for (const agreement_id of [id, 999_999])
      for (const [token, path] of [
        [tokens.buyer, 'agreements/chat'],
        [tokens.manager, 'manager/fulfilment/chat'],
      ] as const)
        expect(await call(token, path, { agreement_id })).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('counts as unread what the administrator wrote since somebody of the company read or answered', async () => {
    await write('buyer', 'Thank you')
    expect(await unread()).toBe(0)
    await write('manager', 'One')
    const { data: second } = await write('manager', 'Two')
    expect(await unread()).toBe(2)
    const markRead = (message_id: number) => call(tokens.buyer, 'agreements/chat/read', { ...about(), message_id })
    expect(await markRead(second.id - 1)).toMatchObject({ status: 200 })
    expect(await unread()).toBe(1)
    expect(await markRead(second.id)).toMatchObject({ status: 200 })
    expect(await unread()).toBe(0)
    // An older page does not make it unread again.
    await markRead(second.id - 1)
    expect(await unread()).toBe(0)
    expect(await markRead(999_999)).toMatchObject({ status: 404 })
    await write('manager', 'Three')
    expect(await unread()).toBe(1)
    await write('buyer', 'Read without a mark')
    expect(await unread()).toBe(0)
  })
})
