import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { managerEndpoints } from '@/lib/contract/manager'
import type { Task, TaskKind } from '@/lib/contract/tasks'
import { type AuctionQueries, createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import type { Caller } from '@/lib/server/platform/call'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import {
  apply,
  buyer,
  callBy,
  managerCall,
  openServer,
  planAuction,
  publishLot,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { aLot, DEPOSIT_OF_3_PERCENT, END, MINUTE, START } from '@/tests/support/builders/lot'
import { callHandler } from '@/tests/support/call-handler'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BEFORE = START - 30 * MINUTE
const clock = fixedClock(BEFORE)
const staff: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }
let db: TestDatabase
let server: Server
let queries: AuctionQueries
let accounts: number[]

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 4)
  await uploadDocuments(db.pool, accounts)
  await db.pool.query(
    `with seller as (insert into cms.seller (edrpou, tax_number, eic, iban)
       values ('37027819', '370278126544', '56X0000000000001', 'UA903052992990004149123456789') returning id)
     insert into cms.seller_locales (_parent_id, _locale, legal_name, bank, address, signatory, authority)
     select id, 'uk', 'ТОВ «Газ Продаж»', 'АТ «Банк»', 'Київ', 'директор', 'Статут' from seller`,
  )
  server = await openServer(db, clock)
  queries = createAuctionQueries({
    pool: db.pool,
    streams: server.streams,
    clock,
    faults: createRecordFaults({ warn: () => undefined }),
    directory: {
      companies: async () => new Map(),
      documents: async () => new Map(),
      undelivered: async () => new Map(),
    },
  })
})

afterAll(() => db.close())

async function inbox(lang: 'uk' | 'en' = 'uk') {
  const { dashboard } = queries.handlers.manager
  return (await callHandler(managerEndpoints.dashboard, dashboard, { lang }, staff, clock.now())).data.inbox
}
const tasksOf = async (kind: TaskKind): Promise<Task[]> => (await inbox()).list.filter((task) => task.kind === kind)

async function insert(statement: string, ...values: unknown[]): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>(`${statement} returning id::text`, values)
  return Number(rows[0]!.id)
}
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)

async function addApplication(lot = aLot()): Promise<{ auctionId: number; applicationId: number }> {
  clock.set(BEFORE)
  const auctionId = await publishLot(db.pool, lot)
  const outcome = await apply(
    server,
    { auctionId, companyId: accounts[0]!, at: clock.now() },
    { price: 14_000, quantity: 10 },
  )
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const { rows } = await db.pool.query<{ id: number }>('select id from portal.applications where auction_id = $1', [
    auctionId,
  ])
  return { auctionId, applicationId: rows[0]!.id }
}

async function addPaidApplication(): Promise<{ auctionId: number; applicationId: number }> {
  const application = await addApplication(aLot(DEPOSIT_OF_3_PERCENT))
  await run(
    `insert into portal.deposit_payments (application_id, amount, received_on, note, staff_id, at) values ($1, 420000, '2026-11-20', '0.00', 1, now())`,
    application.applicationId,
  )
  return application
}

const withdraw = (auctionId: number, applicationId: number) =>
  run(
    `insert into portal.application_decisions (application_id, kind, auction_id, at) values ($1, 'withdrawn', $2, '2026-11-23T08:00:00Z')`,
    applicationId,
    auctionId,
  )

const settle = (applicationId: number, kind: 'returned' | 'applied') =>
  run(
    `insert into portal.deposit_settlements (application_id, kind, amount, staff_id, at) values ($1, $2, 420000, 1, now())`,
    applicationId,
    kind,
  )

const addAgreement = (columns: string, values: string) =>
  insert(
    `insert into cms.agreements (number, company_id, quantity, price, sum, ${columns}) values ('Д-' || gen_random_uuid(), $1, '1.000', '2.00', '2.00', ${values})`,
    accounts[0],
  )

const addQuestion = (auctionId: number, text: string) =>
  insert(
    `insert into portal.questions (auction_id, company_id, person_id, language, text, asked_at)
     select $1, $2, min(id), 'uk', $3, now() from portal.people where company_id = $2`,
    ...[auctionId, accounts[0], text],
  )

const writeInChat = (auctionId: number, author: 'buyer' | 'administrator', text: string, at: number) =>
  insert(
    `insert into portal.chat_messages (auction_id, company_id, author, staff_id, text, sent_at) values ($1, $2, $3, $4, $5, $6)`,
    ...[auctionId, accounts[0], author, author === 'administrator' ? 1 : null, text, new Date(at)],
  )

interface Case {
  /** Lets the task arise, and returns what the inbox says of it. */
  arise: () => Promise<Partial<Task>>
  /** Does what the task asks for. */
  settle: (task: Task) => Promise<unknown>
}

const CASES: Partial<Record<TaskKind, Case>> = {
  application: {
    async arise() {
      const { auctionId, applicationId } = await addApplication()
      return {
        id: applicationId,
        auction: { id: auctionId, number: expect.any(Number) as never, title: '' },
        company: { id: accounts[0]!, name: 'C1' },
        until: new Date(START).toISOString(),
      }
    },
    settle: async ({ id }) =>
      server.endpoints.manager.confirmApplication({ application_id: id }, managerCall(clock.now())),
  },
  company: {
    arise: async () => ({
      id: await insert(
        `insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
         values ('Нова компанія', '', '37027819', '21X000000001397P', 'UA883006140000026006500211904', 'S', 'N', 'new@example.com', '+380441112233')`,
      ),
      company: { id: expect.any(Number) as never, name: 'Нова компанія' },
    }),
    settle: ({ id }) => run(`insert into portal.account_decisions (company_id, kind) values ($1, 'confirmed')`, id),
  },
  chat: {
    async arise() {
      const auctionId = await publishLot(db.pool, aLot())
      await writeInChat(auctionId, 'administrator', 'Вітаємо', START - 3 * HOUR)
      await writeInChat(auctionId, 'buyer', 'Доброго дня', START - 2 * HOUR)
      const id = await writeInChat(auctionId, 'buyer', 'Коли початок?', START - HOUR)
      return { id, subject: 'Коли початок?', since: new Date(START - 2 * HOUR).toISOString() }
    },
    settle: ({ auction }) => writeInChat(auction!.id, 'administrator', 'О десятій', START),
  },
  question: {
    async arise() {
      const id = await addQuestion(await publishLot(db.pool, aLot()), 'Яка густина?')
      return { id, subject: 'Яка густина?', until: new Date(START).toISOString() }
    },
    settle: ({ id }) =>
      run(`update portal.questions set rejection = 'Ні', staff_id = 1, decided_at = now() where id = $1`, id),
  },
  draft: {
    async arise() {
      const id = await publishLot(db.pool, aLot())
      await run(`update cms.auctions set _status = 'draft' where id = $1`, id)
      return { id, until: null }
    },
    settle: ({ id }) => run(`update cms.auctions set _status = 'published' where id = $1`, id),
  },
  deletion: {
    arise: async () => ({
      id: await insert(
        `insert into portal.deletion_requests (company_id, person_id, comment, requested_at)
         select $1, min(id), 'Закриваємо компанію', now() from portal.people where company_id = $1`,
        accounts[1],
      ),
      subject: 'Закриваємо компанію',
      company: { id: accounts[1]!, name: 'C2' },
    }),
    settle: ({ id }) => run('update portal.deletion_requests set withdrawn_at = now() where id = $1', id),
  },
  deposit_return: {
    async arise() {
      const { auctionId, applicationId } = await addPaidApplication()
      await withdraw(auctionId, applicationId)
      // Five working days after the withdrawal (R11.4).
      const until = expect.stringMatching(/^2026-11-30T/) as unknown as string
      return { id: applicationId, amount: '4200.00', until }
    },
    settle: ({ id }) => settle(id, 'returned'),
  },
  deposit_apply: {
    async arise() {
      const { auctionId, applicationId } = await addPaidApplication()
      const { manager } = server.endpoints
      // The record, unlike the table, knows of no payment.
      const waiver = { insistence: 'Оплачено', received: '0.00' }
      await manager.confirmApplication({ application_id: applicationId, ...waiver }, managerCall(clock.now()))
      for (const at of [START, END + MINUTE]) {
        clock.set(at)
        await server.scheduler.tick()
      }
      for (const step of ['confirmWinners', 'complete'] as const)
        await manager[step]({ auction_id: auctionId }, managerCall(clock.now()))
      return { id: applicationId, amount: '4200.00', until: null }
    },
    settle: ({ id }) => settle(id, 'applied'),
  },
  statement_line: {
    async arise() {
      const statement = await insert(
        `insert into portal.bank_statements (name, format, sha256, staff_id) values ('a.csv', 'table', sha256('a'), 1)`,
      )
      const id = await insert(
        `insert into portal.statement_lines (statement_id, line, fingerprint, occurrence, kind, booked_on, amount, account_iban, document_number,
           payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined)
         values ($1, 1, sha256('b'), 1, 'credit', '2026-11-20', 500000, '', '', 'ТОВ «Платник»', '', '', 'Гарантійний внесок', '{}', false)`,
        statement,
      )
      const { applicationId } = await addApplication(aLot(DEPOSIT_OF_3_PERCENT))
      await run(
        `insert into portal.deposit_payments (application_id, amount, received_on, line_id, staff_id, at) values ($1, 100000, '2026-11-20', $2, 1, now())`,
        applicationId,
        id,
      )
      // What is left after the part that is counted.
      return { id, amount: '4000.00', company: { id: null, name: 'ТОВ «Платник»' }, subject: 'Гарантійний внесок' }
    },
    settle: ({ id }) =>
      run('update portal.statement_lines set dismissed_at = now(), dismissed_by = 1 where id = $1', id),
  },
  agreement_details: {
    arise: async () => ({
      id: await addAgreement('starts_on', `'2026-12-01'`),
      subject: expect.stringMatching(/^Д-/) as never,
    }),
    settle: ({ id }) => run(`update cms.agreements set ends_on = now() + interval '60 days' where id = $1`, id),
  },
  agreement_signature: {
    arise: async () => ({
      id: await addAgreement('status, starts_on, ends_on', `'signed_by_buyer', now(), now() + interval '60 days'`),
      company: { id: accounts[0]!, name: 'C1' },
    }),
    settle: ({ id }) => run(`update cms.agreements set status = 'current' where id = $1`, id),
  },
  agreement_ending: {
    arise: async () => ({
      id: await addAgreement('status, starts_on, ends_on', `'current', '2026-01-01', now() + interval '20 days'`),
      since: '2026-01-01T00:00:00.000Z',
    }),
    settle: ({ id }) => run(`update cms.agreements set ends_on = now() + interval '40 days' where id = $1`, id),
  },
  order: {
    async arise() {
      const product = await insert(`insert into cms.products (minimum_volume) values ('1.000')`)
      const id = await insert(
        `insert into cms.orders (number, product_id, volume, unit, company, edrpou, name, position, phone, email)
         values (1207, $1, '5.000', 'т', 'ТОВ «Замовник»', '37027819', 'N', 'P', '+380441112233', 'a@example.com')`,
        product,
      )
      return { id, subject: '1207', company: { id: null, name: 'ТОВ «Замовник»' } }
    },
    settle: ({ id }) => run(`update cms.orders set status = 'done' where id = $1`, id),
  },
  feedback: {
    arise: async () => ({
      id: await insert(
        `insert into cms.feedback (company_id, topic, subject, message) values ($1, 'question', 'Сертифікат', 'Де він?')`,
        accounts[2],
      ),
      subject: 'Сертифікат',
      company: { id: accounts[2]!, name: 'C3' },
    }),
    settle: ({ id }) => run(`update cms.feedback set status = 'in_work' where id = $1`, id),
  },
  email: {
    arise: async () => ({
      id: await insert(
        `insert into portal.outbox (kind, company_id, payload, failed_at, last_error) values ('account_confirmed', $1, '{}', now(), 'refused')`,
        accounts[3],
      ),
      subject: 'account_confirmed',
    }),
    settle: ({ id }) => run('update portal.outbox set failed_at = null where id = $1', id),
  },
}

describe('the inbox of the managers', () => {
  it.each(Object.entries(CASES) as [TaskKind, Case][])(
    'has a task (%s) until it is done, and counts it',
    async (kind, { arise, settle: done }) => {
      const before = (await inbox()).counts[kind]
      const expected = await arise()
      const task = (await tasksOf(kind)).find(({ id }) => id === expected.id)
      expect(task).toMatchObject(expected)
      expect((await inbox()).counts[kind]).toBe(before + 1)
      await done(task!)
      expect((await tasksOf(kind)).map(({ id }) => id)).not.toContain(expected.id)
      expect((await inbox()).counts[kind]).toBe(before)
    },
  )

  it('follows the selection of winners: a partial offer, winners to confirm, an auction to complete', async () => {
    const auction_id = await planAuction({
      ...{ server, pool: db.pool, clock, quantity: 300 },
      accounts: accounts.slice(0, 2),
    })
    for (const at of [START, END + MINUTE]) {
      clock.set(at)
      await server.scheduler.tick()
    }
    const kinds = async () =>
      (await inbox()).list.flatMap(({ kind, auction, company, until }) =>
        auction?.id === auction_id ? [{ kind, company: company?.name, until: until !== null }] : [],
      )
    expect(await kinds()).toEqual([{ kind: 'partial', company: 'C2', until: true }])
    const answered = await server.endpoints.auctions.answerPartial(
      { auction_id, accept: true, quantity: '200.000' },
      callBy(buyer(accounts[1]!), clock.now()),
    )
    expect(answered).toMatchObject({ ok: true })
    expect(await kinds()).toEqual([{ kind: 'winners', company: undefined, until: false }])
    await server.endpoints.manager.confirmWinners({ auction_id }, managerCall(clock.now()))
    expect(await kinds()).toEqual([{ kind: 'completion', company: undefined, until: false }])
    await server.endpoints.manager.complete({ auction_id }, managerCall(clock.now()))
    expect(await kinds()).toEqual([])
  })

  it('shows what is urgent first, then what has waited longest, and drafts last', async () => {
    clock.set(BEFORE)
    await run(`update cms.feedback set status = 'closed'`)
    const soon = await publishLot(db.pool, aLot())
    const later = await publishLot(
      db.pool,
      aLot({ startsAt: START + 5 * DAY, endsAt: END + 5 * DAY, hardEndAt: END + 6 * DAY }),
    )
    const draft = await publishLot(db.pool, aLot())
    await run(`update cms.auctions set _status = 'draft' where id = $1`, draft)
    await addQuestion(later, 'later')
    await addQuestion(soon, 'soon')
    for (const [subject, days] of [
      ['new', 0],
      ['old', 2],
    ] as const)
      await run(
        `insert into cms.feedback (company_id, topic, subject, message, created_at) values ($1, 'question', $2, 'M', $3)`,
        ...[accounts[0], subject, new Date(BEFORE - days * DAY)],
      )
    const subjects = ['new', 'old', 'soon', 'later']
    const order = (await inbox()).list.flatMap(({ kind, id, subject }) =>
      kind === 'draft' && id === draft ? ['draft'] : subjects.includes(subject ?? '') ? [subject] : [],
    )
    expect(order).toEqual(['soon', 'old', 'new', 'later', 'draft'])
  })

  it('shows ten tasks of a kind, the first ones, and counts all', async () => {
    await run(`update cms.feedback set status = 'closed'`)
    await run(
      `insert into cms.feedback (company_id, topic, subject, message, created_at)
       select $1, 'question', 'M' || n, 'M', timestamp '2026-11-01' + make_interval(mins => n) from generate_series(1, 12) n`,
      accounts[0],
    )
    expect((await tasksOf('feedback')).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 10 }, (_, index) => `M${index + 1}`),
    )
    expect((await inbox()).counts.feedback).toBe(12)
  })

  it('names lots in the language, or else in Ukrainian', async () => {
    const id = await publishLot(db.pool, aLot())
    await run(`update cms.auctions set _status = 'draft', updated_at = '2020-01-01' where id = $1`, id)
    await run(
      `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат')
       on conflict (_parent_id, _locale) do update set title = excluded.title`,
      id,
    )
    const title = async () => (await inbox('en')).list.find(({ auction }) => auction?.id === id)?.auction?.title
    expect(await title()).toBe('Конденсат')
    await run(
      `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'en', 'Condensate')
       on conflict (_parent_id, _locale) do update set title = excluded.title`,
      id,
    )
    expect(await title()).toBe('Condensate')
  })
})
