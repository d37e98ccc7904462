import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { asciiAddress } from '@/lib/contract/company'
import type { Endpoint, Input, Parsed } from '@/lib/contract/endpoint'
import { managerEndpoints } from '@/lib/contract/manager'
import { protocolEndpoints } from '@/lib/contract/protocol'
import { questionsEndpoints } from '@/lib/contract/questions'
import { problemsOf } from '@/lib/server/events/check'
import { createExports } from '@/lib/server/exports/endpoints'
import type { Caller, Handler } from '@/lib/server/platform/call'
import { erasePersonalData } from '@/lib/server/personal-data/deletion'
import { createArchiveServing, createExportTickets } from '@/lib/server/personal-data/export'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createProtocolEndpoints, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { callHandler } from '@/tests/support/call-handler'
import {
  apply,
  buyer,
  callBy,
  managerCall,
  openServer,
  publishLot,
  registerBuyers,
  type Server,
} from '@/tests/support/auction-house'
import { aLot, CLOSE, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { openStreamHost, type StreamHost, watch } from '@/tests/support/watching'

const HOUR = 60 * MINUTE
const DEADLINE = START - 24 * HOUR
let db: TestDatabase
let server: Server
let host: StreamHost
let accounts: number[]
const clock = fixedClock(DEADLINE - HOUR)
const staff: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 4)
  await db.pool.query(
    `update cms.companies set company_name = 'ТОВ «Полтавський конденсат»', company_short_name = 'Полтавський конденсат' where id = $1`,
    [accounts[0]],
  )
  await db.pool.query(
    `update portal.people set email = 'anna@poltava-condensate.test', phone = '+380 44 123-45-67', surname = 'Коваленко' where company_id = $1`,
    [accounts[0]],
  )
  await db.pool.query(
    `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'Мельник', 'Ольга', '+380441112233', 'viewer')`,
    [accounts[0], asciiAddress('office@нафтогаз.укр')],
  )
  server = await openServer(db, clock)
  host = await openStreamHost(db, { streams: server.streams, clock })
})
afterAll(() => db.close())

const { questions, ask: asking, ownQuestions, follow } = questionsEndpoints
const { answerQuestion, publishAnswer, rejectQuestion, questions: queue } = managerEndpoints
const call = <E extends Endpoint>(endpoint: E, handler: Handler<E>, input: Input<E>, caller: Caller) =>
  callHandler(endpoint, handler, input, caller, clock.now())
async function refusalOf<E extends Endpoint>(endpoint: E, handler: Handler<E>, input: Input<E>, caller: Caller) {
  const outcome = await handler(endpoint.request.parse(input) as Parsed<E>, callBy(caller, clock.now()))
  return outcome.ok ? null : outcome.refusal
}
const calls = () => server.endpoints

async function newLot(changes: Parameters<typeof aLot>[0] = {}): Promise<number> {
  clock.set(DEADLINE - HOUR)
  return publishLot(db.pool, aLot(changes))
}
const ask = async (auction_id: number, text: string, by = 0) =>
  (await call(asking, calls().auctions.ask, { auction_id, text, lang: 'uk' }, buyer(accounts[by]!))).data
const texts = (question: string, answer: string) => ({ language: 'uk' as const, texts: { uk: { question, answer } } })
const publish = (question_id: number, question = 'Чи є естакада?', answer = 'Так.', rest = {}) =>
  call(answerQuestion, calls().manager.answerQuestion, { question_id, ...texts(question, answer), ...rest }, staff)
const listPublished = async (
  auction_id: number,
  lang: 'uk' | 'en' | 'ru' = 'uk',
  caller: Caller = { kind: 'visitor' },
) => (await call(questions, calls().auctions.questions, { auction_id, lang }, caller)).data.list
const emailsOf = async (auctionId: number, kind: string) =>
  (
    await db.pool.query<{ company_id: number | null }>(
      `select company_id from portal.outbox where kind = $2 and (payload ->> 'auction_id')::integer = $1 order by company_id`,
      [auctionId, kind],
    )
  ).rows.map((row) => row.company_id)

/** The questions about a lot in the personal data of a company's owner. */
async function archiveOf(companyId: number, auctionId: number): Promise<Record<string, object[]>> {
  const tickets = createExportTickets([Buffer.alloc(32, 7)])
  const { rows } = await db.pool.query<{ id: number }>('select id from portal.people where company_id = $1', [
    companyId,
  ])
  const personId = rows[0]!.id
  const serve = createArchiveServing({ pool: db.pool, clock, tickets, openBid: () => null })
  const { ticket } = tickets.issue(personId, clock.now())
  const files = unzipSync(new Uint8Array(await serve({ companyId, personId, role: 'owner' }, ticket)!.arrayBuffer()))
  return Object.fromEntries(
    ['questions', 'own-questions'].map((name) => {
      const questions = JSON.parse(strFromU8(files[`${name}.json`]!)) as { auction_id: number }[]
      return [name, questions.filter((row) => row.auction_id === auctionId)]
    }),
  )
}

describe('R12.1 a question about a lot', () => {
  it('is published to everyone with its answer and a number, without the asker', async () => {
    const auctionId = await newLot()
    const watcher = await watch(host.origin, auctionId)
    const question = await ask(auctionId, 'Чи є <b>естакада</b>?')
    expect(question).toMatchObject({ status: 'open', number: null, text: 'Чи є <b>естакада</b>?' })
    expect(await listPublished(auctionId)).toEqual([])
    const { data } = await publish(question.id, 'Чи є <b>естакада</b>?', 'Так, на 12 цистерн.')
    expect(data).toEqual({
      number: 1,
      asked_at: new Date(DEADLINE - HOUR).toISOString(),
      answered_at: new Date(DEADLINE - HOUR).toISOString(),
      language: 'uk',
      question: 'Чи є <b>естакада</b>?',
      answer: 'Так, на 12 цистерн.',
    })
    for (const caller of [{ kind: 'visitor' } as const, buyer(accounts[0]!), buyer(accounts[1]!), staff])
      expect(await listPublished(auctionId, 'en', caller)).toEqual([data])
    const events = await watcher.until((ids) => ids.some(({ name }) => name === 'answered'))
    expect(events.find(({ name }) => name === 'answered')).toMatchObject({ data: { number: 1 } })
    watcher.stop()
  })

  it('is shown as written until it is translated', async () => {
    const auctionId = await newLot()
    const { id } = await ask(auctionId, 'Чи є естакада?')
    const english = { question: 'Is there a loading rack?', answer: 'Yes.' }
    await publish(id, 'Чи є естакада?', 'Так.', {
      texts: { en: english, uk: { question: 'Чи є естакада?', answer: 'Так.' } },
    })
    expect(await listPublished(auctionId, 'en')).toMatchObject([{ language: 'en', ...english }])
    expect(await listPublished(auctionId, 'ru')).toMatchObject([{ language: 'uk', question: 'Чи є естакада?' }])
    const missing = { question_id: id, language: 'ru' as const, texts: { en: english } }
    expect(answerQuestion.request.safeParse(missing).error?.issues).toMatchObject([
      { message: 'required', path: ['texts', 'ru'] },
    ])
  })

  it('is accepted if it is received before the deadline for questions', async () => {
    const auctionId = await newLot()
    clock.set(DEADLINE - 1)
    const { id } = await ask(auctionId, 'В останню мить?')
    clock.set(DEADLINE)
    expect(
      await refusalOf(asking, calls().auctions.ask, { auction_id: auctionId, text: 'Запізно?' }, buyer(accounts[0]!)),
    ).toMatchObject({ code: 'questions_closed' })
    clock.set(START - MINUTE)
    expect((await publish(id)).data.number).toBe(1)
  })

  it.each([
    ['an unknown lot', async () => 2_000_000],
    [
      'a lot that is not published',
      async () => {
        const id = await newLot()
        await db.pool.query(`update cms.auctions set _status = 'draft' where id = $1`, [id])
        return id
      },
    ],
  ])('is refused for %s, like listing and following', async (_name, lot) => {
    const auction_id = await lot()
    const { auctions } = calls()
    const by = buyer(accounts[1]!)
    const code = 'not_found'
    expect(await refusalOf(asking, auctions.ask, { auction_id, text: 'Чи є?' }, by)).toMatchObject({ code })
    expect(await refusalOf(questions, auctions.questions, { auction_id }, by)).toMatchObject({ code })
    expect(await refusalOf(ownQuestions, auctions.ownQuestions, { auction_id }, by)).toMatchObject({ code })
    expect(await refusalOf(follow, auctions.follow, { auction_id, follow: true }, by)).toMatchObject({ code })
  })

  it('is stored once per key', async () => {
    const auctionId = await newLot()
    const send = (text: string) =>
      calls().auctions.ask(
        { auction_id: auctionId, text, lang: 'uk' },
        callBy(buyer(accounts[0]!), clock.now(), 'key-of-a-question'),
      )
    const both = await Promise.all([send('Двічі?'), send('Двічі?')])
    expect(both[0]).toEqual(both[1])
    expect(await send('Інше?')).toMatchObject({ refusal: { code: 'idempotency_key_reused' } })
    clock.set(DEADLINE + MINUTE)
    expect(await send('Двічі?')).toEqual(both[0])
  })

  it('is shown only to its company if rejected, with the reason', async () => {
    const auctionId = await newLot()
    const { id } = await ask(auctionId, 'Яка ціна?')
    await call(rejectQuestion, calls().manager.rejectQuestion, { question_id: id, reason: 'Є в умовах' }, staff)
    const own = (by: number) =>
      call(ownQuestions, calls().auctions.ownQuestions, { auction_id: auctionId }, buyer(accounts[by]!))
    expect((await own(0)).data).toMatchObject({ following: true, list: [{ status: 'rejected', reason: 'Є в умовах' }] })
    expect((await own(1)).data).toEqual({ following: false, list: [] })
    expect(await listPublished(auctionId)).toEqual([])
    expect(await emailsOf(auctionId, 'question_rejected')).toEqual([accounts[0]])
    expect(await emailsOf(auctionId, 'question_asked')).toEqual([null])
  })

  it('is decided once, even if managers decide concurrently', async () => {
    const auctionId = await newLot()
    const { id } = await ask(auctionId, 'Двоє відповідають?')
    const outcomes = await Promise.all([
      calls().manager.answerQuestion(
        { question_id: id, names_confirmed: false, ...texts('Є?', 'Так.') },
        managerCall(clock.now()),
      ),
      calls().manager.answerQuestion(
        { question_id: id, names_confirmed: false, ...texts('Є?', 'Ні.') },
        managerCall(clock.now()),
      ),
      calls().manager.rejectQuestion({ question_id: id, reason: 'Ні' }, managerCall(clock.now())),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    for (const outcome of outcomes)
      expect(outcome.ok || outcome.refusal.code).toEqual(outcome.ok || 'question_already_decided')
    expect((await listPublished(auctionId)).length).toBeLessThanOrEqual(1)
  })

  it('cannot be answered in a cancelled auction', async () => {
    const auctionId = await newLot()
    const [first, second] = [await ask(auctionId, 'Перше?'), await ask(auctionId, 'Друге?')]
    await apply(server, { auctionId, companyId: accounts[0]!, at: clock.now() }, { price: 14_000, quantity: 10 })
    await publish(first.id)
    for (const companyId of accounts.slice(0, 2))
      await call(follow, calls().auctions.follow, { auction_id: auctionId, follow: true }, buyer(companyId))
    await server.endpoints.manager.cancelAuction(
      { auction_id: auctionId, reason: 'Аварія на установці' },
      managerCall(clock.now()),
    )
    // The applicant and the follower each get one email.
    expect(await emailsOf(auctionId, 'auction_cancelled')).toEqual(accounts.slice(0, 2))
    const input = { question_id: second.id, ...texts('Є?', 'Так.') }
    const { manager } = calls()
    expect(await refusalOf(answerQuestion, manager.answerQuestion, input, staff)).toMatchObject({
      code: 'auction_cancelled',
    })
    expect(
      await refusalOf(asking, calls().auctions.ask, { auction_id: auctionId, text: 'Чому?' }, buyer(accounts[0]!)),
    ).toMatchObject({ code: 'questions_closed' })
    const unasked = { question_id: 999_999, ...texts('Є?', 'Так.') }
    expect(await refusalOf(answerQuestion, manager.answerQuestion, unasked, staff)).toMatchObject({
      code: 'question_not_found',
    })
  })

  it.each([
    ['name', 'Запитує Полтавський  Конденсат'],
    ['name', 'Це для пана КОВАЛЕНКО.'],
    ['email', 'Пишіть на anna@poltava-condensate.test'],
    ['domain', 'Див. poltava-condensate.test'],
    ['phone', 'Телефон 044 123 45 67, дякуємо'],
    ['code', 'Наш код: EDRPOU'],
    ['code', 'Наш код: E D R P O U'],
    ['code', 'Рахунок IBAN'],
    ['email', 'Пишіть на office@нафтогаз.укр'],
    ['domain', 'Див. сайт Нафтогаз.укр'],
  ])('is published with a company’s %s in its texts only after a warning', async (kind, text) => {
    const auctionId = await newLot()
    const { id } = await ask(auctionId, 'Є естакада?')
    const { rows } = await db.pool.query<{ edrpou: string; iban: string }>(
      'select edrpou, iban from cms.companies where id = $1',
      [accounts[0]],
    )
    const { edrpou, iban } = rows[0]!
    const namingText = text
      .replace('EDRPOU', edrpou)
      .replace('E D R P O U', edrpou.replace(/(\d\d)(?=\d)/g, '$1 '))
      .replace('IBAN', iban.replace(/(.{4})/g, '$1 '))
    const warning = await refusalOf(
      answerQuestion,
      calls().manager.answerQuestion,
      { question_id: id, ...texts('Є?', namingText) },
      staff,
    )
    expect(warning).toMatchObject({ code: 'text_names_company' })
    expect(warning?.extensions?.found).toContain(kind)
    expect(await listPublished(auctionId)).toEqual([])
    await publish(id, 'Є?', namingText, { names_confirmed: true })
    expect(await listPublished(auctionId)).toMatchObject([{ answer: namingText }])
  })

  it('is sent once to the asker, each applicant and each follower', async () => {
    const auctionId = await newLot()
    const [asker, applicant, follower, stranger] = accounts as [number, number, number, number]
    await apply(server, { auctionId, companyId: applicant, at: clock.now() }, { price: 14_000, quantity: 10 })
    for (const [companyId, expected] of [
      [applicant, true],
      [follower, true],
      [follower, true],
      [stranger, true],
      [stranger, false],
    ] as const)
      await call(follow, calls().auctions.follow, { auction_id: auctionId, follow: expected }, buyer(companyId))
    await publish((await ask(auctionId, 'Кому?')).id)
    expect(await emailsOf(auctionId, 'question_answered')).toEqual([asker, applicant, follower])
  })

  it('is in the managers’ queue, ordered by the start of its lot', async () => {
    const [later, sooner] = [await newLot({ startsAt: START + 30 * MINUTE }), await newLot()]
    const [second, first] = [await ask(later, 'Друге?', 1), await ask(sooner, 'Перше?')]
    const list = async (open: boolean, page: object = {}) =>
      (await call(queue, calls().manager.questions, { open, ...page }, staff)).data
    const own = [first.id, second.id]
    const open = (await list(true)).list.filter(({ id }) => own.includes(id))
    expect(open.map(({ id }) => id)).toEqual(own)
    expect(open[0]).toMatchObject({
      company_name: 'ТОВ «Полтавський конденсат»',
      company_id: accounts[0],
      question_deadline: new Date(DEADLINE).toISOString(),
    })
    await publish(first.id)
    const decided = (await list(false, { limit: 100 })).list.find(({ id }) => id === first.id)
    expect(decided).toMatchObject({ status: 'answered', number: 1 })
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(true, { limit: 1, cursor })
      ids.push(...page.list.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toContain(second.id)
    expect(ids).not.toContain(first.id)
  })

  it('is exported for managers with the asker and the decision', async () => {
    const auctionId = await newLot()
    const published = await ask(auctionId, 'Чи є ваги?')
    await publish(published.id, 'Чи є на майданчику ваги?', 'Так, на 60 т.')
    const rejected = await ask(auctionId, 'Хто ще бере участь?', 1)
    await call(
      rejectQuestion,
      calls().manager.rejectQuestion,
      { question_id: rejected.id, reason: 'Не розголошуємо' },
      staff,
    )
    await ask(auctionId, 'Ще без відповіді?')
    await db.pool.query(
      `insert into portal.chat_messages (auction_id, company_id, author, text, sent_at) values ($1, $2, 'buyer', 'Таємне', now())`,
      [auctionId, accounts[1]],
    )
    const fromChat = {
      auction_id: auctionId,
      company_id: accounts[1]!,
      ...texts('Чи є шланги?', 'Ні, привозьте свої.'),
    }
    await call(publishAnswer, calls().manager.publishAnswer, fromChat, staff)
    const table = async (input: { open?: boolean }) => {
      const exports = createExports({ pool: db.pool, clock, lists: {} as never })
      const exported = await exports.exportQuestions(
        { auction_id: auctionId, lang: 'en', ...input },
        managerCall(clock.now()),
      )
      if (!exported.ok) throw new Error(exported.refusal.code)
      const parts = unzipSync(new Uint8Array(await exported.answer.arrayBuffer()))
      return `${strFromU8(parts['xl/worksheets/sheet1.xml']!)}${strFromU8(parts['xl/sharedStrings.xml']!)}`
    }
    const all = await table({})
    for (const text of [
      'Полтавський конденсат',
      'Коваленко',
      'Чи є ваги?',
      'Чи є на майданчику ваги?',
      'Так, на 60 т.',
      'Answer 1',
      'Rejected',
      'Не розголошуємо',
      'Awaiting an answer',
      'Ні, привозьте свої.',
      'Answer 2',
    ])
      expect(all).toContain(text)
    expect(all).not.toContain('Таємне')
    const open = await table({ open: true })
    expect(open).toContain('Ще без відповіді?')
    expect(open).not.toContain('Так, на 60 т.')
    const { rows } = await db.pool.query<{ subject: string }>(
      `select subject from portal.audit where action = 'exported' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ subject: `auction:${auctionId}` }])
  })

  it('is in the personal data of its company and asker, with the published texts, and of no one else', async () => {
    const auctionId = await newLot()
    const { id } = await ask(auctionId, 'Чи є ваги?')
    await publish(id, 'Чи є на майданчику ваги?', 'Так, на 60 т.')
    const [own, other] = await Promise.all(
      [accounts[0]!, accounts[1]!].map((companyId) => archiveOf(companyId, auctionId)),
    )
    for (const file of ['questions', 'own-questions'])
      expect(own![file]).toMatchObject([
        {
          text: 'Чи є ваги?',
          number: 1,
          published: { uk: { question: 'Чи є на майданчику ваги?', answer: 'Так, на 60 т.' } },
        },
      ])
    expect(other).toEqual({ questions: [], 'own-questions': [] })
  })

  it('may come from a chat, and is published in other words (R12.2)', async () => {
    const auctionId = await newLot()
    const input = { auction_id: auctionId, company_id: accounts[1]!, ...texts('Чи є вага?', 'Так, є.') }
    const { manager } = calls()
    expect(await refusalOf(publishAnswer, manager.publishAnswer, input, staff)).toMatchObject({ code: 'not_found' })
    await db.pool.query(
      `insert into portal.chat_messages (auction_id, company_id, author, text, sent_at) values ($1, $2, 'buyer', 'Вага?', now())`,
      [auctionId, accounts[1]],
    )
    const published = await call(publishAnswer, manager.publishAnswer, input, staff)
    expect(published.data).toMatchObject({ number: 1, asked_at: null, answer: 'Так, є.' })
    expect(await emailsOf(auctionId, 'question_answered')).toEqual([accounts[1]])

    // Sent again because the answer was lost, or from another tab.
    const again = () => call(publishAnswer, manager.publishAnswer, input, staff)
    expect(await Promise.all([again(), again()])).toEqual([published, published])
    expect(await listPublished(auctionId)).toHaveLength(1)
    const other = { ...input, ...texts('Чи є вага?', 'Так, на 60 т.') }
    expect((await call(publishAnswer, manager.publishAnswer, other, staff)).data).toMatchObject({ number: 2 })
  })
})

describe('the record of a question', () => {
  it('is part of a valid protocol, without the asker', async () => {
    const auctionId = await newLot()
    const asker = accounts[0]!
    const { id } = await ask(auctionId, 'Чи можна вивозити у вихідні?')
    await publish(id, 'Чи можна вивозити у вихідні?', 'Так, за графіком.')
    clock.set(START)
    await server.scheduler.tick()
    const { handlers } = createProtocolEndpoints({
      pool: db.pool,
      streams: server.streams,
      signer: createProtocolSigner([Buffer.alloc(32, 7)]),
      clock,
      publicUrl: 'https://portal.test',
      dataDir: '/nonexistent',
    })
    const { data: protocol } = await call(
      protocolEndpoints.protocol,
      handlers.protocol,
      { id: auctionId },
      { kind: 'visitor' },
    )
    expect(problemsOf(protocol)).toEqual([])
    expect(protocol.entries.map(({ kind }) => kind)).toEqual(['announced', 'question_answered', 'unsuccessful'])
    const text = JSON.stringify(protocol)
    for (const secret of ['Полтавський', 'poltava-condensate', 'Коваленко', `"company_id":${asker}`])
      expect(text).not.toContain(secret)
    const body = JSON.parse(protocol.entries[1]!.body) as object
    expect(Object.keys(body)).toEqual(['seq', 'kind', 'at', 'number', 'asked_at', 'language', 'texts'])
    for (const change of [{ number: 2 }, { asked_at: null }, { texts: {} }]) {
      const altered = structuredClone(protocol)
      altered.entries[1]!.body = JSON.stringify({ ...body, ...change })
      expect(problemsOf(altered)).not.toEqual([])
    }
  })

  it('remains without the asker after the company’s personal data is deleted', async () => {
    const auctionId = await newLot()
    const [erased] = (await registerBuyers(db.pool, 1)) as [number]
    const by = buyer(erased)
    const input = { auction_id: auctionId, lang: 'uk' as const }
    const first = (await call(asking, calls().auctions.ask, { ...input, text: 'Мій телефон 0441234567?' }, by)).data
    await call(asking, calls().auctions.ask, { ...input, text: 'Ще одне?' }, by)
    await publish(first.id)
    const { rows } = await db.pool.query<{ id: number }>(
      'insert into portal.deletion_requests (company_id, person_id, requested_at) select company_id, id, now() from portal.people where company_id = $1 returning id',
      [erased],
    )
    await withTransaction(db.pool, (client) =>
      erasePersonalData(client, { companyId: erased, requestId: rows[0]!.id, at: new Date(clock.now()) }),
    )
    expect(await listPublished(auctionId)).toMatchObject([{ number: 1, question: 'Чи є естакада?' }])
    for (const table of ['questions', 'lot_followers'])
      expect((await db.pool.query(`select from portal.${table} where company_id = $1`, [erased])).rowCount).toBe(0)
  })

  it('cannot be changed in the database', async () => {
    const auctionId = await newLot()
    await publish((await ask(auctionId, 'Є?')).id)
    await expect(
      db.pool.query(`update portal.auction_log set body = '{}' where auction_id = $1`, [auctionId]),
    ).rejects.toThrow()
    clock.set(CLOSE)
  })
})
