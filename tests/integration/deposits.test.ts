import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import writeXlsxFile from 'write-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ImportedStatement, ManagedDeposit, StatementLine } from '@/lib/contract/deposits'
import { paymentReference } from '@/lib/domain/deposit'
import { createCabinetReads } from '@/lib/server/auctions/queries/cabinet'
import { boardHandlers } from '@/lib/server/deposits/board'
import { depositHandlers, ownDepositHandlers } from '@/lib/server/deposits/deposits'
import { createLineAgreements } from '@/lib/server/fulfilment/line-agreements'
import { statementHandlers } from '@/lib/server/deposits/statements'
import { problemsOf } from '@/lib/server/events/check'
import { protocolOf } from '@/lib/server/events/protocol'
import { replayRecord } from '@/lib/server/events/replay'
import { readReturns } from '@/lib/server/exports/returns'
import { createFulfilmentEndpoints } from '@/lib/server/fulfilment/endpoints'
import { invoiceReference } from '@/lib/server/fulfilment/shapes'
import { answer, type Outcome, refuse } from '@/lib/server/platform/call'
import { claim } from '@/lib/server/notifications/outbox'
import { blockersOf } from '@/lib/server/personal-data/deletion'
import { removeExpired } from '@/lib/server/jobs/retention'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { makeAgreement, passDays } from '@/tests/support/agreements'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  apply,
  buyer,
  callBy,
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { camt, entry, mt940, party, ustrd } from '@/tests/support/bank-statements'
import { bidsOf } from '@/tests/support/auction-record'
import { aLot, CLOSE, DEPOSIT_OF_3_PERCENT, END, MINUTE, START, uah } from '@/tests/support/builders/lot'
import { inspector } from '@/lib/server/inspection/inspect-file'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const BEFORE = START - 30 * MINUTE
const LOT = aLot({ ...DEPOSIT_OF_3_PERCENT, startingPrice: uah(14_500) })
const clock = fixedClock(BEFORE)
let db: TestDatabase
let server: Server
let deposits: ReturnType<typeof createHandlers>
const faults = createRecordFaults({ warn: () => undefined })
let accounts: number[]
const counted: { auctionId: number; companyId: number }[] = []

function createHandlers() {
  const { pool } = db
  const { streams } = server
  return {
    ...ownDepositHandlers({ pool, streams }),
    ...depositHandlers({
      pool,
      clock,
      changeAuction: server.changeAuction,
      inspectEvidence: async () =>
        answer(async (client) => {
          const { rows } = await client.query<{ id: string }>(
            `insert into portal.files (kind, name, media_type, bytes, sha256) values ('deposit', 'a.pdf', 'application/pdf', 1, sha256('x')) returning id::text`,
          )
          return answer({ id: rows[0]!.id, sha256: 'ab' })
        }),
      countDeposit: async (_client, deposit) => void counted.push(deposit),
    }),
    ...statementHandlers({
      ...{ pool, clock, streams, inspector },
      agreements: createLineAgreements({ now: () => clock.now() }),
    }),
    ...boardHandlers({ pool, streams, faults }),
  }
}

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
  deposits = createHandlers()
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(async () => {
  clock.set(BEFORE)
  accounts = await registerBuyers(db.pool, 2)
  await uploadDocuments(db.pool, accounts)
})

const manager = () => managerCall(clock.now())

interface Application {
  auctionId: number
  companyId: number
  applicationId: number
  edrpou: string
}

async function applyFor(
  quantity: number,
  { lot = LOT, auctionId = 0, companyId = accounts[0]! } = {},
): Promise<Application> {
  const id = auctionId || (await publishLot(db.pool, lot))
  const application = await apply(server, { auctionId: id, companyId, at: clock.now() }, { price: 14_500, quantity })
  if (!application.ok) throw new Error(application.refusal.code)
  const { rows } = await db.pool.query<{ id: number; edrpou: string }>(
    'select id, edrpou from portal.applications where auction_id = $1 and company_id = $2',
    [id, companyId],
  )
  return { auctionId: id, companyId, applicationId: rows[0]!.id, edrpou: rows[0]!.edrpou }
}

const record = ({ applicationId }: Application, amount: number, received = '0.00', reversal = false) =>
  deposits.recordDeposit(
    {
      application_id: applicationId,
      amount: amount.toFixed(2),
      received_on: '2026-11-24',
      reversal,
      note: 'Seen in the bank',
      received,
    },
    manager(),
  )
const confirm = ({ applicationId }: Application, insistence?: string) =>
  server.endpoints.manager.confirmApplication({ application_id: applicationId, insistence }, manager())
const own = async ({ auctionId, companyId }: Application) => {
  const outcome = await deposits.own({ auction_id: auctionId }, callBy(buyer(companyId), clock.now()))
  return valueOf(outcome)
}
/** The deposit on the card of an auction in the cabinet. */
const cardDeposit = async ({ auctionId, companyId }: Application) => {
  const faults = createRecordFaults({ warn: () => undefined })
  const cabinet = createCabinetReads({ pool: db.pool, streams: server.streams, clock, faults })
  const call = callBy(buyer(companyId), clock.now())
  const mine = valueOf(await cabinet.auctions({ lang: 'uk', scope: 'mine' }, call))
  return mine.list.find(({ auction }) => auction.id === auctionId)?.deposit
}
const boardRow = async ({ applicationId, auctionId }: Application): Promise<ManagedDeposit> => {
  const { list } = valueOf(await deposits.deposits({ lang: 'uk', auction_id: auctionId }, manager()))
  return list.find((row) => row.application_id === applicationId)!
}
const start = async () => {
  clock.set(START)
  await server.scheduler.tick()
}

function valueOf<T>(outcome: Outcome<{ data: T }>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.answer.data
}
const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.refusal.code)

const HEAD =
  'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;'
let documentNumber = 0

function row(
  { applicationId, edrpou }: Pick<Application, 'applicationId' | 'edrpou'>,
  {
    amount = '130500.00',
    currency = 'UAH',
    purpose = `Депозит, ${paymentReference(applicationId)}`,
    payer = edrpou,
    day = '24.11.2026',
    number = undefined as string | undefined,
  } = {},
): string {
  documentNumber += 1
  return `37027819;305299;${LOT.depositIban};${currency};${number ?? documentNumber};${day};300614;Банк;UA883006140000026006500211904;${payer};ТОВ;${amount};${purpose};`
}

async function importContent(content: string | Uint8Array, name = 'statement.csv'): Promise<ImportedStatement> {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
  return valueOf(await deposits.importStatement({ file }, manager()))
}
const importRows = (...rows: string[]) => importContent([HEAD, ...rows].join('\n'))

async function undecidedLines(): Promise<StatementLine[]> {
  return valueOf(await deposits.statementLines({ limit: 100 }, manager())).list
}
const linesFor = async ({ applicationId }: Application) =>
  (await undecidedLines()).filter(({ candidates }) => candidates[0]?.application_id === applicationId)
const lineOf = async ({ applicationId }: Application) =>
  (await undecidedLines()).findLast(({ candidates }) =>
    candidates.some((each) => each.application_id === applicationId),
  )!

describe('R11.1 the applicant', () => {
  it('sees on the card of the auction in the cabinet what is due and by when', async () => {
    const application = await applyFor(300)
    expect(await cardDeposit(application)).toMatchObject({
      state: 'expected',
      missing: '130500.00',
      due_by: new Date(LOT.depositDeadline).toISOString(),
    })
    await record(application, 100_000)
    expect(await cardDeposit(application)).toMatchObject({
      state: 'received',
      received: '100000.00',
      missing: '30500.00',
    })
    await record(application, 30_500, '100000.00')
    expect(await cardDeposit(application)).toMatchObject({ state: 'received', missing: '0.00', return_by: null })
  })

  it('sees the sum, the account and the reference, and gets an email about them', async () => {
    const application = await applyFor(300)
    expect(await own(application)).toMatchObject({
      state: 'expected',
      rate: '3.00',
      required: '130500.00',
      missing: '130500.00',
      covered_quantity: '0.000',
      covers: false,
      reference: paymentReference(application.applicationId),
      account: { iban: LOT.depositIban, edrpou: LOT.depositEdrpou },
      payment: { url: expect.stringContaining('https://bank.gov.ua/qr/') },
    })
    const { rows } = await db.pool.query(
      `select kind, payload, next_attempt_at > now() as later from portal.outbox where company_id = $1 order by id`,
      [application.companyId],
    )
    expect(rows).toEqual([{ kind: 'deposit_due', payload: { auction_id: application.auctionId }, later: false }])
  })

  it('is reminded a day before the deadline, if that is in the future', async () => {
    const startsAt = START + 7 * 24 * 60 * MINUTE
    const times = {
      applicationDeadline: startsAt,
      startsAt,
      endsAt: startsAt + 60 * MINUTE,
      hardEndAt: startsAt + 90 * MINUTE,
    }
    const application = await applyFor(300, { lot: { ...LOT, ...times, depositDeadline: startsAt } })
    const { rows } = await db.pool.query<{ id: number; next_attempt_at: Date }>(
      `select id, next_attempt_at from portal.outbox where company_id = $1 and kind = 'deposit_reminder'`,
      [application.companyId],
    )
    expect(rows).toEqual([{ id: expect.any(Number), next_attempt_at: new Date(startsAt - 24 * 60 * MINUTE) }])
    // The reminder goes to the company's people at that time, not to those of the application.
    const { rows: successors } = await db.pool.query<{ id: number }>(
      `insert into portal.people (company_id, email, surname, name, phone, role)
       select $1, gen_random_uuid() || '@people.test', 'Коваль', 'Олег', '+380441112233', role from unnest('{owner,trader,viewer}'::text[]) role returning id`,
      [application.companyId],
    )
    await db.pool.query(`update portal.people set removed_at = now() where company_id = $1 and not id = any ($2)`, [
      application.companyId,
      successors.map(({ id }) => id),
    ])
    expect(await claim(db.pool, rows[0]!.id, startsAt)).toMatchObject({ personId: successors[0]?.id })
    const { rows: others } = await db.pool.query(
      `select person_id, attempts, next_attempt_at <= now() as due from portal.outbox where company_id = $1 and kind = 'deposit_reminder' and id <> $2`,
      [application.companyId, rows[0]?.id],
    )
    expect(others).toEqual([{ person_id: successors[1]?.id, attempts: 0, due: true }])
  })

  it('pays nothing if the lot requires no deposit', async () => {
    expect(await own(await applyFor(300, { lot: aLot({ startingPrice: uah(14_500) }) }))).toBeNull()
  })
})

describe('R11.2 a payment', () => {
  it('is recorded by a manager, and the application can be confirmed once it covers the quantity', async () => {
    const application = await applyFor(300)
    expect(codeOf(await confirm(application))).toBe('deposit_not_covering')
    expect(codeOf(await record(application, 130_499.99))).toBe('ok')
    expect(codeOf(await confirm(application))).toBe('deposit_not_covering')
    expect(codeOf(await record(application, 0.01, '130499.99'))).toBe('ok')
    expect(await boardRow(application)).toMatchObject({ state: 'received', received: '130500.00', covers: true })
    // The confirmation is recorded; only the answer cannot be read here, because the view of applications is a stub.
    expect(codeOf(await confirm(application))).toBe('application_not_found')
    expect(await own(application)).toMatchObject({ covers: true, covered_quantity: '300.000', payment: null })
  })

  it('does not reveal the quantity before the start (R2.3)', async () => {
    const application = await applyFor(300)
    await confirm(application, 'A bank guarantee')
    expect(await boardRow(application)).toMatchObject({ required: null, covered_quantity: '0.000', covers: true })
    await start()
    expect(await boardRow(application)).toMatchObject({ required: '130500.00', covered_quantity: '300.000' })
  })

  it('is refused if it changed meanwhile, and cannot be reversed beyond its sum', async () => {
    const application = await applyFor(300)
    await record(application, 100)
    expect(codeOf(await record(application, 100))).toBe('deposit_changed')
    expect(codeOf(await record(application, 200, '100.00', true))).toBe('deposit_exceeded')
    expect(codeOf(await record(application, 100, '100.00', true))).toBe('ok')
    expect(await boardRow(application)).toMatchObject({ state: 'expected', received: '0.00' })
  })

  it('counts once if two managers record it concurrently', async () => {
    const application = await applyFor(300)
    const outcomes = await Promise.all([record(application, 100), record(application, 100)])
    expect(outcomes.map(codeOf).toSorted()).toEqual(['deposit_changed', 'ok'])
    expect(await boardRow(application)).toMatchObject({ received: '100.00' })
  })

  it('may be waived with a recorded reason that does not identify a company', async () => {
    const application = await applyFor(300)
    await db.pool.query(`update cms.companies set company_name = 'Конденсатпром' where id = $1`, [
      application.companyId,
    ])
    expect(codeOf(await confirm(application, 'Конденсатпром платить завжди'))).toBe('reason_names_bidder')
    await confirm(application, 'A bank guarantee')
    const { rows } = await db.pool.query(
      `select body::jsonb ->> 'deposit_waiver' as waiver from portal.auction_log where auction_id = $1 and kind = 'application_confirmed'`,
      [application.auctionId],
    )
    expect(rows).toEqual([{ waiver: 'A bank guarantee' }])
  })

  it('is not waived by a reason for missing documents if it was reversed after the manager saw it', async () => {
    const application = await applyFor(300)
    await record(application, 130_500)
    await record(application, 130_500, '130500.00', true)
    const confirming = async (received: string) =>
      server.endpoints.manager.confirmApplication(
        { application_id: application.applicationId, insistence: 'The charter is on paper', received },
        manager(),
      )
    expect(codeOf(await confirming('130500.00'))).toBe('deposit_changed')
    expect(await own(application)).toMatchObject({ covers: false })
    await confirming('0.00')
    expect(await own(application)).toMatchObject({ covers: true })
  })
})

describe('a bank statement', () => {
  it('counts once, after review', async () => {
    const application = await applyFor(300)
    expect((await importRows(row(application))).counts).toMatchObject({ new: 1, known: 0 })
    expect(await boardRow(application)).toMatchObject({ state: 'expected', received: '0.00' })
    const line = await lineOf(application)
    expect(line).toMatchObject({
      reasons: ['reference', 'edrpou'],
      warnings: [],
      amount: '130500.00',
      remaining: '130500.00',
      line: 2,
      file: 'statement.csv',
    })
    const count = () => deposits.countLine({ line_id: line.id, application_id: application.applicationId }, manager())
    expect((await Promise.all([count(), count(), count()])).map(codeOf).toSorted()).toEqual([
      'ok',
      'statement_line_decided',
      'statement_line_decided',
    ])
    expect(await boardRow(application)).toMatchObject({ received: '130500.00', payments: [{ statement: true }] })
    expect(codeOf(await deposits.dismissLine({ line_id: line.id }, manager()))).toBe('statement_line_decided')
  })

  it('is matched by the code that a manager has corrected since the application', async () => {
    const application = await applyFor(300)
    const payer = '14360570'
    const setCode = (edrpou: string) =>
      db.pool.query('update cms.companies set edrpou = $2 where id = $1', [application.companyId, edrpou])
    await setCode(payer)
    expect((await importRows(row(application, { payer }))).counts).toMatchObject({ new: 1 })
    expect(await lineOf(application)).toMatchObject({ reasons: ['reference', 'edrpou'], warnings: [] })
    expect((await importRows(row(application, { payer, purpose: 'Депозит' }))).counts).toMatchObject({ new: 1 })
    expect(await lineOf(application)).toMatchObject({ payer_edrpou: payer, reasons: ['edrpou'] })
    await setCode(application.edrpou)
  })

  it('counts for one of two applications that managers choose concurrently', async () => {
    const first = await applyFor(300)
    const second = await applyFor(300)
    await importRows(row(first, { purpose: 'Депозит' }))
    const line = await lineOf(first)
    expect(line).toMatchObject({ reasons: ['edrpou'], warnings: ['ambiguous'] })
    const outcomes = await Promise.all(
      [first, second].map(async ({ applicationId }) =>
        deposits.countLine({ line_id: line.id, application_id: applicationId }, manager()),
      ),
    )
    expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', 'statement_line_decided'])
  })

  it('stores as many equal lines as a file has, once, whether in another file or concurrently', async () => {
    const application = await applyFor(300)
    const one = row(application)
    const other = row(application)
    expect((await importRows(one, one)).counts).toMatchObject({ new: 2, known: 0 })
    expect((await importRows(one)).counts).toMatchObject({ new: 0, known: 1 })
    expect((await importRows(one, one, one)).counts).toMatchObject({ new: 1, known: 2 })
    const both = await Promise.all([importRows(one, other), importRows(other, one), importRows(other)])
    expect(both.reduce((sum, { counts }) => sum + counts.new, 0)).toBe(1)
    const lines = await linesFor(application)
    expect(lines).toHaveLength(4)
    // Equal lines of one file are different payments; those of different files may be the same.
    expect(lines.map(({ warnings }) => warnings)).toEqual([
      ['maybe_repeated'],
      ['maybe_repeated'],
      ['maybe_repeated'],
      [],
    ])
  })

  it('says what a known line repeats, and takes it for another payment with a reason', async () => {
    const application = await applyFor(300)
    const equal = row(application)
    await importRows(equal)
    const line = await lineOf(application)
    const again = async () => (await importRows(equal)).passed_over[0]!
    expect((await again()).repeats).toMatchObject({
      ...{ line_id: line.id, line: 2, file: 'statement.csv', booked_on: '2026-11-24', amount: '130500.00' },
      ...{ state: 'waiting', decided_by: null, auction_numbers: [] },
    })
    await deposits.dismissLine({ line_id: line.id }, manager())
    expect((await again()).repeats).toMatchObject({ state: 'set_aside', decided_at: expect.any(String) })
    const { list } = valueOf(await deposits.statementLines({ state: 'set_aside' }, manager()))
    expect(list[0]).toMatchObject({ id: line.id, set_aside: { at: expect.any(String) } })
    for (let times = 0; times < 2; times += 1)
      expect(codeOf(await deposits.restoreLine({ line_id: line.id }, manager()))).toBe('ok')
    expect((await lineOf(application)).id).toBe(line.id)

    const imported = await importRows(equal)
    const admit = (repeats: number) =>
      deposits.admitLine(
        { statement_id: imported.statement_id, line: 2, repeats, reason: 'Баланс зріс двічі' },
        manager(),
      )
    expect((await Promise.all([admit(line.id), admit(line.id)])).map(codeOf).toSorted()).toEqual([
      'ok',
      'statement_line_decided',
    ])
    expect(codeOf(await admit(999_999))).toBe('not_found')
    const [first, second] = await linesFor(application)
    expect(second).toMatchObject({
      admitted_for: 'Баланс зріс двічі',
      warnings: ['maybe_repeated'],
      similar: [{ line_id: first?.id, state: 'waiting' }],
    })
    expect((await importRows(equal, equal)).counts).toMatchObject({ new: 0, known: 2 })
    for (const { id } of [first!, second!])
      await deposits.countLine({ line_id: id, application_id: application.applicationId }, manager())
    expect(await boardRow(application)).toMatchObject({ received: '261000.00' })
    expect((await again()).repeats).toMatchObject({ state: 'counted', auction_numbers: [expect.any(Number)] })
  })

  it('does not offer the same money again in another spelling or format without a warning', async () => {
    const application = await applyFor(300)
    const purpose = `Гарантійний внесок, ${paymentReference(application.applicationId)}`
    const numberless = (text: string) => row(application, { purpose: text, number: '' })
    await importRows(numberless(purpose))
    const spelled = numberless(purpose.toUpperCase().replace('І', 'I').replace(',', '  '))
    expect((await importRows(spelled)).counts).toMatchObject({ new: 0, known: 1 })
    const other = camt(
      entry({
        sum: '130500.00',
        parties: party('Dbtr', 'ТОВ', application.edrpou),
        remittance: ustrd(`Внесок ${paymentReference(application.applicationId)}`),
      }),
    )
    expect((await importContent(other)).counts).toMatchObject({ new: 1 })
    const [first, second] = await linesFor(application)
    expect(second).toMatchObject({ warnings: ['maybe_repeated'], similar: [{ line_id: first?.id, state: 'waiting' }] })
    await deposits.countLine({ line_id: first!.id, application_id: application.applicationId }, manager())
    expect(await lineOf(application)).toMatchObject({
      warnings: ['maybe_counted', 'maybe_repeated'],
      similar: [{ state: 'counted' }],
    })
  })

  it('keeps payments of two companies apart that the bank gives no number', async () => {
    const first = await applyFor(300)
    const second = await applyFor(300, { auctionId: first.auctionId, companyId: accounts[1]! })
    const entries = [first, second].map(({ applicationId }) =>
      entry({
        reference: '<AcctSvcrRef>NONREF</AcctSvcrRef>',
        parties: party('Dbtr', `ТОВ ${applicationId}`),
        remittance: ustrd(`Внесок ${paymentReference(applicationId)}`),
      }),
    )
    expect((await importContent(camt(entries.join('')))).counts).toMatchObject({ new: 2, known: 0 })
    for (const each of [first, second])
      expect(await lineOf(each)).toMatchObject({ reasons: ['reference'], warnings: ['payer_without_code'] })
  })

  it('says that the payer, or the account, is not named', async () => {
    const application = await applyFor(300)
    const remittance = ustrd(`Внесок ${paymentReference(application.applicationId)}`)
    await importContent(camt(entry({ remittance }), { account: '<Othr><Id>-</Id></Othr>' }))
    expect(await lineOf(application)).toMatchObject({ warnings: ['payer_unknown', 'account_unknown'] })
    const own = LOT.depositIban.slice(-19)
    await importContent(camt(entry({ sum: '2.00', remittance }), { account: `<Othr><Id>${own}</Id></Othr>` }))
    expect(await lineOf(application)).toMatchObject({ warnings: ['payer_unknown'] })
  })

  it('proposes by a mistyped reference, a code and a lot’s number, from another payer', async () => {
    const application = await applyFor(300)
    const payer = '99999999'
    const { rows } = await db.pool.query<{ number: number }>('select number from cms.lots where id = $1', [
      application.auctionId,
    ])
    const number = rows[0]!.number
    const reasonsFor = async (purpose: string) => {
      expect((await importRows(row(application, { payer, purpose }))).counts).toMatchObject({ new: 1 })
      const { candidates } = (await undecidedLines()).at(-1)!
      return candidates.find((each) => each.application_id === application.applicationId)?.reasons
    }
    const reference = paymentReference(application.applicationId)
    expect(await reasonsFor(`Внесок ${reference.replace('RF', 'РФ').replaceAll('0', 'O')}`)).toEqual(['reference'])
    expect(await reasonsFor(`Внесок ${reference.replace('RF', '')}`)).toEqual(['near_reference'])
    expect(await reasonsFor(`За код ${application.edrpou}, аукціон ${number}`)).toEqual([
      'code_in_purpose',
      'lot_in_purpose',
    ])
    expect(await reasonsFor(`Внесок за аукціон № ${number}`)).toEqual(['lot_in_purpose'])
  })

  it('with two references may be counted in parts, which make no more than its sum', async () => {
    const first = await applyFor(300)
    const second = await applyFor(300)
    const purpose = [first, second].map(({ applicationId }) => paymentReference(applicationId)).join(' та ')
    await importRows(row(first, { payer: '99999999', amount: '200000.00', purpose }))
    const line = await lineOf(second)
    expect(line.warnings).toContain('several_references')
    expect(line.candidates.map((each) => each.application_id).toSorted()).toEqual([
      first.applicationId,
      second.applicationId,
    ])
    const count = ({ applicationId }: Application, amount?: string) =>
      deposits.countLine({ line_id: line.id, application_id: applicationId, amount }, manager())
    expect(codeOf(await count(first, '200000.01'))).toBe('statement_part_too_large')
    expect(codeOf(await count(first, '130500.00'))).toBe('ok')
    expect(codeOf(await count(first, '1.00'))).toBe('statement_line_decided')
    expect(await lineOf(second)).toMatchObject({
      remaining: '69500.00',
      parts: [{ application_id: first.applicationId, amount: '130500.00' }],
    })
    expect(codeOf(await count(second, '69500.01'))).toBe('statement_part_too_large')
    const atOnce = await Promise.all([count(second, '69500.00'), count(second, '69500.00')])
    expect(atOnce.map(codeOf).toSorted()).toEqual(['ok', 'statement_line_decided'])
    expect(await boardRow(first)).toMatchObject({ received: '130500.00' })
    expect(await boardRow(second)).toMatchObject({ received: '69500.00' })
    expect((await undecidedLines()).map(({ id }) => id)).not.toContain(line.id)
  })

  it('may have a rest that is no deposit', async () => {
    const application = await applyFor(300)
    await importRows(row(application, { amount: '200.00' }))
    const line = await lineOf(application)
    const id = { line_id: line.id }
    await deposits.countLine({ ...id, application_id: application.applicationId, amount: '150.00' }, manager())
    expect(codeOf(await deposits.dismissLine(id, manager()))).toBe('ok')
    expect((await undecidedLines()).map((each) => each.id)).not.toContain(line.id)
    expect(await boardRow(application)).toMatchObject({ received: '150.00' })
    // It documents a payment, and is not deleted with the lines that were set aside entirely.
    await importRows(row(application, { amount: '300.00' }))
    const other = await lineOf(application)
    await deposits.dismissLine({ line_id: other.id }, manager())
    await removeExpired({ pool: db.pool, clock: fixedClock(clock.now() + 400 * 24 * 60 * MINUTE) })
    const { rows } = await db.pool.query<{ id: number }>('select id from portal.statement_lines where id = any ($1)', [
      [line.id, other.id],
    ])
    expect(rows).toEqual([{ id: line.id }])
  })

  it('reveals by no proposal which quantity was applied for, before the start (R2.3)', async () => {
    const application = await applyFor(300)
    await importRows(
      ...[1_000, 130_499.99, 130_500, 999_999].map((sum) => row(application, { amount: sum.toFixed(2) })),
    )
    expect(new Set((await linesFor(application)).map(({ effect }) => effect))).toEqual(new Set([null]))
    await confirm(application, 'A bank guarantee')
    await start()
    expect((await linesFor(application)).map(({ effect }) => effect)).toEqual([
      'partial',
      'partial',
      'covers',
      'more_than_needed',
    ])
  })

  it('has lines that wait in the order of the file', async () => {
    const application = await applyFor(300)
    const rows = Array.from({ length: 12 }, (_, index) => row(application, { amount: `${index + 1}.00` }))
    await importRows(...rows)
    expect((await linesFor(application)).map(({ amount }) => Number(amount))).toEqual(rows.map((_, index) => index + 1))
  })

  it('has no payment of a day to come', async () => {
    const application = await applyFor(300)
    const { passed_over: passedOver } = await importRows(row(application, { day: '25.11.2026' }))
    expect(passedOver).toMatchObject([
      { verdict: 'unreadable', fault: { field: 'booked_on', code: 'future', text: '2026-11-25' } },
    ])
    const future = await deposits.recordDeposit(
      {
        ...{ application_id: application.applicationId, amount: '1.00', received_on: '2027-06-01' },
        ...{ reversal: false, note: 'Seen', received: '0.00' },
      },
      manager(),
    )
    expect(codeOf(future)).toBe('payment_day_in_future')
  })

  it('with unknown columns is read once a person has named them, and again without asking', async () => {
    const application = await applyFor(300)
    const content = (sum: string) =>
      `Коли;Скільки;Хто;За що\n24.11.2026;${sum};ТОВ Невідома;Внесок ${paymentReference(application.applicationId)}`
    const importAs = (text: string, columns?: string) =>
      deposits.importStatement({ file: new File([text], 'bank.csv'), columns }, manager())
    expect(await importAs(content('130500.00'))).toMatchObject({
      refusal: {
        code: 'statement_columns_unknown',
        extensions: {
          table: {
            headings: ['Коли', 'Скільки', 'Хто', 'За що'],
            rows: [['24.11.2026', '130500.00', 'ТОВ Невідома', expect.any(String)]],
          },
        },
      },
    })
    for (const columns of [
      '{}',
      'x',
      '{"booked_on":0,"purpose":3}',
      '{"booked_on":0,"purpose":3,"amount":3}',
      '{"booked_on":0,"purpose":3,"amount":99}',
    ])
      expect(codeOf(await importAs(content('1.00'), columns))).toBe('invalid_input')
    const columns = JSON.stringify({ booked_on: 0, amount: 1, payer_name: 2, purpose: 3 })
    expect(valueOf(await importAs(content('130500.00'), columns))).toMatchObject({
      format: 'table',
      counts: { new: 1 },
    })
    expect(valueOf(await importAs(content('2.00')))).toMatchObject({ counts: { new: 1 } })
    expect(await lineOf(application)).toMatchObject({ warnings: ['payer_without_code', 'account_unknown'] })
  })

  it('can be a workbook or MT940', async () => {
    const application = await applyFor(300)
    const purpose = `Vnesok ${paymentReference(application.applicationId)}`
    expect(await importContent(mt940({ account: LOT.depositIban, purpose }), 'bank.sta')).toMatchObject({
      format: 'mt940',
      counts: { new: 1 },
    })
    const sheet = await writeXlsxFile([
      ['Дата операції', 'Сума', 'ЄДРПОУ', 'Назва контрагента', 'Призначення платежу'].map((value) => ({ value })),
      ['24.11.2026', '7.00', application.edrpou, 'ТОВ', purpose].map((value) => ({ value })),
    ]).toBuffer()
    expect(await importContent(sheet, 'bank.xlsx')).toMatchObject({ format: 'xlsx', counts: { new: 1 } })
  })

  it('does not store lines that are not deposits, and returns the reason for each', async () => {
    const application = await applyFor(300)
    const { counts, passed_over: passedOver } = await importRows(
      row(application, { amount: '-500.00' }),
      row(application, { currency: 'EUR' }),
      row({ ...application, edrpou: '99999999' }, { purpose: 'За газ' }),
      row(application, { amount: '1.2.3' }),
      row({ ...application, edrpou: '99999999' }, { purpose: 'Депозит RF00 0000 0001' }),
    )
    expect(counts).toEqual({
      new: 0,
      known: 0,
      debit: 1,
      other_currency: 1,
      not_booked: 0,
      unmatched: 2,
      unreadable: 1,
    })
    expect(passedOver.map(({ verdict }) => verdict)).toEqual([
      'debit',
      'other_currency',
      'unmatched',
      'unreadable',
      'unmatched',
    ])
  })

  it('flags payments by another company, partial and excessive ones, and reversals by the bank', async () => {
    const application = await applyFor(300)
    await importRows(row(application, { payer: '99999999' }))
    expect(await lineOf(application)).toMatchObject({ reasons: ['reference'], warnings: ['other_payer'] })
    await importRows(row(application, { amount: '100.00' }))
    await record(application, 50)
    await importRows(row(application, { amount: '50.00' }))
    expect(await lineOf(application)).toMatchObject({ warnings: ['maybe_counted'] })
    await importRows(
      row(application, { amount: '-50.00', purpose: `Сторно ${paymentReference(application.applicationId)}` }),
    )
    const reversal = await lineOf(application)
    expect(reversal).toMatchObject({ kind: 'reversal', effect: 'reduces', amount: '50.00' })
    await deposits.countLine({ line_id: reversal.id, application_id: application.applicationId }, manager())
    expect(await boardRow(application)).toMatchObject({ received: '0.00' })
    await confirm(application, 'A bank guarantee')
    await start()
    await importRows(row(application, { amount: '999999.00' }))
    expect(await lineOf(application)).toMatchObject({ effect: 'more_than_needed' })
  })

  it('flags a payment or a reversal that may be counted already, for another application of the payer too', async () => {
    const counted = await applyFor(300)
    await record(counted, 130_500)
    const open = await applyFor(300)
    await importRows(row(open, { purpose: 'Депозит' }))
    expect(await lineOf(open)).toMatchObject({
      candidates: [{ application_id: open.applicationId }, { application_id: counted.applicationId }],
      warnings: ['ambiguous', 'maybe_counted'],
    })
    await importRows(row(open))
    expect(await lineOf(open)).toMatchObject({ reasons: ['reference', 'edrpou'], warnings: [] })
    await record(counted, 50, '130500.00', true)
    const purpose = `Сторно ${paymentReference(counted.applicationId)}`
    await importRows(row(counted, { amount: '-50.00', purpose }))
    expect(await lineOf(counted)).toMatchObject({ kind: 'reversal', warnings: ['maybe_counted'] })
  })

  it.each([
    ['an empty file', '', 'file_empty'],
    ['a document', '%PDF-1.7', 'statement_unreadable'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'statement_unreadable'],
    ['a file that is too large', 'x'.repeat(2 * 1024 * 1024 + 1), 'statement_too_long'],
  ])('refuses %s', async (_name, content, code) => {
    expect(codeOf(await deposits.importStatement({ file: new File([content], 'x') }, manager()))).toBe(code)
  })

  it('may have any characters in its texts and its name', async () => {
    const application = await applyFor(300)
    const text = `${paymentReference(application.applicationId)} `.padEnd(499, 'і')
    const rows = [HEAD, row(application, { purpose: `${text}😀` })].join('\n')
    const file = new File([rows], `${'в'.repeat(199)}😀.csv`)
    expect(valueOf(await deposits.importStatement({ file }, manager())).counts).toMatchObject({ new: 1 })
    expect((await lineOf(application)).purpose).toBe(`${text}\ufffd`)
  })

  it('has a line that proposes no more than the newest twenty applications of its payer', async () => {
    const applications = []
    for (let count = 0; count < 22; count += 1) applications.push(await applyFor(300))
    await importRows(row(applications[1]!))
    const { candidates } = await lineOf(applications[1]!)
    expect(candidates).toHaveLength(20)
    expect(candidates[0]?.application_id).toBe(applications[1]!.applicationId)
    expect(candidates.map((each) => each.application_id)).not.toContain(applications[0]!.applicationId)
  })

  it('can be the demo’s file', async () => {
    const content = await readFile('demo/statement-privatbank.csv')
    const outcome = await deposits.importStatement({ file: new File([new Uint8Array(content)], 'demo.csv') }, manager())
    expect(valueOf(outcome).format).toBe('privatbank')
  })
})

async function startedAuction(quantity: number, paid: number): Promise<Application> {
  const application = await applyFor(quantity)
  await record(application, paid)
  await confirm(application)
  await start()
  clock.set(START + MINUTE)
  return application
}

describe('R16.3 a line that pays an invoice', () => {
  const track = () => {
    const { pool } = db
    return createFulfilmentEndpoints({ pool, clock, inspectEvidence: () => Promise.resolve(refuse('file_missing')) })
      .manager
  }
  beforeAll(() =>
    db.pool.query('insert into cms.seller (iban, edrpou) values ($1, $2)', [LOT.depositIban, LOT.depositEdrpou]),
  )

  /** An agreement over 4 560 000.00, half of it in each of two invoices. */
  async function invoiceTwice(companyId = accounts[0]!) {
    const { id, number } = await makeAgreement(db.pool, { companyId, isInForce: true })
    const part = { share: 5_000, from: 'in_force', month: null }
    const parts = [
      { ...part, days: 5 },
      { ...part, days: 10 },
    ]
    const plan = JSON.stringify({ parts, tolerance: 0, penalty: { kind: 'daily', rate: 10 }, shipment: null })
    // As if the lot had said it: the parties of an agreement are append-only.
    await db.pool.query(
      `begin; set local session_replication_role = replica;
       update portal.agreement_parties set plan = '${plan}' where agreement_id = ${id}; commit`,
    )
    const { invoices } = valueOf(await track().issueInvoices({ agreement_id: id, lang: 'uk' }, manager()))
    const { rows } = await db.pool.query<{ edrpou: string }>('select edrpou from cms.companies where id = $1', [
      companyId,
    ])
    const [first = 0, second = 0] = invoices.map((invoice) => invoice.id)
    return { id, number, first, second, edrpou: rows[0]!.edrpou }
  }
  type Invoiced = Awaited<ReturnType<typeof invoiceTwice>>
  const rowFor = ({ edrpou, first }: Invoiced, further: Parameters<typeof row>[1]) =>
    row({ applicationId: 0, edrpou }, { amount: '2280000.00', purpose: invoiceReference(first), ...further })
  const lineFor = async ({ id }: Invoiced) =>
    (await undecidedLines()).findLast(({ invoices, payments }) =>
      [...invoices, ...payments].some((each) => each.agreement_id === id),
    )!
  const count = async ({ id }: Invoiced, line: StatementLine, subject: object = {}) =>
    track().countLineForAgreement({ line_id: line.id, agreement_id: id, ...subject }, manager())
  const read = async ({ id }: Invoiced) =>
    valueOf(await track().fulfilment({ agreement_id: id, lang: 'uk' }, manager()))

  it('is proposed by the reference, the payer and the agreement, and counts once', async () => {
    const invoiced = await invoiceTwice()
    const { id, first, second, number } = invoiced
    expect((await importRows(rowFor(invoiced, {}))).counts).toMatchObject({ new: 1 })
    const line = await lineFor(invoiced)
    expect(line).toMatchObject({
      ...{ reasons: ['reference', 'edrpou'], warnings: [], candidates: [] },
      invoices: [
        { agreement_id: id, invoice_id: first, missing: '2280000.00', reasons: ['reference', 'edrpou'] },
        { agreement_id: id, invoice_id: second, missing: '2280000.00', reasons: ['edrpou'] },
      ],
    })
    const pressed = await Promise.all([1, 2, 3].map(() => count(invoiced, line, { invoice_id: first })))
    expect(pressed.map(codeOf).toSorted()).toEqual(['ok', 'statement_line_decided', 'statement_line_decided'])
    expect(await read(invoiced)).toMatchObject({
      money: { received: '2280000.00', unallocated: '0.00' },
      payments: [{ invoice_id: first, on: '2026-11-24' }],
    })
    // Without a reference: by the agreement's number, and by the payer.
    await importRows(rowFor(invoiced, { payer: '', purpose: `Оплата за договором №${number}.` }))
    expect(await lineFor(invoiced)).toMatchObject({
      invoices: [{ invoice_id: second, reasons: ['agreement_in_purpose'] }],
      warnings: ['payer_without_code', 'maybe_counted'],
    })
    await importRows(rowFor(invoiced, { purpose: 'Оплата', amount: '100.00' }))
    expect(await lineFor(invoiced)).toMatchObject({ invoices: [{ invoice_id: second, reasons: ['edrpou'] }] })
  })

  it('is proposed by the number of the invoice that its payer writes, before what is due sooner', async () => {
    const invoiced = await invoiceTwice()
    const { first, second } = invoiced
    const { invoices } = await read(invoiced)
    const purposeOf = (number = '') => `Оплата за рахунком №${number}, від 24.11.2026`
    await importRows(rowFor(invoiced, { purpose: purposeOf(invoices[1]?.number) }))
    expect(await lineFor(invoiced)).toMatchObject({
      ...{ reasons: ['edrpou', 'invoice_in_purpose'], warnings: [] },
      invoices: [
        { invoice_id: second, reasons: ['edrpou', 'invoice_in_purpose'] },
        { invoice_id: first, reasons: ['edrpou'] },
      ],
    })
    // Claims have numbers of their own, so that one of an invoice may be a claim's, too.
    await passDays(db.pool, invoiced.id, 30)
    const about = { agreement_id: invoiced.id, invoice_id: first, lang: 'uk' as const }
    const proposed = (await read(invoiced)).invoices[0]?.penalty?.amount ?? ''
    const claimed = valueOf(await track().claimPenalty({ ...about, proposed, amount: proposed }, manager()))
    const claim = claimed.invoices.find(({ type }) => type === 'penalty')
    await db.pool.query(
      `begin; set local session_replication_role = replica;
       update portal.fulfilment_facts set body = body || '{"number": "${invoices[1]?.number}"}' where id = ${claim?.id}; commit`,
    )
    expect(await lineFor(invoiced)).toMatchObject({
      warnings: ['ambiguous'],
      invoices: [
        { invoice_id: second, is_claim: false },
        { invoice_id: claim?.id, is_claim: true },
        { invoice_id: first, reasons: ['edrpou'] },
      ],
    })
  })

  it('is known in another file by the agreement that it was counted for', async () => {
    const invoiced = await invoiceTwice()
    const content = rowFor(invoiced, {})
    await importRows(content)
    const line = await lineFor(invoiced)
    await count(invoiced, line, { invoice_id: invoiced.first })
    expect((await importRows(content)).passed_over).toMatchObject([
      { verdict: 'known', repeats: { state: 'counted', agreement_numbers: [invoiced.number], auction_numbers: [] } },
    ])
  })

  it('flags another payer, a kopeck short, a second payment, and a million too much, which stays unallocated', async () => {
    const invoiced = await invoiceTwice()
    await importRows(rowFor(invoiced, { payer: '99999999', amount: '2279999.99' }))
    const short = await lineFor(invoiced)
    expect(short).toMatchObject({ warnings: ['other_payer'] })
    expect(codeOf(await count(invoiced, short, { invoice_id: invoiced.first }))).toBe('ok')
    expect(await read(invoiced)).toMatchObject({ invoices: [{ missing: '0.01' }, { missing: '2280000.00' }] })
    await importRows(rowFor(invoiced, { amount: '3280000.01' }))
    const much = await lineFor(invoiced)
    expect(much.warnings).toContain('more_than_missing')
    expect(codeOf(await count(invoiced, much, { invoice_id: invoiced.first }))).toBe('ok')
    expect(await read(invoiced)).toMatchObject({ money: { missing: '0.00', unallocated: '1000000.00' } })
    // Paid again: the invoice that the reference names lacks nothing.
    await importRows(rowFor(invoiced, {}))
    expect(await lineFor(invoiced)).toMatchObject({
      invoices: [{ invoice_id: invoiced.first, missing: '0.00' }],
      warnings: ['more_than_missing'],
    })
  })

  it('may be split over two invoices, which make no more than its sum', async () => {
    const invoiced = await invoiceTwice()
    const { first, second } = invoiced
    await importRows(rowFor(invoiced, { amount: '3000000.00' }))
    const line = await lineFor(invoiced)
    expect(await count(invoiced, line, { invoice_id: first, amount: '3000000.01' })).toMatchObject({
      refusal: { code: 'statement_part_too_large', extensions: { maximum: '3000000.00' } },
    })
    expect(codeOf(await count(invoiced, line, { invoice_id: first, amount: '2280000.00' }))).toBe('ok')
    expect(codeOf(await count(invoiced, line, { invoice_id: first, amount: '1.00' }))).toBe('statement_line_decided')
    expect(await lineFor(invoiced)).toMatchObject({
      remaining: '720000.00',
      parts: [{ application_id: null, agreement_number: invoiced.number, subject_id: first, amount: '2280000.00' }],
    })
    expect(codeOf(await count(invoiced, line, { invoice_id: second }))).toBe('ok')
    expect(await read(invoiced)).toMatchObject({ invoices: [{ missing: '0.00' }, { missing: '1560000.00' }] })
    expect((await undecidedLines()).map(({ id }) => id)).not.toContain(line.id)
  })

  it('counts no more than it has, if two people count it for a deposit and an invoice at once', async () => {
    const application = await applyFor(300)
    const invoiced = await invoiceTwice()
    const purpose = `${paymentReference(application.applicationId)} ${invoiceReference(invoiced.first)}`
    await importRows(rowFor(invoiced, { amount: '150000.00', purpose }))
    const line = await lineFor(invoiced)
    expect(line).toMatchObject({ candidates: [{ application_id: application.applicationId }] })
    expect(line.warnings).toContain('several_references')
    const amount = '100000.00'
    const pressed = await Promise.all([
      deposits.countLine({ line_id: line.id, application_id: application.applicationId, amount }, manager()),
      count(invoiced, line, { invoice_id: invoiced.first, amount }),
    ])
    expect(pressed.map(codeOf).toSorted()).toEqual(['ok', 'statement_part_too_large'])
    const { rows } = await db.pool.query(
      'select sum(amount)::text as counted from portal.line_parts where line_id = $1',
      [line.id],
    )
    expect(rows).toEqual([{ counted: '10000000' }])
  })

  it('of a reversal takes back the payment that is named', async () => {
    const invoiced = await invoiceTwice()
    await importRows(rowFor(invoiced, {}))
    await count(invoiced, await lineFor(invoiced), { invoice_id: invoiced.first })
    const [payment] = (await read(invoiced)).payments
    await importRows(rowFor(invoiced, { amount: '-2280000.01', purpose: `Сторно ${invoiceReference(invoiced.first)}` }))
    const line = await lineFor(invoiced)
    expect(line).toMatchObject({
      ...{ kind: 'reversal', invoices: [] },
      payments: [{ payment_id: payment?.id, on: '2026-11-24', left: '2280000.00' }],
    })
    expect(codeOf(await count(invoiced, line, { invoice_id: invoiced.first }))).toBe('payment_not_found')
    expect(await count(invoiced, line, { payment_id: payment?.id })).toMatchObject({
      refusal: { code: 'reversal_too_large', extensions: { maximum: '2280000.00' } },
    })
    const reversed = await count(invoiced, line, { payment_id: payment?.id, amount: '2280000.00' })
    expect(codeOf(reversed)).toBe('ok')
    expect(await read(invoiced)).toMatchObject({
      money: { received: '0.00' },
      payments: [{ reversed: '2280000.00' }],
      invoices: [{ missing: '2280000.00' }, { missing: '2280000.00' }],
    })
  })

  it('is refused for a cancelled invoice, a line that was set aside, and what does not exist', async () => {
    const invoiced = await invoiceTwice()
    const { id, first } = invoiced
    await importRows(rowFor(invoiced, {}))
    const line = await lineFor(invoiced)
    const cancelled = { agreement_id: id, invoice_id: first, reason: 'Wrong', lang: 'uk' as const }
    expect(codeOf(await track().cancelInvoice(cancelled, manager()))).toBe('ok')
    expect((await lineFor(invoiced)).invoices.map((each) => each.invoice_id)).not.toContain(first)
    expect(codeOf(await count(invoiced, line, { invoice_id: first }))).toBe('invoice_cancelled')
    expect(codeOf(await count(invoiced, line, { invoice_id: 99_999_999 }))).toBe('invoice_not_found')
    expect(codeOf(await count(invoiced, { ...line, id: 99_999_999 }))).toBe('not_found')
    await deposits.dismissLine({ line_id: line.id }, manager())
    expect(codeOf(await count(invoiced, line))).toBe('statement_line_decided')
  })

  it('documents a payment: it is not deleted with the lines that were set aside', async () => {
    const invoiced = await invoiceTwice()
    await importRows(rowFor(invoiced, {}))
    const line = await lineFor(invoiced)
    await count(invoiced, line, { invoice_id: invoiced.first, amount: '1.00' })
    await deposits.dismissLine({ line_id: line.id }, manager())
    await removeExpired({ pool: db.pool, clock: fixedClock(clock.now() + 400 * 24 * 60 * MINUTE) })
    const { rowCount } = await db.pool.query('select from portal.statement_lines where id = $1', [line.id])
    expect(rowCount).toBe(1)
  })
})

describe('R11.3 a bid', () => {
  const bid = ({ auctionId, companyId }: Application, quantity: number, price = 14_510) =>
    placeBid(server, { auctionId, companyId, at: clock.now() }, { price, quantity })

  it('above the covered quantity is refused with that quantity, until more is paid', async () => {
    const application = await startedAuction(300, 150_000)
    expect(await bid(application, 350)).toMatchObject({
      refusal: { code: 'deposit_insufficient', extensions: { maximum: '340.000' } },
    })
    expect(await bid(application, 340)).toMatchObject({
      ok: true,
      answer: { data: { limits: { covered_quantity: '340.000' } } },
    })
    await record(application, 67_500, '150000.00')
    expect(await bid(application, 500, 14_520)).toMatchObject({ ok: true })
  })

  it('and concurrent payments are decided in sequence, and the protocol is valid', async () => {
    const application = await startedAuction(300, 130_500)
    const outcomes = await Promise.all([
      bid(application, 310),
      record(application, 87_000, '130500.00'),
      bid(application, 310, 14_520),
    ])
    expect(codeOf(outcomes[1])).toBe('ok')
    for (const outcome of [outcomes[0], outcomes[2]]) expect(['ok', 'deposit_insufficient']).toContain(codeOf(outcome))
    clock.set(END + 60 * MINUTE)
    await server.scheduler.tick()
    await server.endpoints.manager.confirmWinners({ auction_id: application.auctionId }, manager())
    await server.endpoints.manager.complete({ auction_id: application.auctionId }, manager())
    const { rows } = await db.pool.query<{ body: string }>(
      'select body from portal.auction_log where auction_id = $1 order by seq',
      [application.auctionId],
    )
    const bodies = rows.map(({ body }) => body)
    expect(protocolOf(bodies).auction.state).toBe('completed')
    const rewritten = bodies.map((body) => body.replace('"received":"130500.00"', '"received":"130400.00"'))
    expect(problemsOf({ entries: rewritten.map((body) => ({ body })) })).not.toEqual([])
    expect(() => protocolOf(rewritten)).toThrow(/deposit/)
  })
})

describe('R11.3 an automatic order', () => {
  const leaveOrder = ({ auctionId, companyId }: Application, quantity: string) =>
    Promise.resolve(
      server.endpoints.bids.leaveAutomatic(
        { auction_id: auctionId, ceiling: '14900.00', quantity, minimum_quantity: '10.000' },
        callBy(buyer(companyId), clock.now(), randomUUID()),
      ),
    )

  it('bids for no more than the deposit covers, even if the bank has reversed it since', async () => {
    const lot = aLot({ ...LOT, automaticBids: true })
    const own = await applyFor(300, { lot })
    const rival = await applyFor(300, { auctionId: own.auctionId, companyId: accounts[1]! })
    for (const each of [own, rival]) {
      await record(each, 130_500)
      await confirm(each)
    }
    await start()
    clock.set(START + MINUTE)
    const outbid = (price: number) =>
      placeBid(
        server,
        { auctionId: own.auctionId, companyId: rival.companyId, at: clock.now() },
        { price, quantity: 300 },
      )
    const ownBids = async () =>
      (await bidsOf(db.pool, own.auctionId))
        .filter(({ company_id, automatic }) => company_id === own.companyId && automatic)
        .map(({ price }) => price)

    expect(await leaveOrder(own, '310.000')).toMatchObject({
      refusal: { code: 'deposit_insufficient', extensions: { maximum: '300.000' } },
    })
    expect(codeOf(await leaveOrder(own, '300.000'))).toBe('ok')
    await outbid(14_510)
    expect(await ownBids()).toEqual([uah(14_520)])

    expect(codeOf(await record(own, 87_000, '130500.00', true))).toBe('ok')
    await outbid(14_530)
    expect(await ownBids()).toEqual([uah(14_520)])

    expect(codeOf(await record(own, 87_000, '43500.00'))).toBe('ok')
    await outbid(14_540)
    expect(await ownBids()).toEqual([uah(14_520), uah(14_550)])
    await server.endpoints.manager.cancelAuction(
      { auction_id: own.auctionId, reason: 'Аварія на установці' },
      manager(),
    )
    const { rows } = await db.pool.query<{ body: string }>(
      'select body from portal.auction_log where auction_id = $1 order by seq',
      [own.auctionId],
    )
    expect(() => replayRecord(rows.map(({ body }) => body))).not.toThrow()
  })
})

describe('R11.4 a settlement', () => {
  const settle = (
    { applicationId }: Application,
    kind: 'returned' | 'applied' | 'kept',
    received: string,
    reason?: string,
  ) =>
    deposits.settleDeposit(
      {
        application_id: applicationId,
        kind,
        reason,
        received,
        file: kind === 'kept' ? new File(['x'], 'a.pdf') : undefined,
      },
      manager(),
    )

  it('is refused while the deposit is needed, and due after a withdrawal', async () => {
    const application = await applyFor(300)
    await record(application, 130_500)
    expect(codeOf(await settle(application, 'returned', '130500.00'))).toBe('deposit_held')
    await server.endpoints.auctions.withdraw(
      { auction_id: application.auctionId },
      callBy(buyer(application.companyId), clock.now()),
    )
    expect(await boardRow(application)).toMatchObject({ state: 'to_return', return_by: expect.any(String) })
    // The payer's account is deleted with the company's data.
    expect(await blockersOf(db.pool, application.companyId)).toEqual(['deposit_held'])
    const outcomes = await Promise.all([
      settle(application, 'returned', '130500.00'),
      settle(application, 'kept', '130500.00', 'No reason'),
    ])
    expect(outcomes.map(codeOf).toSorted()).toEqual(['deposit_held', 'ok'])
    expect(await boardRow(application)).toMatchObject({ balance: '0.00' })
    expect(await blockersOf(db.pool, application.companyId)).toEqual([])
  })

  it('goes back to the account from which it was paid, as the file for the bank says', async () => {
    const application = await applyFor(300)
    await importRows(row(application))
    const line = await lineOf(application)
    await deposits.countLine({ line_id: line.id, application_id: application.applicationId }, manager())
    const call = callBy(buyer(application.companyId), clock.now())
    await server.endpoints.auctions.withdraw({ auction_id: application.auctionId }, call)
    const returns = await readReturns(db.pool)
    expect(returns.find(({ id }) => id === `DEPOSIT-${application.applicationId}`)).toMatchObject({
      from: { iban: LOT.depositIban },
      to: { iban: 'UA883006140000026006500211904', edrpou: application.edrpou },
      amount: 13_050_000n,
      purpose: expect.stringContaining(paymentReference(application.applicationId)),
    })
  })

  it('sets the winner’s deposit against the agreement, and returns the loser’s', async () => {
    const winner = await applyFor(500)
    const loser = await applyFor(500, { auctionId: winner.auctionId, companyId: accounts[1]! })
    for (const each of [winner, loser]) {
      await record(each, 217_500)
      await confirm(each)
    }
    await start()
    clock.set(CLOSE)
    await server.scheduler.tick()
    expect(await boardRow(winner)).toMatchObject({ state: 'received' })
    await server.endpoints.manager.confirmWinners({ auction_id: winner.auctionId }, manager())
    await server.endpoints.manager.complete({ auction_id: winner.auctionId }, manager())
    expect(await boardRow(winner)).toMatchObject({ state: 'to_apply' })
    expect(await boardRow(loser)).toMatchObject({ state: 'to_return' })
    expect(codeOf(await settle(loser, 'applied', '217500.00'))).toBe('deposit_held')
    expect(codeOf(await settle(loser, 'returned', '1.00'))).toBe('deposit_changed')
    expect(counted).toEqual([])
    expect(codeOf(await settle(winner, 'applied', '217500.00'))).toBe('ok')
    expect(counted).toMatchObject([{ auctionId: winner.auctionId, companyId: winner.companyId }])
    expect(await own(winner)).toMatchObject({
      state: 'applied',
      settlements: [{ kind: 'applied', amount: '217500.00' }],
    })
    await server.makeAgreements(winner.auctionId)
    expect(server.agreements.at(-1)).toMatchObject({ deposit: '217500.00' })
  })

  it('appears in the list if the filter has no state', async () => {
    const { applicationId, auctionId } = await applyFor(300)
    const { list } = valueOf(await deposits.deposits({ lang: 'uk', auction_id: auctionId, states: [] }, manager()))
    expect(list.map((deposit) => deposit.application_id)).toEqual([applicationId])
  })

  it('is left out of the list and noted for the dashboard if the record lacks its application; the others are shown', async () => {
    const { applicationId, auctionId } = await applyFor(300)
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at)
       values ($1, $2, '00000000', 2, '', now()) returning id`,
      [auctionId, accounts[1]],
    )
    const board = async () => valueOf(await deposits.deposits({ lang: 'uk', auction_id: auctionId }, manager()))
    const { list, counts } = await board()
    expect(list.map((deposit) => deposit.application_id)).toEqual([applicationId])
    expect(counts.expected).toBe(2)
    expect(faults.list()).toEqual([
      expect.objectContaining({ id: auctionId, fault: expect.stringContaining(`deposit ${rows[0]!.id}`) }),
    ])
  })

  it('cannot change or delete payments in the database', async () => {
    const application = await applyFor(300)
    await record(application, 1)
    await expect(db.pool.query('update portal.deposit_payments set amount = 2')).rejects.toThrow(/append-only/)
    await expect(db.pool.query('delete from portal.deposit_payments')).rejects.toThrow(/append-only/)
  })
})
