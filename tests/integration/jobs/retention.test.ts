import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { removeExpired } from '@/lib/server/jobs/retention'
import { fixedClock } from '@/tests/support/fixed-clock'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let companyId: number

beforeAll(async () => {
  db = await createTestDatabase()
  companyId = (await registerBuyers(db.pool, 1))[0]!
})
afterAll(() => db.close())

const now = Date.parse('2026-11-24T08:00:00Z')
const ago = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000)

it('deletes old sessions, links with their emails, and limits, but not live or recent ones', async () => {
  const session = (ended: Date | null, lastSeen: Date) =>
    db.pool.query(
      `insert into portal.sessions (token_hash, person_id, created_at, last_seen_at, expires_at, ended_at, user_agent, address)
       select $1, min(id), $3, $3, $4, $5, '', '' from portal.people where company_id = $2`,
      [randomBytes(32), companyId, lastSeen, new Date(lastSeen.getTime() + 7 * 86_400_000), ended],
    )
  await session(ago(31), ago(32))
  await session(null, ago(60))
  await session(ago(29), ago(30))
  await session(null, ago(0.1))
  const token = (used: Date | null, issued: Date) =>
    db.pool.query(
      `insert into portal.one_time_tokens (id, token_hash, kind, person_id, email, issued_at, expires_at, used_at)
       select gen_random_uuid(), $1, 'password_reset', min(id), 'a@b.test', $3::timestamptz, $4::timestamptz, $5::timestamptz from portal.people where company_id = $2`,
      [randomBytes(32), companyId, issued, new Date(issued.getTime() + 3_600_000), used],
    )
  await token(ago(40), ago(40))
  await token(ago(10), ago(10))
  const email = async (kind: string, sent: Date | null) => {
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into portal.outbox (kind, company_id, payload, sent_at, failed_at) values ($1, $2, '{}', $3, null) returning id`,
      [kind, companyId, sent],
    )
    await db.pool.query(
      `insert into portal.emails (outbox_id, kind, company_id, recipients, language, subject, html, text, message_id, written_at) values ($1, $2, $3, '{}', 'uk', '', '', '', '', now())`,
      [rows[0]!.id, kind, companyId],
    )
  }
  await email('password_reset', ago(100))
  await email('password_reset', ago(50))
  await email('winner_confirmed', ago(100))
  await email('from_the_future', null)
  await db.pool.query(`insert into portal.rate_limits (key, points, expire) values ('old', 1, $1), ('new', 1, $2)`, [
    now - 2 * 3_600_000,
    now + 60_000,
  ])

  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(5)
  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(0)
  const count = async (table: string) =>
    Number((await db.pool.query<{ n: number }>(`select count(*)::integer as n from portal.${table}`)).rows[0]?.n)
  expect(await Promise.all(['sessions', 'one_time_tokens', 'emails', 'outbox', 'rate_limits'].map(count))).toEqual([
    2, 1, 3, 3, 1,
  ])
})

it('deletes emails after three years, failed jobs after 30 days', async () => {
  await db.pool.query('delete from portal.emails')
  await db.pool.query('delete from portal.outbox')
  await db.pool.query(
    `insert into portal.outbox (kind, company_id, payload, sent_at) values ('outbid', $1, '{}', $2), ('outbid', $1, '{}', $3)`,
    [companyId, ago(3 * 365 + 1), ago(31)],
  )
  for (const [key, attempts] of [
    ['given up', 25],
    ['tried again', 24],
  ] as const) {
    await enqueue(db.pool, 'agreements', { auction_id: 1 }, { key })
    await db.pool.query(`update graphile_worker._private_jobs set attempts = $2, updated_at = $3 where key = $1`, [
      key,
      attempts,
      ago(31),
    ])
  }
  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(2)
  const { rows } = await db.pool.query(
    `select (select count(*)::int from portal.outbox) as emails,
       (select string_agg(key, ',') from graphile_worker.jobs where task_identifier = 'agreements') as jobs`,
  )
  expect(rows).toEqual([{ emails: 1, jobs: 'tried again' }])
})

it('deletes unfulfilled orders after two years, with their earlier versions', async () => {
  const { rows: products } = await db.pool.query<{ id: number }>(
    'insert into cms.products (sort_order, minimum_volume) values (1, 25) returning id',
  )
  const fields = ['product_id', 'volume', 'unit', 'company', 'edrpou', 'name', 'position', 'phone', 'email']
  const order = async (number: number, status: string, changed: Date) => {
    const texts = `'25', 'т', 'ТОВ', '31215834', 'Іван', '', '+380501234567', 'a@b.test'`
    await db.pool.query(
      `insert into cms.orders (id, number, status, ${fields.join()}, updated_at) values ($1::int, $1::int, $2, $4, ${texts}, $3)`,
      [number, status, changed, products[0]?.id],
    )
    await db.pool.query(
      `insert into cms._orders_v (parent_id, version_number, ${fields.map((field) => `version_${field}`).join()}) values ($1::int, $1::int, $2, ${texts})`,
      [number, products[0]?.id],
    )
  }
  await order(1, 'declined', ago(2 * 365 + 1))
  await order(2, 'done', ago(2 * 365 + 1))
  await order(3, 'new', ago(2 * 365 - 1))
  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(2)
  const { rows } = await db.pool.query(
    `select array_agg(number::int order by number) as orders, (select count(*)::int from cms._orders_v) as versions from cms.orders`,
  )
  expect(rows).toEqual([{ orders: [2, 3], versions: 2 }])
})

it('deletes idempotency keys of bids 90 days after the end; the database refuses to delete others', async () => {
  await db.pool.query(`alter table portal.auction_heads disable trigger user`)
  for (const ended of [ago(91), ago(89), null]) {
    const auctionId = await publishLot(db.pool, aLot())
    await db.pool.query(
      `insert into portal.auction_heads (auction_id, effective_end, hard_end, started_at, ended_at) values ($1, $2, $2, $2, $3)`,
      [auctionId, ended ?? ago(0), ended],
    )
    await db.pool.query(
      `insert into portal.bid_requests (auction_id, company_id, idempotency_key, fingerprint, received_at, answer) values ($1, $2, 'key', '', $3, '{}')`,
      [auctionId, companyId, ended ?? ago(0)],
    )
  }
  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(1)
  await expect(db.pool.query('delete from portal.bid_requests')).rejects.toThrow('append-only')
  expect((await db.pool.query('select from portal.bid_requests')).rowCount).toBe(2)
})

it('deletes idempotency keys of messages after a week', async () => {
  for (const sent of [ago(8), ago(6)])
    await db.pool.query(
      `insert into portal.sent_messages (company_id, call, idempotency_key, fingerprint, sent_at) values ($1, 'chat', $2, '', $3)`,
      [companyId, sent.toISOString().replace(/\W/g, '-'), sent],
    )
  expect(await removeExpired({ pool: db.pool, clock: fixedClock(now) })).toBe(1)
  expect((await db.pool.query('select from portal.sent_messages')).rowCount).toBe(1)
})
