import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ManagedAuction, WinnersBoard } from '@/lib/contract/manager-auctions'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { createAgreementMaker } from '@/lib/server/cms/records'
import { fixedClock } from '@/tests/support/fixed-clock'
import { managerCall, openServer, placeBid, registerBuyers, startAuction } from '@/tests/support/auction-house'
import { END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { bearer, post, startTestPortal, type TestPortal, type Transport } from '@/tests/support/test-portal'

const paper = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const clock = fixedClock(START - 30 * MINUTE)
let test: TestPortal
let manager: string
let accounts: number[]
let db: TestDatabase
const ready: { quantity: number; auctionId: number }[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 3)
  // Before the portal starts, because it would record the ends at the real time.
  for (const quantity of [100, 100, 100, 100, 100, 100, 300])
    ready.push({ quantity, auctionId: await bringToSelection(quantity) })
  test = await startTestPortal({ RATE_LIMITS: 'off' }, db)
  manager = await test.staff('manager')
})
afterAll(() => test.close())

/** An auction in selection; with 300 t each, №1 gets only a partial offer of the 500 t. */
function takeAuction(quantity = 100): number {
  const [next] = ready.splice(
    ready.findIndex((each) => each.quantity === quantity),
    1,
  )
  if (next === undefined) throw new Error(`No auction of ${quantity} t is left`)
  return next.auctionId
}

async function bringToSelection(quantity: number): Promise<number> {
  const server = await openServer(db, clock)
  const auctionId = await startAuction({ server, pool: db.pool, clock, accounts, quantity })
  await db.pool.query(
    `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Газовий конденсат')`,
    [auctionId],
  )
  for (const [index, companyId] of accounts.entries())
    await placeBid(server, { auctionId, companyId, at: clock.now() }, { price: 14_010 + 10 * index, quantity })
  clock.set(END + MINUTE)
  await server.scheduler.tick()
  await server.close()
  return auctionId
}

async function disqualify(auctionId: number, reason: string): Promise<{ status: number; code?: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ auction_id: String(auctionId), participant: '3', reason }))
    form.append(name, value)
  form.append('file', new File([paper], 'Акт.pdf'))
  const response = await fetch(`${test.origin}/api/manager/winners/disqualify`, {
    method: 'POST',
    body: form,
    headers: bearer(manager),
  })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code }
}

async function disqualificationHashes(): Promise<string[]> {
  const { rows } = await test.db.pool.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from portal.files where kind = 'disqualification' order by id`,
  )
  return rows.map(({ sha256 }) => sha256)
}

async function withFailingInserts<T>(table: string, when: string, work: () => Promise<T>): Promise<T> {
  await test.db.pool
    .query(`create function portal.break() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
    create trigger broken before insert on ${table} for each row when (${when}) execute function portal.break()`)
  try {
    return await work()
  } finally {
    await test.db.pool.query('drop function portal.break() cascade')
  }
}

describe('a disqualification', () => {
  it('stores its file once, in the transaction of the decision', async () => {
    const auctionId = takeAuction()
    const reason = 'Ліцензію учасника № 3 анульовано'
    expect(
      await withFailingInserts('portal.selection_decisions', `new.kind = 'winner_disqualified'`, () =>
        disqualify(auctionId, reason),
      ),
    ).toMatchObject({ status: 500 })
    expect(await disqualificationHashes()).toEqual([])
    expect(await disqualify(auctionId, reason)).toMatchObject({ status: 200 })
    const sha256 = createHash('sha256').update(paper).digest('hex')
    expect(await disqualificationHashes()).toEqual([sha256])
    const { rows } = await test.db.pool.query<{ body: string }>(
      `select body from portal.auction_log where auction_id = $1 and kind = 'winner_disqualified'`,
      [auctionId],
    )
    expect(JSON.parse(rows[0]!.body)).toMatchObject({ participant: 3, reason, file_sha256: sha256 })
    expect(await disqualify(auctionId, reason)).toMatchObject({ status: 409, code: 'not_a_winner' })
    expect(await disqualificationHashes()).toHaveLength(1)
    const over: Transport = (path, init) => fetch(`${test.origin}${path}`, init)
    const board = await post(over, '/api/manager/winners/list', { auction_id: auctionId }, bearer(manager))
    const { data } = (await board.json()) as { data: WinnersBoard }
    const file = data.list.find(({ participant }) => participant === 3)?.file
    expect(file).toMatchObject({ name: 'Акт.pdf', media_type: 'application/pdf' })
    expect(data.list.filter(({ participant }) => participant !== 3).map((row) => row.file)).toEqual([null, null])
    expect((await over(file!.url, { headers: bearer(manager) })).status).toBe(200)
    const bidder = bearer(await test.signIn(accounts[2]!))
    expect((await over(file!.url, { headers: bidder })).status).toBe(404)
  })

  it('is refused if its reason, which is public, names a bidder (R8.3)', async () => {
    const auctionId = takeAuction()
    const before = await disqualificationHashes()
    expect(await disqualify(auctionId, 'ТОВ «Company 3» не надало ліцензії')).toEqual({
      status: 422,
      code: 'reason_names_bidder',
    })
    expect(await disqualificationHashes()).toEqual(before)
  })
})

describe('confirming winners', () => {
  it('waits for the conditional winner’s answer (R7.3)', async () => {
    const auctionId = takeAuction(300)
    const confirm = await fetch(`${test.origin}/api/manager/winners/confirm`, {
      method: 'POST',
      body: JSON.stringify({ auction_id: auctionId }),
      headers: { 'content-type': 'application/json', ...bearer(manager) },
    })
    expect([confirm.status, ((await confirm.json()) as { code: string }).code]).toEqual([409, 'partial_pending'])
    const { rows } = await test.db.pool.query(
      `select from portal.outbox where kind = 'winner_confirmed' and (payload ->> 'auction_id')::int = $1`,
      [auctionId],
    )
    expect(rows).toHaveLength(0)
  })

  it('is refused if the allocation has changed since it was read, like completing', async () => {
    const auctionId = takeAuction()
    const over: Transport = (path, init) => fetch(`${test.origin}${path}`, init)
    async function call(step: 'list' | 'confirm' | 'complete', version?: string) {
      const response = await post(
        over,
        `/api/manager/winners/${step}`,
        { auction_id: auctionId, version },
        bearer(manager),
      )
      const { code, data } = (await response.json()) as { code?: string; data?: WinnersBoard }
      return { status: response.status, code, board: data }
    }
    const version = (await call('list')).board?.version
    expect(await disqualify(auctionId, 'Ліцензію учасника № 3 анульовано')).toMatchObject({ status: 200 })
    expect(await call('confirm', version)).toMatchObject({ status: 409, code: 'winners_changed' })
    const { board } = await call('list')
    expect(board).toMatchObject({ confirmed: false })
    // Confirming does not change the version, so it can be repeated.
    expect([await call('confirm', board?.version), await call('confirm', board?.version)]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect(await call('complete', version)).toMatchObject({ status: 409, code: 'winners_changed' })
    expect(await call('complete', board?.version)).toMatchObject({ status: 200 })
  })

  it('waits until a winner deactivated after the end is disqualified (R2.7)', async () => {
    const auctionId = takeAuction()
    const company_id = accounts[2]
    const over: Transport = (path, init) => fetch(`${test.origin}${path}`, init)
    async function call<Data = WinnersBoard>(path: string, body: object) {
      const response = await post(over, `/api/manager/${path}`, body, bearer(manager))
      const { code, data } = (await response.json()) as { code?: string; data?: Data }
      return { status: response.status, code, data }
    }
    expect(await call('accounts/deactivate', { company_id, reason: 'Debts' })).toMatchObject({ status: 200 })
    try {
      const { data: board } = await call('winners/list', { auction_id: auctionId })
      expect(board?.blockers).toEqual(['winner_deactivated', 'winners_not_confirmed'])
      expect(board?.list.map((row) => [row.participant, row.status, row.account_deactivated])).toEqual([
        [3, 'winner', true],
        [2, 'winner', false],
        [1, 'winner', false],
      ])
      const sheet = await post(
        over,
        '/api/manager/export/winners',
        { auction_id: auctionId, lang: 'en' },
        bearer(manager),
      )
      const parts = unzipSync(new Uint8Array(await sheet.arrayBuffer()))
      expect(
        Object.values(parts)
          .map((part) => strFromU8(part))
          .join(),
      ).toContain('Winner, company deactivated')
      for (const step of ['confirm', 'complete'])
        expect(await call(`winners/${step}`, { auction_id: auctionId })).toMatchObject({
          status: 409,
          code: 'winner_deactivated',
        })
      expect(await disqualify(auctionId, 'Обліковий запис учасника № 3 деактивовано')).toMatchObject({ status: 200 })
      expect(await call('winners/confirm', { auction_id: auctionId })).toMatchObject({
        status: 200,
        data: { confirmed: true, blockers: [] },
      })
      const waiting = async () => {
        const { data } = await call<{ list: ManagedAuction[] }>('auctions/list', { lang: 'en', states: ['selection'] })
        return data?.list.find(({ id }) => id === auctionId)?.waiting
      }
      expect(await waiting()).toMatchObject({ winners: false, completion: true })
      await call('accounts/deactivate', { company_id: accounts[1], reason: 'Debts' })
      expect(await waiting()).toMatchObject({ winners: true, completion: false })
    } finally {
      for (const id of [company_id, accounts[1]]) await call('accounts/reactivate', { company_id: id, reason: 'Paid' })
    }
  })
})

describe('agreements', () => {
  it('contain the numbers and the title of the record, not those of the back office (R8.1)', async () => {
    const auctionId = takeAuction()
    const { pool } = test.db
    const { rows: invented } = await pool.query<{ id: number }>(
      `insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, deposit, status)
       values ('999/9', $1, $2, '1.000', '2.00', '2.00', '13.00', 'archived') returning id`,
      [accounts[2], auctionId],
    )
    await pool.query(
      `insert into cms.agreements_locales (_parent_id, _locale, name, product)
       select $1, language, 'Договір № 999/9', 'Інше' from unnest(enum_range(null::cms._locales)) language`,
      [invented[0]?.id],
    )
    const { getCms } = await import('@/lib/server/cms/cms')
    const server = await openServer(test.db, clock, { createAgreements: createAgreementMaker(getCms) })
    try {
      for (const step of ['confirmWinners', 'complete'] as const)
        await server.endpoints.manager[step]({ auction_id: auctionId }, managerCall(clock.now()))
      await pool.query(`update cms.auctions_locales set title = 'Renamed' where _parent_id = $1`, [auctionId])
      await server.makeAgreements(auctionId)
    } finally {
      await server.close()
    }
    const { rows: products } = await pool.query(
      `select distinct text.product from cms.agreements agreement join cms.agreements_locales text on text._parent_id = agreement.id
       where agreement.auction_id = $1`,
      [auctionId],
    )
    expect(products).toEqual([{ product: 'Газовий конденсат' }])
    const { rows } = await pool.query(
      `select agreement.number = auction.number || '/3' as numbered, quantity, price, sum, deposit, status::text,
         (select array_agg(distinct text.name like '%' || agreement.number) from cms.agreements_locales text where text._parent_id = agreement.id) as named
       from cms.agreements agreement join cms.auctions auction on auction.id = agreement.auction_id where agreement.id = $1`,
      [invented[0]?.id],
    )
    expect(rows).toEqual([
      {
        numbered: true,
        quantity: '100.000',
        price: '14030.00',
        sum: '1403000.00',
        deposit: '13.00',
        status: 'awaiting_signature',
        named: [true],
      },
    ])
  })

  it('are created in one transaction, and retried until it succeeds', async () => {
    const auctionId = takeAuction()
    const { getCms } = await import('@/lib/server/cms/cms')
    const server = await openServer(test.db, clock, { createAgreements: createAgreementMaker(getCms) })
    const localeCounts = async () =>
      (
        await test.db.pool.query<{ texts: number }>(
          `select (select count(*)::int from cms.agreements_locales where _parent_id = agreement.id) as texts from cms.agreements agreement where auction_id = $1`,
          [auctionId],
        )
      ).rows.map(({ texts }) => texts)
    try {
      await withFailingInserts('cms.agreements_locales', `new._locale = 'ru'`, async () => {
        for (const step of ['confirmWinners', 'complete'] as const)
          await server.endpoints.manager[step]({ auction_id: auctionId }, managerCall(clock.now()))
        await expect(server.makeAgreements(auctionId)).rejects.toThrow()
        expect(await localeCounts()).toEqual([])
      })
      await server.makeAgreements(auctionId)
      expect(await localeCounts()).toEqual([3, 3, 3])
      // One email per winner and none for the failed attempt.
      await server.makeAgreements(auctionId)
      const { rows } = await test.db.pool.query(
        `select agreement.number from portal.outbox email
         join cms.agreements agreement on agreement.id = (email.payload ->> 'agreement_id')::int
           and agreement.company_id = email.company_id
         where email.kind = 'agreement_ready' and agreement.auction_id = $1`,
        [auctionId],
      )
      expect(rows).toHaveLength(3)
    } finally {
      await server.close()
    }
  })

  it('last from today to the last day of shipment, if the lot has one that is not over', async () => {
    const { getCms } = await import('@/lib/server/cms/cms')
    const { rows } = await test.db.pool.query<{ id: number }>(`select id from cms.auctions order by id desc limit 2`)
    const days: object[] = []
    for (const [index, shipmentUntil] of ['2999-12-31', '2020-12-31'].entries()) {
      const auctionId = rows[index]!.id
      const amounts = { quantity: '1.000', price: '2.00', sum: '2.00', deposit: null, products: null }
      await withTransaction(test.db.pool, (client) =>
        createAgreementMaker(getCms)(client, [
          { auctionId, companyId: accounts[0]!, participant: 90, shipmentUntil, ...amounts },
        ]),
      )
      const made = await test.db.pool.query<{ today: boolean | null; until: string | null }>(
        `select (starts_on at time zone 'Europe/Kyiv')::date = (now() at time zone 'Europe/Kyiv')::date as today,
           to_char(ends_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as until
         from cms.agreements where auction_id = $1 and number like '%/90'`,
        [auctionId],
      )
      days.push(...made.rows)
    }
    expect(days).toEqual([
      { today: true, until: '2999-12-31' },
      { today: null, until: null },
    ])
  })
})
