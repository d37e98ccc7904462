import { containsSql } from '@/lib/server/platform/db/contains'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { managerAuctionsEndpoints } from '@/lib/contract/manager-auctions'
import { createUnreadableRecords } from '@/lib/server/auctions/queries/dashboard'
import { type AuctionQueries, createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import type { Caller } from '@/lib/server/platform/call'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { callHandler } from '@/tests/support/call-handler'
import { publishLot } from '@/tests/support/auction-house'
import { aLot, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { openProtocolHouse, type ProtocolHouse } from '@/tests/support/protocol-auctions'

const manager: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }
const LATER = START + 30 * 24 * 3_600_000

let db: TestDatabase
let house: ProtocolHouse
let queries: AuctionQueries
let completed: number, cancelled: number, unsuccessful: number, planned: number, draft: number

beforeAll(async () => {
  db = await createTestDatabase()
  house = await openProtocolHouse(db)
  completed = await house.runAuction('completed')
  cancelled = await house.runAuction('cancelled')
  unsuccessful = await house.runAuction('unsuccessful')
  planned = await publishLot(
    db.pool,
    aLot({ applicationDeadline: LATER, startsAt: LATER, endsAt: LATER + 3_600_000, hardEndAt: LATER + 7_200_000 }),
  )
  draft = await publishLot(db.pool, aLot({ startsAt: LATER }))
  await db.pool.query(`update cms.auctions set _status = 'draft' where id = $1`, [draft])
  await db.pool.query(
    `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат Ґалицький, 100%'), ($1, 'en', 'Condensate'), ($2, 'uk', 'Чернетка')`,
    [completed, draft],
  )
  queries = createAuctionQueries({
    pool: db.pool,
    streams: house.server.streams,
    clock: house.clock,
    faults: createRecordFaults({ warn: () => undefined }),
    directory: {
      companies: async () => new Map(),
      documents: async () => new Map(),
      undelivered: async () => new Map(),
    },
  })
})

afterAll(async () => {
  await house.close()
  await db.close()
})

const list = async (input: object = {}) =>
  (
    await callHandler(
      managerAuctionsEndpoints.auctions,
      queries.handlers.manager.auctions,
      { lang: 'uk', ...input },
      manager,
      house.clock.now(),
    )
  ).data
const ids = async (input: object = {}) => (await list(input)).list.map(({ id }) => id)
const none = { running: 0, planned: 0, selection: 0, completed: 0, unsuccessful: 0, cancelled: 0, draft: 0 }

describe('the manager’s list of auctions', () => {
  it('counts the auctions of each state, and starts with unfinished ones', async () => {
    const { list: all, counts } = await list()
    expect(counts).toEqual({ ...none, planned: 1, completed: 1, unsuccessful: 1, cancelled: 1, draft: 1 })
    expect(all.map(({ state }) => state).slice(0, 2)).toEqual(['planned', 'draft'])
    expect(
      all
        .slice(2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([completed, cancelled, unsuccessful].toSorted())
  })

  it('has the same order in pages as in one page', async () => {
    const whole = await ids()
    const pages: number[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 1, cursor })
      pages.push(...page.list.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual(whole)
  })

  it('is filtered by state and category, and counts within the category', async () => {
    expect(await ids({ states: ['cancelled', 'draft'] })).toEqual([draft, cancelled])
    expect(await ids({ category: 'gas_condensate' })).toHaveLength(5)
    expect(await list({ category: 'natural_gas' })).toMatchObject({ list: [], counts: none })
  })

  it.each([
    ['a part of the title, in any case', 'ҐАЛИЦЬ'],
    ['two letters', 'ґа'],
    ['a pattern character, literally', '%'],
    ['another language', 'condens'],
  ])('is searched by %s', async (_what, search) => {
    expect(await list({ search })).toMatchObject({ list: [{ id: completed }], counts: { ...none, completed: 1 } })
  })

  it('is searched by number', async () => {
    const { rows } = await db.pool.query<{ number: string }>('select number from cms.auctions where id = $1', [planned])
    expect(await ids({ search: `№ ${rows[0]!.number}` })).toEqual([planned])
    expect(await ids({ search: 'ґалицький конденсат' })).toEqual([])
  })

  it('is updated when a lot is unpublished, deleted or moved to another category', async () => {
    const lot = await publishLot(db.pool, aLot({ startsAt: LATER }))
    await db.pool.query(
      `update cms.auctions set category_id = (select id from cms.categories where key = 'natural_gas') where id = $1`,
      [lot],
    )
    expect((await list({ category: 'natural_gas' })).counts).toMatchObject({ planned: 1 })
    await db.pool.query(`update cms.auctions set _status = 'draft' where id = $1`, [lot])
    expect((await list({ category: 'natural_gas' })).counts).toMatchObject({ planned: 0, draft: 1 })
    await db.pool.query('delete from cms.auctions where id = $1', [lot])
    expect((await list({ category: 'natural_gas' })).counts).toEqual(none)
  })

  it('reflects both changes if a lot is edited while its record begins', async () => {
    const id = await publishLot(db.pool, aLot({ startsAt: LATER }))
    const editor = await db.pool.connect()
    try {
      await editor.query('begin')
      await editor.query('update cms.auctions set category_id = null where id = $1', [id])
      const beginning = db.pool.query(
        'insert into portal.auction_heads (auction_id, effective_end, hard_end) values ($1, $2, $2)',
        [id, new Date(LATER)],
      )
      await editor.query('commit')
      await beginning
    } finally {
      editor.release()
    }
    const { rows } = await db.pool.query(
      'select category_id, published, recorded, state from portal.auction_listing where auction_id = $1',
      [id],
    )
    expect(rows).toEqual([{ category_id: null, published: true, recorded: true, state: 'open' }])
  })
})

describe('the filter by open tasks', () => {
  it('finds auctions with undecided applications or unanswered questions, even completed ones', async () => {
    expect(await list({ waiting: 'questions' })).toMatchObject({ list: [], counts: none })
    await db.pool.query(
      `insert into portal.chat_messages (auction_id, company_id, author, text, sent_at) values ($1, $2, 'buyer', 'When?', now())`,
      [completed, house.accounts[0]],
    )
    await db.pool.query(
      `insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at) values ($1, $2, '37027819', 1, 'x', now())`,
      [planned, house.accounts[0]],
    )
    expect(await list({ waiting: 'questions' })).toMatchObject({
      list: [{ id: completed, waiting: { questions: 1 } }],
      counts: { ...none, completed: 1 },
    })
    expect(await list({ waiting: 'applications' })).toMatchObject({
      list: [{ id: planned, waiting: { applications: 1 } }],
      counts: { ...none, planned: 1 },
    })
    expect(await ids({ waiting: 'questions', category: 'natural_gas' })).toEqual([])
  })
})

describe('the defaults of a new lot', () => {
  it('include the draft agreement of the last lot in its category, but not its other documents', async () => {
    const lot = await publishLot(db.pool, aLot({ startsAt: LATER + 3_600_000 }))
    const { rows: files } = await db.pool.query<{ id: number }>(
      `insert into cms.media (filename, mime_type) values ('draft.pdf', 'application/pdf'), ('paper.pdf', 'application/pdf') returning id`,
    )
    const [draftAgreement = 0, paper = 0] = files.map(({ id }) => id)
    await db.pool.query(
      `insert into cms.auctions_documents (_order, _parent_id, id, kind, language, file_id) values
       (1, $1, 'c', 'quality_certificate', 'uk', $3), (2, $1, 'd', 'draft_agreement', 'uk', $2), (3, $1, 's', 'delivery_schedule', 'uk', $3),
       (4, $1, 'g', 'draft_agreement', 'en', null)`,
      [lot, draftAgreement, paper],
    )
    const { data } = await callHandler(
      managerAuctionsEndpoints.proposeLot,
      queries.handlers.manager.proposeLot,
      { category: 'gas_condensate', lang: 'uk' },
      manager,
      house.clock.now(),
    )
    expect(data.source?.id).toBe(lot)
    expect(data.template.documents).toEqual([{ kind: 'draft_agreement', language: 'uk', file_id: draftAgreement }])
    await db.pool.query('delete from cms.auctions where id = $1', [lot])
  })
})

describe('the search for unreadable records', () => {
  it('delays only the first caller', async () => {
    const clock = { now: () => at }
    let at = 0
    const faults = createRecordFaults({ warn: () => undefined })
    const unreadable = createUnreadableRecords({ pool: db.pool, streams: house.server.streams, clock, faults })
    const first = await unreadable()
    const editor = await db.pool.connect()
    try {
      await editor.query('begin; lock table cms.auctions in access exclusive mode')
      at += 61_000
      expect(await unreadable()).toEqual(first)
    } finally {
      await editor.query('rollback')
      editor.release()
    }
  })
})

describe('the index of a search', () => {
  it('contains every substring of a text', async () => {
    const texts = [
      'Їжак',
      'ТОВ «Ґазовик»',
      '+380 (67) 123-45-67 Пром’язок',
      'a',
      'ab',
      '№ 12/3',
      '100% gas',
      'İstanbul',
      'Straße',
      '🛢️ oil',
      'ΟΔΟΣ ΟΔΟΣ',
      '  ',
    ]
    const { rows } = await db.pool.query<{ lost: string }>(
      `select text || ' | ' || sought as lost
       from unnest($1::text[]) text, generate_series(1, length(text)) place, generate_series(1, length(text)) size,
         lateral (select substr(text, place, size) as sought) part
       where sought <> '' and strpos(portal.folded(text), portal.folded(sought)) > 0
         and not portal.ngrams(text) @> portal.ngrams_within(sought)`,
      [texts],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['ТОВ «ПРОМʼЯЗОК»', "пром'язок"],
    ['ТОВ «ПРОМʼЯЗОК»', 'ПРОМ`ЯЗОК'],
    ["ТОВ «ПРОМ'ЯЗОК»", 'пром’язок'],
    ['ТОВ «ПРОМʼЯЗОК»', '"ПРОМʼЯЗОК"'],
    ['ТОВ "Промінь"', '„Промінь“'],
    ['+380671234567', '067 123-45-67'],
    ['+380671234567', '+38 (067) 123 45 67'],
    ['Договір 2026-11', '2026-11'],
  ])('finds %s by %s', async (text, part) => {
    const { rows } = await db.pool.query<{ found: boolean }>(
      `select ${containsSql('words', '$2')} as found from (select $1::text as words) given`,
      [text, part],
    )
    expect(rows).toEqual([{ found: true }])
  })
})
