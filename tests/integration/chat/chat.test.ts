import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chatEndpoints } from '@/lib/contract/chat'
import type { Endpoint, Input } from '@/lib/contract/endpoint'
import { managerEndpoints } from '@/lib/contract/manager'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { type ChatHandlers, createChatEndpoints } from '@/lib/server/chat/chat'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Caller, Handler } from '@/lib/server/platform/call'
import { callHandler } from '@/tests/support/call-handler'
import { buyer, callBy, publishLot, registerBuyers, testVault } from '@/tests/support/auction-house'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { openStreamHost, type StreamHost, watch } from '@/tests/support/watching'

let db: TestDatabase
let chat: ChatHandlers
let host: StreamHost
let anna: Caller
let borys: Caller
let accounts: number[]
const staff: Caller = { kind: 'staff', staffId: 7, role: 'manager', name: 'Manager' }
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
  anna = buyer(accounts[0]!)
  borys = buyer(accounts[1]!)
  chat = createChatEndpoints({ pool: db.pool })
  host = await openStreamHost(db, { streams: createStreamCache({ pool: db.pool, vault: testVault }), clock })
})

afterAll(() => db.close())

const call = <E extends Endpoint>(endpoint: E, handler: Handler<E>, input: Input<E>, caller: Caller) =>
  callHandler(endpoint, handler, input, caller, clock.now())
const send = (auction_id: number, text: string, caller: Caller) =>
  call(chatEndpoints.send, chat.chat.send, { auction_id, text }, caller)
const reply = (auction_id: number, company_id: number, text: string) =>
  call(managerEndpoints.sendChat, chat.manager.sendChat, { auction_id, company_id, text }, staff)
const read = (auction_id: number, caller: Caller) => call(chatEndpoints.list, chat.chat.list, { auction_id }, caller)
const newAuction = () => publishLot(db.pool, aLot())

describe('the chat', () => {
  it('is readable only by its buyer and the administrator', async () => {
    const auctionId = await newAuction()
    await send(auctionId, 'Where is the loading point?', anna)
    await reply(auctionId, accounts[0]!, 'At the plant.')
    expect((await read(auctionId, anna)).data.list.map(({ from, text }) => [from, text])).toEqual([
      ['buyer', 'Where is the loading point?'],
      ['administrator', 'At the plant.'],
    ])
    expect((await read(auctionId, borys)).data.list).toEqual([])
  })

  it('is streamed only to its buyer', async () => {
    const auctionId = await newAuction()
    const own = await watch(host.origin, auctionId, { caller: anna })
    const others = [await watch(host.origin, auctionId, { caller: borys }), await watch(host.origin, auctionId)]
    await own.until((events) => events.some(({ name }) => name === 'own'))
    await reply(auctionId, accounts[0]!, 'For Anna alone')
    const events = await own.until((received) => received.some(({ name }) => name === 'chat'))
    expect(events.find(({ name }) => name === 'chat')).toMatchObject({
      id: null,
      data: { from: 'administrator', text: 'For Anna alone' },
    })
    await reply(auctionId, accounts[1]!, 'For Borys')
    await others[0]!.until((received) => received.some(({ name }) => name === 'chat'))
    for (const watching of others) expect(watching.raw()).not.toContain('Anna')
    for (const watching of [own, ...others]) watching.stop()
  })

  it('lists conversations that await an answer first for the manager', async () => {
    const auctionId = await newAuction()
    await send(auctionId, 'One', anna)
    await send(auctionId, 'Two', anna)
    await send(auctionId, 'Three', borys)
    await reply(auctionId, accounts[1]!, 'Answered')
    const { data } = await call(
      managerEndpoints.conversations,
      chat.manager.conversations,
      { auction_id: auctionId },
      staff,
    )
    expect(
      data.list.map(({ company_id, unanswered, last_message }) => [company_id, unanswered, last_message?.text]),
    ).toEqual([
      [accounts[0], 2, 'Two'],
      [accounts[1], 0, 'Answered'],
    ])
  })

  it('notifies the other side by email, but not of every message', async () => {
    const auctionId = await newAuction()
    const emails = async () => {
      const { rows } = await db.pool.query<{ company_id: number | null }>(
        `select company_id from portal.outbox where kind = 'chat_message' and (payload ->> 'auction_id')::int = $1 order by id`,
        [auctionId],
      )
      return rows.map((row) => row.company_id)
    }
    await send(auctionId, 'One', anna)
    await send(auctionId, 'Two', anna)
    expect(await emails()).toEqual([null])
    await reply(auctionId, accounts[0]!, 'Answer')
    expect(await emails()).toEqual([null, accounts[0]])
    clock.advance(10 * MINUTE)
    await send(auctionId, 'Three', anna)
    expect(await emails()).toEqual([null, accounts[0], null])
  })

  it('stores a message once per key, even for concurrent requests', async () => {
    const auctionId = await newAuction()
    const send = (text: string, idempotencyKey: string, caller = anna) =>
      chat.chat.send({ auction_id: auctionId, text }, callBy(caller, clock.now(), idempotencyKey))
    const [first, again] = await Promise.all([send('Hello', 'key-of-hello'), send('Hello', 'key-of-hello')])
    expect(first).toMatchObject({ ok: true, answer: { data: { text: 'Hello' } } })
    expect(again).toEqual(first)
    expect(await send('Hello', 'key-of-hello')).toEqual(first)
    expect(await send('Goodbye', 'key-of-hello')).toMatchObject({ refusal: { code: 'idempotency_key_reused' } })
    await send('Hello', 'another-key')
    await send('Hello', 'key-of-hello', borys)
    const texts = async (caller: Caller) => (await read(auctionId, caller)).data.list.map(({ text }) => text)
    expect([await texts(anna), await texts(borys)]).toEqual([['Hello', 'Hello'], ['Hello']])
  })

  it('is paged from the oldest message', async () => {
    const auctionId = await newAuction()
    for (const text of ['1', '2', '3']) await send(auctionId, text, anna)
    const first = await call(chatEndpoints.list, chat.chat.list, { auction_id: auctionId, limit: 2 }, anna)
    const rest = await call(
      chatEndpoints.list,
      chat.chat.list,
      { auction_id: auctionId, limit: 2, cursor: first.data.next_cursor ?? '' },
      anna,
    )
    expect([first, rest].flatMap(({ data }) => data.list.map(({ text }) => text))).toEqual(['1', '2', '3'])
    expect(rest.data.next_cursor).toBeNull()
  })

  it('is refused for unknown auctions and buyers', async () => {
    await expect(send(999_999, 'Hello?', anna)).rejects.toThrow('not_found')
    await expect(reply(await newAuction(), 999_999, 'Hello?')).rejects.toThrow('not_found')
  })

  it('cannot be changed afterwards, even in the database', async () => {
    const auctionId = await newAuction()
    await send(auctionId, 'Final', anna)
    for (const sql of [
      `update portal.chat_messages set text = 'changed'`,
      `delete from portal.chat_messages`,
      `truncate portal.chat_messages`,
      `update portal.chat_conversations set unanswered = 0`,
    ]) {
      await expect(db.pool.query(sql)).rejects.toThrow(/refused/)
    }
  })
})
