import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import { cabinetEndpoints } from '@/lib/contract/cabinet'
import { managerEndpoints } from '@/lib/contract/manager'
import type { Endpoint, Input } from '@/lib/contract/endpoint'
import { readUndelivered } from '@/lib/server/notifications/undelivered'
import { findAccounts } from '@/lib/server/identity/users'
import { documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { createExports } from '@/lib/server/exports/endpoints'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Caller, Handler } from '@/lib/server/platform/call'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { type AuctionQueries, createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import { callHandler } from '@/tests/support/call-handler'
import {
  apply,
  buyer,
  callBy,
  managerCall,
  openServer,
  placeBid,
  planAuction,
  publishLot,
  registerBuyers,
  type Server,
} from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { InvalidCursor } from '@/lib/server/platform/keyset'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let queries: AuctionQueries
let accounts: number[]
const clock = fixedClock(START)
const visitor: Caller = { kind: 'visitor' }
const staff: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 6)
  server = await openServer(db, clock)
  queries = createAuctionQueries({
    pool: db.pool,
    streams: server.streams,
    clock,
    faults: createRecordFaults({ warn: () => undefined }),
    directory: {
      companies: (ids) => findAccounts(db.pool, ids),
      documents: (ids) => documentsOfAccounts(db.pool, ids),
      undelivered: (about) => readUndelivered(db.pool, { ...about, now: clock.now() }),
    },
  })
})

afterAll(() => db.close())

const callEndpoint = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  input: Input<E>,
  caller: Caller = visitor,
) => callHandler(endpoint, handler, input, caller, clock.now())
const get = (id: number, caller?: Caller) =>
  callEndpoint(auctionsEndpoints.get, queries.handlers.auctions.get, { id, lang: 'uk' }, caller)
const listBids = (auction_id: number, caller?: Caller, own = false) =>
  callEndpoint(bidsEndpoints.list, queries.handlers.bids.list, { auction_id, own }, caller)

const plan = (lot = {}, participants = 2) =>
  planAuction({ server, pool: db.pool, clock, accounts: accounts.slice(0, participants), lot })

async function run(changes = {}, participants = 2): Promise<number> {
  const auctionId = await plan(changes, participants)
  clock.set(START)
  await server.scheduler.tick()
  clock.set(START + 10 * MINUTE)
  return auctionId
}

async function complete(changes = {}, participants = 2): Promise<number> {
  const auctionId = await run(changes, participants)
  clock.set(END + MINUTE)
  await server.scheduler.tick()
  for (const step of ['confirmWinners', 'complete'] as const) {
    const outcome = await server.endpoints.manager[step]({ auction_id: auctionId }, managerCall(clock.now()))
    if (!outcome.ok && outcome.refusal.code !== 'not_found') throw new Error(outcome.refusal.code)
  }
  return auctionId
}

async function cancel(changes: object, prepare: typeof run): Promise<number> {
  const auctionId = await prepare(changes)
  const input = { auction_id: auctionId, reason: 'Немає сировини' }
  const outcome = await server.endpoints.manager.cancelAuction(input, managerCall(clock.now()))
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return auctionId
}

const bidBy = (auctionId: number, index: number, price: number) =>
  placeBid(server, { auctionId, companyId: accounts[index]!, at: clock.now() }, { price, quantity: 10 })

describe('one auction', () => {
  it('has a ranking, a chart and the position from which its stream continues', async () => {
    const auctionId = await run()
    await bidBy(auctionId, 1, 14_050)
    await bidBy(auctionId, 0, 14_020)
    await bidBy(auctionId, 0, 14_070)
    const { data } = await get(auctionId)
    expect(data).toMatchObject({
      state: 'running',
      participants: 2,
      bids: 5,
      best_price: '14070.00',
      allocation: ['10.000', '10.000'],
      result: null,
      volume: '500.000',
      minimum_step: '10.00',
      extension_minutes: 3,
      protocol_pdf: null,
      record_hash: null,
    })
    expect(data.ranking.map(({ rank, participant, price }) => [rank, participant, price])).toEqual([
      [1, 1, '14070.00'],
      [2, 2, '14050.00'],
    ])
    expect(data.history.map(({ price }) => price)).toEqual(['14000.00', '14050.00', '14070.00'])
    expect(data.history[0]?.at).toBe(new Date(START).toISOString())
    const { rows } = await db.pool.query<{ log_seq: number }>(
      'select log_seq from portal.auction_heads where auction_id = $1',
      [auctionId],
    )
    expect(data.event_id).toBe(rows[0]?.log_seq)
  })

  it('has a chart that is extended after it was requested', async () => {
    const auctionId = await run()
    await get(auctionId)
    await bidBy(auctionId, 0, 14_030)
    await bidBy(auctionId, 1, 14_020)
    expect((await get(auctionId)).data.history.map(({ price }) => price)).toEqual(['14000.00', '14030.00'])
  })

  it('lists when and why its end was extended', async () => {
    const auctionId = await run()
    clock.set(END - MINUTE)
    await bidBy(auctionId, 1, 14_010)
    const { data } = await get(auctionId)
    expect(data.extensions).toEqual([])
    const scarce = await run({ volume: 10_000 })
    clock.set(END - MINUTE)
    await bidBy(scarce, 1, 14_010)
    const end = new Date(END + 2 * MINUTE).toISOString()
    expect((await get(scarce)).data).toMatchObject({
      effective_end: end,
      extensions: [{ effective_end: end, cause: 'bid' }],
    })
  })

  it('reveals no preliminary price before the start, not even to staff (R2.3)', async () => {
    const auctionId = await plan()
    for (const caller of [visitor, staff, buyer(accounts[1]!)]) {
      expect((await get(auctionId, caller)).data).toMatchObject({
        state: 'planned',
        best_price: null,
        ranking: [],
        history: [],
        allocation: [],
      })
    }
    const { data } = await callEndpoint(
      managerEndpoints.applications,
      queries.handlers.manager.applications,
      { auction_id: auctionId },
      staff,
    )
    expect(data.list.map(({ status, participant, price, quantity }) => [status, participant, price, quantity])).toEqual(
      [
        ['confirmed', 1, null, null],
        ['confirmed', 2, null, null],
      ],
    )
    expect((await listBids(auctionId, staff)).data.list).toEqual([])
    // The database does not contain the numbers either, nor the nonce that would open the public seal.
    const { rows: stored } = await db.pool.query<{ row: string }>(
      `select to_json(application)::text as row from portal.applications application where auction_id = $1
       union all select body from portal.auction_log where auction_id = $1 and kind <> 'announced'
       union all select payload::text from portal.outbox where (payload ->> 'auction_id')::int = $1`,
      [auctionId],
    )
    expect(stored.length).toBeGreaterThan(6)
    for (const { row } of stored) expect(row).not.toMatch(/14000|1400000|10\.000|"(?:price|quantity|nonce)":[^n]/)
    clock.set(START)
    await server.scheduler.tick()
    const after = await callEndpoint(
      managerEndpoints.applications,
      queries.handlers.manager.applications,
      { auction_id: auctionId },
      staff,
    )
    expect(after.data.list[0]).toMatchObject({ price: '14000.00', quantity: '10.000' })
  })

  it('hides bids from outsiders until the result if it is closed', async () => {
    const auctionId = await run({ visibility: 'closed' })
    await bidBy(auctionId, 0, 14_010)
    for (const caller of [visitor, buyer(accounts[5]!)]) {
      expect((await get(auctionId, caller)).data).toMatchObject({
        best_price: null,
        ranking: [],
        history: [],
        allocation: [],
        bids: 3,
      })
    }
    for (const caller of [staff, buyer(accounts[0]!)]) {
      expect((await get(auctionId, caller)).data).toMatchObject({
        best_price: '14010.00',
        ranking: [{ rank: 1 }, { rank: 2 }],
      })
    }
    expect((await get(await cancel({ visibility: 'closed' }, run))).data).toMatchObject({
      protocol_pdf: null,
      record_hash: null,
    })
    const neverStarted = (await get(await cancel({ visibility: 'closed' }, plan))).data
    expect(neverStarted.protocol_pdf).toBe(`/storage/files/protocol-${neverStarted.number}.pdf`)
    const { rows } = await db.pool.query<{ last_hash: string }>(
      'select last_hash from portal.auction_heads where auction_id = $1',
      [neverStarted.id],
    )
    expect(neverStarted.record_hash).toBe(rows[0]?.last_hash)
    const result = await complete({ visibility: 'closed' })
    expect((await get(result)).data).toMatchObject({
      state: 'completed',
      best_price: '14000.00',
      ranking: [{ rank: 1 }, { rank: 2 }],
    })
  })

  it('marks texts without a translation', async () => {
    const id = await plan({}, 0)
    await db.pool.query(
      `insert into cms.auctions_locales (_parent_id, _locale, title, resource)
       values ($1, 'uk', 'Конденсат', 'Власний видобуток'), ($1, 'en', 'Condensate', '')`,
      [id],
    )
    const getIn = (lang: 'uk' | 'en' | 'ru') =>
      callEndpoint(auctionsEndpoints.get, queries.handlers.auctions.get, { id, lang }).then(({ data }) => data)
    expect(await getIn('uk')).toMatchObject({ untranslated: false, ukrainian_texts: [] })
    expect(await getIn('en')).toMatchObject({
      title: 'Condensate',
      resource: 'Власний видобуток',
      untranslated: true,
      ukrainian_texts: ['resource'],
    })
    expect(await getIn('ru')).toMatchObject({ ukrainian_texts: ['title', 'resource'] })
    const titleIn = async (lang: 'uk' | 'en' | 'ru') => {
      const { data } = await callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, { lang, limit: 100 })
      const auction = data.list.find((row) => row.id === id)
      return [auction?.title, auction?.title_language]
    }
    expect(await titleIn('uk')).toEqual(['Конденсат', 'uk'])
    expect(await titleIn('en')).toEqual(['Condensate', 'en'])
    expect(await titleIn('ru')).toEqual(['Конденсат', 'uk'])
  })

  it('has the highest winning price as its best price once completed (R8.2)', async () => {
    const auctionId = await run()
    await bidBy(auctionId, 0, 14_070)
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    const call = managerCall(clock.now())
    const file = new File([''], 'act.pdf')
    const disqualified = { auction_id: auctionId, participant: 1, reason: 'Ліцензію анульовано', file }
    await server.endpoints.manager.disqualify(disqualified, call)
    for (const step of ['confirmWinners', 'complete'] as const)
      await server.endpoints.manager[step]({ auction_id: auctionId }, call)
    expect((await get(auctionId)).data).toMatchObject({ best_price: '14000.00', result: { final_price: '14000.00' } })
    const { data } = await callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, {
      lang: 'uk',
      limit: 100,
    })
    expect(data.list.find(({ id }) => id === auctionId)).toMatchObject({ best_price: '14000.00' })
  })

  it('is not found if it is not published', async () => {
    await expect(get(999_999)).rejects.toThrow('not_found')
    const slug = callEndpoint(auctionsEndpoints.get, queries.handlers.auctions.get, { slug: 'none', lang: 'en' })
    await expect(slug).rejects.toThrow('not_found')
  })
})

describe('bids', () => {
  it('are only the own ones during the auction, and all by participant number after its end (R8.3)', async () => {
    const auctionId = await run()
    await bidBy(auctionId, 0, 14_010)
    await bidBy(auctionId, 1, 14_020)
    expect((await listBids(auctionId)).data.list).toEqual([])
    const own = await listBids(auctionId, buyer(accounts[0]!))
    expect(own.data.list.map(({ seq, participant, own: mine }) => [seq, participant, mine])).toEqual([
      [3, 1, true],
      [1, 1, true],
    ])
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    const all = await listBids(auctionId)
    expect(all.data.list.map(({ seq, participant, own: mine }) => [seq, participant, mine])).toEqual([
      [4, 2, false],
      [3, 1, false],
      [2, 2, false],
      [1, 1, false],
    ])
    expect(JSON.stringify(all)).not.toMatch(/company|account|user/i)
    const ownAfterEnd = await listBids(auctionId, buyer(accounts[0]!), true)
    expect(ownAfterEnd.data.list.map(({ seq, own: mine }) => [seq, mine])).toEqual([
      [3, true],
      [1, true],
    ])
    expect((await listBids(auctionId, undefined, true)).data.list).toEqual([])
  })

  it('include companies only for staff', async () => {
    const auctionId = await run()
    const { data } = await callEndpoint(
      managerEndpoints.bids,
      queries.handlers.manager.bids,
      { auction_id: auctionId },
      staff,
    )
    expect(data.list.map(({ company_id, company_name }) => [company_id, company_name])).toEqual([
      [accounts[1], 'Company 2'],
      [accounts[0], 'Company 1'],
    ])
  })
})

describe('lists of auctions', () => {
  it('count the participants of an unsuccessful auction like its page', async () => {
    const cancelled = await plan()
    const unsuccessful = await plan({ minimumParticipants: 2 })
    for (const auction_id of [cancelled, unsuccessful]) {
      const call = callBy(buyer(accounts[0]!), clock.now())
      expect(await server.endpoints.auctions.withdraw({ auction_id }, call)).toMatchObject({ ok: true })
    }
    await server.endpoints.manager.cancelAuction(
      { auction_id: cancelled, reason: 'No pipeline' },
      managerCall(clock.now()),
    )
    clock.set(START)
    await server.scheduler.tick()
    const { data } = await callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, {
      lang: 'uk',
      limit: 100,
    })
    for (const id of [cancelled, unsuccessful]) {
      expect((await get(id)).data.participants).toBe(1)
      expect(data.list.find((titleIn) => titleIn.id === id)).toMatchObject({ participants: 1 })
    }
  })

  it('filter by states and category', async () => {
    await complete()
    await plan({}, 0)
    for (const state of ['planned', 'completed'] as const) {
      const { data } = await callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, {
        lang: 'uk',
        states: [state],
        category: 'gas_condensate',
      })
      expect(data.list.length).toBeGreaterThan(0)
      expect(new Set(data.list.map((auction) => auction.state))).toEqual(new Set([state]))
    }
    const gas = await callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, {
      lang: 'uk',
      category: 'natural_gas',
    })
    expect(gas.data).toEqual({ list: [], next_cursor: null })
  })

  it('refuse a cursor that no list issued', async () => {
    const asking = callEndpoint(auctionsEndpoints.list, queries.handlers.auctions.list, {
      lang: 'ru',
      limit: 1,
      cursor: 'nonsense',
    })
    await expect(asking).rejects.toThrow(InvalidCursor)
  })
})

describe('results', () => {
  it('contain completed auctions with totals and months', async () => {
    const auctionId = await complete({}, 3)
    const { data } = await callEndpoint(auctionsEndpoints.results, queries.handlers.auctions.results, { lang: 'en' })
    expect(data.list[0]).toMatchObject({
      id: auctionId,
      state: 'completed',
      participants: 3,
      result: {
        participants: 3,
        winners: 3,
        volume_sold: '30.000',
        average_price: '14000.00',
        final_price: '14000.00',
      },
    })
    expect(data.totals.auctions).toBe(data.list.length)
    expect(data.totals.price_rise).toBe('0.0')
    expect(data.months).toEqual([
      {
        month: '2026-11',
        category: 'gas_condensate',
        auctions: data.list.length,
        volume: data.totals.volume_sold.gas_condensate,
        lowest_price: '14000.00',
        average_price: '14000.00',
        highest_price: '14000.00',
        premium: '0.0',
      },
    ])
    const year = await callEndpoint(auctionsEndpoints.results, queries.handlers.auctions.results, {
      lang: 'en',
      year: 2025,
    })
    expect(year.data).toMatchObject({
      list: [],
      totals: { auctions: 0, companies: 0, volume_sold: {}, average_price: {}, price_rise: null },
      months: [],
    })
  })
})

describe('the cabinet', () => {
  it('shows a buyer only its own position', async () => {
    const auctionId = await run()
    const mine = await callEndpoint(
      auctionsEndpoints.own,
      queries.handlers.auctions.own,
      { auction_id: auctionId },
      buyer(accounts[1]!),
    )
    expect(mine.data).toMatchObject({
      application: { participant: 2, status: 'confirmed', price: '14000.00' },
      last_bid: { seq: 2 },
      rank: 2,
      provisional_quantity: '10.000',
      limits: { minimum_price: '14010.00', maximum_price: '15400.00' },
    })
    const outsider = await callEndpoint(
      auctionsEndpoints.own,
      queries.handlers.auctions.own,
      { auction_id: auctionId },
      buyer(accounts[5]!),
    )
    expect(outsider.data).toEqual({
      application: null,
      last_bid: null,
      rank: null,
      provisional_quantity: null,
      limits: null,
      partial_until: null,
    })
  })

  it('lists own auctions by their latest application, open auctions, and completed ones as history', async () => {
    const open = await plan({}, 0)
    const applied = await apply(
      server,
      { auctionId: open, companyId: accounts[4]!, at: clock.now() },
      { price: 14_000, quantity: 10 },
    )
    expect(applied.ok).toBe(true)
    const done = await complete({}, 5)
    clock.set(START - 20 * MINUTE)
    const me = buyer(accounts[4]!)
    const mine = await callEndpoint(
      cabinetEndpoints.auctions,
      queries.handlers.cabinet.auctions,
      { lang: 'uk', scope: 'mine' },
      me,
    )
    expect(mine.data.list.map(({ auction }) => auction.id)).toEqual([done, open])
    expect(mine.data.list[1]?.own.application).toMatchObject({ status: expect.any(String), participant: null })
    expect(mine.data.list[0]?.won).toBe('10.000')
    const history = await callEndpoint(cabinetEndpoints.history, queries.handlers.cabinet.history, { lang: 'uk' }, me)
    expect(history.data.list.map(({ auction }) => auction.id)).toContain(done)
    const historyOf = async (wanted: object) =>
      (await callEndpoint(cabinetEndpoints.history, queries.handlers.cabinet.history, { lang: 'uk', ...wanted }, me))
        .data
    expect(history.data.totals).toMatchObject({ won: 1, volumes: [{ quantity: '10.000' }] })
    expect(history.data.years).toHaveLength(1)
    const { number } = history.data.list.find(({ auction }) => auction.id === done)!.auction
    const found = await historyOf({ search: String(number), year: history.data.years[0] })
    expect(found.list.map(({ auction }) => auction.id)).toEqual([done])
    expect(await historyOf({ search: 'no such words' })).toMatchObject({
      list: [],
      totals: { records: 0, sum: '0.00' },
    })
    expect(await historyOf({ year: 2001 })).toMatchObject({ list: [], years: history.data.years })
    const offered = await callEndpoint(
      cabinetEndpoints.auctions,
      queries.handlers.cabinet.auctions,
      { lang: 'uk', scope: 'open', limit: 100 },
      buyer(accounts[5]!),
    )
    expect(new Set(offered.data.list.map(({ auction }) => auction.state))).not.toContain('completed')
    expect(
      (await callEndpoint(cabinetEndpoints.agreements, queries.handlers.cabinet.agreements, { lang: 'uk' }, me)).data
        .list,
    ).toEqual([])
  })

  it('offers the buyer its open auctions of a product that it no longer trades, and no others of it', async () => {
    const applied = await plan({}, 1)
    const other = await plan({}, 0)
    await db.pool.query(`update cms.companies set auction_kind = 'natural_gas' where id = $1`, [accounts[0]])
    const offered = await callEndpoint(
      cabinetEndpoints.auctions,
      queries.handlers.cabinet.auctions,
      { lang: 'uk', limit: 100 },
      buyer(accounts[0]!),
    )
    await db.pool.query(`update cms.companies set auction_kind = 'all' where id = $1`, [accounts[0]])
    const ids = offered.data.list.map(({ auction }) => auction.id)
    expect(ids).toContain(applied)
    expect(ids).not.toContain(other)
  })

  it('reads a list of auctions with as many queries as one auction', async () => {
    await plan({}, 1)
    await plan({}, 1)
    const statements = jest.spyOn(db.pool, 'query')
    const queriesOf = async (limit: number) => {
      const read = () =>
        callEndpoint(
          cabinetEndpoints.auctions,
          queries.handlers.cabinet.auctions,
          { lang: 'uk', limit },
          buyer(accounts[0]!),
        )
      // The first reading replays the records.
      const { data } = await read()
      expect(data.list).toHaveLength(limit)
      statements.mockClear()
      await read()
      return statements.mock.calls.length
    }
    expect(await queriesOf(2)).toBe(await queriesOf(1))
    statements.mockRestore()
  })
})

/** All texts of the exported applications in English. */
async function applicationsTable(auction_id: number): Promise<string> {
  const exports = createExports({
    pool: db.pool,
    clock,
    lists: queries.handlers.manager as unknown as Parameters<typeof createExports>[0]['lists'],
  })
  const table = await exports.exportApplications({ auction_id, lang: 'en' }, managerCall(clock.now()))
  if (!table.ok) throw new Error(table.refusal.code)
  const parts = unzipSync(new Uint8Array(await table.answer.arrayBuffer()))
  return Object.values(parts)
    .map((part) => strFromU8(part))
    .join('')
}

describe('the back office', () => {
  it('shows the allocation with companies and what prevents completing', async () => {
    const auctionId = await run()
    await expect(
      callEndpoint(managerEndpoints.winners, queries.handlers.manager.winners, { auction_id: auctionId }, staff),
    ).rejects.toThrow('auction_not_in_selection')
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    const { data } = await callEndpoint(
      managerEndpoints.winners,
      queries.handlers.manager.winners,
      { auction_id: auctionId },
      staff,
    )
    expect(data).toMatchObject({
      state: 'selection',
      confirmed: false,
      blockers: ['winners_not_confirmed'],
      volume_sold: '20.000',
    })
    expect(data.list[0]).toMatchObject({ company_name: 'Company 1', status: 'winner', sum: '140000.00' })
  })

  it('lists decisions with author, reason and company, newest first', async () => {
    const auctionId = await plan({}, 2)
    const late = await apply(
      server,
      { auctionId, companyId: accounts[2]!, at: clock.now() },
      { price: 14_000, quantity: 10 },
    )
    expect(late.ok).toBe(true)
    clock.set(START)
    await server.scheduler.tick()
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    const call = managerCall(clock.now())
    const file = new File([''], 'act.pdf')
    const reason = 'Ліцензію анульовано'
    await server.endpoints.manager.disqualify({ auction_id: auctionId, participant: 1, reason, file }, call)
    for (const step of ['confirmWinners', 'complete'] as const)
      await server.endpoints.manager[step]({ auction_id: auctionId }, call)
    const read = (paging: object) =>
      callEndpoint(
        managerEndpoints.decisions,
        queries.handlers.manager.decisions,
        { auction_id: auctionId, ...paging },
        staff,
      )
    const { data } = await read({})
    const about = (kind: string, index: number | null, participant: number | null) => ({
      kind,
      participant,
      company_id: index === null ? null : accounts[index],
    })
    expect(data.list).toMatchObject([
      { ...about('completed', null, null), by: 'staff' },
      { ...about('winners_confirmed', null, null), by: 'staff' },
      { ...about('winner_disqualified', 0, 1), by: 'staff', reason },
      { ...about('application_rejected', 2, null), by: 'portal', reason: 'not_confirmed_before_start' },
      { ...about('application_confirmed', 1, 2), by: 'staff' },
      { ...about('application_confirmed', 0, 1), by: 'staff' },
    ])
    const first = await read({ limit: 4 })
    const rest = await read({ limit: 4, cursor: first.data.next_cursor })
    expect([...first.data.list, ...rest.data.list]).toEqual(data.list)
    expect(rest.data.next_cursor).toBeNull()
    const table = await applicationsTable(auctionId)
    expect(table).toContain('not confirmed before the start')
    expect(table).not.toContain('not_confirmed')
    expect(table).toContain('Deposit covers the application')
  })

  it('lists partial offers among the decisions, with the entry that caused them (R7.3)', async () => {
    const three = accounts.slice(0, 3)
    const auction_id = await planAuction({ server, pool: db.pool, clock, accounts: three, quantity: 300 })
    for (const at of [START, END + MINUTE, END + 3 * MINUTE]) {
      clock.set(at)
      await server.scheduler.tick()
    }
    const call = callBy(buyer(accounts[1]!), clock.now())
    const refused = await server.endpoints.auctions.answerPartial(
      { auction_id, accept: false, quantity: '200.000' },
      call,
    )
    expect(refused).toMatchObject({ ok: true })

    const read = (paging: object) =>
      callEndpoint(managerEndpoints.decisions, queries.handlers.manager.decisions, { auction_id, ...paging }, staff)
    const { data } = await read({})
    const { rows } = await db.pool.query<{ kind: string; seq: number; at: Date }>(
      `select kind, seq, at from portal.auction_log where auction_id = $1 and kind in ('ended', 'partial_refused') order by seq`,
      [auction_id],
    )
    const [ended, refusal] = rows.map(({ seq, at }) => ({ seq, at: at.toISOString() }))
    const part = (kind: string, participant: number) => ({
      ...{
        kind,
        participant,
        company_id: accounts[participant - 1],
        quantity: '200.000',
        reason: null,
        person_name: null,
      },
    })
    expect(data.list.slice(0, 3)).toEqual([
      { ...part('partial_offered', 3), ...refusal, by: 'portal', staff_name: null, answer_by: expect.any(String) },
      {
        ...part('partial_refused', 2),
        ...refusal,
        by: 'company',
        staff_name: null,
        person_name: expect.any(String),
        answer_by: null,
      },
      { ...part('partial_offered', 2), ...ended, by: 'portal', staff_name: null, answer_by: expect.any(String) },
    ])
    const { data: board } = await callEndpoint(
      managerEndpoints.winners,
      queries.handlers.manager.winners,
      { auction_id },
      staff,
    )
    expect(data.list[0]?.answer_by).toBe(board.list.find(({ participant }) => participant === 3)?.partial_until)

    const paged: typeof data.list = []
    let cursor: string | undefined
    do {
      const page = await read({ limit: 1, cursor })
      paged.push(...page.data.list)
      cursor = page.data.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(data.list)
  })

  it('does not reveal the bids of an auction that did not start, not even in the export (R2.3)', async () => {
    const cancelled = await plan()
    const reason = 'No pipeline'
    await server.endpoints.manager.cancelAuction({ auction_id: cancelled, reason }, managerCall(clock.now()))
    const unsuccessful = await plan({ minimumParticipants: 5 })
    clock.set(START)
    await server.scheduler.tick()
    for (const [auction_id, state] of [
      [cancelled, 'cancelled'],
      [unsuccessful, 'unsuccessful'],
    ] as const) {
      expect((await get(auction_id)).data.state).toBe(state)
      const { data } = await callEndpoint(
        managerEndpoints.applications,
        queries.handlers.manager.applications,
        { auction_id },
        staff,
      )
      expect(data.list.map(({ price, quantity }) => [price, quantity])).toEqual([
        [null, null],
        [null, null],
      ])
      const text = await applicationsTable(auction_id)
      expect(text).toContain('Company 1')
      expect(text).not.toMatch(/r="[GH][2-9]"/)
    }
  })

  describe('the list of auctions', () => {
    type Query = Input<typeof managerEndpoints.auctions>
    const titleIn = async (query: Query) =>
      (await callEndpoint(managerEndpoints.auctions, queries.handlers.manager.auctions, query, staff)).data

    async function setTitle(id: number, title: string, status: 'draft' | 'published' = 'published') {
      await db.pool.query(
        `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', $2) on conflict do nothing`,
        [id, title],
      )
      await db.pool.query(`update cms.auctions set _status = $2::cms.enum_auctions_status where id = $1`, [id, status])
    }

    it('starts with running auctions, followed by those in selection, planned ones, drafts and finished ones', async () => {
      const word = `Listed ${crypto.randomUUID()}`
      const over = await complete()
      const run = await (async () => {
        const id = await plan()
        clock.set(START)
        await server.scheduler.tick()
        return id
      })()
      clock.set(START + 10 * MINUTE)
      const draft = await publishLot(db.pool, aLot({ startsAt: clock.now() + 60 * MINUTE }))
      const later = {
        applicationDeadline: END,
        startsAt: END,
        endsAt: END + 60 * MINUTE,
        hardEndAt: END + 120 * MINUTE,
      }
      const next = await publishLot(db.pool, aLot(later))
      for (const id of [over, run, next]) await setTitle(id, word)
      await setTitle(draft, word, 'draft')

      const all = await titleIn({ search: word })
      expect(all.list.map(({ id, state }) => [id, state])).toEqual([
        [run, 'running'],
        [next, 'planned'],
        [draft, 'draft'],
        [over, 'completed'],
      ])
      expect(all.counts).toMatchObject({ running: 1, planned: 1, draft: 1, completed: 1, selection: 0, cancelled: 0 })
      expect(all.list[0]).toMatchObject({ bids: 2, participants: 2, best_price: '14000.00', title: word })
      expect(all.list[2]).toMatchObject({ untranslated: ['uk', 'en', 'ru'] })

      const pages: number[] = []
      let cursor: string | undefined
      do {
        const page = await titleIn({ search: word, limit: 1, cursor })
        pages.push(...page.list.map(({ id }) => id))
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      expect(pages).toEqual([run, next, draft, over])
      expect((await titleIn({ search: word, states: ['draft', 'completed'] })).list).toHaveLength(2)
      expect((await titleIn({ search: String(all.list[1]!.number) })).list.map(({ id }) => id)).toContain(next)
    })

    it('shows open tasks: applications, questions, winners to confirm, completion', async () => {
      const waiting = async (id: number) => {
        const { list } = await titleIn({ limit: 100 })
        return list.find((auction) => auction.id === id)?.waiting
      }
      const auctionId = await plan({}, 0)
      for (const companyId of accounts.slice(0, 2))
        await apply(server, { auctionId, companyId, at: clock.now() }, { price: 14_000, quantity: 10 })
      await db.pool.query(
        `insert into portal.chat_messages (auction_id, company_id, author, text, sent_at) values ($1, $2, 'buyer', 'When?', now())`,
        [auctionId, accounts[0]],
      )
      expect(await waiting(auctionId)).toMatchObject({ applications: 2, questions: 1, winners: false })

      const ended = await run()
      clock.set(END + MINUTE)
      await server.scheduler.tick()
      expect(await waiting(ended)).toEqual({
        applications: 0,
        questions: 0,
        partial_until: null,
        winners: true,
        completion: false,
      })
      await server.endpoints.manager.confirmWinners({ auction_id: ended }, managerCall(clock.now()))
      expect(await waiting(ended)).toMatchObject({ winners: false, completion: true })
    })
  })

  it('counts auctions whose winners await confirmation, again after a decision that changes the winners', async () => {
    const auctionId = await run()
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    const toConfirm = async () =>
      (await callEndpoint(managerEndpoints.dashboard, queries.handlers.manager.dashboard, {}, staff)).data.inbox.counts
        .winners
    const confirm = () => server.endpoints.manager.confirmWinners({ auction_id: auctionId }, managerCall(clock.now()))
    const titleIn = async () => {
      const query = { states: ['selection' as const], limit: 100 }
      const { data } = await callEndpoint(managerEndpoints.auctions, queries.handlers.manager.auctions, query, staff)
      return data.list.filter(({ waiting }) => waiting.winners).map(({ id }) => id)
    }
    const withThis = await toConfirm()
    await confirm()
    expect(await toConfirm()).toBe(withThis - 1)
    await server.endpoints.manager.disqualify(
      { auction_id: auctionId, participant: 1, reason: 'Ліцензію анульовано', file: new File([''], 'act.pdf') },
      managerCall(clock.now()),
    )
    expect(await toConfirm()).toBe(withThis)
    await confirm()
    expect(await toConfirm()).toBe(withThis - 1)

    // R2.7: a confirmed winner that is deactivated needs a decision, which the list of auctions shows as well.
    const decide = (kind: 'deactivated' | 'reactivated') =>
      db.pool.query(`insert into portal.account_decisions (company_id, kind, reason) values ($1, $2, 'test')`, [
        accounts[1],
        kind,
      ])
    await decide('deactivated')
    const blocked = await titleIn()
    expect(blocked).toContain(auctionId)
    expect(await toConfirm()).toBe(blocked.length)
    await decide('reactivated')
    expect(await titleIn()).not.toContain(auctionId)
    expect(await toConfirm()).toBe(withThis - 1)
  })

  it('counts agreements that end within thirty days, including today in Kyiv', async () => {
    await db.pool.query(
      `insert into cms.agreements (number, company_id, status, quantity, price, sum, ends_on)
       select 'ends ' || days, $1, 'current', '1.000', '2.00', '2.00',
         (date_trunc('day', now() at time zone 'Europe/Kyiv') + make_interval(days => days, hours => 12)) at time zone 'Europe/Kyiv'
       from unnest(array[-1, 0, 29, 30]) days`,
      [accounts[0]],
    )
    const { data } = await callEndpoint(managerEndpoints.dashboard, queries.handlers.manager.dashboard, {}, staff)
    await db.pool.query(`delete from cms.agreements where number like 'ends %'`)
    expect(data.inbox.counts.agreement_ending).toBe(2)
  })

  it('lists upcoming auctions with their applications', async () => {
    const auctionId = await plan({}, 0)
    await apply(server, { auctionId, companyId: accounts[0]!, at: clock.now() }, { price: 14_000, quantity: 10 })
    const { data } = await callEndpoint(managerEndpoints.dashboard, queries.handlers.manager.dashboard, {}, staff)
    expect(data.upcoming.find(({ id }) => id === auctionId)).toMatchObject({ applications: 1 })
    await db.pool.query(
      `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Лот'), ($1, 'en', 'Lot')
        on conflict (_parent_id, _locale) do update set title = excluded.title`,
      [auctionId],
    )
    const titleIn = async (lang: 'en' | 'ru') =>
      (
        await callEndpoint(managerEndpoints.dashboard, queries.handlers.manager.dashboard, { lang }, staff)
      ).data.upcoming.find(({ id }) => id === auctionId)?.title
    expect(await titleIn('en')).toBe('Lot')
    expect(await titleIn('ru')).toBe('Лот')
  })
})
