// Runs alone: the storage of media is chosen when Payload's configuration loads.
import { countDeposit } from '@/lib/server/fulfilment/open-agreement'
import { depositHandlers } from '@/lib/server/deposits/deposits'
import { refuse } from '@/lib/server/platform/call'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Payload } from 'payload'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'
import { bidLimits } from '@/lib/domain/bidding'
import { phaseOf, startingApplications } from '@/lib/domain/auction-state'
import { resultOf } from '@/lib/domain/results'
import { certificate, contentPage, newsItem } from '@/lib/contract/content'
import { product } from '@/lib/contract/shop'
import { PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { readGaps } from '@/lib/server/cms/translation-gaps'
import { listCertificates, listProducts } from '@/lib/server/content/certificates'
import { listNews, readNewsItem } from '@/lib/server/content/news'
import { listPages, readAuctionPage, readPage } from '@/lib/server/content/pages'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { seedContent } from '@/demo/content'
import { closeCms, getCms } from '@/lib/server/cms/cms'
import { createDemo } from '@/demo/demo'
import { placeDemoBid } from '@/demo/demo-bidders'
import { createRandom } from '@/demo/random'
import type { Demo, DemoDependencies } from '@/lib/server/compose/portal'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  apply,
  openServer,
  placeBid,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, replayBids, stateOf } from '@/tests/support/auction-record'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

// The database timestamps agreements and prints, and a signature must not predate them, so the clock starts at the current time.
const NOW = Math.floor(Date.now() / 60_000) * 60_000 - 4_000
const MINUTE = 60_000

const LANGUAGES = ['uk', 'en', 'ru'] as const
const faults = createRecordFaults({ warn: () => undefined })

let db: TestDatabase
let cms: Payload
let server: Server
let directory: string
const clock = fixedClock(NOW)

function dependencies(): DemoDependencies {
  const environment = { databaseUrl: db.url, dataDir: directory, publicUrl: 'https://portal.test' }
  const { streams, endpoints, changeAuction } = server
  const deposits = depositHandlers({
    pool: db.pool,
    clock,
    changeAuction,
    inspectEvidence: async () => refuse('file_missing'),
    countDeposit,
  })
  const handlers = { ...endpoints, manager: { ...endpoints.manager, ...deposits } }
  return { environment, pool: db.pool, clock, log: { warn: () => undefined }, watchers: () => 1, streams, handlers }
}

function openDemo(): Demo {
  return createDemo(dependencies())
}

async function numbers(sql: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ n: number }>(sql)
  return rows.map(({ n }) => n)
}

const recordedIds = () => numbers('select auction_id as n from portal.auction_heads order by auction_id')
const demoIds = () => numbers('select auction_id as n from portal.demo_auctions order by auction_id')

async function phases(ids: readonly number[]) {
  return Promise.all(ids.map(async (id) => phaseOf(await stateOf(db.pool, id), clock.now())))
}

beforeAll(async () => {
  db = await createTestDatabase()
  process.env.DATABASE_URL = db.url
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
  directory = mkdtempSync(join(tmpdir(), 'portal-demo-'))
  process.env.DATA_DIR = directory
  server = await openServer(db, clock)
  await openDemo().seed()
  cms = await getCms()
})

afterAll(async () => {
  await server.close()
  await closeCms()
  await db.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('the demo’s first content', () => {
  it('has about thirty results, one auction in selection and one running', async () => {
    expect(await phases(await demoIds())).toEqual(['selection', 'running'])
    expect(await numbers('select count(*)::int as n from portal.auction_results where winners > 0')).toEqual([30])
  })

  it('includes failures: cancelled before and during bidding, too few or no applicants, nothing sold', async () => {
    const unsold = await numbers(
      `select auction_id as n from portal.auction_heads
       where auction_id not in (select auction_id from portal.auction_results where winners > 0)
         and auction_id not in (select auction_id from portal.demo_auctions) order by auction_id`,
    )
    expect(await phases(unsold)).toEqual(['cancelled', 'unsuccessful', 'completed', 'cancelled', 'unsuccessful'])
    const states = await Promise.all(unsold.map((id) => stateOf(db.pool, id)))
    expect(states.map(({ startedAt, seq }) => [startedAt !== null, seq > 0])).toEqual([
      [true, true],
      [false, false],
      [true, true],
      [false, false],
      [false, false],
    ])
    expect(states.map(({ lot }) => lot.startsAt)).toEqual(
      states.map(({ lot }) => lot.startsAt).toSorted((one, other) => one - other),
    )
  })

  it('has intact hash chains', async () => {
    for (const id of await recordedIds()) expect([id, brokenEntry(await logOf(db.pool, id))]).toEqual([id, null])
  })

  it('leads to the recorded results when replayed through the rules', async () => {
    for (const id of await recordedIds()) {
      const state = await stateOf(db.pool, id)
      const bids = await bidsOf(db.pool, id)
      expect(bids.map(({ seq }) => seq)).toEqual(bids.map((_, index) => index + 1))
      const starting = state.startedAt === null ? [] : startingApplications(state)
      expect(bids.filter(({ preliminary }) => preliminary)).toHaveLength(starting.length)
      const { rows } = await db.pool.query<{ winners: number; volume_sold: number }>(
        'select winners, volume_sold from portal.auction_results where auction_id = $1',
        [id],
      )
      if (rows[0]) expect(resultOf(state)).toMatchObject({ winners: rows[0].winners, volumeSold: rows[0].volume_sold })
    }
  })

  it('has every bid of the running auction as decided by the rules', async () => {
    const running = (await demoIds()).at(-1) ?? 0
    const log = await logOf(db.pool, running)
    const bids = await bidsOf(db.pool, running)
    const state = await stateOf(db.pool, running)
    expect(log.length).toBeGreaterThan(bids.length)
    // The state as it was after the preliminary bids.
    const started = { ...state, ...startedFrom(state, bids) }
    expect(replayBids(started, bids).lastBids).toEqual(state.lastBids)
  })

  it('has companies with valid codes, one of which awaits confirmation', async () => {
    const { rows } = await db.pool.query<{ edrpou: string; iban: string; eic: string }>(
      'select edrpou, iban, eic from cms.companies',
    )
    for (const { edrpou, iban, eic } of rows)
      expect([isEdrpou(edrpou), isIban(iban), isEic(eic)]).toEqual([true, true, true])
    expect(
      await numbers(`select count(*)::int as n from portal.accounts where status = 'awaiting_confirmation'`),
    ).toEqual([1])
    expect(await numbers('select count(*)::int as n from portal.credentials')).toEqual([9])
  })

  it('has applications only of companies that trade in the product', async () => {
    const misfits = await numbers(
      `select count(*)::int as n from portal.applications application
       join cms.companies company on company.id = application.company_id
       join cms.auctions lot on lot.id = application.auction_id
       join cms.categories category on category.id = lot.category_id
       where company.auction_kind::text not in ('all', category.key::text)`,
    )
    expect(misfits).toEqual([0])
  })

  it('has an agreement for every winner and documents of the buyers, and sends no emails', async () => {
    const winners = await numbers('select sum(winners)::int as n from portal.auction_results')
    expect(await numbers('select count(*)::int as n from cms.agreements')).toEqual(winners)
    expect(await numbers('select count(*)::int as n from portal.files where company_id is not null')).toEqual([90])
    expect(await numbers(`select count(*)::int as n from portal.files where kind = 'disqualification'`)).toEqual([1])
    expect(await numbers('select count(*)::int as n from portal.outbox')).toEqual([0])
  })

  it('has no company that was registered, confirmed or documented after it applied', async () => {
    const late = await numbers(
      `select application.id as n from portal.applications application
       join cms.companies company on company.id = application.company_id
       left join portal.account_decisions decision on decision.company_id = company.id
       left join portal.files file on file.company_id = company.id
       where greatest(company.created_at, decision.at, file.uploaded_at) >= application.received_at`,
    )
    expect(late).toEqual([])
  })

  it('writes its logins to a file that only its owner can read', () => {
    const file = join(directory, 'demo-logins.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      buyers: expect.arrayContaining(['buyer1@demo.example']),
    })
  })

  it('is created once', async () => {
    expect(await openDemo().seed()).toBe('already')
  })
})

describe('the demo’s content', () => {
  it('is complete in three languages', async () => {
    for (const collection of [
      'pages',
      'news',
      'auction-pages',
      'products',
      'certificates',
      'media',
      'menus',
    ] as const) {
      const { docs } = await cms.find({ collection, pagination: false, depth: 0 })
      expect(docs.length).toBeGreaterThan(0)
      const ids = docs.map(({ id }) => id)
      expect([collection, await readGaps(cms, collection, [...ids, 0], 'uk')]).toEqual([
        collection,
        [...ids.map(() => ({ uk: [], en: [], ru: [] })), null],
      ])
    }
  })

  it.each(LANGUAGES)('is readable through the calls for content, %s', async (lang) => {
    const reading = { lang, draft: false }
    const { list: pages } = await listPages(cms, faults, undefined, 100)
    expect(pages.map(({ slug }) => slug)).toContain(PRIVACY_POLICY_SLUG)
    for (const { slug } of pages)
      expect(contentPage.parse(await readPage(cms, faults, slug, reading))).toMatchObject({ language: lang })
    const { list: news } = await listNews(cms, faults, { lang, limit: 100 })
    expect(news.length).toBeGreaterThanOrEqual(8)
    for (const { slug } of news) {
      const item = newsItem.parse(await readNewsItem(cms, faults, slug, reading))
      expect(item.image?.sizes.map(({ width }) => width)).toEqual([480, 960])
    }
    for (const kind of ['landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page'] as const) {
      expect(contentPage.parse(await readAuctionPage(cms, faults, kind, 'natural_gas', reading)).language).toBe(lang)
    }
    expect((await listProducts(cms, faults, lang)).map((item) => product.parse(item).minimum_volume)).toEqual([
      '20.000',
      '50.000',
      '10.000',
      '5.000',
    ])
    const { list: certificates } = await listCertificates(cms, faults, { lang })
    const inForce = certificates
      .map((item) => certificate.parse(item).valid_until)
      .map((day) => day === null || Date.parse(day) > NOW)
    expect(inForce).toEqual([true, true, true, false, false])
  })

  it('has no broken links in its menus', async () => {
    const { docs } = await cms.find({ collection: 'menus', pagination: false, depth: 0 })
    const urls = docs.flatMap(({ items }) =>
      (items ?? []).flatMap((item) => [item.url, ...(item.children ?? []).map(({ url }) => url)]),
    )
    const { list } = await listPages(cms, faults, undefined, 100)
    const pages = new Set(list.map(({ slug }) => `/${slug}`))
    const codedPage = /^\/(?:news|shop|auctions\/.+)$/
    expect(urls.filter((url) => !codedPage.test(url) && !pages.has(url))).toEqual([])
  })

  it('is created once', async () => {
    const countAll = async () =>
      Promise.all(
        (['pages', 'news', 'auction-pages', 'products', 'certificates', 'media'] as const).map(
          async (collection) => (await cms.count({ collection })).totalDocs,
        ),
      )
    const before = await countAll()
    await seedContent(cms, NOW)
    expect(await countAll()).toEqual(before)
  })
})

describe('the demo’s buyers', () => {
  const bidsOfRunning = async () => bidsOf(db.pool, (await demoIds())[1] ?? 0)

  it('bid in the running auction, but not for companies that people are signed in for', async () => {
    const before = await bidsOfRunning()
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
       select sha256(email::bytea), id, now() + interval '1 hour', '', '' from portal.people
       where email like 'buyer%' and email <> 'buyer3@demo.example' returning (select company_id from portal.people where id = person_id) as id`,
    )
    const signedIn = new Set(rows.map(({ id }) => id))
    const random = createRandom(1)
    for (let turn = 0; turn < 12; turn += 1) {
      clock.advance(5_000)
      await placeDemoBid(dependencies(), random)
    }
    await db.pool.query('delete from portal.sessions')
    const bids = (await bidsOfRunning()).slice(before.length)
    expect(bids.length).toBeGreaterThan(0)
    expect(bids.filter(({ company_id: id }) => signedIn.has(id))).toEqual([])
    const log = await logOf(db.pool, (await demoIds())[1] ?? 0)
    expect(log.filter(({ kind }) => kind === 'automatic_order_left')).toHaveLength(1)
    expect(server.problems).toEqual([])
  })

  it('stop bidding soon after the planned end', async () => {
    const running = (await demoIds())[1] ?? 0
    const { lot } = await stateOf(db.pool, running)
    const before = await bidsOfRunning()
    clock.set(lot.endsAt + 31_000)
    await placeDemoBid(dependencies(), createRandom(1))
    expect(await bidsOfRunning()).toHaveLength(before.length)
    clock.set(NOW + MINUTE)
  })
})

describe('the rolling demo', () => {
  it('runs on one server by a lock without a transaction, which would be idle for too long', async () => {
    let ticking = true
    const done = openDemo()
      .tick()
      .finally(() => (ticking = false))
    const holders: boolean[] = []
    while (ticking) {
      const { rows } = await db.pool.query<{ transaction: boolean }>(
        `select state = 'idle in transaction' as transaction from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory%' and state like 'idle%'`,
      )
      await db.pool.query('select pg_sleep(0.01)')
      holders.push(...rows.map(({ transaction }) => transaction))
    }
    await done
    expect(holders).toContain(false)
    expect(holders).not.toContain(true)
  })

  it('announces the next auction for the end of the running one, and leaves one application to the manager', async () => {
    const demo = openDemo()
    await demo.tick()
    const ids = await demoIds()
    expect(await phases(ids)).toEqual(['selection', 'running', 'planned'])
    const [running, planned] = await Promise.all(ids.slice(1).map((id) => stateOf(db.pool, id)))
    expect(planned?.lot.startsAt).toBe(Math.ceil((running?.effectiveEnd ?? 0) / MINUTE) * MINUTE)
    expect([...(planned?.applications.values() ?? [])].map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'submitted',
    ])
    expect(server.problems).toEqual([])
  })

  it('has a company with three roles, a lot with deposits, answered questions and a signed agreement', async () => {
    expect(
      await numbers(`select count(*)::int as n from portal.people group by company_id having count(distinct role) = 3`),
    ).toEqual([3])
    const states = await db.pool.query<{ state: string }>(
      `select deposit.state from portal.deposits deposit join cms.lots lot on lot.id = deposit.auction_id
       where lot.deposit_rate > 0 and lot.starts_at > $1 order by deposit.received desc`,
      [new Date(clock.now())],
    )
    expect(states.rows).toHaveLength(3)
    const planned = (await demoIds()).at(-1)
    expect(
      await numbers(
        `select count(number)::int as n from portal.questions where auction_id = ${planned} union all
         select count(*)::int from portal.questions where auction_id = ${planned} and decided_at is null`,
      ),
    ).toEqual([2, 1])
    expect(
      await numbers(
        `select count(*)::int as n from portal.agreement_signatures signature join cms.agreements agreement on agreement.id = agreement_id
         where status = 'current' and side <> 'paper' group by agreement_id`,
      ),
    ).toEqual([2])
  })

  it('starts the planned auction with all applicants, and completes the one that was in selection', async () => {
    const demo = openDemo()
    const [first = 0, second = 0, third = 0] = await demoIds()
    const { lot } = await stateOf(db.pool, third)
    clock.set(lot.startsAt - MINUTE)
    await demo.tick()
    clock.set(lot.startsAt + MINUTE)
    // Each tick records one transition per auction.
    for (let count = 0; count < 4; count += 1) await server.scheduler.tick()
    await demo.tick()
    expect(await phases([first, second, third])).toEqual(['completed', 'selection', 'running'])
    expect(startingApplications(await stateOf(db.pool, third))).toHaveLength(6)
    expect(await demoIds()).toHaveLength(4)
    expect(server.problems).toEqual([])
  })

  it('plans nothing in parallel to an auction that is due and not started yet', async () => {
    const demo = openDemo()
    const ids = await demoIds()
    const { lot } = await stateOf(db.pool, ids.at(-1) ?? 0)
    clock.set(lot.startsAt + 1_000)
    await demo.tick()
    const added = (await demoIds()).slice(ids.length)
    expect(added).toHaveLength(1)
    expect((await stateOf(db.pool, added[0] ?? 0)).lot.startsAt).toBeGreaterThanOrEqual(lot.endsAt)
  })

  it('leaves an offered part to a visitor’s company, and goes on', async () => {
    const demo = openDemo()
    const auctionId = (await demoIds()).at(-1) ?? 0
    const { lot } = await stateOf(db.pool, auctionId)
    const [visitor = 0] = await registerBuyers(db.pool, 1)
    await uploadDocuments(db.pool, [visitor])
    const advance = async (to: number) => {
      clock.set(to)
      for (let count = 0; count < 4; count += 1) await server.scheduler.tick()
      await demo.tick()
    }
    const bidHighest = async (companyId: number) => {
      const limits = bidLimits(await stateOf(db.pool, auctionId), companyId)!
      const offer = { price: limits.maximumPrice / 100, quantity: limits.minimumQuantity / 1_000 }
      expect(await placeBid(server, { auctionId, companyId, at: clock.now() }, offer)).toMatchObject({ ok: true })
    }

    const wholeVolume = { price: lot.startingPrice / 100, quantity: lot.volume / 1_000 }
    await apply(server, { auctionId, companyId: visitor, at: clock.now() }, wholeVolume)
    await advance(lot.startsAt - MINUTE)
    await advance(lot.startsAt + MINUTE)
    const { lastBids } = await stateOf(db.pool, auctionId)
    await bidHighest(visitor)
    await bidHighest(lastBids.find((bid) => bid !== undefined && bid.bidderId !== visitor)!.bidderId)
    await advance(lot.hardEndAt + MINUTE)
    // The demo finishes a lot once the next one has ended.
    const next = await stateOf(db.pool, (await demoIds()).at(-1) ?? 0)
    await advance(next.lot.startsAt + MINUTE)
    await advance(next.lot.hardEndAt + MINUTE)

    const { selection, completedAt } = await stateOf(db.pool, auctionId)
    expect(lastBids[(selection?.offer?.participant ?? 0) - 1]?.bidderId).toBe(visitor)
    expect(completedAt).toBeNull()
    expect(server.problems).toEqual([])
  })
})

describe('a database in use', () => {
  it('gets no demo content', async () => {
    const other = await createTestDatabase()
    await other.pool.query(`insert into cms.staff (name, email, role) values ('Real', 'real@company.ua', 'admin')`)
    const original = db
    db = other
    try {
      expect(await openDemo().seed()).toBe('not_empty')
    } finally {
      db = original
      await other.close()
    }
  })
})

/** The state at the start, with only the preliminary bids. */
function startedFrom(state: Awaited<ReturnType<typeof stateOf>>, bids: Awaited<ReturnType<typeof bidsOf>>) {
  const first = bids
    .filter(({ preliminary }) => preliminary)
    .map((bid) => ({
      seq: bid.seq,
      bidderId: bid.company_id,
      participant: bid.participant,
      price: bid.price,
      quantity: bid.quantity,
      minimumQuantity: bid.minimum_quantity,
      final: bid.final,
      receivedAt: bid.received_at.getTime(),
      preliminary: true,
      automatic: false,
    }))
  const lastBids = first.reduce<((typeof first)[number] | undefined)[]>((list, bid) => {
    list[bid.participant - 1] = bid
    return list
  }, [])
  return {
    lastBids,
    ranking: first.toSorted((a, b) => b.price - a.price || a.seq - b.seq),
    highestPrice: Math.max(state.lot.startingPrice, ...first.map(({ price }) => price)),
    seq: first.length,
    effectiveEnd: state.lot.endsAt,
    hardEnd: state.lot.hardEndAt,
  }
}
