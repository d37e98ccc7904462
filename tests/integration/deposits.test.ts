import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ImportedStatement, ManagedDeposit, StatementLine } from '@/lib/contract/deposits'
import { paymentReference } from '@/lib/domain/deposit'
import { boardHandlers } from '@/lib/server/deposits/board'
import { depositHandlers, ownDepositHandlers } from '@/lib/server/deposits/deposits'
import { statementHandlers } from '@/lib/server/deposits/statements'
import { inspector } from '@/lib/server/documents/files'
import { problemsOf } from '@/lib/server/events/check'
import { protocolOf } from '@/lib/server/events/protocol'
import { replayRecord } from '@/lib/server/events/replay'
import { answer, type Outcome } from '@/lib/server/http/handler'
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
import { bidsOf } from '@/tests/support/auction-record'
import { aLot, DEPOSIT_OF_3_PERCENT, END, MINUTE, START, uah } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const BEFORE = START - 30 * MINUTE
const LOT = aLot({ ...DEPOSIT_OF_3_PERCENT, startingPrice: uah(14_500) })
const clock = fixedClock(BEFORE)
let db: TestDatabase
let server: Server
let deposits: ReturnType<typeof composed>
let accounts: number[]

function composed() {
  const { pool } = db
  const { streams } = server
  return {
    ...ownDepositHandlers({ pool, streams }),
    ...depositHandlers({
      ...server.writing,
      inspectEvidence: async () =>
        answer(async (client) => {
          const { rows } = await client.query<{ id: string }>(
            `insert into portal.files (kind, name, media_type, bytes, sha256) values ('deposit', 'a.pdf', 'application/pdf', 1, sha256('x')) returning id::text`,
          )
          return answer({ id: rows[0]!.id, sha256: 'ab' })
        }),
    }),
    ...statementHandlers({ pool, clock, streams }),
    ...boardHandlers({ pool, streams }),
  }
}

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
  deposits = composed()
})
afterAll(async () => {
  inspector.stop()
  await server.close()
  await db.close()
})
beforeEach(async () => {
  clock.set(BEFORE)
  accounts = await registerBuyers(db.pool, 2)
  await uploadDocuments(db.pool, accounts)
})

const manager = () => managerCall(clock.now())

interface Applied {
  auctionId: number
  accountId: number
  applicationId: number
  edrpou: string
}

async function applyFor(
  quantity: number,
  { lot = LOT, auctionId = 0, accountId = accounts[0]! } = {},
): Promise<Applied> {
  const id = auctionId || (await publishLot(db.pool, lot))
  const applied = await apply(server, { auctionId: id, accountId, at: clock.now() }, { price: 14_500, quantity })
  if (!applied.ok) throw new Error(applied.refusal.code)
  const { rows } = await db.pool.query<{ id: number; edrpou: string }>(
    'select id, edrpou from portal.applications where auction_id = $1 and account_id = $2',
    [id, accountId],
  )
  return { auctionId: id, accountId, applicationId: rows[0]!.id, edrpou: rows[0]!.edrpou }
}

const record = ({ applicationId }: Applied, amount: number, received = '0.00', reversal = false) =>
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
const confirm = ({ applicationId }: Applied, insistence?: string) =>
  server.endpoints.manager.confirmApplication({ application_id: applicationId, insistence }, manager())
const own = async ({ auctionId, accountId }: Applied) => {
  const outcome = await deposits.own({ auction_id: auctionId }, callBy(buyer(accountId), clock.now()))
  return valueOf(outcome)
}
const boardRow = async ({ applicationId, auctionId }: Applied): Promise<ManagedDeposit> => {
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
  { applicationId, edrpou }: Pick<Applied, 'applicationId' | 'edrpou'>,
  {
    amount = '130500.00',
    currency = 'UAH',
    purpose = `Депозит, ${paymentReference(applicationId)}`,
    payer = edrpou,
  } = {},
): string {
  documentNumber += 1
  return `37027819;305299;${LOT.depositIban};${currency};${documentNumber};24.11.2026;300614;Банк;UA883006140000026006500211904;${payer};ТОВ;${amount};${purpose};`
}

async function imported(...rows: string[]): Promise<ImportedStatement> {
  const file = new File([[HEAD, ...rows].join('\n')], 'statement.csv')
  return valueOf(await deposits.importStatement({ file }, manager()))
}

async function waiting(): Promise<StatementLine[]> {
  return valueOf(await deposits.statementLines({ limit: 100 }, manager())).list
}
const lineOf = async ({ applicationId }: Applied) =>
  (await waiting()).findLast(({ candidates }) => candidates.some((each) => each.application_id === applicationId))!

describe('R11.1 the applicant', () => {
  it('sees the sum, the account and the reference, and gets a letter about them', async () => {
    const applied = await applyFor(300)
    expect(await own(applied)).toMatchObject({
      state: 'expected',
      rate: '3.00',
      required: '130500.00',
      missing: '130500.00',
      covered_quantity: '0.000',
      covers: false,
      reference: paymentReference(applied.applicationId),
      account: { iban: LOT.depositIban, edrpou: LOT.depositEdrpou },
      payment: { url: expect.stringContaining('https://bank.gov.ua/qr/') },
    })
    const { rows } = await db.pool.query(
      `select kind, payload, next_attempt_at > now() as later from portal.outbox where account_id = $1 order by id`,
      [applied.accountId],
    )
    expect(rows).toEqual([{ kind: 'deposit_due', payload: { auction_id: applied.auctionId }, later: false }])
  })

  it('is reminded a day before the deadline, if that is in the future', async () => {
    const startsAt = START + 7 * 24 * 60 * MINUTE
    const times = {
      applicationDeadline: startsAt,
      startsAt,
      endsAt: startsAt + 60 * MINUTE,
      hardEndAt: startsAt + 90 * MINUTE,
    }
    const applied = await applyFor(300, { lot: { ...LOT, ...times, depositDeadline: startsAt } })
    const { rows } = await db.pool.query(
      `select next_attempt_at from portal.outbox where account_id = $1 and kind = 'deposit_reminder'`,
      [applied.accountId],
    )
    expect(rows).toEqual([{ next_attempt_at: new Date(startsAt - 24 * 60 * MINUTE) }])
  })

  it('pays nothing if the lot requires no deposit', async () => {
    expect(await own(await applyFor(300, { lot: aLot({ startingPrice: uah(14_500) }) }))).toBeNull()
  })
})

describe('R11.2 a payment', () => {
  it('is recorded by a manager, and the application can be confirmed once it covers the quantity', async () => {
    const applied = await applyFor(300)
    expect(codeOf(await confirm(applied))).toBe('deposit_not_covering')
    expect(codeOf(await record(applied, 130_499.99))).toBe('ok')
    expect(codeOf(await confirm(applied))).toBe('deposit_not_covering')
    expect(codeOf(await record(applied, 0.01, '130499.99'))).toBe('ok')
    expect(await boardRow(applied)).toMatchObject({ state: 'received', received: '130500.00', covers: true })
    // The confirmation is recorded; only the answer cannot be read here, because the view of applications is a stub.
    expect(codeOf(await confirm(applied))).toBe('application_not_found')
    expect(await own(applied)).toMatchObject({ covers: true, covered_quantity: '300.000', payment: null })
  })

  it('does not reveal the quantity before the start (R2.3)', async () => {
    const applied = await applyFor(300)
    await confirm(applied, 'A bank guarantee')
    expect(await boardRow(applied)).toMatchObject({ required: null, covered_quantity: '0.000', covers: true })
    await start()
    expect(await boardRow(applied)).toMatchObject({ required: '130500.00', covered_quantity: '300.000' })
  })

  it('is refused if it changed meanwhile, and cannot be reversed beyond its sum', async () => {
    const applied = await applyFor(300)
    await record(applied, 100)
    expect(codeOf(await record(applied, 100))).toBe('deposit_changed')
    expect(codeOf(await record(applied, 200, '100.00', true))).toBe('deposit_exceeded')
    expect(codeOf(await record(applied, 100, '100.00', true))).toBe('ok')
    expect(await boardRow(applied)).toMatchObject({ state: 'expected', received: '0.00' })
  })

  it('counts once if two managers record it concurrently', async () => {
    const applied = await applyFor(300)
    const outcomes = await Promise.all([record(applied, 100), record(applied, 100)])
    expect(outcomes.map(codeOf).toSorted()).toEqual(['deposit_changed', 'ok'])
    expect(await boardRow(applied)).toMatchObject({ received: '100.00' })
  })

  it('may be waived with a recorded reason that does not identify a company', async () => {
    const applied = await applyFor(300)
    await db.pool.query(`update cms.companies set company_name = 'Конденсатпром' where id = $1`, [applied.accountId])
    expect(codeOf(await confirm(applied, 'Конденсатпром платить завжди'))).toBe('reason_names_bidder')
    await confirm(applied, 'A bank guarantee')
    const { rows } = await db.pool.query(
      `select body::jsonb ->> 'deposit_waiver' as waiver from portal.auction_log where auction_id = $1 and kind = 'application_confirmed'`,
      [applied.auctionId],
    )
    expect(rows).toEqual([{ waiver: 'A bank guarantee' }])
  })
})

describe('a bank statement', () => {
  it('counts once, after review', async () => {
    const applied = await applyFor(300)
    expect((await imported(row(applied))).counts).toMatchObject({ new: 1, known: 0 })
    expect(await boardRow(applied)).toMatchObject({ state: 'expected', received: '0.00' })
    const line = await lineOf(applied)
    expect(line).toMatchObject({
      reasons: ['reference', 'edrpou'],
      warnings: [],
      effect: 'covers',
      amount: '130500.00',
    })
    const count = () => deposits.countLine({ line_id: line.id, application_id: applied.applicationId }, manager())
    expect((await Promise.all([count(), count(), count()])).map(codeOf).toSorted()).toEqual([
      'ok',
      'statement_line_decided',
      'statement_line_decided',
    ])
    expect(await boardRow(applied)).toMatchObject({ received: '130500.00', payments: [{ statement: true }] })
    expect(codeOf(await deposits.dismissLine({ line_id: line.id }, manager()))).toBe('statement_line_decided')
  })

  it('counts for one of two applications that managers choose concurrently', async () => {
    const first = await applyFor(300)
    const second = await applyFor(300)
    await imported(row(first, { purpose: 'Депозит' }))
    const line = await lineOf(first)
    expect(line).toMatchObject({ reasons: ['edrpou'], warnings: ['ambiguous'] })
    const outcomes = await Promise.all(
      [first, second].map(async ({ applicationId }) =>
        deposits.countLine({ line_id: line.id, application_id: applicationId }, manager()),
      ),
    )
    expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', 'statement_line_decided'])
  })

  it('stores a line once, whether repeated in a file, in another file or concurrently', async () => {
    const applied = await applyFor(300)
    const one = row(applied)
    const other = row(applied)
    expect((await imported(one, one)).counts).toMatchObject({ new: 1, known: 1 })
    expect((await imported(one)).counts).toMatchObject({ new: 0, known: 1 })
    const both = await Promise.all([imported(one, other), imported(other, one), imported(other)])
    expect(both.reduce((sum, { counts }) => sum + counts.new, 0)).toBe(1)
    const lines = (await waiting()).filter(({ candidates }) => candidates[0]?.application_id === applied.applicationId)
    expect(lines).toHaveLength(2)
  })

  it('does not store lines that are not deposits, and returns the reason for each', async () => {
    const applied = await applyFor(300)
    const { counts, passed_over: passedOver } = await imported(
      row(applied, { amount: '-500.00' }),
      row(applied, { currency: 'EUR' }),
      row({ ...applied, edrpou: '99999999' }, { purpose: 'За газ' }),
      row(applied, { amount: '1.2.3' }),
      row({ ...applied, edrpou: '99999999' }, { purpose: 'Депозит RF00 0000 0001' }),
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
    const applied = await applyFor(300)
    await imported(row(applied, { payer: '99999999' }))
    expect(await lineOf(applied)).toMatchObject({ reasons: ['reference'], warnings: ['other_payer'] })
    await imported(row(applied, { amount: '100.00' }))
    expect(await lineOf(applied)).toMatchObject({ effect: 'partial' })
    await record(applied, 50)
    await imported(row(applied, { amount: '50.00' }))
    expect(await lineOf(applied)).toMatchObject({ warnings: ['maybe_counted'] })
    await imported(row(applied, { amount: '-50.00', purpose: `Сторно ${paymentReference(applied.applicationId)}` }))
    const reversal = await lineOf(applied)
    expect(reversal).toMatchObject({ kind: 'reversal', effect: 'reduces', amount: '50.00' })
    await deposits.countLine({ line_id: reversal.id, application_id: applied.applicationId }, manager())
    expect(await boardRow(applied)).toMatchObject({ received: '0.00' })
    await confirm(applied, 'A bank guarantee')
    await start()
    await imported(row(applied, { amount: '999999.00' }))
    expect(await lineOf(applied)).toMatchObject({ effect: 'more_than_needed' })
  })

  it.each([
    ['an empty file', '', 'file_empty'],
    ['a document', '%PDF-1.7', 'statement_unreadable'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'statement_unreadable'],
    ['a file that is too large', 'x'.repeat(2 * 1024 * 1024 + 1), 'body_too_large'],
  ])('refuses %s', async (_name, content, code) => {
    expect(codeOf(await deposits.importStatement({ file: new File([content], 'x') }, manager()))).toBe(code)
  })

  it('can be the demo’s file', async () => {
    const content = await readFile('demo/statement-privatbank.csv')
    const outcome = await deposits.importStatement({ file: new File([new Uint8Array(content)], 'demo.csv') }, manager())
    expect(valueOf(outcome).format).toBe('privatbank')
  })
})

async function running(quantity: number, paid: number): Promise<Applied> {
  const applied = await applyFor(quantity)
  await record(applied, paid)
  await confirm(applied)
  await start()
  clock.set(START + MINUTE)
  return applied
}

describe('R11.3 a bid', () => {
  const bid = ({ auctionId, accountId }: Applied, quantity: number, price = 14_510) =>
    placeBid(server, { auctionId, accountId, at: clock.now() }, { price, quantity })

  it('above the covered quantity is refused with that quantity, until more is paid', async () => {
    const applied = await running(300, 150_000)
    expect(await bid(applied, 350)).toMatchObject({
      refusal: { code: 'deposit_insufficient', extensions: { maximum: '340.000' } },
    })
    expect(await bid(applied, 340)).toMatchObject({
      ok: true,
      answer: { data: { limits: { covered_quantity: '340.000' } } },
    })
    await record(applied, 67_500, '150000.00')
    expect(await bid(applied, 500, 14_520)).toMatchObject({ ok: true })
  })

  it('and concurrent payments are decided in sequence, and the protocol is valid', async () => {
    const applied = await running(300, 130_500)
    const outcomes = await Promise.all([
      bid(applied, 310),
      record(applied, 87_000, '130500.00'),
      bid(applied, 310, 14_520),
    ])
    expect(codeOf(outcomes[1])).toBe('ok')
    for (const outcome of [outcomes[0], outcomes[2]]) expect(['ok', 'deposit_insufficient']).toContain(codeOf(outcome))
    clock.set(END + 60 * MINUTE)
    await server.scheduler.tick()
    await server.endpoints.manager.confirmWinners({ auction_id: applied.auctionId }, manager())
    await server.endpoints.manager.complete({ auction_id: applied.auctionId }, manager())
    const { rows } = await db.pool.query<{ body: string }>(
      'select body from portal.auction_log where auction_id = $1 order by seq',
      [applied.auctionId],
    )
    const bodies = rows.map(({ body }) => body)
    expect(protocolOf(bodies).auction.state).toBe('completed')
    const rewritten = bodies.map((body) => body.replace('"received":"130500.00"', '"received":"130400.00"'))
    expect(problemsOf({ entries: rewritten.map((body) => ({ body })) })).not.toEqual([])
    expect(() => protocolOf(rewritten)).toThrow(/deposit/)
  })
})

describe('R11.3 an automatic order', () => {
  const leave = ({ auctionId, accountId }: Applied, quantity: string) =>
    Promise.resolve(
      server.endpoints.bids.leaveAutomatic(
        { auction_id: auctionId, ceiling: '14900.00', quantity, minimum_quantity: '10.000' },
        callBy(buyer(accountId), clock.now(), randomUUID()),
      ),
    )

  it('bids for no more than the deposit covers, even if the bank has reversed it since', async () => {
    const lot = aLot({ ...LOT, automaticBids: true })
    const own = await applyFor(300, { lot })
    const rival = await applyFor(300, { auctionId: own.auctionId, accountId: accounts[1]! })
    for (const each of [own, rival]) {
      await record(each, 130_500)
      await confirm(each)
    }
    await start()
    clock.set(START + MINUTE)
    const outbid = (price: number) =>
      placeBid(
        server,
        { auctionId: own.auctionId, accountId: rival.accountId, at: clock.now() },
        { price, quantity: 300 },
      )
    const ownBids = async () =>
      (await bidsOf(db.pool, own.auctionId))
        .filter(({ account_id, automatic }) => account_id === own.accountId && automatic)
        .map(({ price }) => price)

    expect(await leave(own, '310.000')).toMatchObject({
      refusal: { code: 'deposit_insufficient', extensions: { maximum: '300.000' } },
    })
    expect(codeOf(await leave(own, '300.000'))).toBe('ok')
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
    { applicationId }: Applied,
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
    const applied = await applyFor(300)
    await record(applied, 130_500)
    expect(codeOf(await settle(applied, 'returned', '130500.00'))).toBe('deposit_held')
    await server.endpoints.auctions.withdraw(
      { auction_id: applied.auctionId },
      callBy(buyer(applied.accountId), clock.now()),
    )
    expect(await boardRow(applied)).toMatchObject({ state: 'to_return', return_by: expect.any(String) })
    const outcomes = await Promise.all([
      settle(applied, 'returned', '130500.00'),
      settle(applied, 'kept', '130500.00', 'No reason'),
    ])
    expect(outcomes.map(codeOf).toSorted()).toEqual(['deposit_held', 'ok'])
    expect(await boardRow(applied)).toMatchObject({ balance: '0.00' })
  })

  it('sets the winner’s deposit against the agreement, and returns the loser’s', async () => {
    const winner = await applyFor(500)
    const loser = await applyFor(500, { auctionId: winner.auctionId, accountId: accounts[1]! })
    for (const each of [winner, loser]) {
      await record(each, 217_500)
      await confirm(each)
    }
    await start()
    clock.set(END)
    await server.scheduler.tick()
    expect(await boardRow(winner)).toMatchObject({ state: 'received' })
    await server.endpoints.manager.confirmWinners({ auction_id: winner.auctionId }, manager())
    await server.endpoints.manager.complete({ auction_id: winner.auctionId }, manager())
    expect(await boardRow(winner)).toMatchObject({ state: 'to_apply' })
    expect(await boardRow(loser)).toMatchObject({ state: 'to_return' })
    expect(codeOf(await settle(loser, 'applied', '217500.00'))).toBe('deposit_held')
    expect(codeOf(await settle(loser, 'returned', '1.00'))).toBe('deposit_changed')
    expect(codeOf(await settle(winner, 'applied', '217500.00'))).toBe('ok')
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

  it('cannot change or delete payments in the database', async () => {
    const applied = await applyFor(300)
    await record(applied, 1)
    await expect(db.pool.query('update portal.deposit_payments set amount = 2')).rejects.toThrow(/append-only/)
    await expect(db.pool.query('delete from portal.deposit_payments')).rejects.toThrow(/append-only/)
  })
})
