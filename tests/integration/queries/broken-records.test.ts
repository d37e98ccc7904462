import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Endpoint } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { dueTimes } from '@/lib/server/auctions/scheduler'
import { paragraph } from '@/tests/support/builders/rich-text'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { bearer, post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

const HOUR = 60 * 60_000
let test: TestPortal
let readable: number
let unreadable: number[]
let buyer: string
let staff: string

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await test.db.pool.query<Row>(text, values)).rows
const lotAt = (startsAt: number) =>
  aLot({ startsAt, applicationDeadline: startsAt, endsAt: startsAt + HOUR, hardEndAt: startsAt + 2 * HOUR })

/** Changes to a valid lot that the checks of the back office would refuse. */
const INVALID_CHANGES = [
  `minimum_step = '0.00'`,
  `minimum_step = 'NaN', maximum_step = null`,
  `quantity_step = '0.000'`,
  `volume = '-5.000'`,
  `volume = 'a lot'`,
  `starting_price = null`,
  `starting_price = '15000'`,
  `ends_at = starts_at - interval '1 hour'`,
  `starts_at = null`,
  `starts_at = 'infinity'`,
  `hard_end_at = '-infinity'`,
  `application_deadline = null`,
  `extension_minutes = 'NaN'`,
  `minimum_participants = null`,
  `visibility = null`,
  `slug = null`,
  `category_id = null`,
  `number = null`,
  `number = 'NaN'`,
]

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  const startsAt = Date.now() + 2 * HOUR
  readable = await publishLot(test.db.pool, lotAt(startsAt))
  unreadable = []
  for (const change of INVALID_CHANGES) {
    const id = await publishLot(test.db.pool, lotAt(startsAt))
    await sql(`update cms.auctions set ${change} where id = $1`, [id])
    unreadable.push(id)
  }
  await insertInvalidResults()
  await insertInvalidContent()
  const [companyId] = await registerBuyers(test.db.pool, 1)
  buyer = await test.signIn(companyId!)
  staff = await test.staff('manager')
})

afterAll(() => test.close())

/** Two completed auctions, one of which has impossible figures. */
async function insertInvalidResults(): Promise<void> {
  for (const [volume, agreements] of [
    ['1000', '[{"participant":1,"quantity":"1.000","price":"15000.00","sum":"15000.00"}]'],
    ['-7', '{}'],
  ]) {
    const id = await publishLot(test.db.pool, lotAt(Date.now() - 48 * HOUR))
    await runWithoutTriggers(
      `insert into portal.auction_heads (auction_id, effective_end, hard_end, started_at, ended_at, completed_at) values (${id}, now(), now(), now(), now(), now());
       insert into portal.auction_results (auction_id, completed_at, participants, winners, volume_sold, average_price, final_price, agreements)
       values (${id}, now(), 1, 1, ${volume}, 1500000, ${volume}::bigint * 1500, '${agreements}')`,
    )
  }
}

/** Writes like an administrator of the database, without triggers. */
async function runWithoutTriggers(statements: string): Promise<void> {
  const client = await test.db.pool.connect()
  await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`)
  client.release()
}

async function insertInvalidContent(): Promise<void> {
  const { getCms } = await import('@/lib/server/cms/cms')
  const cms = await getCms()
  const data = {
    _status: 'published' as const,
    summary: 'Коротко',
    published_at: new Date().toISOString(),
    blocks: [{ blockType: 'text' as const, title: 'Текст', content: paragraph('Слова') }],
  }
  const ids: number[] = []
  for (const slug of ['sound', 'one', 'two', 'three', 'four', 'half', 'strange'])
    ids.push((await cms.create({ collection: 'news', data: { ...data, title: slug, slug } })).id)
  const [, one, two, three, four, half, strange] = ids
  await sql('update cms.news_locales set title = null where _parent_id = $1', [one])
  await sql('update cms.news set published_at = null where id = $1', [two])
  await sql('update cms.news set slug = null where id = $1', [three])
  await sql(`update cms.news set published_at = 'infinity' where id = $1`, [four])
  await sql(
    `update cms.news set blocks = '[{"blockType":"text","content":{"uk":{"root":5}}},{"blockType":"gone"},{"blockType":"contact"}]' where id = $1`,
    [half],
  )
  await sql(`update cms.news set blocks = '{}' where id = $1`, [strange])
  for (const slug of ['sound-page', 'nameless-page'])
    await cms.create({ collection: 'pages', data: { title: slug, slug, _status: 'published' } })
  await sql(`update cms.pages_locales set title = ' ' where title = 'nameless-page'`)
  const [file] = await sql<{ id: number }>(
    `insert into cms.media (filename, mime_type, filesize) values ('x.pdf', 'application/pdf', 10) returning id`,
  )
  for (const [title, issuedOn] of [
    ['Сертифікат', '2026-01-01'],
    ['', '2026-01-01'],
    ['Без дати', 'infinity'],
  ]) {
    const [row] = await sql<{ id: number }>(
      'insert into cms.certificates (category_id, file_id, issued_on) values (1, $1, $2) returning id',
      [file!.id, issuedOn],
    )
    await sql(`insert into cms.certificates_locales (_parent_id, _locale, title) values ($1, 'uk', $2)`, [
      row!.id,
      title,
    ])
  }
}

const inProcess = (path: string, init?: RequestInit) =>
  test.portal.api(new Request(`http://portal.internal${path}`, init))

async function callSuccessfully(endpoint: Endpoint, body: unknown, token?: string): Promise<unknown> {
  const response = await post(inProcess, endpoint.path, body, token === undefined ? {} : bearer(token))
  expect([endpoint.path, response.status]).toEqual([endpoint.path, 200])
  return endpoint.response.parse(await response.json())
}

const { auctions, cabinet, manager, news, pages, certificates } = endpoints
const ids = (list: unknown) => (list as { data: { list: { id: number }[] } }).data.list.map(({ id }) => id)
const slugs = (list: unknown) => (list as { data: { list: { slug: string }[] } }).data.list.map(({ slug }) => slug)

describe('an unreadable record', () => {
  it('is omitted from lists of auctions', async () => {
    for (const states of [undefined, ['planned', 'running', 'selection']]) {
      const list = ids(await callSuccessfully(auctions.list, { limit: 100, ...(states && { states }) }))
      expect(list).toContain(readable)
      expect(unreadable.filter((id) => list.includes(id))).toEqual([])
    }
    const own = (await callSuccessfully(cabinet.auctions, { limit: 100 }, buyer)) as {
      data: { list: { auction: { id: number } }[] }
    }
    expect(own.data.list.map(({ auction }) => auction.id)).toEqual([readable])
  })

  it('has no page and cannot be applied for, without affecting others', async () => {
    for (const id of unreadable) {
      expect((await post(inProcess, auctions.get.path, { id })).status).toBe(404)
      expect(
        (
          await post(
            inProcess,
            auctions.apply.path,
            { auction_id: id, price: '14000.00', quantity: '10.000' },
            bearer(buyer),
          )
        ).status,
      ).toBeLessThan(500)
      const stream = await fetch(`${test.origin}/api/auctions/${id}/events`)
      expect(stream.status).toBeLessThan(500)
      await stream.body?.cancel()
    }
    const watched = await fetch(`${test.origin}/api/auctions/${readable}/events`)
    expect(watched.status).toBe(200)
    await watched.body?.cancel()
    await callSuccessfully(auctions.get, { id: readable })
    expect(ids(await callSuccessfully(manager.applications, { auction_id: readable }, staff))).toEqual([])
    await callSuccessfully(auctions.own, { auction_id: readable }, buyer)
  })

  it('does not affect the results and their totals', async () => {
    const results = (await callSuccessfully(auctions.results, {})) as {
      data: { list: unknown[]; totals: { volume_sold: Record<string, string> } }
    }
    expect(results.data.list).toHaveLength(1)
    expect(results.data.totals.volume_sold).toEqual({ gas_condensate: '1.000' })
    expect(
      ((await callSuccessfully(auctions.resultPoints, {})) as { data: { list: unknown[] } }).data.list,
    ).toHaveLength(1)
  })

  it('does not affect news, pages and certificates; a page loses only its unreadable block', async () => {
    expect(slugs(await callSuccessfully(news.list, {})).sort()).toEqual(['half', 'sound', 'strange'])
    expect(await callSuccessfully(news.get, { slug: 'half' })).toMatchObject({
      data: { title: 'half', blocks: [{ kind: 'text' }, { kind: 'contact' }] },
    })
    expect(await callSuccessfully(news.get, { slug: 'strange' })).toMatchObject({
      data: { title: 'strange', blocks: [] },
    })
    expect(slugs(await callSuccessfully(pages.list, {}))).toEqual(['sound-page'])
    expect(ids(await callSuccessfully(certificates.list, {}))).toHaveLength(1)
  })

  it('does not stop other auctions from starting and ending', async () => {
    expect((await dueTimes(test.db.pool)).map(({ auctionId }) => auctionId)).toEqual(
      expect.arrayContaining([readable, ...unreadable]),
    )
  })

  it('is shown to staff with its fault until it is fixed', async () => {
    const board = async () =>
      (
        (await callSuccessfully(manager.dashboard, {}, staff)) as {
          data: { unreadable: { collection: string; id: number; fault: string }[] }
        }
      ).data.unreadable
    const faulty = await board()
    expect(
      unreadable.filter((id) => !faulty.some((record) => record.collection === 'auctions' && record.id === id)),
    ).toEqual([])
    expect(faulty).toContainEqual({ collection: 'auctions', id: unreadable[0], fault: 'minimumStep: not_positive' })
    expect(new Set(faulty.map(({ collection }) => collection))).toEqual(
      new Set(['auctions', 'news', 'pages', 'certificates']),
    )
    await sql(`update cms.auctions set minimum_step = '10.00', maximum_step = '1400.00' where id = $1`, [unreadable[0]])
    expect(ids(await callSuccessfully(auctions.list, { limit: 100 }))).toContain(unreadable[0])
    // The lot has no title yet, and is listed without one.
    expect((await board()).filter(({ collection, id }) => collection === 'auctions' && id === unreadable[0])).toEqual([
      expect.objectContaining({ fault: 'title: missing' }),
    ])
  })

  it('may lack a title, and is then named by product and number', async () => {
    const { data } = (await callSuccessfully(auctions.get, { id: readable, lang: 'en' })) as {
      data: { title: string; number: number }
    }
    expect(data.title).toBe(`Gas condensate No.\u00A0${data.number}`)
  })
})
